import { describe, expect, test } from 'vitest';
import { CHUNK_MAX_CHARS, LONG_LINE_CHARS, LONG_LINE_PIECES, PARSE_MAX_CHARS } from '../options.ts';
import { indexTerms } from '../plan/tokens.ts';
import { GRAMMAR_LANGUAGES } from './grammars.ts';
import { parseFile } from './parse-file.ts';

const parse = (text: string, language: string | null = 'typescript', path = 'sample') =>
  parseFile({ path, text, language });

describe('text without a grammar', () => {
  test('goes into windows of 40 lines that share 5', () => {
    const text = Array.from({ length: 100 }, (_, n) => `line ${n}`).join('\n');
    const parsed = parse(text, 'zig');
    expect(parsed).toMatchObject({ parser: 'lexical', language: 'zig', lines: 100, symbols: [] });
    expect(parsed.note).toBeUndefined();
    expect(parsed.chunks.map(({ line, endLine }) => [line, endLine])).toEqual([
      [1, 40],
      [36, 75],
      [71, 100],
    ]);
  });

  test('windows of long lines hold fewer of them', () => {
    const parsed = parse(Array.from({ length: 20 }, () => 'word '.repeat(200)).join('\n'), null);
    for (const { line, endLine } of parsed.chunks) expect(endLine - line).toBeLessThan(4);
  });

  test('Markdown is cut at headings, not inside code, and small sections share a chunk', () => {
    const section = (title: string, words: number) => `# ${title}\n\n${'word '.repeat(words)}\n\n`;
    const text = `${section('One', 200)}${section('Two', 20)}${section('Three', 20)}\`\`\`\n# no heading\n${'code '.repeat(220)}\n\`\`\`\n`;
    const parsed = parse(text, 'markdown');
    expect(parsed.chunks.map(({ anchor }) => anchor)).toEqual(['# One', '# Three']);
    expect(parsed.complexity).toBe(0);
  });
});

describe('long lines', () => {
  test('I4 a line of 2,500 characters with a token in it is indexed', () => {
    const line = `const data = "${'x '.repeat(1_240)}needleToken";`;
    const parsed = parse(`${line}\n`);
    expect(line.length).toBeGreaterThan(2_500);
    expect(parsed.parser).toBe('ast');
    expect(parsed.chunks.some((chunk) => chunk.terms.split(' ').includes('needletoken'))).toBe(true);
  });

  test('a minified file is plain text, in pieces that are bounded in length and number', () => {
    const parsed = parse(`/* head */\n${'var a1=b2(c3);'.repeat(400_000 / 14)}\nlast();\n`, 'javascript');
    expect(parsed.parser).toBe('lexical');
    expect(parsed.note).toContain('line 2');
    const pieces = parsed.chunks.filter((chunk) => chunk.line === 2);
    expect(pieces).toHaveLength(LONG_LINE_PIECES);
    expect(parsed.chunks.map((chunk) => chunk.line)).toContain(3);
    for (const piece of pieces) {
      expect(piece.endLine).toBe(2);
      expect(piece.terms.length).toBeLessThan(CHUNK_MAX_CHARS * 4);
      expect(piece.anchor).toMatch(/^var a1=b2/);
    }
    expect(new Set(pieces.map((piece) => piece.hash)).size).toBeGreaterThan(1);
  });

  test('pieces of a long line cut no word', () => {
    const words = Array.from({ length: 2_000 }, (_, n) => `word${n}`);
    const parsed = parse(words.join(' '), null);
    const terms = new Set(parsed.chunks.flatMap((chunk) => chunk.terms.split(' ')));
    expect(words.filter((word) => !terms.has(word))).toEqual([]);
  });

  test('the longest line that is still parsed, and one character more', () => {
    const of = (length: number) => parse(`// ${'x'.repeat(length - 4)}\nfunction a() {}\n`);
    expect(of(LONG_LINE_CHARS).parser).toBe('ast');
    expect(of(LONG_LINE_CHARS + 1).parser).toBe('lexical');
  });
});

test('text over the limit is set aside, with the reason and a lexical complexity', () => {
  const parsed = parse('if (a) {\n  b();\n}\n'.repeat(PARSE_MAX_CHARS / 18 + 1));
  expect(parsed).toMatchObject({ parser: 'lexical', symbols: [], imports: [] });
  expect(parsed.note).toContain('1,500,000');
  expect(parsed.complexity).toBe(Math.floor(PARSE_MAX_CHARS / 18 + 1));
});

