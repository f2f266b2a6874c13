/** Parse threads, watched: a thread that hangs or dies costs its file the grammar, then its place, never the pass. */
import { Worker } from 'node:worker_threads';
import { messages } from '../../shared/messages.ts';
import { PARSE_HEAP_MB, PARSE_STALL_MS, PARSE_TIMEOUT_MS, PARSE_WATCH_MS } from '../options.ts';
import {
  allowUpTo,
  type BoardData,
  createBoard,
  forgetThread,
  stopBoard,
  type ThreadWork,
  workOf,
} from './parse-board.ts';
import { type ParseJob, type ParseOutcome, skippedEntry } from './parse-job.ts';
import { createOutcomes } from './parse-outcomes.ts';
import type { ParsedMessage, ParseThreadData } from './parse-thread.ts';
import { endThread } from './stuck-threads.ts';
import { THREAD_ARGUMENTS } from './worker-entry.ts';

export interface PoolOptions {
  jobs: ParseJob[];
  /** What each thread runs. */
  entry: URL;
  threads: number;
  /** Where threads leave their trail (store/crash-trail.ts); null leaves none. */
  trailDir: string | null;
  /** A thread could not be ended: see stuck-threads.ts. */
  onStuck: () => void;
}

/** Runs from construction on; close() ends it. */
export class ParsePool {
  readonly #options: PoolOptions;
  readonly #board: BoardData;
  readonly #outcomes = createOutcomes();
  /** Threads lost, by the job they were at. */
  readonly #losses = new Map<number, number>();
  readonly #running = new Map<number, Worker>();
  readonly #ending: Promise<void>[] = [];
  readonly #watch: NodeJS.Timeout;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#board = createBoard(options.jobs.length, options.threads);
    for (let thread = 0; thread < options.threads; thread++) this.#start(thread, []);
    this.#watch = setInterval(() => this.#endHanging(), PARSE_WATCH_MS);
  }

  /** Jobs before this position may be worked on. */
  allowUpTo(limit: number): void {
    allowUpTo(this.#board, limit);
  }

  /** The outcome of a job. To be asked in order. Rejects when threads cannot even start. */
  outcome(at: number): Promise<ParseOutcome> {
    return this.#outcomes.take(at);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#watch);
    stopBoard(this.#board);
    for (const worker of this.#running.values()) this.#end(worker);
    await Promise.all(this.#ending);
  }

  #start(thread: number, retry: number[]): void {
    const { jobs, trailDir } = this.#options;
    const workerData: ParseThreadData = { board: this.#board, thread, jobs, retry, trailDir };
    const resourceLimits = { maxOldGenerationSizeMb: PARSE_HEAP_MB };
    const worker = new Worker(this.#options.entry, { workerData, resourceLimits, execArgv: THREAD_ARGUMENTS });
    this.#running.set(thread, worker);
    worker.on('message', ({ at, outcome }: ParsedMessage) => this.#outcomes.put(at, outcome));
    worker.on('error', (error) => this.#lost(thread, worker, error));
    worker.on('exit', () => this.#lost(thread, worker, null));
  }

  /** A thread is gone. One that ran out of work has none noted; one that died or hangs leaves a file behind. */
  #lost(thread: number, worker: Worker, error: unknown): void {
    if (this.#closed || this.#running.get(thread) !== worker) return;
    this.#running.delete(thread);
    const at = workOf(this.#board, thread)?.at;
    if (at !== undefined) this.#replace(thread, at);
    // It did not even load, and neither would the next.
    else if (error !== null) this.#outcomes.fail(error);
  }

  #replace(thread: number, at: number): void {
    // Else the next thread in these cells would look as if it had begun when this one did.
    forgetThread(this.#board, thread);
    const losses = (this.#losses.get(at) ?? 0) + 1;
    this.#losses.set(at, losses);
    if (losses > 1) this.#outcomes.put(at, givenUp(this.#options.jobs[at]));
    this.#start(thread, this.#outcomes.has(at) ? [] : [at]);
  }

  #endHanging(): void {
    for (const [thread, worker] of this.#running) {
      const work = workOf(this.#board, thread);
      if (work === null || !isHanging(work) || this.#outcomes.has(work.at)) continue;
      this.#lost(thread, worker, null);
      this.#end(worker);
    }
  }

  #end(worker: Worker): void {
    this.#ending.push(endThread(worker).then((ended) => (ended ? undefined : this.#options.onStuck())));
  }
}

/** Computing for too long, or doing nothing for much longer: a read that never returns, a system without /proc. */
function isHanging({ ms, cpuMs }: ThreadWork): boolean {
  return ms >= PARSE_TIMEOUT_MS && (cpuMs === null || cpuMs >= PARSE_TIMEOUT_MS || ms >= PARSE_STALL_MS);
}

function givenUp(job: ParseJob | undefined): ParseOutcome {
  if (job === undefined) throw new Error('a thread reported work that it was not given');
  const detail = messages.parserGaveUp({ seconds: PARSE_TIMEOUT_MS / 1000 });
  return { kind: 'skipped', entry: skippedEntry(job.file, { reason: 'not-indexed', detail }, Date.now()) };
}
