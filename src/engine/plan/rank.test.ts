import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileClass } from '../../shared/contract.ts';
import { ALL_FEATURES, type Feature, type FeatureSet } from '../features.ts';
import { BOOST, CLASS_FACTOR, DIVERSITY_DECAY, EXAMPLE_FACTOR, REEXPORT_FACTOR } from '../options.ts';
import type { Hit, Leg, ParsedQuery, RankedGroup } from '../types.ts';
import { NO_FILTER } from './filter.ts';
import { parseQuery } from './query.ts';
import type { RankMode } from './fuse.ts';
import { rankHits } from './rank.ts';
import { scoreOf } from './score.ts';

const noise = {
  isExample: (path: string) => path.startsWith('examples/'),
  isReexport: (path: string) => path.endsWith('.d.ts'),
};

function query(text: string): ParsedQuery {
  const read = parseQuery(text, NO_FILTER);
  if (!read.ok) throw new Error(read.error.message);
  return read.query;
}

function hit(path: string, part: Partial<Hit> = {}): Hit {
  const line = part.line ?? 1;
  const fileClass: FileClass = path.includes('test') ? 'tests' : path.endsWith('.md') ? 'docs' : 'src';
  return { path, line, endLine: line, leg: 'text', score: 1, fileClass, language: null, ...part };
}

function chunk(path: string, score: number, line = 1): Hit {
  return hit(path, { leg: 'bm25', score, line, endLine: line + 9 });
}

function definition(path: string, name: string, part: Partial<Hit> = {}): Hit {
  const line = part.line ?? 1;
  const symbol = { name, kind: 'fn' as const, line, endLine: line + 3, qualifiedName: name };
  return hit(path, { leg: 'symbol', defines: 'exact', symbol, endLine: line + 3, ...part });
}

function rank(hits: Hit[], text: string, o: { mode?: RankMode; features?: FeatureSet } = {}): RankedGroup[] {
  return rankHits({ hits, query: query(text), mode: o.mode ?? 'prose', features: o.features ?? ALL_FEATURES, noise });
}

function without(...names: Feature[]): FeatureSet {
  return new Set([...ALL_FEATURES].filter((name) => !names.includes(name)));
}

const only = (...names: Feature[]): FeatureSet => new Set(names);
const paths = (groups: RankedGroup[]): string[] => groups.map((group) => group.path);
const part = (groups: RankedGroup[], path: string, name: string): number | undefined =>
  groups.find((group) => group.path === path)?.hits[0]?.parts.find((item) => item.name === name)?.value;

