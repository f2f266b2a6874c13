import { expect, test } from 'vitest';
import type { Answer, AnswerHit } from '../src/shared/contract.ts';
import { parseTarget } from './golden.ts';
import { judge, tokensToFirst } from './judge.ts';

function hit(line: number, endLine = line, more: Partial<AnswerHit> = {}): AnswerHit {
  return { id: `${line}`, line, endLine, text: `text ${line}`, ranges: [], tags: [], score: 1, ...more };
}

function answer(groups: [string, AnswerHit[]][], candidates: [string, number][] = []): Answer {
  return {
    view: 'hits',
    reading: { kind: 'prose', verb: 'auto', text: 'q', filters: [] },
    groups: groups.map(([path, hits]) => ({ path, class: 'src', hits, totalHits: hits.length })),
    related: [],
    candidates: candidates.map(([path, line]) => ({ path, line })),
    confidence: 'confident',
    confidenceReason: '',
    freshness: { seen: 1, applied: 1, ageMs: 0 },
    receipt: {
      listed: 1,
      searched: 1,
      skipped: [],
      skippedTotal: 0,
      truncated: false,
      shown: 1,
      total: 1,
      totalFiles: 1,
      totalIsLowerBound: false,
    },
    features: [],
    notes: [],
  };
}

const three = answer(
  [
    ['a.ts', [hit(10, 20), hit(90)]],
    ['b.ts', [hit(5)]],
  ],
  [
    ['b.ts', 50],
    ['c.ts', 7],
  ],
);

test('targets are a path, a line, or a line with a tolerance', () => {
  expect(parseTarget('src/a.ts')).toEqual({ path: 'src/a.ts' });
  expect(parseTarget('src/a.ts:12')).toEqual({ path: 'src/a.ts', from: 12, to: 12 });
  expect(parseTarget('src/a.ts:12±20')).toEqual({ path: 'src/a.ts', from: 1, to: 32 });
});

test('file ranks count each file once and go on into the candidates', () => {
  const targets = ['b.ts:1', 'c.ts:99', 'd.ts', 'b.ts:7'].map(parseTarget);
  expect(judge(three, targets).fileRanks).toEqual([2, 3, null]);
  expect(judge(three, targets).top).toBe('a.ts:10');
});

test('span ranks need overlapping lines, in reading order', () => {
  const targets = ['a.ts:15±1', 'a.ts:30±5', 'a.ts:88±2', 'b.ts:45±5', 'c.ts'].map(parseTarget);
  expect(judge(three, targets).spanRanks).toEqual([1, null, 2, 4, 5]);
});

test('tokens are counted up to the first right line, and null when it is not shown', () => {
  const words = (text: string) => text.split(/\s+/).filter(Boolean).length;
  expect(tokensToFirst(three, [parseTarget('b.ts:5')], words)).toBe(
    'a.ts 10: text 10 90: text 90 b.ts 5: text 5'.split(' ').length,
  );
  expect(tokensToFirst(three, [parseTarget('b.ts')], words)).toBe(
    'a.ts 10: text 10 90: text 90 b.ts'.split(' ').length,
  );
  expect(tokensToFirst(three, [parseTarget('c.ts:7')], words)).toBeNull();
  const packed = answer([['a.ts', [hit(10, 12, { code: 'one\ntwo\nthree', codeLine: 10 })]]]);
  expect(tokensToFirst(packed, [parseTarget('a.ts:11')], words)).toBe('a.ts 10: one 11: two'.split(' ').length);
});

test('an empty answer ranks nothing', () => {
  expect(judge(answer([]), [parseTarget('a.ts')])).toEqual({ fileRanks: [null], spanRanks: [null], top: null });
});
