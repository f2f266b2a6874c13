import { expect, test } from 'vitest';
import { LEXICAL_AFTER_ENDS } from '../options.ts';
import type { ParseJob } from './parse-job.ts';
import { planJobs } from './suspect-jobs.ts';

test('files over which the process ended are parsed alone, and in the end without their grammar', () => {
  const jobs = ['a', 'b', 'c'].map((path): ParseJob => {
    return { file: { path, abs: path, size: 1, mtimeMs: 1, ctimeMs: 1 }, knownHash: '' };
  });
  const [a, b, c] = jobs;
  expect(planJobs(jobs, new Map())).toEqual({ alone: [], rest: jobs });
  const ends = new Map([
    ['b', 1],
    ['c', LEXICAL_AFTER_ENDS],
    ['gone', 9],
  ]);
  expect(planJobs(jobs, ends)).toEqual({ alone: [b, { ...c, lexical: true }], rest: [a] });
});