describe('every rule alone', () => {
  test('without rules a question is ordered by its legs', () => {
    const groups = rank([chunk('b.ts', 0.5), chunk('a.ts', 0.4), chunk('tests/c.ts', 1)], 'token refresh', {
      features: only(),
    });
    expect(paths(groups)).toEqual(['tests/c.ts', 'b.ts', 'a.ts']);
    expect(groups[0]?.hits[0]?.parts).toEqual([{ name: 'bm25', op: 'add', value: 1 }]);
  });

  test('two legs on one place add up', () => {
    const groups = rank(
      [chunk('a.ts', 0.6), hit('a.ts', { leg: 'ast', line: 4, score: 0.5 }), chunk('b.ts', 1)],
      'x y',
      {
        features: only(),
      },
    );
    expect(groups.map((group) => [group.path, group.score])).toEqual([
      ['a.ts', 1.1],
      ['b.ts', 1],
    ]);
  });

  test('defboost: a definition named in the question', () => {
    const hits = [chunk('a.ts', 0.6), definition('a.ts', 'HttpClient', { line: 3 }), chunk('b.ts', 1)];
    expect(paths(rank(hits, 'how does HttpClient retry', { features: only('defboost', 'injection') }))).toEqual([
      'a.ts',
      'b.ts',
    ]);
    expect(paths(rank(hits, 'how does HttpClient retry', { features: only('injection') }))).toEqual(['b.ts', 'a.ts']);
  });

  test('defboost: in a question only what the retriever calls a definition counts', () => {
    const groups = rank([definition('a.ts', 'open', { defines: undefined })], 'open', {
      features: only('defboost', 'injection'),
    });
    expect(part(groups, 'a.ts', 'definition')).toBeUndefined();
  });

  test('injection: a definition no other leg found', () => {
    const hits = [definition('a.ts', 'HttpClient'), chunk('b.ts', 1)];
    expect(part(rank(hits, 'how does HttpClient retry'), 'a.ts', 'injected')).toBe(BOOST.injected);
    expect(paths(rank(hits, 'how does HttpClient retry', { features: without('injection') }))).toEqual(['b.ts']);
    const found = [...hits, chunk('a.ts', 0.1)];
    expect(paths(rank(found, 'how does HttpClient retry', { features: without('injection') }))).toContain('a.ts');
  });

  test('stemboost: the file is named like a word, a compound, or starts like one', () => {
    const hits = ['token.ts', 'rate-limiter.ts', 'tokens-store.ts', 'other.ts'].map((path) => chunk(path, 0.5));
    const groups = rank(hits, 'does the rate limiter refresh tokens', { features: only('stemboost') });
    expect(part(groups, 'token.ts', 'stem')).toBe(BOOST.stemExact);
    expect(part(groups, 'rate-limiter.ts', 'stem')).toBe(BOOST.stemExact);
    expect(part(groups, 'tokens-store.ts', 'stem')).toBe(BOOST.stemPrefix);
    expect(part(groups, 'other.ts', 'stem')).toBeUndefined();
    expect(part(rank(hits, 'tokens', { features: only() }), 'token.ts', 'stem')).toBeUndefined();
  });

  test('stemboost: two letters are no prefix', () => {
    expect(
      part(rank([chunk('dbstore.ts', 1)], 'open db now', { features: only('stemboost') }), 'dbstore.ts', 'stem'),
    ).toBeUndefined();
  });

  test('pathwords: the share of words found among the folders', () => {
    const groups = rank(
      [chunk('auth/tokens/x.ts', 0.5), chunk('auth/y.ts', 0.5), chunk('z.ts', 0.5)],
      'auth token store cache',
      {
        features: only('pathwords'),
      },
    );
    expect(part(groups, 'auth/tokens/x.ts', 'path-words')).toBeCloseTo(BOOST.pathWords / 2, 9);
    expect(part(groups, 'auth/y.ts', 'path-words')).toBeCloseTo(BOOST.pathWords / 4, 9);
    expect(part(groups, 'z.ts', 'path-words')).toBeUndefined();
  });

  test('coherence: the best place of a file gains by the share of the candidates', () => {
    const hits = [chunk('a.ts', 0.9), chunk('b.ts', 0.85), chunk('b.ts', 0.8, 20), chunk('b.ts', 0.7, 40)];
    const groups = rank(hits, 'x y', { features: only('coherence') });
    expect(paths(groups)).toEqual(['b.ts', 'a.ts']);
    expect(part(groups, 'b.ts', 'coherence')).toBeCloseTo(BOOST.coherence, 9);
    expect(part(groups, 'a.ts', 'coherence')).toBeCloseTo((BOOST.coherence * 0.9) / 2.35, 9);
    expect(groups[0]?.hits[1]?.parts.some((item) => item.name === 'coherence')).toBe(false);
    expect(paths(rank(hits, 'x y', { features: only() }))).toEqual(['a.ts', 'b.ts']);
  });

  test('classpenalty: the strongest factor of class, example and re-export, once', () => {
    const hits = ['src/a.ts', 'tests/a.ts', 'b.md', 'examples/a.ts', 'examples/test.ts', 'a.d.ts'].map((path) =>
      chunk(path, 1),
    );
    const groups = rank(hits, 'retry loop', { features: only('classpenalty') });
    const scores = Object.fromEntries(groups.map((group) => [group.path, group.score]));
    expect(scores).toEqual({
      'src/a.ts': 1,
      'tests/a.ts': CLASS_FACTOR.tests,
      'b.md': CLASS_FACTOR.docs,
      'examples/a.ts': EXAMPLE_FACTOR,
      'examples/test.ts': Math.min(CLASS_FACTOR.tests, EXAMPLE_FACTOR),
      'a.d.ts': REEXPORT_FACTOR,
    });
    expect(rank(hits, 'retry loop', { features: only() }).every((group) => group.score === 1)).toBe(true);
  });

  test.each([
    ['which test covers the retry loop', 'tests/a.ts'],
    ['only:tests retry loop', 'tests/a.ts'],
    ['where is the retry loop documented', 'b.md'],
    ['only:docs retry loop', 'b.md'],
    ['example of a retry loop', 'examples/a.ts'],
  ])('classpenalty lifts: %s', (text, path) => {
    const groups = rank([chunk(path, 1)], text, { features: only('classpenalty') });
    expect(groups[0]?.score).toBe(1);
  });

  test('the word test in a question about a shipped helper lifts nothing', () => {
    const groups = rank([chunk('tests/a.ts', 1)], 'how does the test client work', { features: only('classpenalty') });
    expect(groups[0]?.score).toBe(CLASS_FACTOR.tests);
  });

  test('diversity: the n-th further hit of a file decays', () => {
    const hits = [chunk('a.ts', 1), chunk('a.ts', 0.9, 20), chunk('a.ts', 0.8, 40)];
    const [group] = rank(hits, 'x y', { features: only('diversity') });
    expect(group?.hits.map((item) => item.score)).toEqual([1, 0.9 * DIVERSITY_DECAY, 0.8 * DIVERSITY_DECAY ** 2]);
    const [plain] = rank(hits, 'x y', { features: only() });
    expect(plain?.hits.map((item) => item.score)).toEqual([1, 0.9, 0.8]);
  });

  test('a file counts as much as its best chunk', () => {
    const groups = rank([chunk('a.ts', 0.2), chunk('a.ts', 0.8, 20), chunk('b.ts', 0.7)], 'x y', { features: only() });
    expect(groups.map((group) => group.score)).toEqual([0.8, 0.7]);
    expect(groups[0]?.hits[0]?.line).toBe(20);
  });
});

