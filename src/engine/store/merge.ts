/** Full-text segments merged into one, and the WAL emptied: fast queries, and no trace of what was removed. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { FTS_MERGE_STEP_PAGES, WAL_LIMIT_BYTES } from '../options.ts';

/**
 * Merges all segments, step by step. Rows that were deleted are only marked in their segments; the merge is what drops
 * their terms, and secure_delete overwrites the pages that become free.
 * `keepGoing` is asked between steps; false is returned when it ended the merge early.
 */
export function mergeSegments(db: Database, keepGoing: () => boolean): boolean {
  const step = db.prepare<[number]>("INSERT INTO chunks_fts(chunks_fts, rank) VALUES ('merge', ?)");
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  // A negative count starts a merge of all segments, positive ones go on with it; a step without work changes one row.
  for (let pages = -FTS_MERGE_STEP_PAGES; ; pages = FTS_MERGE_STEP_PAGES) {
    if (!keepGoing()) return false;
    const before = changes.get() ?? 0;
    step.run(pages);
    limitWal(db);
    if ((changes.get() ?? 0) - before < 2) return true;
  }
}

/**
 * Copies the WAL into the database and cuts it to nothing. False when a reader was in the way for all of the busy
 * timeout: then older pages still stand in the WAL.
 */
export function emptyWal(db: Database): boolean {
  const row = db.prepare<[], [busy: number, ...rest: number[]]>('PRAGMA wal_checkpoint(TRUNCATE)').raw().get();
  return row?.[0] === 0;
}

/**
 * Keeps the WAL under its limit. Checkpoints run by themselves, but a reader that is busy at each of them would let it
 * grow for ever (cases I21): past half of the limit they are waited for.
 */
export function limitWal(db: Database): void {
  const size = statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > WAL_LIMIT_BYTES / 2) emptyWal(db);
}
