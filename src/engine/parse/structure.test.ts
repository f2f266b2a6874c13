import { describe, expect, test } from 'vitest';
import { checkPattern, matchPattern } from './structure.ts';

const matches = (language: string, pattern: string, text: string) => {
  const result = matchPattern({ text, language, pattern });
  if (!result.ok) throw new Error(result.reason);
  return result.matches;
};

describe('matches', () => {
  test('lines, columns, the line and the highlight in it', () => {
    expect(matches('typescript', 'load($A)', 'const x = 1;\n\tawait load(\n\t\turl,\n\t);\n')).toEqual([
      { line: 2, endLine: 4, column: 8, text: '\tawait load(', ranges: [[7, 12]] },
    ]);
  });

  test('S27 columns are UTF-16 units after an emoji, CRLF is not part of the line', () => {
    expect(matches('typescript', 'needle($A)', 'a();\r\nconst 😀 = needle(1);\r\n')).toEqual([
      { line: 2, endLine: 2, column: 12, text: 'const 😀 = needle(1);', ranges: [[11, 20]] },
    ]);
  });

  test('nested matches are listed, in order', () => {
    expect(matches('javascript', 'f($A)', 'f(f(f(1)))').map(({ column }) => column)).toEqual([1, 3, 5]);
  });

  test('comments and strings do not match', () => {
    expect(matches('python', 'print($A)', '# print(1)\nx = "print(1)"\nprint(1)\n').map(({ line }) => line)).toEqual([
      3,
    ]);
  });

  // Alone these patterns are something else: a type conversion, a macro, text outside of the script.
  test.each([
    ['go', 'fmt.Println($A)', 'package a\n\nfunc f() {\n\tfmt.Println("x")\n}\n', 4],
    ['c', 'free($A)', 'void f(void) {\n  free(p);\n}\n', 2],
    ['cpp', 'std::move($A)', 'void f() {\n  g(std::move(x));\n}\n', 2],
    ['php', 'dump($A)', '<?php\nif (dump($x)) {}\n', 2],
    ['java', 'log($A)', 'class A {\n  void f() {\n    log(1);\n  }\n}\n', 3],
    ['csharp', 'Console.WriteLine($A)', 'class A {\n  void F() {\n    Console.WriteLine(1);\n  }\n}\n', 3],
    ['typescript', 'async $M() { $$$ }', 'class A {\n  async load() { return 1; }\n}\n', 2],
    ['rust', '$A.unwrap()', 'fn f() {\n    x.unwrap();\n}\n', 2],
    ['ruby', 'puts $A', 'def f\n  puts 1\nend\n', 2],
    ['bash', 'echo $A', 'f() {\n  echo hello\n}\n', 2],
    ['kotlin', 'println($A)', 'fun f() {\n  println(1)\n}\n', 2],
    ['scala', 'println($A)', 'object A {\n  println(1)\n}\n', 2],
    ['swift', 'print($A)', 'func f() {\n  print(1)\n}\n', 2],
    ['lua', 'print($A)', 'local function f()\n  print(1)\nend\n', 2],
    ['elixir', 'IO.puts($A)', 'defmodule A do\n  def f, do: IO.puts(1)\nend\n', 2],
    ['tsx', '<Item $$$ />', 'const a = (\n  <Item a={1} b />\n);\n', 2],
  ])('%s: %s', (...[language, pattern, text, line]) => {
    expect(matches(language, pattern, text).map((match) => match.line)).toEqual([line]);
  });
});

describe('patterns', () => {
  test.each([
    ['typescript', 'load($A)', 'call_expression'],
    ['typescript', 'function $F($$$A) { $$$B }', 'function_declaration'],
    ['go', 'func $F($$$A) { $$$B }', 'function_declaration'],
    ['go', 'if err != nil { $$$ }', 'if_statement'],
    ['java', 'public void $F($$$) { $$$ }', 'method_declaration'],
    ['php', '<?php foo($A);', 'expression_statement'],
    ['php', 'public function $F() {}', 'method_declaration'],
    ['python', 'def $F($$$A): $$$B', 'function_definition'],
  ])('%s: %s is a %s', (language, pattern, parsedAs) => {
    expect(checkPattern(language, pattern)).toEqual({ ok: true, parsedAs });
  });

  test.each([
    ['load(', 5 - 1, '('],
    ['if (x', 4, 'x'],
    ['  load(', 6, '('],
    ['const $A = {', 11, '{'],
  ])('a pattern that breaks off says where: %s', (pattern, position, near) => {
    const checked = checkPattern('typescript', pattern);
    expect(checked).toMatchObject({ ok: false, position });
    expect(checked.ok ? '' : checked.reason).toContain(`"${near}"`);
  });

  test('two statements are refused at the second', () => {
    const checked = checkPattern('typescript', 'first(); second()');
    expect(checked).toMatchObject({ ok: false, position: 9 });
    expect(checked.ok ? '' : checked.reason).toContain('second()');
  });

  test('an empty pattern, a lone $$$, a language without a grammar', () => {
    for (const [language, pattern] of [
      ['typescript', ' \n'],
      ['typescript', '$$$'],
      ['zig', 'x'],
    ] as const) {
      expect(checkPattern(language, pattern)).toMatchObject({ ok: false });
      expect(matchPattern({ text: 'x', language, pattern })).toMatchObject({ ok: false });
    }
  });
});

test('deep nesting neither hangs nor ends the process', () => {
  expect(matches('typescript', '$A($B)', '(\n'.repeat(100_000))).toEqual([]);
  expect(matches('typescript', 'f($A)', `${'f('.repeat(3_000)}1${')'.repeat(3_000)}`)).toHaveLength(3_000);
});
