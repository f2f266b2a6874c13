/** One pass in the index thread: takes the lease, opens the index, writes what changed. */
import { availableParallelism } from 'node:os';
import type { Database } from 'better-sqlite3';
import type { IndexProgress } from '../../shared/contract.ts';
import { LEASE_STALE_MS, PARSE_FILES_PER_THREAD, PARSE_THREADS_MAX } from '../options.ts';
import { storeFailure } from '../store/failure.ts';
import { removeTrails } from '../store/crash-trail.ts';
import { isSound } from '../store/check.ts';
import { moveAside, openForWriting } from '../store/open.ts';
import { openIndexReader } from '../store/read.ts';
import { acquireLease, type Lease } from '../store/writer-lock.ts';
import type { PassInput, PassResult } from './index-messages.ts';
import { writeChanges } from './write-changes.ts';

export interface PassHooks {
  onProgress: (progress: IndexProgress) => void;
  /** A parse thread cannot be ended. */
  onStuck: () => void;
}

/** Never throws for what can be told: see PassResult. */
export async function runPass(input: PassInput, hooks: PassHooks): Promise<PassResult> {
  let lease: ReturnType<typeof acquireLease>;
  try {
    lease = acquireLease(input.indexDir, input.leaseToken);
  } catch (error) {
    return failed(error, { written: 0, removed: 0 });
  }
  if (!lease.ok) return { kind: 'held', holder: lease.holder };
  const renewal = setInterval(lease.renew, LEASE_STALE_MS / 3);
  try {
    return await writeUnderLease(input, hooks, lease);
  } finally {
    clearInterval(renewal);
    // Whatever came of the pass, it did not crash.
    if (lease.held()) removeTrails(input.indexDir);
    lease.release();
  }
}

async function writeUnderLease(input: PassInput, hooks: PassHooks, lease: Lease): Promise<PassResult> {
  const opened = openForWriting(input.dbPath);
  if (!opened.ok) {
    const { reason, detail } = opened;
    if (reason === 'corrupt' || reason === 'older') return startOver(input, reason);
    if (reason === 'missing') throw new Error('opening for writing creates what is missing');
    return { kind: 'failed', failure: reason, detail, written: 0, removed: 0 };
  }
  const { db } = opened;
  const reader = openIndexReader(db);
  const done = { written: 0, removed: 0 };
  try {
    if (input.check && !isSound(db)) return startOverClosed(db, input);
    if (reader.generation() !== input.generation) return { kind: 'again', rebuilt: null };
    const ours = (): boolean => lease.held() && !reader.replaced();
    const threads = threadsFor(input.jobs.length);
    const ended = await writeChanges({ db, reader, input, hooks, done, ours, threads });
    return ended === 'lost'
      ? { kind: 'again', rebuilt: null }
      : { kind: 'done', ...done, stopped: ended === 'stopped' };
  } catch (error) {
    return storeFailure(error) === 'corrupt' ? startOverClosed(db, input) : failed(error, done);
  } finally {
    db.close();
  }
}

function startOverClosed(db: Database, input: PassInput): PassResult {
  db.close();
  return startOver(input, 'corrupt');
}

/** An unusable index is only a lost cache: out of the way with it, the next pass builds a new one. */
function startOver({ dbPath }: PassInput, rebuilt: 'corrupt' | 'older'): PassResult {
  try {
    moveAside(dbPath);
    return { kind: 'again', rebuilt };
  } catch (error) {
    return failed(error, { written: 0, removed: 0 });
  }
}

function failed(error: unknown, done: { written: number; removed: number }): PassResult {
  const failure = storeFailure(error);
  if (failure === null) throw error;
  return { kind: 'failed', failure, detail: error instanceof Error ? error.message : String(error), ...done };
}

/** One thread per core: the writer needs a third of one, and threads that wait for it cost nothing. */
function threadsFor(files: number): number {
  return Math.max(1, Math.min(availableParallelism(), PARSE_THREADS_MAX, Math.ceil(files / PARSE_FILES_PER_THREAD)));
}
