/**
 * What the parse threads and the writer share: a counter from which threads take the next file themselves, a limit
 * that keeps them from running away from the writer, and what each is working on. Shared memory, because the writer is
 * deaf while it commits (100 ms and more) and threads must not wait for it.
 */
import { currentThreadId, threadCpuMs } from '../../system/thread-clock.ts';

const NEXT = 0;
const LIMIT = 1;
const HEADER_CELLS = 2;
/**
 * Per thread: number of the file it works on + 1 (0: none), when it began (milliseconds of the process's clock since the
 * board's start), the thread's processor time then (milliseconds), and the system's id of the thread + 1 (0: unknown).
 */
const CELLS_PER_THREAD = 4;
const STOPPED = -1;

export interface BoardData {
  cells: Int32Array<SharedArrayBuffer>;
  /** clockMs() when the board was made. */
  startMs: number;
  /** Number of files. */
  total: number;
}

export function createBoard(total: number, threads: number): BoardData {
  const length = HEADER_CELLS + threads * CELLS_PER_THREAD;
  const cells = new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
  return { cells, startMs: clockMs(), total };
}

/** Threads may take files below `limit` from now on. */
export function allowUpTo({ cells }: BoardData, limit: number): void {
  if (Atomics.load(cells, LIMIT) === STOPPED) return;
  Atomics.store(cells, LIMIT, limit);
  Atomics.notify(cells, LIMIT);
}

/** Threads end after the file they are at. */
export function stopBoard({ cells }: BoardData): void {
  Atomics.store(cells, LIMIT, STOPPED);
  Atomics.notify(cells, LIMIT);
}

/** The next file for a thread; blocks while none is allowed yet. Null: no more work. */
export function takeNext({ cells, total }: BoardData): number | null {
  for (;;) {
    const limit = Atomics.load(cells, LIMIT);
    const next = Atomics.load(cells, NEXT);
    if (limit === STOPPED || next >= total) return null;
    if (next >= limit) Atomics.wait(cells, LIMIT, limit);
    else if (Atomics.compareExchange(cells, NEXT, next, next + 1) === next) return next;
  }
}

/** To be called by the thread itself. Notes what it works on; null when it is done. */
export function noteWork({ cells, startMs }: BoardData, thread: number, at: number | null): void {
  const cell = HEADER_CELLS + thread * CELLS_PER_THREAD;
  if (at !== null) {
    const { user, system } = process.threadCpuUsage();
    Atomics.store(cells, cell + 1, clockMs() - startMs);
    Atomics.store(cells, cell + 2, (user + system) / 1_000);
    if (Atomics.load(cells, cell + 3) === 0) Atomics.store(cells, cell + 3, (currentThreadId() ?? -1) + 1);
  }
  Atomics.store(cells, cell, at === null ? 0 : at + 1);
}

/** Forgets a thread that is gone, so that the next one in its place starts afresh. */
export function forgetThread({ cells }: BoardData, thread: number): void {
  const cell = HEADER_CELLS + thread * CELLS_PER_THREAD;
  for (let at = 0; at < CELLS_PER_THREAD; at++) Atomics.store(cells, cell + at, 0);
}

export interface ThreadWork {
  at: number;
  /** Since it began. */
  ms: number;
  /** Processor time of it; null where the system does not tell. */
  cpuMs: number | null;
}

/** What a thread works on, or null. */
export function workOf({ cells, startMs }: BoardData, thread: number): ThreadWork | null {
  const cell = HEADER_CELLS + thread * CELLS_PER_THREAD;
  const at = Atomics.load(cells, cell) - 1;
  if (at < 0) return null;
  const id = Atomics.load(cells, cell + 3) - 1;
  const cpu = id < 0 ? null : threadCpuMs(id);
  const cpuMs = cpu === null ? null : cpu - Atomics.load(cells, cell + 2);
  return { at, ms: clockMs() - startMs - Atomics.load(cells, cell + 1), cpuMs };
}

/** One clock for all threads of a process, which neither the user nor a suspended machine moves. */
function clockMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
