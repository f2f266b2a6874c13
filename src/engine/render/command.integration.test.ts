import fc from 'fast-check';
import { expect, test } from 'vitest';
import { request } from '../../../testing/render-samples.ts';
import { runProcess } from '../../system/spawn.ts';
import { quote, toCommand } from './command.ts';

/** The words a POSIX shell makes of a command line. */
async function wordsOf(command: string): Promise<string[]> {
  const script = `iq() { printf '%s\\0' "$@"; }; ${command}`;
  const { stdout, code } = await runProcess({ file: '/bin/sh', args: ['-c', script], env: { PATH: '/usr/bin:/bin' } });
  expect(code).toBe(0);
  return stdout.toString('utf8').split('\0').slice(0, -1);
}

test('a bare question needs no flags', () => {
  expect(toCommand(request({ text: 'how are tokens refreshed' }))).toBe("iq 'how are tokens refreshed'");
});

test('every flag that differs from its default is there, and the shell gives back the same words', async () => {
  const scope = {
    in: ['a b', "it's"],
    repo: ['one'],
    lang: ['ts', 'py'],
    glob: ['*.ts', '!x'],
    notGlob: ['$HOME/`id`'],
    only: ['src' as const, 'tests' as const],
    ignored: true,
  };
  const full = request({
    verb: 'find',
    text: '-needle $(id) "x" \\',
    scope,
    literal: true,
    word: true,
    case: 'sensitive',
    exact: true,
    kind: 'fn',
    context: 2,
    budget: 99,
    limit: 7,
    filesOnly: true,
    count: true,
    full: true,
    why: true,
    format: 'json',
    after: 'CUR',
    features: '-bm25',
  });
  expect(await wordsOf(toCommand(full, ['/x y']))).toEqual([
    'find',
    '--root',
    '/x y',
    '--in',
    'a b',
    '--in',
    "it's",
    '--repo',
    'one',
    '--lang',
    'ts,py',
    '--glob',
    '*.ts',
    '--glob',
    '!x',
    '--not-glob',
    '$HOME/`id`',
    '--only',
    'src,tests',
    '--ignored',
    '--literal',
    '--word',
    '--case',
    'sensitive',
    '--exact',
    '--kind',
    'fn',
    '--features=-bm25',
    '-C',
    '2',
    '--budget',
    '99',
    '--limit',
    '7',
    '--files-only',
    '--count',
    '--full',
    '--why',
    '--json',
    '--after',
    'CUR',
    '--',
    full.text,
  ]);
});

test('X14 a word with line breaks or invisible characters is one visible line, and still the same word', async () => {
  const word = fc.string({
    unit: fc.constantFrom(...Array.from(`ab -%\\'"$\`!*~#&;\t漢`), '\n', '\r', '\x1b', '\u202E', '😀'),
    minLength: 1,
    maxLength: 15,
  });
  const words = fc.sample(word, { numRuns: 300, seed: 3 }).filter((each) => !each.endsWith('\n'));
  const command = words.map(quote);
  for (const each of command) expect(each).not.toMatch(/[\p{Cc}\u202E]/u);
  expect(await wordsOf(`iq ${command.join(' ')}`)).toEqual(words);
});
