import { describe, expect, test } from 'vitest';
import { isIqError } from '../engine/errors.ts';
import { readArguments } from './arguments.ts';

function read(...argv: string[]): { verb: string; words: string; flags: Record<string, unknown> } {
  const result = readArguments(argv);
  if (result.kind !== 'run') throw new Error(`read as ${result.kind}`);
  return { verb: result.row.name, words: result.words.join(' '), flags: { ...result.flags } };
}

function complaint(...argv: string[]): string {
  try {
    readArguments(argv);
  } catch (error) {
    if (isIqError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no complaint';
}

describe('which verb is meant', () => {
  test('words without a verb are one query', () => {
    expect(read('how', 'are', 'tokens', 'refreshed')).toEqual({
      verb: '',
      words: 'how are tokens refreshed',
      flags: {},
    });
  });

  test('the first word is the verb, wherever the flags stand', () => {
    const expected = { verb: 'find', words: 'load', flags: { root: ['/r'], literal: true } };
    expect(read('find', 'load', '--root', '/r', '--literal')).toEqual(expected);
    expect(read('--root', '/r', '--literal', 'find', 'load')).toEqual(expected);
    expect(read('--root=/r', 'find', '--literal', 'load')).toEqual(expected);
  });

  test('the value of a flag is no verb', () => {
    expect(read('--in', 'find', 'x')).toMatchObject({ verb: '', words: 'x', flags: { in: ['find'] } });
    expect(read('-C', '2', 'def', 'x')).toMatchObject({ verb: 'def', flags: { context: 2 } });
    expect(read('-C2', 'def', 'x')).toMatchObject({ verb: 'def', flags: { context: 2 } });
  });

  test('behind -- a verb is a word', () => {
    expect(read('--', 'find')).toMatchObject({ verb: '', words: 'find' });
    expect(read('--count', '--', 'find', 'it')).toMatchObject({ verb: '', words: 'find it', flags: { count: true } });
  });

  test('words of verbs that are not built yet are query words', () => {
    expect(read('hotspots')).toMatchObject({ verb: '', words: 'hotspots' });
    expect(complaint('x', '--route', 'mmr')).toContain('There is no flag --route');
  });
});

describe('X1 a query that starts with a dash', () => {
  test.each(['-x', '--pre=/tmp/p.sh', '--files', '--help', '--root'])('%s behind -- is the query', (query) => {
    expect(read('--', query)).toEqual({ verb: '', words: query, flags: {} });
    expect(read('find', '--', query)).toEqual({ verb: 'find', words: query, flags: {} });
  });

  test.each(['-x', '--pre=/tmp/p.sh', '--files'])('%s without -- is refused and says how to search for it', (query) => {
    expect(complaint(query)).toMatch(/^usage: There is no flag .* goes behind --/);
  });

  test('a negative filter and a quoted text with blanks are words', () => {
    expect(read('lang:ts', '-path:test', 'token')).toMatchObject({ words: 'lang:ts -path:test token', flags: {} });
    expect(read('-x is set')).toMatchObject({ words: '-x is set', flags: {} });
    expect(read('--glob', '-a:b', 'q')).toMatchObject({ words: 'q', flags: { glob: ['-a:b'] } });
  });
});

describe('flags', () => {
  test('lists add up', () => {
    const { flags } = read(
      'q',
      '--lang',
      'ts, py',
      '--lang',
      'go',
      '--root',
      'a',
      '--root',
      'b',
      '--only',
      'src,tests',
    );
    expect(flags).toEqual({ lang: ['ts', 'py', 'go'], root: ['a', 'b'], only: ['src', 'tests'] });
  });

  test('a value is never split where a comma can be part of it', () => {
    expect(read('q', '--glob', '*.{ts,tsx}').flags).toEqual({ glob: ['*.{ts,tsx}'] });
  });

  test.each([
    [['q', '--budget', '59'], '--budget takes a whole number from 60 to 25,000, not "59".'],
    [['q', '--budget', '1e3'], '--budget takes a whole number from 60 to 25,000, not "1e3".'],
    [['q', '--limit', '0'], '--limit takes a whole number from 1 to 10,000, not "0".'],
    [['q', '-C', '-1'], '-C takes a whole number from 0 to 200, not "-1".'],
    [['q', '--only', 'src,lib'], '--only takes src, tests, docs, config, generated, vendored, not "lib".'],
    [['refs', 'q', '--kind', 'fn'], '--kind takes call, import, type, write, not "fn".'],
    [['q', '--exact'], '--exact belongs to iq files'],
    [['q', '--in'], '--in needs a value.'],
    [['q', '-C'], 'needs a value.'],
    [['q', '--root', ''], '--root needs a value.'],
    [['q', '--in='], '--in needs a value.'],
    [['q', '--repo', ' '], '--repo needs a value.'],
    [['q', '--lang', ''], '--lang needs a value.'],
    [['q', '--lang', ','], '--lang needs a value.'],
    [['q', '--only', ''], '--only needs a value.'],
    [['q', '--glob', ''], '--glob needs a value.'],
    [['q', '--not-glob', ''], '--not-glob needs a value.'],
    [['doctor', '--root', ''], '--root needs a value.'],
    [['q', '--limt', '3'], 'did you mean --limit?'],
    [['q', '--count=3'], '--count'],
  ])('%j is refused in one sentence', (argv, sentence) => {
    const said = complaint(...argv);
    expect(said).toContain(sentence);
    expect(said.startsWith('usage: ')).toBe(true);
    expect(said).not.toContain('\n');
  });
});

test('help and version', () => {
  const help = readArguments(['--help']);
  expect(help.kind === 'help' && help.text).toContain('outline <path>');
  const verbHelp = readArguments(['find', '--help']);
  expect(verbHelp.kind === 'help' && verbHelp.text).toContain('--literal');
  expect(readArguments(['--version'])).toEqual({ kind: 'version' });
});
