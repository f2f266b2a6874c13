import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REQUEST_LIMITS } from '../../shared/vocabulary.ts';
import type { FileFilter, ParsedQuery } from '../types.ts';
import { NO_FILTER } from './filter.ts';
import { parseQuery } from './query.ts';

function read(raw: string, flags: FileFilter = NO_FILTER): ParsedQuery {
  const result = parseQuery(raw, flags);
  if (!result.ok) throw new Error(result.error.message);
  return result.query;
}

function failure(raw: string): { code: string; message: string } {
  const result = parseQuery(raw, NO_FILTER);
  if (result.ok) throw new Error(`${raw} was read`);
  return result.error;
}

describe('filters inside the query', () => {
  test('are taken out of the text and joined with the flags', () => {
    const query = read('lang:ts path:src -path:legacy only:src in:packages/a repo:web glob:*.tsx token refresh', {
      ...NO_FILTER,
      languages: ['go'],
    });
    expect(query.text).toBe('token refresh');
    expect(query.filter).toEqual({
      ...NO_FILTER,
      languages: ['go', 'ts'],
      pathContains: ['src'],
      notPathContains: ['legacy'],
      classes: ['src'],
      in: ['packages/a'],
      repo: ['web'],
      globs: ['*.tsx'],
    });
    expect(query.filterLabels).toEqual([
      'lang:go',
      'lang:ts',
      'path:src',
      '-path:legacy',
      'only:src',
      'in:packages/a',
      'repo:web',
      'glob:*.tsx',
    ]);
  });

  test('flags stay as they were', () => {
    const flags = { ...NO_FILTER, languages: ['go'] };
    read('lang:ts x', flags);
    expect(flags.languages).toEqual(['go']);
  });

  test('negated languages, classes and globs', () => {
    const { filter } = read('-lang:md,rst -only:tests -glob:*.snap -path:*.gen.ts x');
    expect(filter.notLanguages).toEqual(['md', 'rst']);
    expect(filter.notClasses).toEqual(['tests']);
    expect(filter.notGlobs).toEqual(['*.snap', '*.gen.ts']);
  });

  test('file: is path:, a star makes it a glob, quotes hold blanks', () => {
    expect(read('file:widget x').filter.pathContains).toEqual(['widget']);
    expect(read('path:src/*.ts x').filter.globs).toEqual(['src/*.ts']);
    expect(read('path:"my dir" x').filter.pathContains).toEqual(['my dir']);
    expect(read('path:src/{a,b} x').filter.globs).toEqual(['src/{a,b}']);
    expect(read('path:[id] x').filter.pathContains).toEqual(['[id]']);
  });

  test('S28 only an exclusion means everything except', () => {
    const query = read('-path:test');
    expect(query.text).toBe('');
    expect(query.kind).toBe('path');
    expect(query.filter.notPathContains).toEqual(['test']);
  });

  test.each(['author:ann retry', 'changed:30d', 'retry hot:top10%', '-author:ann x'])(
    '%s says that it is not built',
    (raw) => {
      const { code, message } = failure(raw);
      expect(code).toBe('usage');
      expect(message).toContain('git history');
    },
  );

  test('an unknown class names the known ones', () => {
    expect(failure('only:banana x')).toMatchObject({ code: 'usage', message: expect.stringContaining('generated') });
  });

  test('a place cannot be excluded by in:', () => {
    expect(failure('-in:src x').message).toContain('-path:');
  });

  test.each(['std::vector', 'http://x.y', 'foo:bar', 'lang:', 'TODO: fix', 'a ? b : c'])('%s is no filter', (raw) => {
    expect(read(raw).text).toBe(raw);
  });
});

describe('phrases, regexes and excluded words', () => {
  test('are taken out', () => {
    const query = read('retry "exact  phrase" /back ?off/i -legacy -"old one" policy');
    expect(query.text).toBe('retry policy');
    expect(query.phrases).toEqual(['exact phrase']);
    expect(query.regexes).toEqual(['(?i)back ?off']);
    expect(query.notWords).toEqual(['legacy', 'old one']);
    expect(query.filterLabels).toEqual(['"exact  phrase"', '/back ?off/i', '-legacy', '-"old one"']);
  });

  test('alone they are what is looked for', () => {
    expect(read('"exact phrase"')).toMatchObject({ text: '', kind: 'regex', phrases: ['exact phrase'] });
    expect(read('/foo$/')).toMatchObject({ text: '', kind: 'regex', regexes: ['foo$'] });
  });

  test('a regex may hold escaped slashes and slashes in classes', () => {
    expect(read('/a\\/b[/]c/').regexes).toEqual(['a/b[/]c']);
  });

  test.each([
    ['/(/', '('],
    ['/foo(/i', '(?i)foo('],
    ['/a{2,1}/', 'a{2,1}'],
    ['lang:ts /(a b/', '(a b'],
  ])('%s: one regex that does not compile is handed on, for ripgrep to say why', (raw, regex) => {
    expect(read(raw)).toMatchObject({ text: '', kind: 'regex', regexes: [regex] });
  });

  test.each(['/(unclosed/ x', '/usr/(x)/', '/[id/', '/+page/', '/*(/', '/ (/'])('%s is none', (raw) => {
    expect(read(raw)).toMatchObject({ text: raw, regexes: [] });
  });

  test('a quote inside a phrase is escaped', () => {
    expect(read('"say \\"hi\\" now"').phrases).toEqual(['say "hi" now']);
  });

  test.each([
    '"unclosed phrase',
    'a / b / c',
    '/usr/local/bin/',
    '/a / b',
    '/* comment */ x',
    'foo\\',
    'say("hello world")',
    '--flag x',
    '-1 x',
    '-> x',
    '- x',
    '/(unclosed/ x',
    '""',
    '// todo later',
  ])('S23 %s stays as typed', (raw) => {
    expect(read(raw)).toMatchObject({ text: raw, phrases: [], regexes: [], notWords: [] });
  });
});

