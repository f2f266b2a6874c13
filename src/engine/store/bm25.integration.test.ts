import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batch, makeFolder, sampleFile } from '../../../testing/sample-index.ts';
import { ftsMatch, queryTerms } from '../plan/tokens.ts';
import { openForReading, openForWriting } from './open.ts';
import { type IndexReader, openIndexReader } from './read.ts';
import { createIndexWriter } from './write.ts';

const folder = makeFolder();
let reader: IndexReader;

beforeAll(() => {
  const opened = openForWriting(folder.dbPath);
  if (!opened.ok) throw new Error(opened.detail);
  const common = Array.from({ length: 60 }, (_, n) => sampleFile(`common/c${n}.ts`, ['retry retry retry']));
  const files = [
    ...common,
    sampleFile('rare/once.ts', ['a long text in which the word retry stands once among many other words']),
    sampleFile('src/net/HttpClient.ts', ['body text', 'other'], ['sendRequest']),
    sampleFile('lists/设备.ts', ['设备清单 devices and getUserById']),
  ];
  createIndexWriter(opened.db).writeBatch(batch({ files }));
  opened.db.close();
  const again = openForReading(folder.dbPath);
  if (!again.ok) throw new Error(again.detail);
  reader = openIndexReader(again.db);
});

afterAll(() => {
  reader.close();
  folder[Symbol.dispose]();
});

function search(text: string, options: { limit?: number; allowed?: number[] | null } = {}): string[] {
  const match = ftsMatch(queryTerms(text));
  if (match === null) return [];
  return reader.bm25({ match, limit: options.limit ?? 10, allowed: options.allowed ?? null }).map((hit) => hit.path);
}

test('the filter holds inside the search: ten better files elsewhere do not use up the limit', () => {
  expect(search('retry')).not.toContain('rare/once.ts');
  const rare = reader.files().find((row) => row.path === 'rare/once.ts')?.id ?? 0;
  expect(search('retry', { allowed: [rare] })).toEqual(['rare/once.ts']);
  expect(search('retry', { allowed: [] })).toEqual([]);
});

test('hits are best first, ties by path, and the same each time', () => {
  const hits = reader.bm25({ match: '"retri" OR "retry"', limit: 61, allowed: null });
  expect(hits).toHaveLength(61);
  expect(hits.at(-1)?.path).toBe('rare/once.ts');
  expect(hits.every((hit) => hit.raw > 0)).toBe(true);
  expect(hits.slice(0, 60).map((hit) => hit.path)).toEqual(
    hits
      .slice(0, 60)
      .map((hit) => hit.path)
      .toSorted(),
  );
});

test('a chunk is found by its symbol, by its file name and by its folder, and says which definition it is', () => {
  for (const query of ['send request', 'http client', 'net'])
    expect(search(query), query).toContain('src/net/HttpClient.ts');
  const [hit] = reader.bm25({ match: '"sendrequest"', limit: 1, allowed: null });
  expect(hit).toMatchObject({
    line: 1,
    endLine: 1,
    anchor: 'body text',
    symbol: { name: 'sendRequest', path: 'src/net/HttpClient.ts' },
  });
  expect(reader.bm25({ match: '"other"', limit: 1, allowed: null })[0]?.symbol).toBeNull();
});

test('S2 one Chinese character finds text and file names', () => {
  expect(search('设备')).toEqual(['lists/设备.ts']);
  expect(search('设')).toEqual(['lists/设备.ts']);
  expect(search('user by id')).toEqual(['lists/设备.ts']);
});

test('D17 S3 whatever is asked, FTS5 never sees its own syntax', () => {
  const known = [
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
    '"\0"',
    'names:x',
    '^retry',
    'retry*',
    '{',
    "'",
  ];
  for (const query of known) expect(() => search(query), query).not.toThrow();
  expect(search('NOT retry AND')).toContain('common/c0.ts');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => void search(query)),
    { numRuns: 300 },
  );
});

test('D18 an expression that FTS5 refuses is an error, not an empty list', () => {
  expect(() => reader.bm25({ match: 'foo(', limit: 1, allowed: null })).toThrow(/fts5/);
});
