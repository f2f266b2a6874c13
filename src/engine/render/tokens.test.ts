import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { createTokenCounter, estimateTokens } from './tokens.ts';

const trueCount = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

const ROOT = new URL('../../../', import.meta.url).pathname;
function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(ROOT, folder, name))
    .filter((path) => /\.(ts|js|d\.ts|c|cpp|hpp|md)$/.test(path) && statSync(path).size < 200_000)
    .sort()
    .slice(0, 150);
}

describe('against o200k_base', () => {
  test.each([
    ['this repository', 'src'],
    ['compiled JavaScript and types', 'node_modules/commander'],
    ['C++', 'node_modules/better-sqlite3/src'],
  ])('%s: at most 6 % under in sum, never 12 % under in a file, and not over by a third', (_name, folder) => {
    const counts = sources(folder)
      .map((path) => readFileSync(path, 'utf8'))
      .filter((text) => text.length > 500)
      .map((text) => ({ estimate: estimateTokens(text), real: trueCount(text) }));
    expect(counts.length).toBeGreaterThan(4);
    const sum = (key: 'estimate' | 'real'): number => counts.reduce((total, count) => total + count[key], 0);
    expect(sum('estimate') / sum('real')).toBeGreaterThan(0.94);
    expect(sum('estimate') / sum('real')).toBeLessThan(1.33);
    for (const { estimate, real } of counts) expect(estimate / real).toBeGreaterThan(0.88);
  });

  test.each([
    ['Chinese', '检索引擎将代码库的所有文件编入索引,并返回按相关性排序的锚点。'],
    ['Japanese', '検索エンジンはコードベースのすべてのファイルをインデックス化します。'],
    ['Korean', '검색 엔진은 코드베이스의 모든 파일을 색인하고 결과를 반환합니다.'],
    ['Russian', 'Поисковая система индексирует все файлы и возвращает результаты.'],
    ['emoji', '😀🎉🚀🔥💡✅❌'],
    ['box drawing', '│├──└┐┌─•→≤≥×'],
    ['escapes', '<U+202E><U+200B><U+E0041>'],
    ['escapes of JSON', String.raw`\u202e\u200b\n\t\"`],
    ['operators', 'a ||= b ?? (c !== d ? e >>> 2 : f && !g); '],
    ['regexes', String.raw`/^(?:[^\s"'\\]|\\.)+$/gu.test(x) && !/[\u0000-\u001f]{2,}/.exec(y); `],
    ['hex', '0x7fffe3a1 f3a9c2d4e5b60718 deadbeef '],
    ['our own lines', '  12: const needle = find(hay);  in Foo.bar  [text .93] [bm25 .42]\n'],
  ])('%s is not underestimated by more than 12 %%', (_name, sample) => {
    const text = sample.repeat(20);
    expect(estimateTokens(text) / trueCount(text)).toBeGreaterThan(0.88);
  });

  test('random marks and base64 are under by a fifth at most', () => {
    const marks = fc.sample(
      fc.string({
        unit: fc.constantFrom(...Array.from("!#$%&'()*+,-./:;<=>?@[]^_`{|}~")),
        minLength: 3_000,
        maxLength: 3_000,
      }),
      { numRuns: 1, seed: 1 },
    );
    const base64 = fc.sample(fc.base64String({ minLength: 3_000, maxLength: 3_000 }), { numRuns: 1, seed: 1 });
    for (const text of [...marks, ...base64]) expect(estimateTokens(text) / trueCount(text)).toBeGreaterThan(0.78);
  });
});

test('an empty text costs nothing, anything else something', () => {
  expect(estimateTokens('')).toBe(0);
  expect(estimateTokens('a')).toBe(1);
  expect(estimateTokens('12345678')).toBe(3);
});

test('the counter that remembers lines never says less than the estimate', () => {
  const count = createTokenCounter();
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('aB1 .;\n\t漢')), maxLength: 60 }), (text) => {
      expect(count(text)).toBeGreaterThanOrEqual(estimateTokens(text));
      if (!/^\n|\n\n/.test(text)) expect(count(text)).toBe(estimateTokens(text));
    }),
  );
});
