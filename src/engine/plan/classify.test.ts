import { describe, expect, test } from 'vitest';
import { classify } from './classify.ts';

describe('classification, first match wins', () => {
  test.each([
    [
      'path',
      ['src/x', 'src/', '*.ts', '**/x', 'vite.config.*', 'get*User', '*.{ts,tsx}', 'app/[slug]/page.tsx', '</div>'],
    ],
    ['path', ['widget.ts', 'package.json', '.gitignore', 'File.TSX', 'src\\engine\\foo.ts', 'C:\\src\\a']],
    ['identifier', ['camelCase', 'snake_case', 'A.b', 'a::b', 'A#b', 'a->b', 'x?.y', 'getUser()', '$state', 'obs$']],
    ['identifier', ['widget', 'kebab-name', 'App\\Models\\User', '@Component', '404', 'C++', 'foo(', 'naïve']],
    ['regex', ['a|b', 'foo.*bar', 'colou?r', '[a-z]+', '^foo', 'x{2,3}', '\\bfoo', 'foo(bar)?', 'src/(a|b)']],
    ['regex', ['=>', '&& !', '\\| \\{']],
    ['prose', ['how are tokens refreshed', 'x = y', '设备清单', '?.']],
  ] as const)('%s: %j', (kind, texts) => {
    expect(texts.map((text) => `${text} ${classify(text, false)}`)).toEqual(texts.map((text) => `${text} ${kind}`));
  });

  test('S24 a plain lower-case word is a name', () => {
    expect(classify('widget', false)).toBe('identifier');
  });

  test('S22 an alternation is a regex', () => {
    expect(classify('a|b', false)).toBe('regex');
  });

  test('without text: filters list files, a phrase or a regex is looked for', () => {
    expect(classify('', false)).toBe('path');
    expect(classify('', true)).toBe('regex');
  });
});