describe('bad input is read, whatever it is', () => {
  const inputs: Record<string, string> = {
    empty: '',
    'only a byte order mark': '\ufeff',
    'only blank lines': '\n \n\t\n',
    'lone CR': 'function a() {}\rfunction b() {}\r',
    'NUL inside': 'function a() {}\n\0\nfunction b() {}\n',
    'lone surrogates': 'const a = "\ud800";\n\udfff\n',
    'broken syntax': 'function a( {\n  class } if (((\n"unclosed\nfunction b() {}\n',
    'deep nesting': '(\n'.repeat(100_000),
    'deep blocks': 'if (a) {\n'.repeat(5_000),
    'a long identifier': `let ${'a'.repeat(9_000)} = 1;\n`,
  };
  const cases = GRAMMAR_LANGUAGES.flatMap((language) => Object.keys(inputs).map((input) => ({ language, input })));
  test.each(cases)('$language: $input', ({ language, input }) => {
    const text = inputs[input] ?? '';
    const parsed = parse(text, language);
    expect(parsed.note).toBeUndefined();
    const covered = new Set(parsed.chunks.flatMap(({ line, endLine }) => [line, endLine]));
    const lines = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
    // First and last text of the file are found; the chunk tests look at all that is between.
    for (const line of [lines[0], lines.at(-1)]) if (line !== undefined) expect([...covered]).toContain(line);
    expect(parsed.lines).toBe(text === '' ? 0 : text.replace(/\n$/, '').split('\n').length);
  });

  test('definitions after a syntax error are found', () => {
    const parsed = parse('function a( {\n}}}\n\nexport function later(x: number) {\n  return x;\n}\n');
    expect(parsed.symbols.map((symbol) => symbol.name)).toContain('later');
  });

  const BELOW = [
    'export function afterHalf() { return 1 }',
    'export class Box {',
    '  open() {}',
    '}',
    'export interface Face { x: number }',
    'export type Alias = string;',
    'export const value = () => 1;',
    'const LIMIT = 3;',
    'enum Kind { A }',
    'function last() {}',
    '',
  ].join('\n');

  test.each([
    ['an expression', 'function half(a, b {\n  return a +\n'],
    ['a body', 'function half(a, b {\n  return a\n'],
    ['parameters', 'function half(a, b {\n\n'],
  ])('below %s that is half-typed, definitions keep their names, places and levels', (_, head) => {
    const { symbols } = parse(head + BELOW);
    const first = head.split('\n').length;
    const shown = symbols.map(
      ({ name, line, parent, exported }) =>
        [symbols[parent]?.name, exported ? `${name}!` : name].filter(Boolean).join('.') + ` ${line - first}`,
    );
    expect(shown).toEqual([
      `half ${1 - first}`,
      'afterHalf! 0',
      'Box! 1',
      'Box.open! 2',
      'Face! 4',
      'Alias! 5',
      'value! 6',
      'LIMIT 7',
      'Kind 8',
      'Kind.A 8',
      'last 9',
    ]);
  });

  test('a function expression with a name is no definition where it is not at the margin', () => {
    const { symbols } = parse('run(\n  function inner() {\n    return 1;\n  },\n);\nfunction outer() {}\n');
    expect(symbols.map(({ name }) => name)).toEqual(['outer']);
  });
});

describe('lines and columns', () => {
  test('S27 columns count UTF-16 units, after emoji and tabs', () => {
    const parsed = parse('const x = "😀"; function afterEmoji() {}\n\tfunction afterTab() {}\n');
    expect(parsed.symbols.map(({ name, line, column }) => [name, line, column])).toEqual([
      ['x', 1, 7],
      ['afterEmoji', 1, 26],
      ['afterTab', 2, 11],
    ]);
  });

  test('CRLF and LF give the same symbols and terms', () => {
    const text = 'import a from "b";\n\n/** Doc. */\nexport class A {\n  m() {\n    return 1;\n  }\n}\n';
    const unix = parse(text);
    const dos = parse(text.replaceAll('\n', '\r\n'));
    expect(dos.symbols).toEqual(unix.symbols);
    expect(dos.imports).toEqual(unix.imports);
    expect(dos.chunks.map((chunk) => chunk.terms)).toEqual(unix.chunks.map((chunk) => chunk.terms));
    expect(dos.chunks[0]?.anchor).toBe(unix.chunks[0]?.anchor);
  });

  test('names in any script', () => {
    const parsed = parse('class Größe:\n    def 計算(self): pass\n', 'python');
    expect(parsed.symbols.map((symbol) => symbol.name)).toEqual(['Größe', '計算']);
  });
});

test('a C++ header is recognised by its text, a C header stays C', () => {
  const cpp = parse(
    '#pragma once\nnamespace a {\nclass Box {\n public:\n  int size() { return 1; }\n};\n}\n',
    'c',
    'box.h',
  );
  expect(cpp.symbols.map((symbol) => `${symbol.kind} ${symbol.name}`)).toEqual([
    'module a',
    'class Box',
    'method size',
  ]);
  expect(cpp.language).toBe('c');
  const c = parse('struct box { int class; };\n', 'c', 'box.h');
  expect(c.symbols.map((symbol) => symbol.name)).toEqual(['box', 'class']);
});

test('members of types that stand elsewhere name them', () => {
  const owners = (text: string, language: string) =>
    parse(text, language).symbols.map(({ name, owner, parent }) => [name, owner, parent]);
  expect(owners('package a\nfunc (s *Server) Start() {}\n', 'go')).toEqual([['Start', 'Server', -1]]);
  expect(owners('void a::Box::open() {}\n', 'cpp')).toEqual([['open', 'a.Box', -1]]);
  expect(owners('impl crate::Box<u8> { fn open() {} }\n', 'rust')).toEqual([['open', 'Box', -1]]);
});

test('a type that stands after its methods comes before them, as parents do', () => {
  const parsed = parse('package a\nfunc (s *Server) Start() {}\n\ntype Server struct{}\n', 'go');
  expect(parsed.symbols.map(({ name, line, parent }) => [name, line, parent])).toEqual([
    ['Server', 4, -1],
    ['Start', 2, 0],
  ]);
});

test('terms of a chunk are the index terms of its text', () => {
  const text = 'export function getUserById(id: string) {\n  return users[id];\n}\n';
  const [chunk] = parse(text).chunks;
  expect(chunk?.terms).toBe(indexTerms(text));
  expect(chunk?.nameTerms).toBe(indexTerms('getUserById'));
});
