/** Reported faults of indexers, each asked of this one. */
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { anchors, ask, engineOn, paths, request } from './ask.ts';
import { indexPath } from './index-repo.ts';
import { makeRepo, type TestRepo } from './make-repo.ts';

test('I1 a 1.2 MB file is found; one over the limit is listed with its size and the limit', async () => {
  const line = 'const filler = "lorem ipsum dolor sit amet";\n';
  using repo = makeRepo({
    'big.ts': `${line.repeat(27_000)}const needle_big = 1;\n`,
    'huge.ts': `${line.repeat(100_000)}const needle_huge = 1;\n`,
  });
  expect(paths(await ask(repo, { text: 'needle_big' }))).toEqual(['big.ts']);
  const answer = await ask(repo, { text: 'needle_huge' });
  expect(answer.receipt.skipped).toMatchObject([{ path: 'huge.ts', reason: 'too-large' }]);
  expect(answer.receipt.skipped[0]?.detail).toMatch(/4\.\d MB.*4 MB|4 MiB/);
});

test('I3 one size gate: every verb agrees on files around old limits', async () => {
  const sizes = [511, 513, 1023, 1025];
  const files = sizes.map((kb): [string, string] => {
    const head = `export function token_${kb}(): number {\n  return ${kb};\n}\n`;
    return [`f${kb}.ts`, head + '// padding padding padding\n'.repeat(Math.ceil((kb * 1024 - head.length) / 27))];
  });
  using repo = makeRepo(Object.fromEntries(files));
  for (const kb of sizes) {
    const path = `f${kb}.ts`;
    expect(paths(await ask(repo, { text: `token_${kb}` })), 'bare').toEqual([path]);
    expect(paths(await ask(repo, { verb: 'find', text: `token_${kb}` })), 'find').toEqual([path]);
    expect(anchors(await ask(repo, { verb: 'def', text: `token_${kb}` })), 'def').toEqual([`${path}:1`]);
    expect(anchors(await ask(repo, { verb: 'outline', text: path })), 'outline').toContain(`${path}:1`);
  }
});

test('I4 a line of 2,500 characters does not drop its file', async () => {
  using repo = makeRepo({ 'long.js': `var a = "${'x'.repeat(2_450)} longline_token";\n` });
  expect(paths(await ask(repo, { text: 'longline_token' }))).toEqual(['long.js']);
});

test('I5 a 900 KB lock file is listed by name and found by its text', async () => {
  const entry = (n: number): string => `"package-${n}@^1.0.${n}":\n  version "1.0.${n}"\n\n`;
  using repo = makeRepo({ 'yarn.lock': Array.from({ length: 20_000 }, (_, n) => entry(n)).join('') });
  expect(paths(await ask(repo, { verb: 'files', text: 'yarn.lock' }))).toEqual(['yarn.lock']);
  expect(paths(await ask(repo, { text: 'package-19999 version' }))).toEqual(['yarn.lock']);
});

test('I7 an index that was deleted under a running engine is built again', async () => {
  using repo = makeRepo({ 'a.ts': 'export const alphaValue = 1;\n' });
  await using engine = await engineOn(repo);
  await engine.search(request({ text: 'where is the alpha value' }));
  rmSync(repo.indexDir, { recursive: true });
  repo.write('b.ts', 'export const betaValue = 2;\n');
  expect(paths(await engine.search(request({ text: 'where is the beta value' })))[0]).toBe('b.ts');
});

test('I9 an edit between two commands is in the second answer', async () => {
  using repo = makeRepo({ 'a.ts': 'export const before = 1;\n' });
  await ask(repo, { text: 'before value' });
  repo.write('a.ts', 'export const afterwards = 1;\n');
  expect(anchors(await ask(repo, { verb: 'def', text: 'afterwards' }))).toEqual(['a.ts:1']);
  expect(anchors(await ask(repo, { verb: 'def', text: 'before' }))).toEqual([]);
});