describe('names', () => {
  test('S24 the definition leads thirty tests that mention the name', () => {
    const tests = Array.from({ length: 30 }, (_, n) => hit(`tests/w${n}.test.ts`, { line: 5 }));
    const groups = rank([...tests, definition('src/parts.ts', 'RateLimiter')], 'RateLimiter', { mode: 'name' });
    expect(groups[0]?.path).toBe('src/parts.ts');
  });

  test('S24 a plain word lists the file of that name first, then definitions', () => {
    const hits = [
      definition('src/other.ts', 'widget'),
      hit('src/widget.ts', { leg: 'file', score: 0.95 }),
      hit('src/widget.test.ts', { leg: 'file', score: 0.95 }),
      hit('src/a.ts', { line: 3 }),
    ];
    expect(paths(rank(hits, 'widget', { mode: 'name' }))).toEqual([
      'src/widget.ts',
      'src/other.ts',
      'src/a.ts',
      'src/widget.test.ts',
    ]);
  });

  test('only source files lead by their name', () => {
    const file = hit('widget.json', { leg: 'file', fileClass: 'config' });
    const groups = rank([file, definition('src/other.ts', 'widget')], 'widget', { mode: 'name' });
    expect(paths(groups)[0]).toBe('src/other.ts');
    expect(part(groups, 'widget.json', 'stem')).toBe(BOOST.stemExact);
  });

  test('a shaped name lists its definition before a file of that name', () => {
    const hits = [definition('src/other.ts', 'rateLimiter'), hit('src/rate-limiter.ts', { leg: 'file', score: 0.95 })];
    expect(paths(rank(hits, 'rateLimiter', { mode: 'name' }))[0]).toBe('src/other.ts');
  });

  test('exact definition, folded definition, whole word, start, middle', () => {
    const text = (path: string, line: string, range: [number, number]): Hit =>
      hit(path, { text: line, ranges: [range] });
    const hits = [
      text('e.ts', 'myFooBar', [2, 5]),
      text('d.ts2', 'FooBar', [0, 3]),
      text('c.ts', 'Foo()', [0, 3]),
      text('c2.ts', 'foo()', [0, 3]),
      definition('b.ts', 'foo', { defines: 'folded' }),
      definition('a.ts', 'Foo'),
    ];
    expect(paths(rank(hits, 'Foo', { mode: 'name' }))).toEqual(['a.ts', 'b.ts', 'c.ts', 'c2.ts', 'd.ts2', 'e.ts']);
  });

  test('a definition in the source leads one in a test', () => {
    const hits = [definition('a.test.ts', 'makeUser'), definition('z.ts', 'makeUser')];
    expect(paths(rank(hits, 'makeUser', { mode: 'name' }))).toEqual(['z.ts', 'a.test.ts']);
  });

  test('of two definitions the one in the file of that name leads', () => {
    const hits = [definition('a.ts', 'UserStore'), definition('user-store.ts', 'UserStore')];
    expect(paths(rank(hits, 'UserStore', { mode: 'name' }))).toEqual(['user-store.ts', 'a.ts']);
  });

  test('fuzzy symbols: the asked name itself leads', () => {
    const hits = [
      definition('a.ts', 'openStore', { defines: undefined, score: 0.9 }),
      definition('b.ts', 'open', { defines: undefined, score: 1 }),
    ];
    expect(paths(rank(hits, 'open', { mode: 'name' }))).toEqual(['b.ts', 'a.ts']);
  });

  test('more legs on the same line do not outrank a better one', () => {
    const groups = rank([definition('a.ts', 'f'), hit('a.ts'), hit('a.ts', { leg: 'ref' })], 'f', {
      mode: 'name',
      features: only('defboost'),
    });
    expect(groups[0]?.score).toBe(1 + BOOST.definition);
  });
});

