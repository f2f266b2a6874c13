import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHUNK_CHARS, CHUNK_MAX_CHARS } from '../options.ts';
import { indexTerms } from '../plan/tokens.ts';
import { SOURCE_LINES } from '../../../testing/source-lines.ts';
import type { ParsedFile } from '../types.ts';
import { GRAMMAR_LANGUAGES } from './grammars.ts';
import { parseFile } from './parse-file.ts';

const parse = (text: string, language: string | null = 'typescript') => parseFile({ path: 'sample', text, language });
const linesOf = (text: string) => text.split('\n');
const chunkText = (text: string, chunk: { line: number; endLine: number }) =>
  linesOf(text)
    .slice(chunk.line - 1, chunk.endLine)
    .join('\n');
/** `first-last symbol` per chunk. */
const shape = (parsed: ParsedFile) =>
  parsed.chunks.map(({ line, endLine, symbol }) => `${line}-${endLine} ${parsed.symbols[symbol]?.name ?? '-'}`);
const statements = (count: number, indent = '  ') =>
  Array.from({ length: count }, (_, n) => `${indent}const value${n} = compute(argument${n}, other${n});`).join('\n');

describe('chunks of definitions', () => {
  test('methods of a large class are chunks of their own, the header with its fields is the class', () => {
    const method = (name: string) => `  /** About ${name}. */\n  ${name}() {\n${statements(18, '    ')}\n  }\n`;
    const text = `import x from 'x';\n\n/** A store. */\nexport class Store {\n${Array.from({ length: 12 }, (_, n) => `  field${n} = 'a field with some text';`).join('\n')}\n\n${method('load')}\n${method('save')}}\n`;
    expect(shape(parse(text))).toEqual(['1-16 Store', '18-38 load', '40-61 save']);
  });

  test('a short class is one chunk with its methods', () => {
    const text = 'class Small {\n  a() {\n    return 1;\n  }\n\n  b() {\n    return 2;\n  }\n}\n';
    expect(shape(parse(text))).toEqual(['1-9 Small']);
  });

  test('small neighbours share a chunk, which is named after the largest', () => {
    const text =
      'export const a = 1;\n\nexport function wider(value: number) {\n  return value;\n}\n\nexport const c = 3;\n';
    const parsed = parse(text);
    expect(shape(parsed)).toEqual(['1-7 wider']);
    expect(parsed.chunks[0]?.nameTerms).toBe(indexTerms('a wider c'));
  });

  test('large neighbours stay apart', () => {
    const text = `function first() {\n${statements(15)}\n}\n\nfunction second() {\n${statements(15)}\n}\n`;
    const parsed = parse(text);
    expect(shape(parsed)).toEqual(['1-17 first', '19-35 second']);
    expect(parsed.chunks.map((chunk) => chunk.nameTerms)).toEqual(['first', 'second']);
  });

  test('a line on which one definition ends and another starts belongs to the first', () => {
    const text = `function first() {\n${statements(18)}\n} function second() {\n${statements(18)}\n}\n`;
    expect(shape(parse(text))).toEqual(['1-20 first', '21-39 second']);
  });

  test('comments and decorators directly above belong to the chunk, those further away do not', () => {
    const text = `// Far away.\n\n${'// A note that goes on about nothing in particular, at some length, so as not to be a scrap.\n'.repeat(4)}\n/**\n * About it.\n */\n@Mark({\n  deep: true,\n})\nexport class Marked {\n  run() {\n${statements(18, '    ')}\n  }\n}\n`;
    expect(shape(parse(text))).toEqual(['1-6 -', '8-35 Marked']);
  });

  test('a long body is split, every part carries the symbol, only the first defines the name', () => {
    const text = `function long() {\n${Array.from({ length: 8 }, () => statements(12)).join('\n\n')}\n}\n`;
    const parsed = parse(text);
    expect(parsed.chunks.length).toBeGreaterThan(2);
    expect(parsed.chunks.map((chunk) => parsed.symbols[chunk.symbol]?.name)).toEqual(parsed.chunks.map(() => 'long'));
    expect(parsed.chunks.map((chunk) => chunk.nameTerms)).toEqual(['long', ...parsed.chunks.slice(1).map(() => '')]);
    for (const chunk of parsed.chunks.slice(1)) expect(linesOf(text)[chunk.line - 2]).toBe('');
  });

  test('a type stays whole where a function of the same length is split', () => {
    const fields = Array.from({ length: 60 }, (_, n) => `  property${n}: SomeRatherLongTypeName;`).join('\n');
    expect(shape(parse(`export interface Wide {\n${fields}\n}\n`))).toEqual(['1-62 Wide']);
    expect(parse(`function wide() {\n${statements(60)}\n}\n`).chunks.length).toBeGreaterThan(1);
  });

  test('a long function with named functions inside is cut along them', () => {
    const inner = (name: string) => `  function ${name}() {\n${statements(16, '    ')}\n  }\n`;
    const text = `function outer() {\n${inner('one')}\n${inner('two')}\n  return one;\n}\n`;
    expect(shape(parse(text))).toEqual(['1-19 one', '21-41 two']);
  });

  test('the anchor is the first line that is not blank, trimmed to 120 characters', () => {
    const [chunk] = parse(`\n\n   const long = '${'x'.repeat(300)}';\n`).chunks;
    expect(chunk?.anchor).toBe(`const long = '${'x'.repeat(106)}`);
    expect(chunk?.line).toBe(3);
  });

  test('terms and hash are those of the text of the lines', () => {
    const text = 'const a = 1;\n\n\nfunction b() {}\n';
    const [chunk] = parse(text).chunks;
    expect(chunk).toMatchObject({ line: 1, endLine: 4, terms: indexTerms(text) });
    expect(chunk?.hash).toBe(createHash('sha256').update(text).digest('hex').slice(0, 32));
  });
});

const LINE = fc.constantFrom(...SOURCE_LINES);

test.each([...GRAMMAR_LANGUAGES])('%s: every line that is not blank lies in exactly one chunk', (language) => {
  const sources = fc
    .array(fc.tuple(LINE, fc.integer({ min: 1, max: 12 })), { maxLength: 60 })
    .map((lines) =>
      lines.flatMap(([line, times]) => Array.from({ length: line.length > 1 ? times : 1 }, () => line)).join('\n'),
    );
  fc.assert(
    fc.property(sources, (text) => {
      const parsed = parse(text, language);
      expect(parsed.parser).toBe('ast');
      const covered = parsed.chunks.flatMap((chunk) =>
        Array.from({ length: chunk.endLine - chunk.line + 1 }, (_, n) => chunk.line + n),
      );
      expect(covered).toEqual([...new Set(covered)].toSorted((a, b) => a - b));
      const wanted = linesOf(text).flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
      expect(wanted.filter((line) => !covered.includes(line))).toEqual([]);
      for (const chunk of parsed.chunks) {
        expect(chunkText(text, chunk).trim()).not.toBe('');
        expect(chunkText(text, chunk).length).toBeLessThanOrEqual(CHUNK_MAX_CHARS + CHUNK_CHARS);
        expect(chunk.symbol).toBeLessThan(parsed.symbols.length);
      }
      for (const [index, symbol] of parsed.symbols.entries()) {
        expect(symbol.parent).toBeLessThan(index);
        expect(symbol.endLine).toBeGreaterThanOrEqual(symbol.line);
        expect(linesOf(text)[symbol.line - 1]?.slice(symbol.column - 1, symbol.column)).not.toBe('');
      }
    }),
    { numRuns: 25 },
  );
});
