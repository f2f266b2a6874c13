import Database from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { ftsMatch, indexTerms, queryTerms } from './tokens.ts';

// Both detail modes: an index without positions refuses phrases, an index with them accepts more than it should.
const db = new Database(':memory:');
for (const detail of ['full', 'none']) {
  db.exec(
    `CREATE VIRTUAL TABLE fts_${detail} USING fts5(body, content='', detail=${detail}, tokenize="ascii tokenchars '_$'")`,
  );
}
afterAll(() => db.close());

function count(text: string, query: string): number[] {
  return ['full', 'none'].map((detail) => {
    db.exec('SAVEPOINT one');
    db.prepare(`INSERT INTO fts_${detail}(rowid, body) VALUES (1, ?)`).run(indexTerms(text));
    const match = ftsMatch(queryTerms(query));
    const sql = `SELECT rowid FROM fts_${detail} WHERE fts_${detail} MATCH ?`;
    const rows = match === null ? [] : db.prepare(sql).all(match);
    db.exec('ROLLBACK TO one; RELEASE one');
    return rows.length;
  });
}

test('S2 Chinese text is found by a word and by one character', () => {
  for (const query of ['设备', '设', '单', 'devices', 'device'])
    expect(count('设备清单 devices', query)).toEqual([1, 1]);
  expect(count('设备清单 devices', '单设')).toEqual([0, 0]);
});

test('S8 a composed query finds decomposed text', () => {
  expect(count('re\u0301sume\u0301', 'r\u00e9sum\u00e9')).toEqual([1, 1]);
});

test.each([
  'foo->bar',
  'a.b',
  'AND',
  'foo"',
  'foo(',
  '*',
  'NEAR(',
  '-x',
  'foo-bar',
  'C++',
  'a:b',
  'x.y',
  '@x',
  '(',
  'OR',
  '""',
  '\0',
  'a\0b',
  "'",
  'body:foo',
  '^foo',
  'foo*',
  '{a b}: c',
  '\ud800',
  '_',
  '$',
  'NOT foo',
  'foo + bar',
  '"a" b"',
])('S3 D17 %j is no FTS error', (query) => {
  expect(() => count('foo bar', query)).not.toThrow();
});

test('S3 D17 no input is an FTS error', () => {
  const operators = fc.constantFrom(
    '"',
    '*',
    '(',
    ')',
    ':',
    '^',
    '-',
    '+',
    '{',
    '}',
    '\0',
    ' AND ',
    ' OR ',
    'NEAR',
    'a',
    '设',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(operators).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(text, (query) => {
      expect(() => count('foo bar', query)).not.toThrow();
      const raw = ftsMatch([query]);
      if (raw !== null) db.prepare('SELECT rowid FROM fts_none WHERE fts_none MATCH ?').all(raw);
    }),
    { numRuns: 500 },
  );
});

test('a page of terms is one expression', () => {
  const page = Array.from({ length: 1_500 }, (_, n) => `word${n}`).join(' ');
  expect(count('word7', page)).toEqual([1, 1]);
});
