import { expect, test } from 'vitest';
import { byCodeUnit, scoreOf } from './score.ts';

test('scoreOf sums the terms, then multiplies', () => {
  expect(
    scoreOf([
      { name: 'a', op: 'mul', value: 0.5 },
      { name: 'b', op: 'add', value: 1 },
      { name: 'c', op: 'add', value: 3 },
      { name: 'd', op: 'mul', value: 0.1 },
    ]),
  ).toBeCloseTo(0.2, 12);
  expect(scoreOf([])).toBe(0);
});

test('byCodeUnit knows no locale', () => {
  expect(['b', 'a', 'Z', 'é', 'a.b', 'a/b'].toSorted(byCodeUnit)).toEqual(['Z', 'a', 'a.b', 'a/b', 'b', 'é']);
});
