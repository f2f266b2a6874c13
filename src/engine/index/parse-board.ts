/**
 * What the parse threads and the writer share: a counter from which threads take the next file themselves, a limit
 * that keeps them from running away from the writer, and what each is working on. Shared memory, because the writer is
 * deaf while it commits (100 ms and more) and threads must not wait for it.
 */
const NEXT = 0;
const LIMIT = 1;
const HEADER_CELLS = 2;
/** Per thread: number of the file it works on + 1 (0: none), and when it began, milliseconds since the board's start. */
const CELLS_PER_THREAD = 2;
const STOPPED = -1;

export interface BoardData {
  cells: Int32Array<SharedArrayBuffer>;
  /** Date.now() when the board was made. */
  startMs: number;
  /** Number of files. */
  total: number;
}

export function createBoard(total: number, threads: number): BoardData {
  const length = HEADER_CELLS + threads * CELLS_PER_THREAD;
  const cells = new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT));
  return { cells, startMs: Date.now(), total };
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

/** Notes what a thread works on; null when it is done. */
export function noteWork({ cells, startMs }: BoardData, thread: number, at: number | null): void {
  const cell = HEADER_CELLS + thread * CELLS_PER_THREAD;
  Atomics.store(cells, cell + 1, Date.now() - startMs);
  Atomics.store(cells, cell, at === null ? 0 : at + 1);
}

/** What a thread works on and for how long, or null. */
export function workOf({ cells, startMs }: BoardData, thread: number): { at: number; ms: number } | null {
  const cell = HEADER_CELLS + thread * CELLS_PER_THREAD;
  const at = Atomics.load(cells, cell) - 1;
  return at < 0 ? null : { at, ms: Date.now() - startMs - Atomics.load(cells, cell + 1) };
}