describe('lines and files', () => {
  test('lines: definitions, then class, then number of hits, then path; lines in their own order', () => {
    const hits = [
      ...[9, 3].map((line) => hit('b.ts', { line })),
      hit('a.ts'),
      ...Array.from({ length: 50 }, (_, n) => hit('tests/c.ts', { line: n + 1 })),
      hit('d.ts', { refKind: 'def', line: 7 }),
      hit('d.ts', { line: 2 }),
      hit('a2.ts'),
    ];
    const groups = rank(hits, 'x', { mode: 'lines' });
    expect(paths(groups)).toEqual(['d.ts', 'b.ts', 'a.ts', 'a2.ts', 'tests/c.ts']);
    expect(groups[1]?.hits.map((item) => item.line)).toEqual([3, 9]);
    expect(groups[0]?.hits.map((item) => item.line)).toEqual([2, 7]);
  });

  test('files: best name first, twins by class, a mention below a match', () => {
    const hits = [
      hit('src/other.ts', { line: 4 }),
      hit('src/widget.test.ts', { leg: 'file', score: 0.9 }),
      hit('src/widget.ts', { leg: 'file', score: 0.9 }),
      hit('lib/deep/widget.ts', { leg: 'file', score: 0.9 }),
      hit('w/i/d.ts', { leg: 'file', score: 0.1 }),
    ];
    expect(paths(rank(hits, 'src/widget', { mode: 'files' }))).toEqual([
      'src/widget.ts',
      'lib/deep/widget.ts',
      'src/widget.test.ts',
      'src/other.ts',
      'w/i/d.ts',
    ]);
  });

  test('files: a test asked for by its name leads', () => {
    const hits = [
      hit('src/widget.test.ts', { leg: 'file', score: 1 }),
      hit('src/widget.ts', { leg: 'file', score: 0.95 }),
    ];
    expect(paths(rank(hits, 'src/widget.test.ts', { mode: 'files' }))[0]).toBe('src/widget.test.ts');
  });

  test('files without a name are listed by path', () => {
    const hits = ['b.ts', 'a/long/path.ts', 'c'].map((path) => hit(path, { leg: 'file' }));
    expect(paths(rank(hits, '-path:zzz', { mode: 'files' }))).toEqual(['a/long/path.ts', 'b.ts', 'c']);
  });
});

