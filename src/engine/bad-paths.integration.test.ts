/** Paths people name that lead nowhere, to a folder, through a file, or where nobody may look. */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ask, ask, engineOn } from '../../testing/ask.ts';
import { makeRepo } from '../../testing/make-repo.ts';
import { runIq, WITHOUT_OVERRIDE } from '../../testing/run-iq.ts';

const FILES = {
  'src/sub/c.ts': 'export const c = 1;\n',
  'src/a.ts': 'export const needle = 1;\n',
  'closed/b.ts': 'export const needle = 2;\n',
};
const LONG = 'x'.repeat(300);

const CASES: [string, Ask, string, RegExp][] = [
  ['EISDIR outline', { verb: 'outline', text: 'src' }, 'path-unreadable', /^src is a folder; .* iq files "src\/\*\*"$/],
  [
    'EISDIR a pasted place',
    { text: 'src/sub:3' },
    'path-unreadable',
    /^src\/sub is a folder; .* iq files "src\/sub\/\*\*"$/,
  ],
  ['ENOTDIR outline', { verb: 'outline', text: 'src/a.ts/b.ts' }, 'path-not-found', /no file src\/a\.ts\/b\.ts/],
  ['ENOTDIR context', { verb: 'context', text: 'src/a.ts/b.ts:1' }, 'path-not-found', /no file src\/a\.ts\/b\.ts/],
  ['ENOTDIR --in', { verb: 'find', text: 'n', scope: { in: ['src/a.ts/b'] } }, 'path-not-found', /--in src\/a\.ts\/b/],
  ['ENOENT --in', { verb: 'find', text: 'n', scope: { in: ['gone'] } }, 'path-not-found', /--in gone/],
  ['NUL --in', { verb: 'find', text: 'n', scope: { in: ['a\0b'] } }, 'path-outside-root', /outside/],
  ['ENAMETOOLONG outline', { verb: 'outline', text: LONG }, 'path-unreadable', /longer than the system can open/],
  [
    'ENAMETOOLONG --in',
    { verb: 'find', text: 'n', scope: { in: [LONG] } },
    'path-unreadable',
    /longer than the system/,
  ],
];

test.each(CASES)('%s', async (...[, question, code, sentence]) => {
  using repo = makeRepo(FILES);
  await expect(ask(repo, question)).rejects.toMatchObject({
    code,
    message: expect.stringMatching(sentence) as string,
  });
});

test('ENOTDIR a root that is a file, or lies below one', async () => {
  using repo = makeRepo(FILES);
  for (const path of ['src/a.ts', 'src/a.ts/b']) {
    await expect(engineOn(repo, [join(repo.dir, path)])).rejects.toMatchObject({
      code: 'root-not-a-directory',
      message: expect.stringContaining(path) as string,
    });
  }
});

test('a place that does not exist is a query, and one that is there wins', async () => {
  using repo = makeRepo(FILES);
  const answer = await ask(repo, { text: 'src/a.ts/b.ts:1' });
  expect(answer.reading).toMatchObject({ escalatedFrom: 'path' });
  expect((await ask(repo, { text: 'src/a.ts:1' })).reading.kind).toBe('anchor');
});

test.each([
  [['outline', 'closed/b.ts'], /^iq: closed\/b\.ts cannot be shown: permission denied\n$/],
  [['closed/b.ts:1'], /^iq: closed\/b\.ts cannot be shown: permission denied\n$/],
  [['find', 'needle', '--in', 'closed/b.ts'], /^iq: --in closed\/b\.ts cannot be searched: permission denied\.\n$/],
])('EACCES %j', async (args, sentence) => {
  using repo = makeRepo(FILES);
  chmodSync(join(repo.dir, 'closed'), 0);
  const options = { cwd: repo.dir, indexDir: repo.indexDir, wrapper: WITHOUT_OVERRIDE };
  const { code, stderr } = await runIq(args, options);
  chmodSync(join(repo.dir, 'closed'), 0o700);
  expect(stderr.replace(/^(indexing|listing) .*\n/gm, '')).toMatch(sentence);
  expect(code).toBe(2);
});
