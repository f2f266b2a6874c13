import { expect, test } from 'vitest';
import { runKillLoop } from './kill-loop.ts';

test('D1 ten kills at random moments leave no damage, no half file, and a prompt answer each time', async () => {
  const report = await runKillLoop({ kills: 10, files: 250 });
  expect(report.problems).toEqual([]);
  expect(report.kills).toBe(10);
  expect(report.midway, 'kills that met an unfinished index').toBeGreaterThan(0);
  expect(report.filesChecked).toBeGreaterThan(500);
});
