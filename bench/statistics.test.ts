import { expect, test } from 'vitest';
import { createRandom } from './random.ts';
import { bootstrapInterval, mean, median, percentile, signTest } from './statistics.ts';

test('sign test against values computed by hand', () => {
  // 5 wins of 5: 2 / 2^5. 1 of 6: 2 * (1 + 6) / 2^6. Even splits cannot be rarer than certain.
  expect(signTest(5, 0)).toBeCloseTo(0.0625, 12);
  expect(signTest(1, 5)).toBeCloseTo(0.21875, 12);
  expect(signTest(3, 3)).toBe(1);
  expect(signTest(0, 0)).toBe(1);
  expect(signTest(24, 3)).toBeCloseTo(4.92e-5, 6);
});

test('percentiles by nearest rank, median between the middle two', () => {
  expect([percentile([4, 1, 3, 2], 50), percentile([4, 1, 3, 2], 95), percentile([7], 1)]).toEqual([2, 4, 7]);
  expect([median([4, 1, 3, 2]), median([9, 1, 5])]).toEqual([2.5, 5]);
  expect([mean([]), median([]), percentile([], 50)]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
});

test('the bootstrap interval repeats, holds the mean and is a point for equal values', () => {
  const values = [0, 0, 1, 1, 1, 0, 1, 0, 1, 1];
  const [low, high] = bootstrapInterval(values, 7);
  expect(bootstrapInterval(values, 7)).toEqual([low, high]);
  expect(low).toBeLessThan(0.6);
  expect(high).toBeGreaterThan(0.6);
  expect(bootstrapInterval([0.25, 0.25, 0.25], 1)).toEqual([0.25, 0.25]);
});

test('seeded numbers repeat, differ by seed and spread over [0, 1)', () => {
  const draw = (seed: number) => Array.from({ length: 1_000 }, createRandom(seed).next);
  expect(draw(1)).toEqual(draw(1));
  expect(draw(1)).not.toEqual(draw(2));
  expect(Math.abs(mean(draw(3)) - 0.5)).toBeLessThan(0.05);
  expect(draw(4).every((value) => value >= 0 && value < 1)).toBe(true);
});

test('a sample has no element twice', () => {
  const list = Array.from({ length: 30 }, (_, index) => index);
  expect(new Set(createRandom(5).sample(list, 20)).size).toBe(20);
  expect(
    createRandom(5)
      .sample(list, 50)
      .sort((a, b) => a - b),
  ).toEqual(list);
});
