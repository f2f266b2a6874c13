/** What an error of SQLite or of the file system means for the index. */
import Database from 'better-sqlite3';
import { systemCode } from '../../system/system-error.ts';

export type StoreFailure = 'corrupt' | 'locked' | 'readonly' | 'disk-full';

/** SQLite codes by prefix; the first that fits decides. A short read means the file is shorter than it says. */
const SQLITE_FAILURES: [prefix: string, failure: StoreFailure][] = [
  ['SQLITE_IOERR_SHORT_READ', 'corrupt'],
  ['SQLITE_CORRUPT', 'corrupt'],
  ['SQLITE_NOTADB', 'corrupt'],
  ['SQLITE_BUSY', 'locked'],
  ['SQLITE_LOCKED', 'locked'],
  ['SQLITE_FULL', 'disk-full'],
  ['SQLITE_IOERR_WRITE', 'disk-full'],
  ['SQLITE_IOERR_FSYNC', 'disk-full'],
  ['SQLITE_IOERR_TRUNCATE', 'disk-full'],
  ['SQLITE_IOERR_SHMSIZE', 'disk-full'],
  ['SQLITE_IOERR_SHMOPEN', 'disk-full'],
  ['SQLITE_READONLY', 'readonly'],
  ['SQLITE_CANTOPEN', 'readonly'],
  ['SQLITE_PERM', 'readonly'],
];

const SYSTEM_FAILURES: Record<string, StoreFailure> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'disk-full',
  EACCES: 'readonly',
  EPERM: 'readonly',
  EROFS: 'readonly',
  ENOTDIR: 'readonly',
  EISDIR: 'readonly',
  ERR_FS_EISDIR: 'readonly',
};

/** The failure behind an error; null for anything else, which is a bug and must be thrown on. */
export function storeFailure(error: unknown): StoreFailure | null {
  if (error instanceof Database.SqliteError) {
    return SQLITE_FAILURES.find(([prefix]) => error.code.startsWith(prefix))?.[1] ?? null;
  }
  const known = SYSTEM_FAILURES[systemCode(error) ?? ''];
  return known ?? (isFolderRefused(error) ? 'readonly' : null);
}

/** Whatever the system says against a folder: `/proc/x` is ENOENT although the one above it is there. */
function isFolderRefused(error: unknown): boolean {
  return systemCode(error) !== undefined && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir';
}
