import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textHit } from '../../../testing/render-samples.ts';
import type { RankedHit } from '../types.ts';
import { openSource, type Source } from './source.ts';
import { verifyHit } from './verify.ts';

const source = (text: string, encoding = 'utf-8'): Source => openSource({ text, encoding });

const OLD = [
  'import x;',
  '',
  'function first() {',
  '  return needle;',
  '}',
  '/**',
  ' */',
  'function second() {',
  '  done();',
  '}',
].join('\n');

function symbol(name: string, line: number, endLine = line + 2): NonNullable<RankedHit['symbol']> {
  return { name, qualifiedName: name, kind: 'fn', line, endLine };
}

/** A hit from the index: an anchor, and no text. */
function indexHit(fields: Partial<RankedHit> & { line: number }): RankedHit {
  const { text: _text, ranges: _ranges, column: _column, ...place } = textHit('a.ts', OLD, { leg: 'bm25', ...fields });
  return place;
}

describe('a file that did not change', () => {
  test('every line of a live search is current, byte for byte', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 8 }), fc.nat(7), (lines, at) => {
        const text = lines.map((line) => line.replaceAll('\n', '')).join('\n');
        const file = source(`${text}\n`);
        const hit = textHit('a.ts', text, { line: (at % lines.length) + 1, needle: '' });
        const found = verifyHit(hit, file);
        expect(found).toMatchObject({ state: 'current', line: hit.line, text: file.line(hit.line), ranges: [[0, 0]] });
      }),
    );
  });

  test('chunk anchors, definitions and parts of a line are current', () => {
    const file = source(OLD);
    expect(verifyHit(indexHit({ line: 3, anchor: 'function first() {' }), file)).toMatchObject({
      state: 'current',
      line: 3,
    });
    expect(verifyHit(indexHit({ line: 8, anchor: 'second', symbol: symbol('second', 8) }), file)).toMatchObject({
      state: 'current',
      ranges: [[9, 15]],
      column: 10,
    });
    expect(verifyHit(textHit('a.ts', OLD, { line: 9, text: 'done()', ranges: [[0, 6]] }), file)).toMatchObject({
      state: 'current',
      text: '  done();',
      ranges: [[2, 8]],
    });
  });

  test('an anchor of 120 characters stands for a longer line', () => {
    const long = `const list = [${'item, '.repeat(60)}];`;
    const hit = indexHit({ line: 1, anchor: long.slice(0, 120).trim() });
    expect(verifyHit(hit, source(long))).toMatchObject({ state: 'current', text: long });
  });

  test('a BOM that a decoder left on the first line does not make it another line', () => {
    const hit = textHit('a.ts', '\uFEFFconst needle = 1;', { line: 1 });
    expect(verifyHit(hit, source('const needle = 1;'))).toMatchObject({ state: 'current', ranges: [[6, 12]] });
  });
});

describe('F8 a file that changed after it was indexed', () => {
  const grown = `// one\n// two\n${OLD}`;

  test('a line that moved is shown where it is now, with its definition', () => {
    const hit = indexHit({ line: 4, endLine: 5, anchor: 'return needle;', symbol: symbol('first', 3, 5) });
    expect(verifyHit(hit, source(grown))).toMatchObject({
      state: 'moved',
      line: 6,
      endLine: 7,
      text: '  return needle;',
      symbol: { name: 'first', line: 5, endLine: 7 },
    });
  });

  test('of two lines that say the same the nearest is taken, of equally near ones the later', () => {
    const hit = textHit('a.ts', 'const needle = 1;', { line: 1, text: 'const needle = 1;' });
    const file = source('x\nconst needle = 1;\ny\nconst needle = 1;');
    expect(verifyHit({ ...hit, line: 1 }, file)).toMatchObject({ line: 2 });
    expect(verifyHit({ ...hit, line: 3 }, file)).toMatchObject({ line: 4 });
  });

  test('a line that is gone is gone, whatever stands there now', () => {
    const other = OLD.replace('  return needle;', '  return other();');
    expect(verifyHit(indexHit({ line: 4, anchor: 'return needle;' }), source(other))).toEqual({ state: 'gone' });
    expect(verifyHit(textHit('a.ts', OLD, { line: 4 }), source(other))).toEqual({ state: 'gone' });
    expect(verifyHit(textHit('a.ts', OLD, { line: 4 }), source('short'))).toEqual({ state: 'gone' });
    expect(verifyHit(textHit('a.ts', OLD, { line: 4 }), source(''))).toEqual({ state: 'gone' });
  });

  test('a first line that says nothing by itself is not taken for that of another function', () => {
    const hit = indexHit({ line: 6, anchor: '/**', symbol: symbol('second', 8) });
    expect(verifyHit(hit, source(grown))).toMatchObject({ state: 'moved', line: 8, symbol: { line: 10 } });
    const replaced = grown.replace('function second()', 'function third()');
    expect(verifyHit(hit, source(replaced))).toEqual({ state: 'gone' });
    const inPlace = OLD.replace('function second()', 'function third()');
    expect(verifyHit(hit, source(inPlace))).toEqual({ state: 'gone' });
  });

  test('a brace of a live search is not looked for elsewhere', () => {
    const hit = textHit('a.ts', OLD, { line: 5, needle: '}' });
    expect(verifyHit(hit, source(`// new\n${OLD}`))).toEqual({ state: 'gone' });
  });

  test('a definition of which only the name is known is placed roughly and says so', () => {
    const hit = indexHit({ line: 8, anchor: 'second', symbol: symbol('second', 8, 10) });
    expect(verifyHit(hit, source(grown))).toMatchObject({ state: 'rough', line: 10, text: 'function second() {' });
    expect(verifyHit(hit, source(grown.replace('second', 'seconds')))).toEqual({ state: 'gone' });
  });

  test('a definition whose name left its line is not named around a hit that stayed', () => {
    const renamed = OLD.replace('first', 'renamed');
    const hit = indexHit({ line: 4, anchor: 'return needle;', symbol: symbol('first', 3, 5) });
    const found = verifyHit(hit, source(renamed));
    expect(found).toMatchObject({ state: 'current', line: 4 });
    expect(found).not.toHaveProperty('symbol');
  });
});

test('in a legacy encoding two decoders may differ in a letter', () => {
  const hit = textHit('a.ts', 'const größe = needle; // \uFFFD', { line: 1 });
  expect(verifyHit(hit, source('const gr\u00c3e = needle; // ', 'windows-1252'))).toMatchObject({ state: 'current' });
  expect(verifyHit(textHit('a.ts', 'x = größe', { line: 1 }), source('x = grüße'))).toEqual({ state: 'gone' });
});
