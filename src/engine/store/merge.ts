/** Full-text segments merged into one, and the WAL emptied: fast queries, and no trace of what was removed. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import {
  FREE_PAGES_SHARE,
  FTS_AUTOMERGE,
  FTS_BULK_SEGMENTS,
  FTS_MERGE_STEP_PAGES,
  VACUUM_STEP_PAGES,
  WAL_LIMIT_BYTES,
} from '../options.ts';

/**
 * How segments are merged while files are written. FTS5 keeps the setting in the index, so every pass sets its own.
 * `bulk`: not at all, because mergeSegments follows.
 */
export function setMergePolicy(db: Database, { bulk }: { bulk: boolean }): void {
  // In the text: a bound number arrives as a real one, which these settings refuse.
  db.exec(`INSERT INTO chunks_fts(chunks_fts, rank) VALUES
    ('automerge', ${bulk ? 0 : FTS_AUTOMERGE}), ('crisismerge', ${bulk ? FTS_BULK_SEGMENTS : FTS_AUTOMERGE})`);
}

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

/** Gives free pages back to the file system, if they are more than FREE_PAGES_SHARE: a merge leaves as many as it wrote. */
export function releaseFreePages(db: Database, keepGoing: () => boolean): void {
  const count = (name: 'freelist_count' | 'page_count'): number => Number(db.pragma(name, { simple: true }));
  if (count('freelist_count') <= count('page_count') * FREE_PAGES_SHARE) return;
  // An index of before has no incremental vacuum: the count stays.
  for (let free = count('freelist_count'), last = Infinity; free > 0 && free < last && keepGoing(); ) {
    db.pragma(`incremental_vacuum(${VACUUM_STEP_PAGES})`);
    limitWal(db);
    last = free;
    free = count('freelist_count');
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
 * grow for ever: past half of the limit they are waited for.
 */
export function limitWal(db: Database, limitBytes = WAL_LIMIT_BYTES): void {
  const size = statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  if (size > limitBytes / 2) emptyWal(db);
}
