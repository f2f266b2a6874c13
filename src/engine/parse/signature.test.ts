import { expect, test } from 'vitest';
import { signatureOf } from './signature.ts';

test.each([
  ['brace', 'class A<T> extends B {\n  x = 1;\n}', 'class A<T> extends B'],
  [
    'body',
    'function a(b: { c: number } = { c: 1 }): { d: string } {\n}',
    'function a(b: { c: number } = { c: 1 }): { d: string }',
  ],
  ['body', 'def find(key: Key): Option[User] = {\n}', 'def find(key: Key): Option[User]'],
  ['body', 'int\nold_style(a, b)\n  int a;\n{}', 'int old_style(a, b) int a'],
  ['body', '@Override\n@Cache(ttl = 3, name = ")")\npublic void run() {}', 'public void run()'],
  ['body', '[HttpGet("/x")]\npublic int Get() {}', 'public int Get()'],
  ['body', '[Symbol.iterator]() {}', '[Symbol.iterator]()'],
  ['brace', '@interface Marker {}', '@interface Marker'],
  ['brace', 'const PATH: &str = "/{*rest}";', 'const PATH: &str = "/{*rest}"'],
  ['body', 'function a(\n  // the first\n  b, /* second */ c\n) {', 'function a(b, c)'],
  ['body', 'function a(\n  b: string,\n  c = [\n    1,\n  ],\n): void {', 'function a(b: string, c = [1]): void'],
  ['body', 'fn a<T>(b: T) -> T\nwhere\n    T: Ord,\n{\n    b\n}', 'fn a<T>(b: T) -> T where T: Ord'],
  [
    'colon',
    'def a(x: int,\n      y: dict[str, int] = {}) -> bool:\n    pass',
    'def a(x: int, y: dict[str, int] = {}) -> bool',
  ],
  ['colon', 'def a(\n    x,  # the "first"\n    *,\n    y,\n):\n    pass', 'def a(x, *, y)'],
  ['line', 'def a(b,\n      c)\n  d\nend', 'def a(b, c)'],
  ['line', 'build() {\n  x\n}', 'build()'],
  ['whole', "it('works; always', () => {", "it('works; always', () =>"],
] as const)('%s: %j', (style, text, signature) => {
  expect(signatureOf(text, style)).toBe(signature);
});

test('at most 200 characters, cut with an ellipsis', () => {
  const signature = signatureOf(`type Long = ${'a | '.repeat(200)}b;`, 'brace');
  expect(signature).toHaveLength(200);
  expect(signature.endsWith('…')).toBe(true);
});
