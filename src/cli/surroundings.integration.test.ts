/** Surroundings that a command cannot work in: each gets a sentence, and what can go on goes on. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import { type IqResult, runIq } from '../../testing/run-iq.ts';

const FILES = { 'src/a.ts': 'export const needle = 1;\n', 'notes.txt': 'plain words\n' };

/** Runs iq in a folder that is deleted before it starts. */
function iqInDeletedFolder(repo: TestRepo, args: readonly string[]): Promise<IqResult> {
  const cwd = join(dirname(repo.dir), 'deleted');
  mkdirSync(cwd, { recursive: true });
  return runIq(args, { cwd, indexDir: repo.indexDir, wrapper: ['sh', '-c', 'rmdir "$PWD"; exec "$@"', 'sh'] });
}

test.each([['needle'], ['doctor'], ['index']])('%s in a deleted folder says so', async (word) => {
  using repo = makeRepo(FILES);
  const { code, stdout, stderr } = await iqInDeletedFolder(repo, [word]);
  expect(stderr).toBe('iq: The current folder was deleted: go to another one, or name a folder with --root.\n');
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('a named root is searched from a deleted folder', async () => {
  using repo = makeRepo(FILES);
  for (const args of [
    ['find', 'needle'],
    ['def', 'needle'],
    ['outline', 'src/a.ts'],
    ['needle', '--ignored'],
  ]) {
    const { code, stderr } = await iqInDeletedFolder(repo, [...args, '--root', repo.dir]);
    expect(code, stderr).toBe(0);
  }
});

test('a relative index folder is refused and not made', async () => {
  using repo = makeRepo(FILES);
  const options = { cwd: repo.dir, indexDir: repo.indexDir, env: { IQ_INDEX_DIR: 'kept' } };
  for (const args of [['needle'], ['index', 'rebuild']]) {
    const { code, stderr } = await runIq(args, options);
    expect(stderr).toMatch(/^iq: IQ_INDEX_DIR has to be an absolute path, not "kept": .*\n$/);
    expect(code).toBe(2);
  }
  const { code, stdout } = await runIq(['doctor'], options);
  expect(stdout).toMatch(/^off +index-folder: .* absolute path, not "kept"/m);
  expect(code).toBe(1);
  expect(existsSync(join(repo.dir, 'kept'))).toBe(false);
});

test('an index folder that cannot be made is no fault inside iq', async () => {
  using repo = makeRepo(FILES);
  const options = { cwd: repo.dir, indexDir: repo.indexDir, env: { IQ_INDEX_DIR: '/proc/iq-index' } };
  const found = await runIq(['def', 'needle'], options);
  expect(found.stdout).toMatch(/^note: The index in \/proc\/iq-index\/.* cannot be written/m);
  expect(found.code, found.stderr).toBe(0);
  for (const action of ['rebuild', 'drop']) {
    const { code, stderr } = await runIq(['index', action], options);
    expect(stderr, action).toMatch(/^iq: The index in .* cannot be written/m);
    expect(stderr, action).not.toContain('searched');
    expect(code, action).toBe(2);
  }
});

test('sentences name what can be done', async () => {
  using repo = makeRepo(FILES);
  rmSync(repo.indexDir, { recursive: true, force: true });
  const iq = (...args: string[]): Promise<IqResult> => runIq(args, { cwd: repo.dir, indexDir: repo.indexDir });
  const outline = await iq('outline', 'notes.txt');
  expect(outline.stdout).toMatch(
    /^answer: none \(notes\.txt holds no definition; for its text: iq context notes\.txt:1\)$/m,
  );
  expect(outline.code).toBe(1);
  expect((await iq('find', 'nowhere')).stdout).toMatch(/^answer: none \(Nothing was found\.\)$/m);
  expect((await iq('find')).stderr).toMatch(/^iq: "find" needs <regex>; /);
  expect((await iq('find', 'needle', '--files-only')).stdout).toMatch(/1 of 1 file \(1 hit\)/);
  expect((await iq('x'.repeat(10_001))).stderr).toMatch(/10,001 characters; 10,000 is the most: search for a part/);
  expect((await iq('files', 'src/**')).stdout).toContain('src/a.ts');
});
