import { expect, test } from 'vitest';
import { ndcgAt, recallAt, reciprocalRankAt } from './metrics.ts';

test('one right answer at rank 1 is perfect everywhere', () => {
  expect([recallAt([1], 1), reciprocalRankAt([1], 10), ndcgAt([1], 10)]).toEqual([1, 1, 1]);
});

test('one right answer at rank 3: 1/3 and 1/log2(4)', () => {
  expect([recallAt([3], 1), recallAt([3], 5)]).toEqual([0, 1]);
  expect(reciprocalRankAt([3], 10)).toBeCloseTo(1 / 3, 12);
  expect(ndcgAt([3], 10)).toBeCloseTo(0.5, 12);
});

test('two right answers at ranks 2 and 5', () => {
  // DCG = 1/log2(3) + 1/log2(6) = 0.630930 + 0.386853; ideal = 1 + 0.630930.
  expect(ndcgAt([2, 5], 10)).toBeCloseTo((0.6309297536 + 0.3868528072) / 1.6309297536, 9);
  expect([recallAt([2, 5], 1), recallAt([2, 5], 2), recallAt([2, 5], 5)]).toEqual([0, 0.5, 1]);
  expect(reciprocalRankAt([2, 5], 10)).toBe(0.5);
});

test('recall at 1 can be reached with three right answers', () => {
  expect(recallAt([1, 4, null], 1)).toBe(1);
  expect(recallAt([1, 4, null], 5)).toBeCloseTo(2 / 3, 12);
});

test('nothing found, or found beyond the cut, is 0', () => {
  expect([recallAt([null], 10), reciprocalRankAt([11], 10), ndcgAt([11], 10)]).toEqual([0, 0, 0]);
});

test('a result that covers two right answers gains once', () => {
  expect(ndcgAt([1, 1], 10)).toBeCloseTo(1 / 1.6309297536, 9);
});
