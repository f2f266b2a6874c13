/** The loop of a parse thread. */
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { PARSE_YIELD_BYTES } from '../options.ts';
import { openTrail } from '../store/crash-trail.ts';
import { type BoardData, noteWork, takeNext } from './parse-board.ts';
import type { ParseJob, ParseOutcome } from './parse-job.ts';

export interface ParseThreadData {
  board: BoardData;
  /** Which cells of the board are this thread's. */
  thread: number;
  jobs: ParseJob[];
  /** Files on which a thread before this one hung or died: taken first, and without their grammar. */
  retry: number[];
  trailDir: string | null;
}

export interface ParsedMessage {
  /** Index into the jobs. */
  at: number;
  outcome: ParseOutcome;
}

/**
 * Takes files from the board until there are none left, and posts what came of each. Between files it lets the event
 * loop turn: only then does Node free the native syntax trees of texts parsed before, and without it a thread keeps
 * them all (645 MB instead of 215 MB after 17 MB of Go).
 */
export async function serveParseThread(parse: (job: ParseJob, lexical: boolean) => ParseOutcome): Promise<void> {
  const { board, thread, jobs, retry, trailDir } = workerData as ParseThreadData;
  const trail = trailDir === null ? null : openTrail(trailDir, thread);
  let bytes = 0;
  const run = async (at: number, lexical: boolean): Promise<void> => {
    const job = jobs[at];
    if (job === undefined) return;
    trail?.note(job.file.path);
    noteWork(board, thread, at);
    parentPort?.postMessage({ at, outcome: parse(job, lexical) } satisfies ParsedMessage);
    noteWork(board, thread, null);
    bytes += job.file.size;
    if (bytes < PARSE_YIELD_BYTES) return;
    bytes = 0;
    await eventLoopTurn();
  };
  for (const at of retry) await run(at, true);
  for (let at = takeNext(board); at !== null; at = takeNext(board)) await run(at, false);
  trail?.close();
}
