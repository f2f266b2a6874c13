import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textHit } from '../../../testing/render-samples.ts';
import { alignRanges, cutLine } from './ranges.ts';

const covered = (text: string, ranges: [number, number][]): string[] =>
  ranges.map(([start, end]) => text.slice(start, end));

describe('S27 F14 highlights count UTF-16 units', () => {
  test.each([
    ['emoji before it', 'const 😀 = needle;'],
    ['tabs before it', '\t\tneedle'],
    ['wide and combining characters before it', '漢字 é e\u0301 — needle'],
  ])('%s', (_name, line) => {
    const hit = textHit('a.ts', line, { line: 1 });
    expect(covered(line, alignRanges(hit, { text: line, isDefinition: false }))).toEqual(['needle']);
  });
});

test('highlights follow a line whose indentation changed', () => {
  const hit = textHit('a.ts', '  call(needle)', { line: 1 });
  const text = '\t\t\t\tcall(needle)';
  expect(covered(text, alignRanges(hit, { text, isDefinition: false }))).toEqual(['needle']);
});

test('highlights of a match of a part lie where its column says', () => {
  const text = 'a(x); b(a(x));';
  const hit = textHit('a.ts', text, { line: 1, text: 'a(x)', ranges: [[0, 4]], column: 9 });
  expect(alignRanges(hit, { text, isDefinition: false })).toEqual([[8, 12]]);
});

test('a definition without highlights shows its name', () => {
  const { text: _text, ranges: _ranges, ...place } = textHit('a.ts', '', { line: 1, leg: 'symbol', column: 20 });
  const symbol = { name: 'open', qualifiedName: 'Store.open', kind: 'method' as const, line: 1, endLine: 3 };
  const text = '  async open(reopen) {';
  expect(covered(text, alignRanges({ ...place, symbol }, { text, isDefinition: true }))).toEqual(['open']);
  expect(alignRanges({ ...place, symbol }, { text, isDefinition: false })).toEqual([]);
});

test('highlights that lie outside the line are dropped', () => {
  const hit = textHit('a.ts', 'needle', {
    line: 1,
    text: 'needle',
    ranges: [
      [0, 6],
      [4, 90],
      [9, 12],
    ],
  });
  expect(alignRanges(hit, { text: 'needle', isDefinition: false })).toEqual([
    [0, 6],
    [4, 6],
  ]);
});

describe('cutLine', () => {
  test('F10 shows the part of a 5 MB line around its highlight', () => {
    const text = `${'x'.repeat(3_000_000)}needle${'y'.repeat(2_000_000)}`;
    const cut = cutLine(text, [[3_000_000, 3_000_006]], 200);
    expect(cut.text).toHaveLength(200);
    expect(covered(cut.text, cut.ranges)).toEqual(['needle']);
    expect(cut.cut).toEqual([3_000_000 - 66, 2_000_000 - 128]);
  });

  test('property: what is left, its highlights and the counts of what is not make up the line', () => {
    const line = fc
      .array(fc.constantFrom('a', '漢', '😀', '\t', '\u202E'), { maxLength: 60 })
      .map((chars) => chars.join(''));
    fc.assert(
      fc.property(line, fc.tuple(fc.nat(120), fc.nat(120)), fc.nat(40), (text, [a, b], width) => {
        const range: [number, number] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
        const { text: shown, ranges, cut = [0, 0] } = cutLine(text, [range], width);
        expect(shown.length).toBeLessThanOrEqual(Math.max(width, 0));
        expect(text.slice(cut[0], text.length - cut[1])).toBe(shown);
        expect(shown).not.toMatch(/\p{Cs}/u);
        for (const [start, end] of ranges) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(shown.length);
          if (shown !== text) expect(text.slice(...range)).toContain(shown.slice(start, end));
        }
      }),
    );
  });
});
