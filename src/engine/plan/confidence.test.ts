import { expect, test } from 'vitest';
import type { FileClass } from '../../shared/contract.ts';
import { ALL_FEATURES } from '../features.ts';
import type { Hit, RankedGroup } from '../types.ts';
import { confidenceOf } from './confidence.ts';
import { NO_FILTER } from './filter.ts';
import { parseQuery } from './query.ts';
import type { RankMode } from './fuse.ts';
import { rankHits } from './rank.ts';

function judge(text: string, mode: RankMode, hits: Hit[]): { confidence: string; reason: string } {
  const read = parseQuery(text, NO_FILTER);
  if (!read.ok) throw new Error(read.error.message);
  const noise = { isExample: () => false, isReexport: () => false };
  const groups: RankedGroup[] = rankHits({ hits, query: read.query, mode, features: ALL_FEATURES, noise });
  return confidenceOf({ groups, totalFiles: groups.length, query: read.query, mode });
}

function hit(path: string, part: Partial<Hit> = {}): Hit {
  const fileClass: FileClass = path.startsWith('tests/') ? 'tests' : 'src';
  return { path, line: 1, endLine: 1, leg: 'text', score: 1, fileClass, language: null, ...part };
}

const definition = (path: string): Hit => hit(path, { leg: 'symbol', defines: 'exact' });

test('nothing found is no confidence', () => {
  expect(judge('makeUser', 'name', [])).toEqual({ confidence: 'ambiguous', reason: 'Nothing was found.' });
});

test('one exact definition is the answer', () => {
  expect(judge('makeUser', 'name', [definition('a.ts'), hit('b.ts')])).toEqual({
    confidence: 'confident',
    reason: 'makeUser is defined once.',
  });
});

test('several definitions of one name are a choice, those in tests do not compete', () => {
  expect(judge('makeUser', 'name', [definition('a.ts'), definition('b.ts')])).toEqual({
    confidence: 'ambiguous',
    reason: 'makeUser is defined 2 times.',
  });
  expect(judge('makeUser', 'name', [definition('a.ts'), definition('tests/b.ts')])).toEqual({
    confidence: 'confident',
    reason: 'makeUser is defined once; 1 other definition is in tests, generated or vendored files.',
  });
});

test('S26 only stop words matched', () => {
  const hits = [hit('a.ts', { leg: 'bm25' })];
  expect(judge('what is this', 'prose', hits).reason).toContain('almost every question');
  expect(judge('what is a token', 'prose', hits).confidence).toBe('confident');
});

test('only parts of words matched', () => {
  const part = hit('a.ts', { text: 'FooBar', ranges: [[0, 3]] });
  expect(judge('Foo', 'name', [part])).toEqual({ confidence: 'ambiguous', reason: 'Only parts of words matched.' });
  expect(judge('Foo', 'name', [part, hit('b.ts', { text: 'Foo', ranges: [[0, 3]] })]).reason).not.toContain('parts');
});

test('all hits in tests, unless tests are asked for', () => {
  const hits = [hit('tests/a.ts', { leg: 'bm25' }), hit('tests/b.ts', { leg: 'bm25', score: 0.2 })];
  expect(judge('token refresh', 'prose', hits)).toEqual({ confidence: 'ambiguous', reason: 'Every hit is in a test.' });
  expect(judge('how is token refresh tested', 'prose', hits).confidence).toBe('confident');
  expect(judge('only:tests token refresh', 'prose', hits).confidence).toBe('confident');
});

test('the first two files within the margin', () => {
  const chunk = (path: string, score: number): Hit => hit(path, { leg: 'bm25', score });
  expect(judge('token refresh', 'prose', [chunk('a.ts', 1), chunk('b.ts', 0.99)])).toEqual({
    confidence: 'ambiguous',
    reason: 'a.ts and b.ts score almost the same.',
  });
  expect(judge('token refresh', 'prose', [chunk('a.ts', 1), chunk('b.ts', 0.7)])).toEqual({
    confidence: 'confident',
    reason: 'a.ts leads clearly.',
  });
  expect(judge('token refresh', 'prose', [chunk('a.ts', 1)]).reason).toBe('All hits are in one file.');
});
