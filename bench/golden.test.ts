import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusDir, parseTarget, readCorpora, readGolden } from './golden.ts';

/** Kept for outside checks: no set may be written for them. */
const RESERVED =
  /intentic|hono|\/click|express|axios|flask|\/gin|axum|zod|trpc|phoenix|gson|monolog|\/rack|libuv|\/fmt|telescope/;

const corpora = readCorpora();
const golden = corpora.filter((corpus) => corpus.golden);

test('no corpus is one of the repositories kept for outside checks', () => {
  expect(corpora.filter((corpus) => RESERVED.test(corpus.repository))).toEqual([]);
});

describe.each(golden)('golden set of $name', (corpus) => {
  const { queries } = readGolden(corpus.name);

  test('20 questions, 30 names and 10 without an answer, each half to tune and half to check', () => {
    const counts = new Map<string, number>();
    for (const { kind, part } of queries) counts.set(`${kind} ${part}`, (counts.get(`${kind} ${part}`) ?? 0) + 1);
    expect(Object.fromEntries(counts)).toEqual({
      'question tune': 10,
      'question check': 10,
      'name tune': 15,
      'name check': 15,
      'no-answer tune': 5,
      'no-answer check': 5,
    });
  });

  test('ids and queries are unique, and exactly the no-answer queries expect nothing', () => {
    expect(new Set(queries.map((query) => query.id)).size).toBe(queries.length);
    expect(new Set(queries.map((query) => query.query)).size).toBe(queries.length);
    expect(queries.filter((query) => (query.kind === 'no-answer') !== (query.expected.length === 0))).toEqual([]);
  });

  const at = corpusDir(corpus);
  test.skipIf(!at.ok)('every right answer lies in the corpus, and names stand on their line', () => {
    if (!at.ok) return;
    const wrong = queries.flatMap((query) =>
      query.expected.filter((expected) => !stands(at.dir, expected, query.kind === 'name' ? query.query : '')),
    );
    expect(wrong).toEqual([]);
  });
});

/** The file exists, has the lines, and for a name the middle line holds its last part. */
function stands(dir: string, expected: string, name: string): boolean {
  const target = parseTarget(expected);
  const lines = readFileSync(join(dir, target.path), 'utf8').split('\n');
  if (target.from === undefined || target.to === undefined) return true;
  const line = lines[Number(/:(\d+)/.exec(expected)?.[1]) - 1] ?? '';
  const last = name.split('.').at(-1) ?? '';
  return target.to <= lines.length + 2 && line.toLowerCase().includes(last.toLowerCase());
}