describe('whatever the candidates', () => {
  const candidate: fc.Arbitrary<Hit> = fc
    .record({
      path: fc.constantFrom('src/token.ts', 'a.ts', 'tests/a.test.ts', 'docs/x.md', 'examples/e.ts'),
      line: fc.integer({ min: 1, max: 6 }),
      length: fc.integer({ min: 0, max: 4 }),
      leg: fc.constantFrom<Leg>('text', 'bm25', 'symbol', 'file', 'ast', 'ref', 'live'),
      score: fc.constantFrom(0, 0.1, 0.3, 0.7, 1),
      name: fc.constantFrom('token', 'Token', 'other'),
      defines: fc.constantFrom('exact', 'folded', undefined),
      text: fc.constantFrom('token()', 'myToken', undefined),
      column: fc.constantFrom(1, 3, undefined),
    })
    .map(({ length, name, defines, text, column, ...rest }) => ({
      ...hit(rest.path, rest),
      endLine: rest.line + (rest.leg === 'bm25' || rest.leg === 'symbol' ? length : 0),
      ...(rest.leg === 'symbol'
        ? { symbol: { name, kind: 'fn' as const, line: rest.line, endLine: rest.line + length, qualifiedName: name } }
        : {}),
      ...(rest.leg === 'symbol' && defines !== undefined ? { defines } : {}),
      ...(text === undefined ? {} : { text, ranges: [[0, 5] as [number, number]] }),
      ...(column === undefined ? {} : { column }),
    }));
  const shuffled = fc
    .array(candidate, { maxLength: 25 })
    .chain((hits) => fc.tuple(fc.constant(hits), fc.shuffledSubarray(hits, { minLength: hits.length })));
  const mode = fc.constantFrom<RankMode>('prose', 'name', 'lines', 'files');

  test('their order does not show', () => {
    fc.assert(
      fc.property(shuffled, mode, ([hits, other], asked) => {
        expect(JSON.stringify(rank(other, 'token', { mode: asked }))).toBe(
          JSON.stringify(rank(hits, 'token', { mode: asked })),
        );
      }),
      { numRuns: 400 },
    );
  });

  test('scores are what their parts say, groups are ordered, no file is lost or doubled', () => {
    fc.assert(
      fc.property(fc.array(candidate, { maxLength: 25 }), mode, (hits, asked) => {
        const groups = rank(hits, 'where is the token', { mode: asked });
        expect(new Set(paths(groups))).toEqual(new Set(hits.map((item) => item.path)));
        expect(paths(groups)).toHaveLength(new Set(paths(groups)).size);
        for (const [index, group] of groups.entries()) {
          expect(group.score).toBe(Math.max(...group.hits.map((item) => item.score)));
          expect(group.score).toBeLessThanOrEqual(groups[index - 1]?.score ?? Number.POSITIVE_INFINITY);
          for (const item of group.hits) expect(Math.abs(item.score - scoreOf(item.parts))).toBeLessThan(1e-6);
        }
      }),
      { numRuns: 300 },
    );
  });
});
