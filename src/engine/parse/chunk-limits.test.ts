/** What the limits of a chunk and of the parser do to whole types and to strange texts. */
import { expect, test } from 'vitest';
import { CHUNK_CHARS, CHUNK_MAX_CHARS } from '../options.ts';
import type { ParsedFile } from '../types.ts';
import { GRAMMAR_LANGUAGES } from './grammars.ts';
import { parseFile } from './parse-file.ts';

function uncovered(text: string, { chunks }: ParsedFile): number[] {
  const isCovered = (line: number) => chunks.some((chunk) => chunk.line <= line && line <= chunk.endLine);
  return text.split('\n').flatMap((line, index) => (line.trim() === '' || isCovered(index + 1) ? [] : [index + 1]));
}

function commented(fields: number): string {
  const field = (index: number) => `  /** What it says, ${'in many words '.repeat(4)}*/\n  field${index}: string;\n`;
  return `export interface Thick {\n${Array.from({ length: fields }, (_, index) => field(index)).join('')}}\n`;
}

test('a type thick with comments stays whole up to the limit, and is split over it', () => {
  const text = commented(36);
  expect(text.length).toBeGreaterThan(CHUNK_CHARS * 2);
  expect(text.length).toBeLessThanOrEqual(CHUNK_MAX_CHARS);
  const { chunks } = parseFile({ path: 'a.ts', text, language: 'typescript' });
  expect(chunks.map(({ line, endLine }) => [line, endLine])).toEqual([[1, 74]]);
  const long = commented(80);
  const parsed = parseFile({ path: 'a.ts', text: long, language: 'typescript' });
  expect(parsed.chunks.length).toBeGreaterThan(1);
  expect(new Set(parsed.chunks.map(({ symbol }) => parsed.symbols[symbol]?.name))).toEqual(new Set(['Thick']));
  expect(uncovered(long, parsed)).toEqual([]);
});

test.each([...GRAMMAR_LANGUAGES, 'markdown', 'json', null])('strange texts lose no line: %s', (language) => {
  const texts = [
    '\uFEFFclass A { }\n',
    'class A {\r\n  b() {}\r\n}\r\n',
    'class A {\r  b() {}\r}\r',
    'class A {\u0000}\nfunction\u0000f() {}\n\u0000',
    '('.repeat(9_000),
    '('.repeat(100_000),
    '"""\n`\n\'\n/*\n',
  ];
  for (const text of texts) {
    const parsed = parseFile({ path: 'a', text, language });
    expect(uncovered(text, parsed)).toEqual([]);
    expect(parsed.language).toBe(language);
  }
});
