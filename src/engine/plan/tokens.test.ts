import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUERY_TERMS_MAX, TERM_MEMO_WORDS, WORD_MAX_CHARS } from '../options.ts';
import { compoundTerms, foldText, ftsMatch, indexTerms, onlyStopWords, queryTerms, splitIdentifier } from './tokens.ts';

const terms = (text: string): string[] => indexTerms(text).split(' ');

describe('splitIdentifier', () => {
  test.each([
    ['HTTPServer', ['http', 'server']],
    ['getUserById2', ['get', 'user', 'by', 'id', '2']],
    ['snake_case_name', ['snake', 'case', 'name']],
    ['SCREAMING_CASE', ['screaming', 'case']],
    ['__init__', ['init']],
    ['$state', ['state']],
    ['i18n', ['i', '18', 'n']],
    ['userIDs', ['user', 'ids']],
    ['URLsFor', ['urls', 'for']],
    ['parseÄußereForm', ['parse', 'äußere', 'form']],
    ['__', []],
  ])('%s', (word, parts) => {
    expect(splitIdentifier(word)).toEqual(parts);
  });
});

describe('indexTerms', () => {
  test('holds the whole identifier, its parts and their adjacent pairs', () => {
    expect(terms('getUserById2')).toEqual('getuserbyid2 get user by id 2 getuser userby byid id2'.split(' '));
  });

  test('stems parts and keeps the whole as it is written', () => {
    expect(terms('parsedQueries')).toEqual(['parsedqueries', 'pars', 'query', 'parsquery']);
    expect(terms('tokens')).toEqual(['tokens', 'token']);
  });

  test('words that differ in case only keep their own parts', () => {
    expect(indexTerms('fooBar foobar')).toBe('foobar foo bar foobar');
    expect(indexTerms('foobar fooBar')).toBe('foobar foobar foo bar');
  });

  test('repeats a word as often as it occurs', () => {
    expect(terms('a.b(a)')).toEqual(['a', 'b', 'a']);
  });

  test('S2 CJK text gives every character and every adjacent pair', () => {
    expect(terms('设备清单 devices')).toEqual('设 备 清 单 设备 备清 清单 devices devic'.split(' '));
    expect(terms('const設定=1')).toEqual(['const', '設', '定', '設定', '1']);
    expect(terms('サーバー')).toContain('バー');
  });

  test('S8 composed and decomposed forms give the same terms', () => {
    expect(indexTerms('re\u0301sume\u0301')).toBe(indexTerms('r\u00e9sum\u00e9'));
    expect(indexTerms('r\u00e9sum\u00e9')).toBe('r\u00e9sum\u00e9');
    expect(indexTerms('\u30ab\u3099')).toBe('\u30ac');
  });

  test('scripts with combining vowels stay whole words', () => {
    expect(terms('हिन्दी')).toEqual(['हिन्दी']);
  });

  test('punctuation above ASCII separates words', () => {
    expect(terms('alpha—beta…“gamma”，delta')).toEqual(['alpha', 'beta', 'gamma', 'delta']);
  });

  test('blobs give nothing: too long, hexadecimal, base64', () => {
    expect(indexTerms('x'.repeat(WORD_MAX_CHARS + 1))).toBe('');
    expect(indexTerms('9f86d081884c7d659a2feaa0c55ad015')).toBe('');
    expect(indexTerms('aGVsbG8gd29ybGQgdGhpcyBpcyBiYXNl')).toBe('');
    expect(terms('x'.repeat(WORD_MAX_CHARS))).toHaveLength(1);
    expect(terms('deadbeef 12345')).toEqual(['deadbeef', '12345']);
  });

  test('a long CJK line is not a long word', () => {
    expect(terms('设'.repeat(300))).toHaveLength(599);
  });

  test('more words than are remembered come out the same the second time', () => {
    const text = Array.from({ length: TERM_MEMO_WORDS * 2 + 10 }, (_, index) => `w${index}x`).join(' ');
    const first = indexTerms(text);
    expect(first.startsWith('w0x w 0 x w0 0x w1x ')).toBe(true);
    expect(indexTerms(text) === first).toBe(true);
  });

  test('whatever the text, a term is folded and holds only letters, marks, digits, _ and $', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const out = indexTerms(text);
        if (out === '') return;
        for (const term of out.split(' ')) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}_$]+$/u);
          expect(term).toBe(term.toLowerCase());
        }
      }),
    );
  });
});

describe('queryTerms', () => {
  test('asks for identifiers whole and in parts, without stop words', () => {
    expect(queryTerms('how does getUserById work?')).toEqual([
      'getuserbyid',
      'get',
      'user',
      'id',
      'getuser',
      'userby',
      'byid',
      'work',
    ]);
  });

  test('compounds of adjacent plain words are the pairs of identifiers', () => {
    expect(compoundTerms('where is the rate limiter of getUser calls')).toEqual(['ratelimiter']);
    expect(terms('RateLimiters')).toContain('ratelimiter');
    expect(queryTerms('rate limiter')).toEqual(['rate', 'limiter']);
  });

  test('S26 neither stop words nor fragments of contractions are asked for', () => {
    expect(queryTerms("why does vercel.json not work, doesn't it?")).toEqual(['vercel', 'json', 'work']);
    expect(onlyStopWords('what is it not')).toBe(true);
    expect(onlyStopWords('what is a token')).toBe(false);
    expect(onlyStopWords('?!')).toBe(false);
  });

  test('S26 only stop words are asked for as they are', () => {
    expect(queryTerms('what is this')).toEqual(['what', 'is', 'this']);
  });

  test('S2 one CJK character is asked for itself, a run by its pairs', () => {
    expect(queryTerms('设')).toEqual(['设']);
    expect(queryTerms('设备清')).toEqual(['设备', '备清']);
  });

  test('a pasted page is cut to the first terms', () => {
    expect(queryTerms(Array.from({ length: 2_000 }, (_, n) => `word${n}`).join(' '))).toHaveLength(QUERY_TERMS_MAX);
  });

  test('every word of a text is found again by its own query terms', () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,20}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
        const indexed = new Set(terms(words.join('.')));
        for (const single of words) {
          const asked = queryTerms(single);
          if (indexTerms(single) !== '') expect(asked.every((term) => indexed.has(term))).toBe(true);
        }
      }),
    );
  });
});

test('foldText composes and lowers', () => {
  expect(foldText('E\u0301COLE')).toBe('\u00e9cole');
});

describe('ftsMatch', () => {
  test('is the OR of quoted terms, each once', () => {
    expect(ftsMatch(['foo', 'bar', 'foo'])).toBe('"foo" OR "bar"');
  });

  test('nothing to ask is null', () => {
    expect(ftsMatch([])).toBeNull();
    expect(ftsMatch(['"', '\0', ' '])).toBeNull();
  });

  test('quotes, NUL and operators only separate', () => {
    expect(ftsMatch(['a"b\0c', 'x->y'])).toBe('"a" OR "b" OR "c" OR "x" OR "y"');
  });
});
