import { describe, expect, test } from 'vitest';
import type { SymbolRef } from '../../shared/contract.ts';
import type { Hit } from '../types.ts';
import { fuseHits, mergeRanges } from './fuse.ts';

function hit(part: Partial<Hit>): Hit {
  return {
    path: 'a.ts',
    line: 1,
    endLine: part.line ?? 1,
    leg: 'text',
    score: 1,
    fileClass: 'src',
    language: null,
    ...part,
  };
}

function symbol(name: string, line: number, endLine: number): SymbolRef {
  return { name, kind: 'fn', line, endLine, qualifiedName: name };
}

function definition(name: string, line: number, endLine: number): Hit {
  return hit({
    leg: 'symbol',
    line,
    endLine,
    defines: 'exact',
    symbol: symbol(name, line, endLine),
    anchor: name,
    column: 10,
  });
}

const tags = (place: { tags: readonly { name: string }[] } | undefined): string[] =>
  (place?.tags ?? []).map((tag) => tag.name);

describe('questions', () => {
  test('a definition and a line fall into the chunk around them', () => {
    const places = fuseHits(
      [
        hit({ leg: 'bm25', line: 8, endLine: 30, score: 0.7, anchor: '/** Opens. */' }),
        definition('open', 10, 30),
        hit({ line: 12, text: 'open();', ranges: [[0, 4]] }),
      ],
      'prose',
    );
    expect(places).toHaveLength(1);
    expect(places[0]?.hit).toMatchObject({ line: 10, endLine: 30, anchor: 'open', symbol: { name: 'open' } });
    expect(places[0]?.tags).toEqual([{ name: 'def' }, { name: 'text' }, { name: 'bm25', score: 0.7 }]);
    expect(Object.fromEntries(places[0]?.legs ?? [])).toEqual({ bm25: 0.7, symbol: 1, text: 1 });
  });

  test('a line falls into the smallest of the chunks that hold it', () => {
    const places = fuseHits(
      [
        hit({ leg: 'bm25', line: 1, endLine: 100 }),
        hit({ leg: 'bm25', line: 40, endLine: 50 }),
        definition('f', 45, 50),
      ],
      'prose',
    );
    expect(places.map((place) => [place.hit.line, place.hit.endLine, place.hits.length])).toEqual([
      [1, 100, 1],
      [45, 50, 2],
    ]);
  });

  test('chunks that overlap stay apart, equal ones meet', () => {
    const chunk = hit({ leg: 'bm25', line: 1, endLine: 40, score: 0.5 });
    const places = fuseHits([chunk, hit({ leg: 'bm25', line: 36, endLine: 75 }), { ...chunk, score: 0.9 }], 'prose');
    expect(places.map((place) => [place.hit.line, place.legs.get('bm25')])).toEqual([
      [1, 0.9],
      [36, 1],
    ]);
  });

  test('a class is not swallowed by the chunk of its method', () => {
    const places = fuseHits([definition('C', 1, 90), hit({ leg: 'bm25', line: 50, endLine: 60 })], 'prose');
    expect(places).toHaveLength(2);
  });
});

describe('names', () => {
  test('uses inside the definition join it, others keep their line', () => {
    const places = fuseHits(
      [
        definition('f', 5, 20),
        hit({ line: 5, text: 'function f() {', ranges: [[9, 10]] }),
        hit({ line: 9 }),
        hit({ line: 30 }),
      ],
      'name',
    );
    expect(places.map((place) => place.hit.line)).toEqual([5, 30]);
    expect(places[0]?.hit).toMatchObject({ text: 'function f() {', ranges: [[9, 10]], column: 10, endLine: 20 });
    expect(tags(places[0])).toEqual(['def', 'text']);
  });

  test('a module definition does not take its file in', () => {
    const module = definition('m', 1, 500);
    const whole = { ...module, symbol: { ...symbol('m', 1, 500), kind: 'module' as const } };
    expect(fuseHits([whole, hit({ line: 40 })], 'name')).toHaveLength(2);
  });

  test('two definitions on one line are two places', () => {
    const places = fuseHits([definition('a', 3, 3), definition('b', 3, 3), hit({ line: 3 })], 'name');
    expect(places.map((place) => place.hits.length)).toEqual([2, 1]);
  });

  test('a file found by name joins its best place', () => {
    const file = hit({ leg: 'file', score: 0.9 });
    const places = fuseHits([file, hit({ line: 2 }), definition('f', 7, 9)], 'name');
    expect(places.map((place) => [place.hit.line, tags(place)])).toEqual([
      [2, ['text']],
      [7, ['def', 'path']],
    ]);
    expect(fuseHits([file], 'name').map(tags)).toEqual([['path']]);
  });

  test('the same line from two passes keeps all its highlights', () => {
    const text = 'x x x';
    const [place] = fuseHits([hit({ text, ranges: [[0, 1]] }), hit({ text, ranges: [[4, 5]] })], 'lines');
    expect(place?.hit.ranges).toEqual([
      [0, 1],
      [4, 5],
    ]);
  });

  test('what no leg knows alone is put together', () => {
    const [place] = fuseHits([definition('f', 5, 5), hit({ line: 5, language: 'go', refKind: 'call' })], 'name');
    expect(place?.hit).toMatchObject({ language: 'go', refKind: 'call' });
    expect(tags(place)).toEqual(['def', 'text', 'call']);
  });
});

test('lines of a live search stay lines, whatever definitions hold them', () => {
  expect(fuseHits([definition('f', 1, 9), hit({ line: 4 })], 'lines')).toHaveLength(2);
});

test('file lists keep the file apart from its lines', () => {
  const places = fuseHits([hit({ leg: 'file' }), hit({ line: 1 }), hit({ line: 4 })], 'files');
  expect(places.map((place) => place.hit.leg).toSorted()).toEqual(['file', 'text', 'text']);
});

test('hits of different files never meet', () => {
  expect(fuseHits([hit({}), hit({ path: 'b.ts' })], 'lines').map((place) => place.hit.path)).toEqual(['a.ts', 'b.ts']);
});

test('mergeRanges sorts and joins what overlaps or touches', () => {
  expect(
    mergeRanges([
      [5, 7],
      [0, 2],
      [2, 3],
      [6, 9],
    ]),
  ).toEqual([
    [0, 3],
    [5, 9],
  ]);
});
