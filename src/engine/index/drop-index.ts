import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { IqError } from '../errors.ts';
import { storeFailure } from '../store/failure.ts';
import { removeAside } from '../store/open.ts';
import { acquireLease } from '../store/writer-lock.ts';
import { noteOfFailure, noteOfHolder } from './index-notes.ts';

/**
 * Deletes an index, and what was moved aside of earlier ones. Close readers first. IqError `index-locked` while another
 * process writes it, `index-readonly` where it cannot be deleted.
 */
export function dropIndex(dbPath: string): void {
  const indexDir = dirname(dbPath);
  try {
    const lease = acquireLease(indexDir);
    if (!lease.ok) throw refusal(noteOfHolder(lease.holder));
    try {
      removeAside(dbPath);
      for (const suffix of ['-wal', '-shm', '-journal', '']) rmSync(dbPath + suffix, { force: true, recursive: true });
    } finally {
      lease.release();
    }
  } catch (error) {
    const failure = storeFailure(error);
    if (failure === null) throw error;
    throw refusal(noteOfFailure(failure, { indexDir, detail: error instanceof Error ? error.message : String(error) }));
  }
}

function refusal({ code, text }: ReturnType<typeof noteOfHolder>): IqError {
  return new IqError(code, text);
}
