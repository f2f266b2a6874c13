import { expect, test } from 'vitest';
import { smallestAround } from './enclosing.ts';

const span = (name: string, line: number, endLine: number): { name: string; line: number; endLine: number } => ({
  name,
  line,
  endLine,
});

const spans = [span('file', 1, 90), span('class', 10, 40), span('method', 12, 20), span('constant', 15, 15)];

test.each([
  [5, 'file'],
  [10, 'class'],
  [12, 'method'],
  [15, 'constant'],
  [20, 'method'],
  [21, 'class'],
])('line %d stands in the %s, whatever the order of the spans', (line, name) => {
  expect(smallestAround(spans, line)?.name).toBe(name);
  expect(smallestAround(spans.toReversed(), line)?.name).toBe(name);
});

test('of two spans of one length the later one is the inner one, and of two on the same lines the one listed last', () => {
  expect(smallestAround([span('b', 2, 4), span('a', 1, 3)], 3)?.name).toBe('b');
  expect(smallestAround([span('outer', 1, 1), span('inner', 1, 1)], 1)?.name).toBe('inner');
});

test('outside of all there is none', () => {
  expect(smallestAround(spans, 91)).toBeNull();
  expect(smallestAround([], 1)).toBeNull();
});
