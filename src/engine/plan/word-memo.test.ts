import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WordMemo } from './word-memo.ts';

function memoOf(words: number): { memo: WordMemo; worked: string[] } {
  const worked: string[] = [];
  const work = (word: string): string => {
    worked.push(word);
    return word === 'none' ? '' : `<${word}>`;
  };
  const memo = new WordMemo({ isWordCode: (code) => /\w/.test(String.fromCharCode(code)), work, words, longest: 8 });
  return { memo, worked };
}

test('a word is worked out once, and one without terms is left out', () => {
  const { memo, worked } = memoOf(8);
  expect(memo.termsOf('one two, none one')).toEqual(['<one>', '<two>', '<one>']);
  expect(memo.termsOf('two none\u00e9 none')).toEqual(['<two>', '<none\u00e9>']);
  expect(worked).toEqual(['one', 'two', 'none', 'none\u00e9']);
});

test('a long word is worked out each time it comes, and never kept', () => {
  const { memo, worked } = memoOf(8);
  memo.termsOf('123456789 12345678 123456789 12345678');
  expect(worked).toEqual(['123456789', '12345678', '123456789']);
});

test('whatever the words and however few are remembered, they come out as by a regular expression', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', '1', '_', '\u00e9', '\u4e2d'), maxLength: 3 });
  fc.assert(
    fc.property(fc.array(fc.array(word).map((words) => words.join(' '))), fc.constantFrom(1, 2, 16), (texts, words) => {
      const { memo } = memoOf(words);
      for (const text of texts) {
        const expected = (text.match(/[\w\u0080-\uffff]+/g) ?? []).map((found) => `<${found}>`);
        expect(memo.termsOf(text)).toEqual(expected);
      }
    }),
  );
});
