import { expect, test } from 'vitest';
import { parseFile } from './parse-file.ts';

test.each([
  ['kotlin', 'fun f(x: Int) = when (x) {\n  1 -> "a"\n  2 -> "b"\n  else -> "c"\n}\n', 2],
  [
    'scala',
    'def f(x: Int) = x match {\n  case 1 => 1\n  case _ if x > 2 => 2\n  case _: Any => 3\n  case _ => 4\n}\n',
    3,
  ],
  ['rust', 'fn f(x: i32) -> i32 {\n  match x {\n    1 => 2,\n    _ if x > 1 => 3,\n    _ => 4,\n  }\n}\n', 2],
  ['python', 'def f(x):\n    match x:\n        case 1:\n            pass\n        case _:\n            pass\n', 1],
  ['csharp', 'class A { int F(int x) => x switch { 1 => 2, 2 => 3, _ => 4 }; }\n', 2],
  ['csharp', 'class A { void F(int x) { switch (x) { case 1: return; default: return; } } }\n', 1],
  ['elixir', 'def f(x) do\n  case x do\n    1 -> 2\n    _ -> 3\n  end\nend\n', 1],
  ['bash', 'f() {\n  case $1 in\n    a) run ;;\n    *.md) read ;;\n    *) stop ;;\n  esac\n}\n', 2],
  ['swift', 'func f(x: Int) {\n  switch x {\n  case 1: a()\n  default: b()\n  }\n}\n', 1],
  ['java', 'class A { void f(int x) { switch (x) { case 1: a(); break; default: b(); } } }\n', 1],
  ['typescript', 'function f(x) { switch (x) { case 1: a(); break; default: b(); } }\n', 1],
])('%s: the arm that takes what is left is no branch: %s', (language, text, branches) => {
  const { complexity, symbols } = parseFile({ path: 'x', text, language });
  expect(complexity).toBe(branches);
  expect(symbols.find(({ kind }) => kind === 'fn' || kind === 'method')?.complexity).toBe(branches + 1);
});
