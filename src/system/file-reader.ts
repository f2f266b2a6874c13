/**
 * The only place that reads files of the user. Whatever stands at the path - a pipe, a device, a link, a file being
 * written - the call returns, and returns the bytes of one state of one regular file or the reason why not.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { SkipReason } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { isSystemError, unreadableCause } from './system-error.ts';

export type FileRead =
  | { ok: true; bytes: Buffer; size: number; mtimeMs: number; ctimeMs: number; ino: number }
  | { ok: false; reason: SkipReason; detail: string };

type Refusal = Extract<FileRead, { ok: false }>;

/**
 * O_NONBLOCK: opening a pipe that took the file's place after the check must not wait for a writer.
 * O_NOFOLLOW: nor must a link that took it lead elsewhere. Windows has neither; there both are 0.
 */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Twice the coarsest tick of file times, 10 ms on kernels that run at 100 Hz. */
const CLOCK_GRAIN_MS = 20;

/**
 * Reads a whole regular file of at most `maxBytes` bytes. A final symbolic link is not followed. A file that changes
 * while it is read is read once more; the stats are those of the bytes.
 */
export function readRegularFile(abs: string, maxBytes: number): FileRead {
  // No file system has such a name, and Node throws for it.
  if (abs.includes('\0')) return refusalForCode('ENOENT');
  return readOnce(abs, maxBytes) ?? readOnce(abs, maxBytes) ?? unreadable('changing', 'EAGAIN');
}

/** Null when the file changed under the read. */
function readOnce(abs: string, maxBytes: number): FileRead | null {
  let named: Stats | undefined;
  let descriptor: number | undefined;
  try {
    named = lstatSync(abs);
    const refusal = refusalOf(named, maxBytes);
    if (refusal) return refusal;
    descriptor = openSync(abs, OPEN_FLAGS);
    const before = fstatSync(descriptor);
    if (before.dev !== named.dev || before.ino !== named.ino) return null;
    const swapped = refusalOf(before, maxBytes);
    if (swapped) return swapped;
    const bytes = readBytes(descriptor, before.size);
    const after = fstatSync(descriptor);
    if (!bytes || !sameState(before, after)) return null;
    if (isJustWritten(after) && !readBytes(descriptor, after.size)?.equals(bytes)) return null;
    return { ok: true, bytes, size: after.size, mtimeMs: after.mtimeMs, ctimeMs: after.ctimeMs, ino: after.ino };
  } catch (error) {
    if (!isSystemError(error)) throw error;
    const { code } = error;
    // O_NOFOLLOW met a link where a file was: look again, and say link.
    return code === 'ELOOP' && named ? null : refusalForCode(code);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Exactly `size` bytes, or null when the file has fewer or more by now. */
function readBytes(descriptor: number, size: number): Buffer | null {
  // One byte more than expected shows growth, and a single call tells the end of an unchanged file.
  const buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, filled);
    filled += count;
    if (filled === size) return buffer.subarray(0, size);
    if (count === 0 || filled > size) return null;
  }
}

function sameState(before: Stats, after: Stats): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs;
}

/** Equal times prove nothing while a write of this very tick would leave the same time. Then two reads must agree. */
function isJustWritten(stats: Stats): boolean {
  return Math.abs(Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs)) < CLOCK_GRAIN_MS;
}

function refusalOf(stats: Stats, maxBytes: number): Refusal | null {
  if (stats.isFile()) {
    if (stats.size <= maxBytes) return null;
    return { ok: false, reason: 'too-large', detail: messages.fileTooLarge({ bytes: stats.size, limit: maxBytes }) };
  }
  return notRegular(fileKind(stats));
}

/** What stands at a path where no regular file does. */
export function fileKind(stats: Stats): Parameters<typeof messages.fileNotRegular>[0]['kind'] {
  if (stats.isSymbolicLink()) return 'link';
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'pipe';
  return stats.isSocket() ? 'socket' : 'device';
}

function refusalForCode(code: string): Refusal {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { ok: false, reason: 'vanished', detail: messages.fileVanished() };
    case 'EISDIR':
      return notRegular('folder');
    case 'ENXIO':
      return notRegular('socket');
    default:
      return unreadable(unreadableCause(code), code);
  }
}

function notRegular(kind: Parameters<typeof messages.fileNotRegular>[0]['kind']): Refusal {
  return { ok: false, reason: 'not-regular', detail: messages.fileNotRegular({ kind }) };
}

function unreadable(cause: Parameters<typeof messages.fileUnreadable>[0]['cause'], code: string): Refusal {
  return { ok: false, reason: 'unreadable', detail: messages.fileUnreadable({ cause, code }) };
}
