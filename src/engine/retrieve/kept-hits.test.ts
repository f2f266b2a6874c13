import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Hit } from '../types.ts';
import { keptHits } from './kept-hits.ts';

function hit(path: string, line: number): Hit {
  return { path, line, endLine: line, leg: 'text', score: 1, fileClass: 'src', language: null };
}

test('everything is counted, the first hits by path and line are kept', () => {
  const kept = keptHits({ limit: 3 });
  for (const line of [1, 2]) kept.add(hit('z.ts', line));
  for (const line of [1, 2]) kept.add(hit('a.ts', line));
  expect(kept.total()).toBe(4);
  expect(kept.totalFiles()).toBe(2);
  expect(kept.take().map((h) => `${h.path}:${h.line}`)).toEqual(['a.ts:1', 'a.ts:2', 'z.ts:1']);
});

test('which hits are kept does not depend on the order in which files arrive', () => {
  const files = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 5 }), (order, limit, perFile) => {
      const take = (numbers: number[]): string[] => {
        const kept = keptHits({ limit });
        for (const n of numbers) for (let line = 1; line <= perFile; line += 1) kept.add(hit(`f${n}.ts`, line));
        expect(kept.total()).toBe(numbers.length * perFile);
        return kept.take().map((h) => `${h.path}:${h.line}`);
      };
      expect(take(order)).toEqual(take([...order].sort((a, b) => a - b)));
      expect(take(order).length).toBe(Math.min(limit, order.length * perFile));
    }),
  );
});

test('where files are listed, each keeps its first hit behind the others and its count', () => {
  const kept = keptHits({ limit: 3, everyFile: true });
  for (let line = 1; line <= 9; line += 1) kept.add(hit('b.ts', line));
  for (const line of [4, 5]) kept.add(hit('c.ts', line));
  kept.add(hit('a.ts', 7));
  expect(kept.take().map((h) => `${h.path}:${h.line}`)).toEqual(['a.ts:7', 'b.ts:1', 'b.ts:2', 'c.ts:4']);
  expect(Object.fromEntries(kept.counts())).toEqual({ 'a.ts': 1, 'b.ts': 9, 'c.ts': 2 });
});

test('... up to the limit, in whatever order the files arrive, and those that count only need not be parsed', () => {
  const files = fc.uniqueArray(fc.integer({ min: 10, max: 80 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(files, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 5 }), (order, limit, perFile) => {
      const kept = keptHits({ limit, everyFile: true });
      for (const n of order) {
        for (let line = 1; line <= perFile; line += 1) {
          if (kept.wants(`f${n}.ts`)) kept.add(hit(`f${n}.ts`, line));
          else kept.count(`f${n}.ts`);
        }
      }
      const firsts = order.toSorted((a, b) => a - b).slice(0, limit);
      expect([...new Set(kept.take().map((h) => h.path))]).toEqual(firsts.map((n) => `f${n}.ts`));
      expect(kept.total()).toBe(order.length * perFile);
    }),
  );
});
