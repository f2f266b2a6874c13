/** The loop of a parse thread. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BoardData, noteWork, takeNext } from './parse-board.ts';
import type { ParseJob, ParseOutcome } from './parse-job.ts';

export interface ParseThreadData {
  board: BoardData;
  /** Which cells of the board are this thread's. */
  thread: number;
  jobs: ParseJob[];
  /** Files on which a thread before this one hung or died: taken first, and without their grammar. */
  retry: number[];
}

export interface ParsedMessage {
  /** Index into the jobs. */
  at: number;
  outcome: ParseOutcome;
}

/** Takes files from the board until there are none left, and posts what came of each. */
export function serveParseThread(parse: (job: ParseJob, lexical: boolean) => ParseOutcome): void {
  const { board, thread, jobs, retry } = workerData as ParseThreadData;
  const run = (at: number, lexical: boolean): void => {
    const job = jobs[at];
    if (job === undefined) return;
    noteWork(board, thread, at);
    parentPort?.postMessage({ at, outcome: parse(job, lexical) } satisfies ParsedMessage);
    noteWork(board, thread, null);
  };
  for (const at of retry) run(at, true);
  for (let at = takeNext(board); at !== null; at = takeNext(board)) run(at, false);
}
