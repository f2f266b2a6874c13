/** What the index knows, read without starting anything. */
import type { SkippedFile } from '../../shared/contract.ts';
import { storeFailure } from '../store/failure.ts';
import { type OpenFailure, openForReading } from '../store/open.ts';
import { type IndexState, openIndexReader } from '../store/read.ts';
import type { FileFacts } from '../types.ts';

export type Known =
  | {
      ok: true;
      /** Indexed and skipped files alike; skipped ones have no hash. */
      facts: FileFacts[];
      /** Files that the last listing left out. */
      leftOut: SkippedFile[];
      state: IndexState;
      /** There is a file, and it cannot be read as an index: the index thread looks again and moves it aside. */
      damaged: boolean;
    }
  | { ok: false; failure: Exclude<OpenFailure, 'missing' | 'corrupt' | 'older'>; detail: string };

/** An index that is missing, damaged or outdated knows nothing. */
export function readKnown(dbPath: string): Known {
  const opened = openForReading(dbPath);
  if (!opened.ok) {
    const { reason, detail } = opened;
    if (reason === 'missing' || reason === 'older') return nothing(false);
    return reason === 'corrupt' ? nothing(true) : { ok: false, failure: reason, detail };
  }
  const reader = openIndexReader(opened.db);
  try {
    const facts = [...reader.facts(), ...reader.skipped().map((entry) => ({ ...entry, id: 0, hash: '' }))];
    return { ok: true, facts, leftOut: reader.leftOut(), state: reader.state(), damaged: false };
  } catch (error) {
    if (storeFailure(error) !== 'corrupt') throw error;
    return nothing(true);
  } finally {
    reader.close();
  }
}

function nothing(damaged: boolean): Known {
  const state = { generation: 0, complete: false, indexedAtMs: 0, purgePending: false, mergePending: false };
  return { ok: true, facts: [], leftOut: [], state, damaged };
}
