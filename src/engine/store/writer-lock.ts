/**
 * The writer lease: one process writes an index, all others read it. A file names the holder; whoever finds a holder
 * that is gone, or has not renewed for LEASE_STALE_MS, takes over. SQLite's own locks keep the data right in any case,
 * the lease keeps two writers from doing the same work.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRunning, processStart } from '../../system/process-identity.ts';
import { systemCode } from '../../system/system-error.ts';
import { LEASE_STALE_MS } from '../options.ts';
import { ensureIndexDir } from './index-dir.ts';

export interface LeaseHolder {
  pid: number;
  /** Milliseconds since the epoch. */
  since: number;
}

export interface Lease {
  ok: true;
  /** False once another process took over, or the folder is gone: then nothing more may be written. */
  held: () => boolean;
  /** To be called well within LEASE_STALE_MS. */
  renew: () => void;
  release: () => void;
}

interface Owner extends LeaseHolder {
  token: string;
  host: string;
  /** Start of the process (process-identity.ts), so that a reused pid is not taken for the holder. */
  start: number | null;
}

const LEASE_FILE = 'writer.lease';
/** Rounds of "it is gone, try again" before the lease counts as held: each means that another process just acted. */
const ATTEMPTS = 5;

/**
 * Takes the lease of an index folder (created where it is missing), or says who holds it. `token` lets another thread
 * release it (releaseLease) when this one dies. Throws what the system throws: a read-only folder, a full disk.
 */
export function acquireLease(
  indexDir: string,
  token: string = randomUUID(),
): Lease | { ok: false; holder: LeaseHolder } {
  ensureIndexDir(indexDir);
  const file = join(indexDir, LEASE_FILE);
  const own: Owner = { token, host: hostname(), pid: process.pid, start: processStart(process.pid), since: Date.now() };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (create(file, own)) return leaseOf(file, token);
    const found = look(file);
    if (found === null) continue;
    if (!isStale(found))
      return { ok: false, holder: { pid: found.owner?.pid ?? 0, since: found.owner?.since ?? found.renewedMs } };
    if (takeOver(file, found, own)) return leaseOf(file, token);
  }
  return { ok: false, holder: { pid: look(file)?.owner?.pid ?? 0, since: Date.now() } };
}

/** Gives up a lease by its token; does nothing when another one is in force. */
export function releaseLease(indexDir: string, token: string): void {
  const file = join(indexDir, LEASE_FILE);
  if (look(file)?.owner?.token === token) rmSync(file, { force: true });
}

/** Who holds the lease right now; null when it is free or its holder is gone. */
export function leaseHolder(indexDir: string): LeaseHolder | null {
  const found = look(join(indexDir, LEASE_FILE));
  return found === null || found.owner === null || isStale(found)
    ? null
    : { pid: found.owner.pid, since: found.owner.since };
}

function leaseOf(file: string, token: string): Lease {
  const held = (): boolean => look(file)?.owner?.token === token;
  return {
    ok: true,
    held,
    renew: () => {
      if (!held()) return;
      const now = new Date();
      utimesSync(file, now, now);
    },
    release: () => {
      if (held()) rmSync(file, { force: true });
    },
  };
}

interface Found {
  /** Null while the file is being written, or when it is damaged. */
  owner: Owner | null;
  renewedMs: number;
}

function isStale({ owner, renewedMs }: Found): boolean {
  // Both directions: a clock that was set back must not make a dead lease last for ever.
  if (Math.abs(Date.now() - renewedMs) > LEASE_STALE_MS) return true;
  return owner !== null && owner.host === hostname() && !isRunning(owner.pid, owner.start);
}

/** False when the file is already there. */
function create(file: string, own: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(own), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    // A full disk leaves an empty file behind, which would count as held.
    if (systemCode(error) === 'ENOSPC' || systemCode(error) === 'EDQUOT') rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Replaces a stale lease. Between looking and acting another process may have done the same, so the right to replace
 * exactly this lease is a file of its own, created with `wx`; who has it looks again, and replaces by rename.
 */
function takeOver(file: string, stale: Found, own: Owner): boolean {
  const right = `${file}.${stale.owner?.token ?? `unreadable-${stale.renewedMs}`}`;
  if (!create(right, own)) {
    const other = look(right);
    if (other !== null && isStale(other)) rmSync(right, { force: true });
    return false;
  }
  try {
    const now = look(file);
    if (now === null || now.owner?.token !== stale.owner?.token || now.renewedMs !== stale.renewedMs) return false;
    const next = `${file}.${own.token}.new`;
    writeFileSync(next, JSON.stringify(own), { mode: 0o600 });
    renameSync(next, file);
    return true;
  } finally {
    rmSync(right, { force: true });
  }
}

function look(file: string): Found | null {
  try {
    const text = readFileSync(file, 'utf8');
    return { owner: parseOwner(text), renewedMs: statSync(file).mtimeMs };
  } catch (error) {
    if (systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

function parseOwner(text: string): Owner | null {
  try {
    const value: unknown = JSON.parse(text);
    return isOwner(value) ? value : null;
  } catch {
    return null;
  }
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== 'object' || value === null) return false;
  const { token, host, pid, since, start } = value as Partial<Record<keyof Owner, unknown>>;
  const texts = [token, host].every((part) => typeof part === 'string');
  const numbers = [pid, since].every((part) => typeof part === 'number' && Number.isFinite(part));
  return texts && numbers && (start === null || typeof start === 'number');
}
