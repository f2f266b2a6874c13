/** The writing of one pass: removals, then parsed files in batches, then the full-text segments put in order. */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import {
  FTS_BULK_SHARE,
  PROGRESS_INTERVAL_MS,
  PURGE_ALWAYS_BYTES,
  REMOVE_BATCH_FILES,
  WRITE_BATCH_BYTES,
  WRITE_BATCH_FILES,
} from '../options.ts';
import { readTrails, removeTrails } from '../store/crash-trail.ts';
import { emptyWal, limitWal, mergeSegments, releaseFreePages, setMergePolicy } from '../store/merge.ts';
import { removeAside } from '../store/open.ts';
import type { IndexReader } from '../store/read.ts';
import { clearSuspects, countSuspects } from '../store/suspects.ts';
import { createIndexWriter, type IndexBatch, type IndexWriter } from '../store/write.ts';
import type { PassInput } from './index-messages.ts';
import type { PassHooks } from './index-pass.ts';
import type { ParseJob, ParseOutcome } from './parse-job.ts';
import { planJobs } from './suspect-jobs.ts';
import { parseAll } from './parse-all.ts';

export interface Changes {
  db: Database;
  /** On the same connection. */
  reader: IndexReader;
  input: PassInput;
  hooks: PassHooks;
  /** Counted up as batches are committed, so that the counts hold when a later batch fails. */
  done: { written: number; removed: number };
  /** False once the lease or the index file is no longer ours. */
  ours: () => boolean;
  threads: number;
}

export type PassEnd = 'finished' | 'stopped' | 'lost';

/** `lost`: somebody else owns the index by now. Throws SQLite's errors; committed batches stay. */
export async function writeChanges(changes: Changes): Promise<PassEnd> {
  const { db, reader, input } = changes;
  const writer = createIndexWriter(db);
  const purge = input.removed.length > 0 && (input.purge || statSync(input.dbPath).size <= PURGE_ALWAYS_BYTES);
  const bulk = input.jobs.length > 0 && input.jobs.length >= reader.counts().files * FTS_BULK_SHARE;
  // Before the first change: a pass that is cut short must not look complete, nor forget to purge or to merge.
  writer.setMeta({ complete: 0, ...(purge ? { purge: 1 } : {}), ...(bulk ? { merge: 1 } : {}) });
  if (input.leftOut !== null) writer.setLeftOut(input.leftOut);
  setMergePolicy(db, { bulk: reader.state().mergePending });
  if (!removeFiles(changes, writer)) return 'lost';
  const end = await writeFiles(changes, writer);
  return end === 'finished' ? finish(changes, writer) : end;
}

function removeFiles({ db, input, done, ours }: Changes, writer: IndexWriter): boolean {
  for (let at = 0; at < input.removed.length; at += REMOVE_BATCH_FILES) {
    if (!ours()) return false;
    const removed = input.removed.slice(at, at + REMOVE_BATCH_FILES);
    writer.writeBatch({ ...emptyBatch(), removed });
    limitWal(db);
    done.removed += removed.length;
  }
  return true;
}

async function writeFiles(changes: Changes, writer: IndexWriter): Promise<PassEnd> {
  const { db, input, threads } = changes;
  const ends = countSuspects(db, readTrails(input.indexDir));
  removeTrails(input.indexDir);
  const { alone, rest } = planJobs(input.jobs, ends);
  const part = { changes, writer, tell: createProgress(changes) };
  for (const job of alone) {
    const end = await writeJobs({ ...part, jobs: [job], threads: 1 });
    if (end !== 'finished') return end;
    clearSuspects(db, job.file.path);
  }
  return writeJobs({ ...part, jobs: rest, threads });
}

interface JobPart {
  changes: Changes;
  writer: IndexWriter;
  tell: (outcome: ParseOutcome) => void;
  jobs: ParseJob[];
  threads: number;
}

async function writeJobs({ changes, writer, tell, jobs, threads }: JobPart): Promise<PassEnd> {
  const { input, hooks } = changes;
  let pending = emptyPending();
  const commit = (): boolean => {
    const ok = commitPending(changes, writer, pending);
    pending = emptyPending();
    return ok;
  };
  const entry = new URL(input.parseEntry);
  for await (const outcome of parseAll({ jobs, entry, threads, trailDir: input.indexDir, onStuck: hooks.onStuck })) {
    collect(pending, outcome);
    tell(outcome);
    if (isStopped(input)) return commit() ? 'stopped' : 'lost';
    if ((pending.files >= WRITE_BATCH_FILES || pending.bytes >= WRITE_BATCH_BYTES) && !commit()) return 'lost';
  }
  return commit() ? 'finished' : 'lost';
}

/** Merges what the pass left behind, and says that the index equals the disk as it was listed. */
function finish(changes: Changes, writer: IndexWriter): PassEnd {
  const { db, reader, input, hooks, ours } = changes;
  const { purgePending, mergePending } = reader.state();
  if (purgePending || mergePending) {
    hooks.onProgress({ phase: 'writing', done: input.jobs.length, total: input.jobs.length });
    const keepGoing = (): boolean => !isStopped(input) && ours();
    if (!mergeSegments(db, keepGoing)) return isStopped(input) ? 'stopped' : 'lost';
    releaseFreePages(db, keepGoing);
  }
  clearSuspects(db, null);
  // Pages that were overwritten still have their old state in the WAL.
  const purged = purgePending && emptyWal(db);
  if (purged) removeAside(input.dbPath);
  writer.setMeta({ complete: 1, merge: 0, indexed_at_ms: input.listedAtMs, ...(purged ? { purge: 0 } : {}) });
  hooks.onProgress({ phase: 'done', done: input.jobs.length, total: input.jobs.length });
  return 'finished';
}

interface Pending {
  batch: IndexBatch;
  files: number;
  bytes: number;
}

function emptyBatch(): IndexBatch {
  return { files: [], skipped: [], unchanged: [], removed: [] };
}

function emptyPending(): Pending {
  return { batch: emptyBatch(), files: 0, bytes: 0 };
}

function collect(pending: Pending, outcome: ParseOutcome): void {
  const { batch } = pending;
  pending.files += 1;
  switch (outcome.kind) {
    case 'indexed':
      pending.bytes += outcome.file.row.size;
      batch.files.push(outcome.file);
      return;
    case 'unchanged':
      batch.unchanged.push(outcome.facts);
      return;
    case 'skipped':
      batch.skipped.push(outcome.entry);
  }
}

function commitPending({ db, done, ours }: Changes, writer: IndexWriter, { batch, files }: Pending): boolean {
  if (files === 0) return true;
  if (!ours()) return false;
  writer.writeBatch(batch);
  limitWal(db);
  done.written += batch.files.length + batch.skipped.length;
  return true;
}

function createProgress({ input, hooks }: Changes): (outcome: ParseOutcome) => void {
  let done = 0;
  let toldAt = 0;
  return (outcome) => {
    done += 1;
    const now = Date.now();
    if (now - toldAt < PROGRESS_INTERVAL_MS && done < input.jobs.length) return;
    toldAt = now;
    hooks.onProgress({ phase: 'parsing', done, total: input.jobs.length, path: pathOf(outcome) });
  };
}

function pathOf(outcome: ParseOutcome): string {
  if (outcome.kind === 'indexed') return outcome.file.row.path;
  return outcome.kind === 'unchanged' ? outcome.facts.path : outcome.entry.path;
}

function isStopped({ stop }: PassInput): boolean {
  return Atomics.load(stop, 0) !== 0;
}
