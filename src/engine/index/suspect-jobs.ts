/** Which files of a pass are parsed apart from the rest because the process ended over them before. */
import { LEXICAL_AFTER_ENDS } from '../options.ts';
import type { ParseJob } from './parse-job.ts';

export interface JobPlan {
  /** One at a time: if the process ends again, it was this file. */
  alone: ParseJob[];
  rest: ParseJob[];
}

/**
 * `ends`: how often in a row the process ended while it parsed a file. A kill can be chance, so a file is first parsed
 * alone; after LEXICAL_AFTER_ENDS it loses its grammar.
 */
export function planJobs(jobs: readonly ParseJob[], ends: ReadonlyMap<string, number>): JobPlan {
  const plan: JobPlan = { alone: [], rest: [] };
  for (const job of jobs) {
    const count = ends.get(job.file.path) ?? 0;
    if (count === 0) plan.rest.push(job);
    else plan.alone.push(count >= LEXICAL_AFTER_ENDS ? { ...job, lexical: true } : job);
  }
  return plan;
}
