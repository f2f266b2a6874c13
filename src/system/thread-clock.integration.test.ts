import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { currentThreadId, threadCpuMs } from './thread-clock.ts';

test('a thread that computes gains processor time, one that waits does not', async () => {
  const thread = currentThreadId();
  if (thread === null) throw new Error('no /proc');
  const start = threadCpuMs(thread) ?? Number.NaN;
  await sleep(300);
  const waited = (threadCpuMs(thread) ?? Number.NaN) - start;
  expect(waited).toBeLessThan(200);
  const own = process.threadCpuUsage();
  for (let used = 0; used < 300_000; ) used = process.threadCpuUsage(own).user;
  expect((threadCpuMs(thread) ?? Number.NaN) - start - waited).toBeGreaterThanOrEqual(250);
});

test('a thread that is not there has no time', () => {
  expect(threadCpuMs(2 ** 30)).toBeNull();
});