describe('reading', () => {
  test('text without filters keeps its own spacing', () => {
    expect(read('  a   b  ').text).toBe('a   b');
  });

  test('O9 a pasted place keeps its path as text', () => {
    expect(read('at f (src/x.ts:3:9)')).toMatchObject({
      kind: 'anchor',
      text: 'src/x.ts',
      anchor: { path: 'src/x.ts', line: 3, column: 9 },
    });
    expect(read('lang:ts File.tsx:25.')).toMatchObject({ kind: 'anchor', anchor: { path: 'File.tsx', line: 25 } });
  });

  test('line 0 is what tools write for a whole file', () => {
    expect(read('src/x.ts:0:0')).toMatchObject({ kind: 'anchor', text: 'src/x.ts', anchor: { line: 0 } });
  });

  test('a pasted Python frame is a place, not a phrase', () => {
    expect(read('File "app/main.py", line 12, in run')).toMatchObject({ kind: 'anchor', phrases: [] });
  });

  test('names lose their empty call, paths their leading ./ and backslashes', () => {
    expect(read('getUser()')).toMatchObject({ kind: 'identifier', text: 'getUser' });
    expect(read('./src/a.ts')).toMatchObject({ kind: 'path', text: 'src/a.ts' });
    expect(read('src\\app\\a.ts')).toMatchObject({ kind: 'path', text: 'src/app/a.ts' });
  });

  test('what is asked for decides whether penalties lift', () => {
    expect(read('how is login tested').wantsTests).toBe(true);
    expect(read('how does the test client log in').wantsTests).toBe(false);
    expect(read('only:tests login').wantsTests).toBe(true);
    expect(read('path:tests login').wantsTests).toBe(true);
    expect(read('login.test.ts').wantsTests).toBe(true);
    expect(read('where is login documented').wantsDocs).toBe(true);
    expect(read('only:docs login').wantsDocs).toBe(true);
    expect(read('login flow')).toMatchObject({ wantsTests: false, wantsDocs: false });
  });

  test('an empty query is a failure, a long one is not', () => {
    expect(failure('  ').code).toBe('query-empty');
    expect(read('x'.repeat(REQUEST_LIMITS.queryChars)).text).toHaveLength(REQUEST_LIMITS.queryChars);
  });

  test('nothing typed, but flags: everything they allow', () => {
    expect(read('', { ...NO_FILTER, languages: ['go'] })).toMatchObject({ text: '', kind: 'path' });
  });

  test('a NUL separates words', () => {
    expect(read('foo\0bar').text).toBe('foo bar');
  });

  test('nothing typed breaks it or goes missing', () => {
    const part = fc.constantFrom(
      '"',
      '/',
      '\\',
      '-',
      ':',
      ' ',
      'lang:',
      'path:',
      '(',
      '*',
      '#L1',
      'a',
      '😀',
      '设',
      '\n',
      '\0',
      ',',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 30 }).map((list) => list.join('')),
    );
    fc.assert(
      fc.property(text, (raw) => {
        const result = parseQuery(raw, NO_FILTER);
        if (!result.ok) {
          expect(['query-empty', 'usage']).toContain(result.error.code);
          expect(result.error.code === 'query-empty').toBe(raw.replaceAll('\0', ' ').trim() === '');
        } else expect(result.query.text === '' && result.query.filterLabels.length === 0).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('hostile repetitions are read in linear time', () => {
    const size = REQUEST_LIMITS.queryChars;
    for (const unit of ['"', ' /[', '\\"', '/a', '-', '(', 'a:', '[', '#L1', '{a,', ' "a', '\\/', 'test ', 'is ']) {
      const result = parseQuery(unit.repeat(Math.floor(size / unit.length)), NO_FILTER);
      expect(result.ok || result.error.code === 'usage').toBe(true);
    }
  });
});
