/** The files of a workspace: what ripgrep lists, minus the floor, each either to be searched or skipped with a reason. */
import { isUtf8 } from 'node:buffer';
import { lstatSync, type Stats } from 'node:fs';
import type { SkippedFile } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { fileKind } from '../../system/file-reader.ts';
import { systemCode, unreadableCause } from '../../system/system-error.ts';
import { IqError } from '../errors.ts';
import {
  DEBUG_STDERR_BYTES,
  LIST_MAX_STDOUT_BYTES,
  LIST_STALL_MS,
  LIST_TIMEOUT_MS,
  MAX_FILE_BYTES,
} from '../options.ts';
import { byCodeUnit } from '../plan/score.ts';
import type { ListedFile, Listing } from '../types.ts';
import type { Floor } from './floor.ts';
import {
  type IgnoreTrap,
  isTrap,
  trapFlags,
  trapFolders,
  trapsAtRoots,
  trapsBelow,
  trapsSkipped,
} from './ignore-traps.ts';
import { LIST_FLAGS, type RipgrepResult, runRipgrep } from './ripgrep.ts';
import { passedOver } from './ripgrep-debug.ts';
import { type Root, toWorkspacePath } from './roots.ts';

export interface ListRequest {
  roots: readonly Root[];
  floor: Floor;
  /** Also list what ignore rules hide. Never lifts the floor. */
  ignored?: boolean;
  signal?: AbortSignal;
  /** Traps of an earlier listing: they are avoided at once instead of after a stall. */
  knownTraps?: readonly IgnoreTrap[];
}

export interface ListingWithTraps extends Listing {
  traps: IgnoreTrap[];
}

/**
 * Lists the roots. Order is by path. Symbolic links are not followed and not listed: their targets are searched where
 * they lie. Throws an IqError when a root is gone or unreadable, or when the list would be incomplete: an index would
 * take what is missing for deleted.
 */
export async function listFiles(request: ListRequest): Promise<ListingWithTraps> {
  const { roots, floor } = request;
  const { run, traps, found } = await collect(request);
  if (run.incomplete !== undefined)
    throw new IqError('search-failed', messages.listingFailed({ reason: run.incomplete }));
  const skipped = [...found.skipped, ...trapsSkipped(traps, roots)].filter(({ path }) => floor.admitsName(path));
  const leftOut = trapFolders(traps, roots).filter((path) => floor.admitsName(path));
  return {
    files: found.files.toSorted(byPath),
    skipped: skipped.toSorted(byPath),
    unreadableFolders: [...new Set([...unreadableOf(request, run), ...leftOut])].toSorted(),
    traps,
  };
}

interface Collected {
  run: RipgrepResult;
  found: Found;
  traps: IgnoreTrap[];
}

/** Runs ripgrep; once more without the ignore files that block it, when it stalls on some. */
async function collect(request: ListRequest): Promise<Collected> {
  const { roots } = request;
  // With --no-ignore no ignore file is opened.
  if (request.ignored) return { ...(await runList(request, { more: ['--no-ignore'] })), traps: [] };
  const traps = [...new Set([...trapsAtRoots(roots), ...(request.knownTraps ?? []).filter(isTrap)])];
  const stalled = new AbortController();
  let more: IgnoreTrap[] = [];
  const timer = setTimeout(() => {
    more = trapsBelow(roots).filter((trap) => !traps.includes(trap));
    if (more.length > 0) stalled.abort();
  }, LIST_STALL_MS);
  try {
    return { ...(await runList(request, { more: trapFlags(traps, roots), stalled: stalled.signal })), traps };
  } catch (error) {
    if (!stalled.signal.aborted || request.signal?.aborted) throw error;
  } finally {
    clearTimeout(timer);
  }
  const all = [...traps, ...more];
  return { ...(await runList(request, { more: trapFlags(all, roots) })), traps: all };
}

interface Run {
  more: readonly string[];
  stalled?: AbortSignal;
  /** Without the notes on what is passed over. */
  quiet?: boolean;
}

/** One run. Files are looked at while ripgrep still walks: it waits for the disk at other places than we do. */
async function runList(request: ListRequest, o: Run): Promise<{ run: RipgrepResult; found: Found }> {
  const found: Found = { files: [], skipped: [], names: new Set() };
  const context = { request, found };
  let rest: Buffer = Buffer.alloc(0);
  const run = await runRipgrep({
    args: ['--files', '--null', ...(o.quiet ? [] : ['--debug']), ...o.more],
    targets: request.roots.map((root) => root.dir),
    flags: LIST_FLAGS,
    timeoutMs: LIST_TIMEOUT_MS,
    maxStdoutBytes: LIST_MAX_STDOUT_BYTES,
    maxStderrBytes: DEBUG_STDERR_BYTES,
    signal: AbortSignal.any([request.signal, o.stalled].filter((signal) => signal !== undefined)),
    onStdout: (chunk) => {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = bytes.lastIndexOf(0) + 1;
      rest = bytes.subarray(end);
      takeNames(bytes.subarray(0, end), context);
    },
  });
  // Cut off, and with it perhaps the name of a folder that could not be read.
  if (!o.quiet && Buffer.byteLength(run.stderr) >= DEBUG_STDERR_BYTES) return runList(request, { ...o, quiet: true });
  for (const abs of passedOver(run.stderr)) skipSpecial(abs, context);
  return { run, found };
}

