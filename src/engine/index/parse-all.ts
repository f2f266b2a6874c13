/**
 * Files through parse threads, outcomes in the order of the jobs. The order makes two builds of the same tree write the
 * same rows in the same order; the window bounds what waits for the writer.
 */
import { PARSE_WINDOW_BYTES, PARSE_WINDOW_FILES } from '../options.ts';
import type { ParseJob, ParseOutcome } from './parse-job.ts';
import { ParsePool, type PoolOptions } from './parse-pool.ts';

/** Parses all jobs. Leaving the loop early ends the threads. */
export async function* parseAll(options: PoolOptions): AsyncGenerator<ParseOutcome> {
  const { jobs } = options;
  if (jobs.length === 0) return;
  const pool = new ParsePool(options);
  const windowEnd = createWindow(jobs);
  try {
    for (let at = 0; at < jobs.length; at++) {
      pool.allowUpTo(windowEnd(at));
      yield await pool.outcome(at);
    }
  } finally {
    await pool.close();
  }
}

/** For each position, how far threads may run ahead: bounded in files and in bytes, but by one file at least. */
export function createWindow(jobs: readonly ParseJob[]): (at: number) => number {
  let end = 0;
  let bytes = 0;
  return (at) => {
    bytes -= jobs[at - 1]?.file.size ?? 0;
    while (end < jobs.length && (end <= at || (end - at < PARSE_WINDOW_FILES && bytes < PARSE_WINDOW_BYTES))) {
      bytes += jobs[end]?.file.size ?? 0;
      end += 1;
    }
    return end;
  };
}
