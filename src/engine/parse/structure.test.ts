import { expect, test } from 'vitest';
import { checkPattern, matchPattern, type StructureMatch } from './structure.ts';

function matchesOf(language: string, text: string, pattern: string): StructureMatch[] {
  const found = matchPattern({ text, language, pattern });
  if (!found.ok) throw new Error(found.reason);
  return found.matches;
}

/** What each match covers of its first line. */
function covered(matches: readonly StructureMatch[]): string[] {
  return matches.map(({ text, ranges }) => ranges.map(([from, to]) => text.slice(from, to)).join('|'));
}

test('a metavariable stands for one node', () => {
  const text = 'const a = parse(x);\nconst b = parse(y, z);\n  log(parse("q"));\n';
  expect(matchesOf('typescript', text, 'parse($A)')).toEqual([
    { line: 1, endLine: 1, column: 11, text: 'const a = parse(x);', ranges: [[10, 18]] },
    { line: 3, endLine: 3, column: 7, text: '  log(parse("q"));', ranges: [[6, 16]] },
  ]);
});

test('three dollars stand for any number of nodes', () => {
  const text = 'f();\nf(1);\nf(1, 2);\ng(1);\n';
  expect(matchesOf('javascript', text, 'f($$$ARGS)').map(({ line }) => line)).toEqual([1, 2, 3]);
});

test('the same metavariable twice asks for the same text', () => {
  const text = 'a === a;\na === b;\nc.d === c.d;\n';
  expect(matchesOf('typescript', text, '$X === $X').map(({ line }) => line)).toEqual([1, 3]);
});

test('nested matches are listed too, in the order of the text', () => {
  expect(covered(matchesOf('typescript', 'f(f(1));', 'f($A)'))).toEqual(['f(f(1))', 'f(1)']);
});

test('a match over several lines: all its lines, the range on the first', () => {
  const text = 'if (a) {\r\n  b();\r\n}\r\n';
  expect(matchesOf('typescript', text, 'if ($C) { $$$ }')).toEqual([
    { line: 1, endLine: 3, column: 1, text: 'if (a) {', ranges: [[0, 8]] },
  ]);
});

test('columns count UTF-16 units', () => {
  const [match] = matchesOf('typescript', "const s = '😀é'; run(s);", 'run($A)');
  expect(match).toMatchObject({ column: 18, ranges: [[17, 23]] });
});

test.each([
  { language: 'go', text: 'package a\n\nfunc f() {\n\tfmt.Println(x)\n}\n', pattern: 'fmt.Println($A)', line: 4 },
  { language: 'python', text: 'def f():\n    print(x)\n', pattern: 'print($A)', line: 2 },
  { language: 'python', text: 'class A(B):\n    pass\n', pattern: 'class $A($B): $$$', line: 1 },
  { language: 'rust', text: 'fn f() {\n    let a = b.unwrap();\n}\n', pattern: '$A.unwrap()', line: 2 },
  { language: 'java', text: 'class A {\n  void f() { a.close(); }\n}\n', pattern: '$A.close()', line: 2 },
  { language: 'java', text: 'class A {\n  void f() { a.close(); }\n}\n', pattern: 'void $F() { $$$ }', line: 2 },
  { language: 'c', text: 'int f(void) {\n  return malloc(3);\n}\n', pattern: 'malloc($N)', line: 2 },
  { language: 'cpp', text: 'int f() {\n  return std::move(x);\n}\n', pattern: 'std::move($N)', line: 2 },
  { language: 'csharp', text: 'class A {\n  void F() { G(1); }\n}\n', pattern: 'G($N)', line: 2 },
  { language: 'php', text: '<?php\n\necho strlen($x);\n', pattern: 'strlen($A)', line: 3 },
  { language: 'ruby', text: 'def f\n  puts(x)\nend\n', pattern: 'puts($A)', line: 2 },
  { language: 'tsx', text: 'const a = <b c={1} />;\n', pattern: '<b c={$A} />', line: 1 },
])('$language: $pattern', ({ language, text, pattern, line }) => {
  expect(matchesOf(language, text, pattern).map((match) => match.line)).toEqual([line]);
});

test('the same pattern is right in one language after another', () => {
  expect(matchesOf('typescript', 'print(x);', 'print($A)')).toHaveLength(1);
  expect(matchesOf('python', 'print(x)\nprint(y)\n', 'print($A)')).toHaveLength(2);
  expect(matchesOf('typescript', 'print(x);', 'print($A)')).toHaveLength(1);
});

test('nothing matches in an empty or broken text', () => {
  expect(matchesOf('typescript', '', 'f($A)')).toEqual([]);
  expect(matchesOf('typescript', '}}}} ((((', 'f($A)')).toEqual([]);
});

test('a broken text still matches where it is whole', () => {
  expect(matchesOf('typescript', 'f(1);\nconst = ;\n', 'f($A)').map(({ line }) => line)).toEqual([1]);
});

test('a pattern is understood as a kind of node', () => {
  expect(checkPattern('typescript', 'f($A)')).toEqual({ ok: true, parsedAs: 'call_expression' });
  expect(checkPattern('python', 'if $A: $B')).toEqual({ ok: true, parsedAs: 'if_statement' });
  expect(checkPattern('go', 'f($A)')).toEqual({ ok: true, parsedAs: 'call_expression' });
});

test.each([
  { language: 'typescript', pattern: 'if ($A {', atLeast: 1 },
  { language: 'typescript', pattern: 'foo(', atLeast: 3 },
  { language: 'python', pattern: 'def f(:', atLeast: 0 },
  { language: 'go', pattern: 'if x { y( }', atLeast: 0 },
])('a pattern that does not parse says where: $language $pattern', ({ language, pattern, atLeast }) => {
  const checked = checkPattern(language, pattern);
  expect(checked).toMatchObject({ ok: false, reason: expect.stringMatching(/\S/), position: expect.any(Number) });
  const position = checked.ok ? -1 : (checked.position ?? -1);
  expect(position).toBeGreaterThanOrEqual(atLeast);
  expect(position).toBeLessThanOrEqual(pattern.length);
  expect(matchPattern({ text: 'x', language, pattern })).toEqual(checked);
});

test('the position is that of the pattern as typed, with its leading blanks', () => {
  const plain = checkPattern('typescript', 'foo(');
  const indented = checkPattern('typescript', '   foo(');
  expect(plain.ok || indented.ok).toBe(false);
  if (plain.ok || indented.ok) return;
  expect(indented.position).toBe((plain.position ?? 0) + 3);
});

test('two statements are no pattern: the second is pointed at', () => {
  const checked = checkPattern('typescript', 'a(); b();');
  expect(checked).toMatchObject({ ok: false, position: 5 });
});

test('an empty pattern, and a language without a grammar, have a reason', () => {
  expect(checkPattern('typescript', '  ')).toMatchObject({ ok: false, reason: expect.stringMatching(/\S/) });
  expect(checkPattern('markdown', 'f($A)')).toMatchObject({ ok: false, reason: expect.stringContaining('markdown') });
});
