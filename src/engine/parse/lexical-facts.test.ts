import { describe, expect, test } from 'vitest';
import { outlineText } from '../../../testing/outline-text.ts';
import { parseFile } from './parse-file.ts';

const outline = (text: string, language: string | null) => outlineText(parseFile({ path: 'sample', text, language }));

describe('languages without a grammar', () => {
  test('Zig', () => {
    const text = `const std = @import("std");

/// A list.
pub const List = struct {
    items: []u8,

    pub fn init(size: usize) List {
        if (size == 0) return undefined;
        return .{};
    }
};

pub const Color = enum { red, green };

pub fn main() !void {
    const x = 1;
}
`;
    expect(outline(text, 'zig')).toEqual([
      'class List 4-11 exported',
      'method List.init 7-10 exported c2',
      'enum Color 13 exported',
      'fn main 15-17 exported c1',
      'import 1 std',
    ]);
  });

  test('Haskell: a function is its signature and its equations', () => {
    const text = `module Data.Store (find) where
import qualified Data.Map as M

data User = User { name :: String }
  deriving Show

find :: Int -> Maybe User
find 0 = Nothing
find n
  | n > 1 = Nothing
  | otherwise = Just user

finder :: Int
finder = 1
`;
    expect(outline(text, 'haskell')).toEqual([
      'module Data.Store 1 exported',
      'class User 4-5 exported',
      'fn find 7-11 exported c1',
      'fn finder 13-14 exported c1',
      'import 2 Data.Map',
    ]);
  });

  test('SQL in any case', () => {
    const text =
      'CREATE TABLE IF NOT EXISTS users (\n  id int\n);\ncreate or replace function total() returns int as $$\n';
    expect(outline(text, 'sql')).toEqual(['class users 1-3 exported', 'fn total 4 exported c1']);
  });

  test('prose and data define nothing, and neither do sentences in comments', () => {
    expect(outline('class of its own\ntype this\n', 'markdown')).toEqual([]);
    expect(outline('class Real\n', null)).toEqual([]);
    expect(outline('-- about\ntype of thing\nclass that does\n', 'zig')).toEqual([]);
  });

  test('a type that a variable is declared with is not defined there', () => {
    const text = 'struct point p;\nconst struct point *q,\nclass Forward;\nstruct point {\n};\nclass Real : Base\n';
    expect(outline(text, 'd')).toEqual(['class point 4-5 exported', 'class Real 6 exported']);
  });

  test('chunks follow the definitions', () => {
    const body = (name: string) =>
      `fn ${name}() void {\n${'    const value = compute(argument, other);\n'.repeat(18)}}\n`;
    const parsed = parseFile({ path: 'a.zig', text: `${body('one')}\n${body('two')}`, language: 'zig' });
    expect(parsed.chunks.map(({ line, symbol }) => [line, parsed.symbols[symbol]?.name])).toEqual([
      [1, 'one'],
      [22, 'two'],
    ]);
  });
});

test('branches are counted where statements begin, in code only', () => {
  const text = '// if so\nif (a) {\n} else if (b) {\n}\n  for (;;) {}\nx = "if";\ncase 1:\nformat();\n';
  expect(parseFile({ path: 'a', text, language: 'zig' }).complexity).toBe(4);
  expect(parseFile({ path: 'a', text, language: 'text' }).complexity).toBe(0);
});

describe('a syntax error does not lose the names around it', () => {
  const later = '\nexport function later(x: number) {\n  return x;\n}\n\nexport class Deep {\n  method() {}\n}\n';
  test.each(['function a( {\n}}}\n', 'foo(bar,\n', 'class A {\n  m() {\n', 'x = `abc\n', '}\n}\n'])(
    'TypeScript after %j',
    (broken) => {
      const names = parseFile({ path: 'a.ts', text: broken + later, language: 'typescript' }).symbols.map(
        ({ name }) => name,
      );
      expect(names).toEqual(expect.arrayContaining(['later', 'Deep', 'method']));
    },
  );

  test.each(['x = (1,\n', 'def a(:\n', 'if x\n', '"""unclosed\n'])('Python after %j', (broken) => {
    const text = `${broken}\ndef later(x):\n    return x\n\nclass Deep:\n    def method(self): pass\n`;
    const names = parseFile({ path: 'a.py', text, language: 'python' }).symbols.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['later', 'Deep', 'method']));
  });
});
