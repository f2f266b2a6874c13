import { expect, test } from 'vitest';
import { matchesEveryLine } from './matches-every-line.ts';

test.each(['x||y', 'a||b', '||', '()', '|a', 'a|', '(a|)', 'a*', '(a*|b)c?', '(?:x?)+', '(?P<n>a?)', 'a{0,3}'])(
  'S23 %s can match nothing',
  (pattern) => {
    expect(matchesEveryLine(pattern)).toBe(true);
  },
);

test.each(['(?i)|x', '.*', '[^]a]*', '[[:alpha:]]*', '\\p{L}*', '\\d*?', '(a{2}|){3}', '(?i:x*)'])(
  "%s too, in ripgrep's dialect",
  (pattern) => {
    expect(matchesEveryLine(pattern)).toBe(true);
  },
);

test.each(['a|b', 'x\\|\\|y', 'a(b|)c', 'foo.*bar', 'a+', '[|]', '[a*]', '[^]|]', '(a*)+b', 'x{2,3}', '\\(\\)', '=>'])(
  '%s cannot',
  (pattern) => {
    expect(matchesEveryLine(pattern)).toBe(false);
  },
);

test('an anchor says where, so empty lines can still be asked for', () => {
  expect(['^$', '^\\s*$', '\\b', '^'].map(matchesEveryLine)).toEqual([false, false, false, false]);
});

test('what is not well formed matches nothing, and deep nesting is one pass', () => {
  expect(['(', ')', 'a)|', '[a', '(?'].map(matchesEveryLine)).toEqual([false, false, false, false, false]);
  expect(matchesEveryLine(`${'('.repeat(100_000)}a|${')?'.repeat(100_000)}`)).toBe(true);
  expect(matchesEveryLine(`${'(||)'.repeat(25_000)}x`)).toBe(false);
});