test('I11 while an index is incomplete the files are asked, and once it is complete it counts again', async () => {
  using repo = makeRepo({ 'bare.ts': Buffer.from('const utf16needle = 1;\r\nconst other = 2;\r\n', 'utf16le') });
  await ask(repo, { text: 'utf16needle' });
  await using engine = await engineOn(repo);
  const find = async (): Promise<string[]> =>
    paths(await engine.search(request({ verb: 'find', text: 'utf16needle' })));
  setComplete(repo, 0);
  // Without an index nobody knows the encoding of a file that has no mark.
  expect(await find()).toEqual([]);
  setComplete(repo, 1);
  expect(await find()).toEqual(['bare.ts']);
});

function setComplete(repo: TestRepo, value: 0 | 1): void {
  const db = new Database(indexPath(repo));
  db.prepare("UPDATE meta SET value = ? WHERE key = 'complete'").run(value);
  db.close();
}

test('I13 a root that is away for a moment loses nothing', async () => {
  using repo = makeRepo({ 'src/a.ts': 'export const kept = 1;\n' });
  await using engine = await engineOn(repo);
  await engine.search(request({ text: 'kept value' }));
  const away = `${repo.dir}-away`;
  const { renameSync } = await import('node:fs');
  renameSync(repo.dir, away);
  await expect(engine.search(request({ text: 'kept value' }))).rejects.toMatchObject({ code: 'root-missing' });
  renameSync(away, repo.dir);
  expect(paths(await engine.search(request({ text: 'kept value' })))).toEqual(['src/a.ts']);
});

test('I16 symlink loops end, and each file is listed once', async () => {
  using repo = makeRepo({ 'a/x.ts': 'export const looped = 1;\n' });
  symlinkSync('..', join(repo.dir, 'a/up'));
  symlinkSync('.', join(repo.dir, 'loop'));
  const answer = await ask(repo, { text: 'looped' });
  expect(anchors(answer)).toEqual(['a/x.ts:1']);
  expect(answer.receipt.listed).toBe(1);
});

test('I29 a first question on a fresh folder is answered without any set-up', async () => {
  using repo = makeRepo({ 'src/token.ts': 'export function refreshToken(): void {}\n' });
  expect(existsSync(repo.indexDir)).toBe(false);
  expect(anchors(await ask(repo, { text: 'refreshToken' }))[0]).toBe('src/token.ts:1');
  expect(readdirSync(repo.dir)).toEqual(['src']);
});

test('several roots are searched as one, and overlapping ones once (S16)', async () => {
  using repo = makeRepo({
    'one/src/a.ts': 'export const sharedName = 1;\n',
    'two/src/a.ts': 'export const sharedName = 2;\n',
  });
  const root = (name: string): string => join(repo.dir, name);
  await using both = await engineOn(repo, [root('one'), root('two'), root('one/src')]);
  const answer = await both.search(request({ verb: 'def', text: 'sharedName' }));
  expect(anchors(answer).sort()).toEqual(['one/src/a.ts:1', 'two/src/a.ts:1']);
  const narrowed = await both.search(request({ verb: 'find', text: 'sharedName', scope: { repo: ['two'] } }));
  expect(anchors(narrowed)).toEqual(['two/src/a.ts:1']);
});

test('two folders of one name are told apart', async () => {
  using repo = makeRepo({ 'x/app/a.ts': 'export const inX = 1;\n', 'y/app/a.ts': 'export const inY = 1;\n' });
  mkdirSync(join(repo.dir, 'z'));
  await using engine = await engineOn(repo, [join(repo.dir, 'x/app'), join(repo.dir, 'y/app')]);
  const [first, second] = engine.roots();
  expect(first?.name).not.toBe(second?.name);
  expect(paths(await engine.search(request({ text: 'inY' })))).toEqual([`${second?.name}/a.ts`]);
});
