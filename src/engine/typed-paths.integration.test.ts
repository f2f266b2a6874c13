/** Paths as people give them: every spelling of a place means that place, and the floor answers before the disk does. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchors, type Ask, ask, engineOn, paths, request } from '../../testing/ask.ts';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import { isIqError } from './errors.ts';

const FILES = {
  'src/a.ts': 'export function needle(): number {\n  return 1;\n}\n',
  'lib/b.ts': 'export const needle = 2;\n',
};

/** Spellings of `src/a.ts`, given the root and a link to it. */
const SPELLINGS: [string, (root: string, link: string) => string][] = [
  ['as it is', () => 'src/a.ts'],
  ['./', () => './src/a.ts'],
  ['//', () => 'src//a.ts'],
  ['/./', () => 'src/./a.ts'],
  ['a/../b', () => 'lib/../src/a.ts'],
  ['backslashes', () => 'src\\a.ts'],
  ['absolute', (root) => `${root}/src/a.ts`],
  ['absolute with dots', (root) => `${root}//lib/.././src/a.ts`],
  ['through a linked root', (_, link) => `${link}/src/a.ts`],
];

/** A root with a link to it beside it. */
function linkedRepo(): { repo: TestRepo; link: string } {
  const repo = makeRepo(FILES);
  const link = join(dirname(repo.dir), 'link');
  symlinkSync(repo.dir, link);
  return { repo, link };
}

test.each(SPELLINGS)('%s: outline, context, a pasted place and --in mean the same file', async (_, spell) => {
  const { repo, link } = linkedRepo();
  using _gone = repo;
  const path = spell(repo.dir, link);
  const asked: Ask[] = [
    { verb: 'outline', text: path },
    { verb: 'context', text: `${path}:1` },
    { text: `${path}:1` },
    { verb: 'find', text: 'needle', scope: { in: [path] } },
  ];
  await using engine = await engineOn(repo, [link]);
  for (const question of asked) {
    expect(anchors(await engine.search(request(question))), JSON.stringify(question)).toEqual(['src/a.ts:1']);
  }
  expect(await engine.explainMissing(path)).toMatchObject({ state: 'searched', sentence: /^src\/a\.ts is/ });
});

test('with several roots a path begins with the name of one, or is absolute', async () => {
  using repo = makeRepo(FILES);
  await using engine = await engineOn(repo, [join(repo.dir, 'src'), join(repo.dir, 'lib')]);
  for (const place of ['lib', './lib/', 'src/../lib', 'lib//b.ts', join(repo.dir, 'lib')]) {
    const answer = await engine.search(request({ verb: 'find', text: 'needle', scope: { in: [place] } }));
    expect(paths(answer), place).toEqual(['lib/b.ts']);
  }
});

test.each([['../repo/src/a.ts'], ['src/../../repo/src'], ['/etc/hostname'], ['..']])('%s is outside', async (path) => {
  using repo = makeRepo(FILES);
  for (const question of [{ verb: 'outline', text: path } as const, { text: 'x', scope: { in: [path] } }]) {
    await expect(ask(repo, question)).rejects.toMatchObject({ code: 'path-outside-root' });
  }
});

/** What is said of a path, with the path left out of it. */
async function sentence(repo: TestRepo, question: Ask, path: string): Promise<string> {
  try {
    return `answered: ${(await ask(repo, question)).confidenceReason}`;
  } catch (error) {
    if (!isIqError(error)) throw error;
    // A pasted place is read without `./` in front.
    return `${error.code}: ${error.message.replace(path.replace(/^(\.\/+)+/, ''), 'PATH').replace(/(?:\.\/+)+PATH/, 'PATH')}`;
  }
}

test('what the floor forbids by name is refused in the same words whether it is there or not', async () => {
  using repo = makeRepo({
    ...FILES,
    '.env': 'A=1\n',
    '.git/config': 'x\n',
    'sub/.git/HEAD': 'x\n',
    'sub/credentials': 'x\n',
    '.iq/cache/x': 'x\n',
  });
  const there = [
    '.env',
    '.git/config',
    'sub/.git',
    'sub/credentials',
    '.iq/cache/x',
    './/.env',
    join(repo.dir, '.env'),
  ];
  const absent = ['.env.nope', '.git/nope', 'sub/.ssh', 'lib/credentials', '.iq/cache/nope', 'nope/../.env.b', '/.env'];
  const questions: [string, (path: string) => Ask][] = [
    ['--in', (path) => ({ verb: 'find', text: 'x', scope: { in: [path] } })],
    ['outline', (path) => ({ verb: 'outline', text: path })],
    ['context', (path) => ({ verb: 'context', text: `${path}:1` })],
  ];
  for (const [name, question] of questions) {
    const said = new Set<string>();
    for (const path of [...there, ...absent.map((path) => (path === '/.env' ? join(repo.dir, 'src/.env') : path))]) {
      said.add(await sentence(repo, question(path), path));
    }
    expect([...said], name).toEqual([expect.stringMatching(/^path-forbidden: .*PATH may hold secrets or tool state/)]);
  }
});

test('a folder is no secret because a file of its name would be one', async () => {
  using repo = makeRepo({ 'credentials/reader.ts': 'export const needle = 1;\n' });
  const answer = await ask(repo, { verb: 'find', text: 'needle', scope: { in: ['credentials'] } });
  expect(paths(answer)).toEqual(['credentials/reader.ts']);
});

test('the part of a tool folder that git tracks can be named, the rest is refused', async () => {
  using repo = makeRepo({ '.iq/rules/a.md': 'needle\n' }, { git: true });
  repo.write('.iq/own/b.md', 'needle\n');
  const search = (place: string): Ask => ({ verb: 'find', text: 'needle', scope: { in: [place] } });
  for (const place of ['.iq/rules', '.iq/rules/', '.iq/rules/a.md']) {
    expect(paths(await ask(repo, search(place))), place).toEqual(['.iq/rules/a.md']);
  }
  await using engine = await engineOn(repo);
  await engine.index.bringUpToDate();
  expect(paths(await engine.search(request(search('.iq'))))).toEqual(['.iq/rules/a.md']);
  expect(anchors(await ask(repo, { verb: 'context', text: '.iq/rules/a.md:1' }))).toEqual(['.iq/rules/a.md:1']);
  for (const place of ['.iq/own', '.iq/own/b.md', '.iq/nope']) {
    await expect(ask(repo, search(place)), place).rejects.toMatchObject({ code: 'path-forbidden' });
  }
});

test('a root behind the floor is refused and not searched as an empty one', async () => {
  using repo = makeRepo({ ...FILES, '.aws/config': 'needle\n', '.iq/cache/x': 'needle\n' });
  mkdirSync(join(repo.dir, '.git', 'hooks'), { recursive: true });
  for (const folder of ['.aws', '.git', '.git/hooks', '.iq/cache']) {
    await expect(engineOn(repo, [join(repo.dir, folder)]), folder).rejects.toMatchObject({
      code: 'path-forbidden',
      message: expect.stringContaining('is never searched') as string,
    });
    await expect(engineOn(repo, [repo.dir, join(repo.dir, folder)]), folder).rejects.toMatchObject({
      code: 'path-forbidden',
    });
  }
});