interface Found {
  files: ListedFile[];
  skipped: SkippedFile[];
  /** Absolute. Roots inside one another: with --no-ignore the outer one lists the inner one's files again. */
  names: Set<string>;
}

interface Context {
  request: ListRequest;
  found: Found;
}

/** Names end in NUL, because they may hold line breaks. */
function takeNames(bytes: Buffer, context: Context): void {
  if (isUtf8(bytes)) {
    for (const name of bytes.toString('utf8').split('\0')) if (name !== '') examine(name, context);
    return;
  }
  for (let start = 0, end = bytes.indexOf(0); end >= 0; start = end + 1, end = bytes.indexOf(0, start)) {
    const name = bytes.subarray(start, end);
    if (isUtf8(name)) examine(name.toString('utf8'), context);
    else skipUnnameable(name, context);
  }
}

/** One listed name: asks the floor, then the disk. lstat is 8 µs a file, so 4,000 files cost about 30 ms. */
function examine(abs: string, { request, found }: Context): void {
  const path = toWorkspacePath(request.roots, abs);
  if (path === null || found.names.has(abs) || !request.floor.admitsName(path)) return;
  found.names.add(abs);
  const stat = statOf(abs);
  if (typeof stat === 'string') {
    found.skipped.push(unstatable(path, stat));
  } else if (!stat.isFile()) {
    // A moment ago it was a file.
    found.skipped.push({ path, reason: 'not-regular', detail: messages.fileNotRegular({ kind: fileKind(stat) }) });
  } else if (stat.nlink > 1 && !request.floor.admits(abs)) {
    // Another name of a secret: behind the floor, in no list.
  } else if (stat.size > MAX_FILE_BYTES) {
    const detail = messages.fileTooLarge({ bytes: stat.size, limit: MAX_FILE_BYTES });
    found.skipped.push({ path, reason: 'too-large', detail });
  } else {
    found.files.push({ path, abs, size: stat.size, mtimeMs: stat.mtimeMs, ctimeMs: stat.ctimeMs });
  }
}

function unstatable(path: string, code: string): SkippedFile {
  if (code === 'ENOENT' || code === 'ENOTDIR') return { path, reason: 'vanished', detail: messages.fileVanished() };
  return { path, reason: 'unreadable', detail: messages.fileUnreadable({ cause: unreadableCause(code), code }) };
}

function statOf(abs: string): Stats | string {
  try {
    return lstatSync(abs, { throwIfNoEntry: false }) ?? 'ENOENT';
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code;
  }
}

/** Bytes that are no UTF-8 are shown as `\xFF`; the file has no path that could be typed. */
function skipUnnameable(name: Buffer, { request, found }: Context): void {
  const path = toWorkspacePath(request.roots, escapeBytes(name));
  if (path !== null) found.skipped.push({ path, reason: 'unreadable', detail: messages.nameNotUtf8() });
}

/** Valid sequences as they are, every other byte as `\xNN`. */
function escapeBytes(name: Buffer): string {
  let text = '';
  for (let at = 0; at < name.length; ) {
    const length = [1, 2, 3, 4].find((size) => at + size <= name.length && isUtf8(name.subarray(at, at + size)));
    if (length === undefined) text += `\\x${(name[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`;
    else text += name.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}

/** Pipes, sockets and devices: ripgrep passes over them, people look for them by name. */
function skipSpecial(abs: string, { request, found }: Context): void {
  const path = toWorkspacePath(request.roots, abs);
  const stat = statOf(abs);
  if (path === null || typeof stat === 'string' || stat.isFile()) return;
  found.skipped.push({ path, reason: 'not-regular', detail: messages.fileNotRegular({ kind: fileKind(stat) }) });
}

/** Workspace paths of folders that ripgrep could not read. A root among them ends the listing. */
function unreadableOf({ roots, floor }: ListRequest, run: RipgrepResult): string[] {
  return run.unreadable.flatMap(({ abs, reason }) => {
    const root = roots.find(({ dir }) => dir === abs);
    if (root !== undefined) {
      const gone = statOf(root.dir) === 'ENOENT';
      if (gone) throw new IqError('root-missing', messages.rootMissing({ dir: root.dir }));
      throw new IqError('root-unreadable', messages.rootUnreadable({ dir: root.dir, code: reason }));
    }
    const path = toWorkspacePath(roots, abs);
    const stat = statOf(abs);
    const isFolder = typeof stat !== 'string' && stat.isDirectory();
    return path !== null && isFolder && floor.admitsName(path) ? [path] : [];
  });
}

function byPath(a: { path: string }, b: { path: string }): number {
  return byCodeUnit(a.path, b.path);
}
