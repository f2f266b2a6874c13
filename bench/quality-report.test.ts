import { expect, test } from 'vitest';
import { compareRuns, goldenLines, reportTable, table } from './quality-report.ts';
import type { Measured } from './measured.ts';

function measured(id: string, fileRanks: (number | null)[], more: Partial<Measured> = {}): Measured {
  return {
    query: {
      id,
      kind: 'question',
      sort: 'prose',
      part: 'tune',
      query: `what is ${id}`,
      verb: 'auto',
      expected: ['a.ts'],
    },
    fileRanks,
    spanRanks: fileRanks,
    top: 'a.ts:1',
    confidence: 'confident',
    tokens: 100,
    ms: 2,
    ...more,
  };
}

const none: Measured = {
  ...measured('x1', []),
  query: { id: 'x1', kind: 'no-answer', sort: 'far', part: 'check', query: 'tax', verb: 'auto', expected: [] },
  top: null,
};

test('golden lines: rank of the first right file, and the confidence where there is none', () => {
  expect(goldenLines([measured('q1', [4, 2]), measured('q2', [null]), none])).toBe(
    'q1 what is q1 | 2 | a.ts:1\nq2 what is q2 | - | a.ts:1\nx1 tax | confident | -\n',
  );
});

test('a report averages over queries, counts a miss as the whole budget and keeps no-answer queries apart', () => {
  const report = reportTable([measured('q1', [1]), measured('q2', [null], { tokens: null, ms: 8 }), none]);
  const row = report.split('\n').find((line) => line.startsWith('question tune'));
  expect(row?.split(/\s{2,}/)).toEqual([
    'question tune',
    '2',
    '0.500',
    '0.500',
    '0.500',
    '0.500',
    '0.500',
    '0.500',
    '0.500',
    '800',
    '2.0',
    '8.0',
  ]);
  expect(report).toContain('no answer, far check: 1 of 1 called confident');
});

test('a comparison counts wins and losses query by query and names what moved', () => {
  const left = [measured('q1', [1]), measured('q2', [3]), measured('q3', [2]), none];
  const right = [measured('q1', [3]), measured('q2', [1]), measured('q3', [2]), none];
  const text = compareRuns(left, right);
  expect(text).toContain('1 wins, 1 losses, 1 ties; sign test p = 1.0000');
  expect(text).toContain('+0.500 q1');
  expect(text).toContain('-0.500 q2');
  expect(text).not.toContain('q3');
});

test('columns are padded: the first to the left, the others to the right', () => {
  expect(
    table([
      ['a', 'n'],
      ['bb', '10'],
    ]),
  ).toBe('a    n\nbb  10\n');
});
