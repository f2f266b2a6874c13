import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../../../testing/make-repo.ts';
import { type Explanation, explainMissing } from './explain.ts';
import { openWorkspace } from './workspace.ts';

async function explain(repo: TestRepo, path: string, ...roots: string[]): Promise<Explanation> {
  const dirs = roots.length > 0 ? roots.map((root) => join(repo.dir, root)) : [repo.dir];
  return explainMissing(await openWorkspace(dirs, { trackedFiles: () => null }), path);
}

describe('S12 the rule that hides a file is named with file and line', () => {
  test('.ignore', async () => {
    using repo = makeRepo({ '.ignore': '# drafts\n\nsecret-plan.md\n', 'secret-plan.md': 'x' });
    expect(await explain(repo, 'secret-plan.md')).toEqual({
      state: 'ignored',
      sentence: 'secret-plan.md is ignored by .ignore:3 (secret-plan.md); --ignored searches it.',
      rule: { file: join(repo.dir, '.ignore'), line: 3, pattern: 'secret-plan.md' },
    });
  });

  test('a folder above the file', async () => {
    using repo = makeRepo({ 'a/.gitignore': 'x\r\nbuild/\r\n', 'a/build/deep/er/f.ts': 'f' });
    expect(await explain(repo, 'a/build/deep/er/f.ts')).toEqual({
      state: 'ignored',
      sentence:
        'a/build/deep/er/f.ts lies in a/build/, which is ignored by a/.gitignore:2 (build/); --ignored searches it.',
      rule: { file: join(repo.dir, 'a/.gitignore'), line: 2, pattern: 'build/' },
    });
    expect(await explain(repo, 'a/build')).toMatchObject({ state: 'ignored', rule: { line: 2 } });
  });

  test('of several rules the one that decides: the last of its file, the nearest file', async () => {
    using repo = makeRepo({
      '.gitignore': '*.log\n!*.log\n*.log\n',
      'a/.gitignore': 'app.*\n',
      'a/app.log': 'x',
      'b.log': 'x',
    });
    expect(await explain(repo, 'b.log')).toMatchObject({ rule: { line: 3, pattern: '*.log' } });
    expect(await explain(repo, 'a/app.log')).toMatchObject({ rule: { file: join(repo.dir, 'a/.gitignore'), line: 1 } });
  });

  test('.rgignore, .git/info/exclude and rules above the root', async () => {
    using repo = makeRepo({
      '.gitignore': 'x.ts\n',
      'sub/.rgignore': 'y.ts\n',
      'sub/x.ts': '',
      'sub/y.ts': '',
      'sub/z.ts': '',
    });
    repo.git('init', '-q');
    repo.write('.git/info/exclude', '#\nz.ts\n');
    expect(await explain(repo, 'y.ts', 'sub')).toMatchObject({
      rule: { file: join(repo.dir, 'sub/.rgignore'), line: 1 },
    });
    expect(await explain(repo, 'x.ts', 'sub')).toMatchObject({ rule: { file: join(repo.dir, '.gitignore'), line: 1 } });
    expect(await explain(repo, 'sub/z.ts')).toMatchObject({
      rule: { file: join(repo.dir, '.git/info/exclude'), line: 2 },
    });
  });

  test("S15 the parent's rule that reaches into a nested repository", async () => {
    using repo = makeRepo({ '.gitignore': 'pom.xml\n', 'sub/pom.xml': '<a/>' });
    repo.git('init', '-q', 'sub');
    expect(await explain(repo, 'sub/pom.xml')).toMatchObject({ rule: { file: join(repo.dir, '.gitignore'), line: 1 } });
  });

  test('odd names and patterns', async () => {
    const odd = { 'a"b\\c.log': '', 'new\nline.log': '', 'é\u202E.log': '', 'quo"te\t.x': '' };
    using repo = makeRepo({ '.gitignore': '*.log\nquo"te?.x\n', ...odd });
    for (const name of ['a"b\\c.log', 'new\nline.log', 'é\u202E.log']) {
      expect(await explain(repo, name), name).toMatchObject({ state: 'ignored', rule: { line: 1, pattern: '*.log' } });
    }
    expect(await explain(repo, 'quo"te\t.x')).toMatchObject({ rule: { line: 2, pattern: 'quo"te?.x' } });
  });

  test('among thousands of ignored neighbours', async () => {
    using repo = makeRepo({ '.gitignore': '*.tmp\nzz.log\n', 'zz.log': 'x' });
    for (let at = 0; at < 3_000; at++) writeFileSync(join(repo.dir, `file-${at}.tmp`), '');
    expect(await explain(repo, 'zz.log')).toMatchObject({ rule: { line: 2 } });
  });

  test('an ignore file that is a link to a secret: its lines are not told', async () => {
    using repo = makeRepo({ '.env': 'TOKEN\n', sub: 'x', 'a/TOKEN': 'x' });
    symlinkSync('../.env', join(repo.dir, 'a/.gitignore'));
    const explanation = await explain(repo, 'a/TOKEN');
    expect(explanation.state).toBe('ignored');
    expect(explanation.rule).toBeUndefined();
    expect(explanation.sentence).not.toContain('.env');
  });

  test('an ignore file that is a hard link to a secret: its lines are not told', async () => {
    using repo = makeRepo({ '.env': 'TOKEN\n', 'b/.gitignore': 'TOKEN\n', 'b/TOKEN': 'x', 'a/TOKEN': 'x' });
    linkSync(join(repo.dir, '.env'), join(repo.dir, 'a/.gitignore'));
    const explanation = await explain(repo, 'a/TOKEN');
    expect(explanation).toMatchObject({ state: 'ignored' });
    expect(explanation.rule).toBeUndefined();
    expect((await explain(repo, 'b/TOKEN')).rule?.pattern, 'positive control').toBe('TOKEN');
  });
});

describe('files that are listed but not searched', () => {
  test('I1 too large: with both figures', async () => {
    using repo = makeRepo({ 'big.ts': 'x' });
    truncateSync(join(repo.dir, 'big.ts'), 5 * 1024 * 1024);
    expect(await explain(repo, 'big.ts')).toEqual({
      state: 'skipped',
      sentence: 'big.ts is not searched: 5 MB is over the limit of 4 MB.',
    });
  });

  test('binary: with the place of the first NUL', async () => {
    using repo = makeRepo({ 'a.bin': Buffer.from('GIF89 and more\0\0') });
    expect(await explain(repo, 'a.bin')).toMatchObject({
      state: 'skipped',
      sentence: 'a.bin is not searched: it is binary: byte 14 is NUL.',
    });
  });

  test('F1 F2 a pipe, a link, a link that leads out', async () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    execFileSync('mkfifo', [join(repo.dir, 'pipe.ts')]);
    symlinkSync('a.ts', join(repo.dir, 'link.ts'));
    symlinkSync('/etc/passwd', join(repo.dir, 'out.ts'));
    expect(await explain(repo, 'pipe.ts')).toMatchObject({
      state: 'skipped',
      sentence: expect.stringContaining('named pipe'),
    });
    for (const name of ['link.ts', 'out.ts']) {
      const { state, sentence } = await explain(repo, name);
      expect([state, sentence]).toEqual(['skipped', expect.stringContaining('symbolic link')]);
      expect(sentence).not.toContain('passwd');
    }
  });

  test('a folder whose ignore file is a pipe', async () => {
    using repo = makeRepo({ 'a.ts': 'a', 'd/b.ts': 'b' });
    execFileSync('mkfifo', [join(repo.dir, 'd/.gitignore')]);
    expect(await explain(repo, 'd/b.ts')).toMatchObject({
      state: 'skipped',
      sentence: expect.stringContaining('d cannot be read'),
    });
  });

  test('F6 below an unreadable folder', () => {
    using repo = makeRepo({ 'a.ts': 'a', 'closed/b.ts': 'b' });
    execFileSync('chmod', ['000', join(repo.dir, 'closed')]);
    const script = `
      const { openWorkspace } = await import(${JSON.stringify(new URL('./workspace.ts', import.meta.url).href)});
      const { explainMissing } = await import(${JSON.stringify(new URL('./explain.ts', import.meta.url).href)});
      const workspace = await openWorkspace([process.argv[1]], { trackedFiles: () => null });
      console.log(JSON.stringify([await explainMissing(workspace, 'closed/b.ts'), await explainMissing(workspace, 'closed')]));`;
    const powers = '-dac_override,-dac_read_search';
    const args = [
      `--bounding-set=${powers}`,
      `--inh-caps=${powers}`,
      process.execPath,
      '--input-type=module',
      '-e',
      script,
      repo.dir,
    ];
    const explained: unknown = JSON.parse(execFileSync('setpriv', args, { encoding: 'utf8' }));
    expect(explained).toEqual([
      { state: 'skipped', sentence: 'closed/b.ts is not searched: the folder closed cannot be read.' },
      { state: 'skipped', sentence: 'closed is not searched: the folder closed cannot be read.' },
    ]);
  });
});

describe('all other states', () => {
  test('searched, with its encoding; a line behind the path is dropped', async () => {
    using repo = makeRepo({
      'a.ts': 'export {}',
      'u.txt': Buffer.from('\uFEFFUnicode text', 'utf16le'),
      'b.ts:4': 'b',
    });
    expect(await explain(repo, 'a.ts')).toEqual({ state: 'searched', sentence: 'a.ts is searched (read as utf-8).' });
    expect((await explain(repo, 'a.ts:12')).sentence).toMatch(/^a\.ts is searched/);
    expect((await explain(repo, './a.ts:12:3')).sentence).toMatch(/^a\.ts is searched/);
    expect((await explain(repo, join(repo.dir, 'a.ts'))).sentence).toMatch(/^a\.ts is searched/);
    expect((await explain(repo, 'u.txt')).sentence).toBe('u.txt is searched (read as utf-16le).');
    expect((await explain(repo, 'b.ts:4')).sentence).toMatch(/^b\.ts:4 is searched/);
  });

  test('folders', async () => {
    using repo = makeRepo({ 'd/a.ts': 'a', 'd/e/b.ts': 'b' });
    mkdirSync(join(repo.dir, 'empty'));
    expect((await explain(repo, 'd')).sentence).toBe('d is a folder; 2 files in it are searched.');
    expect((await explain(repo, '.')).sentence).toContain('2 files');
    expect((await explain(repo, 'empty')).sentence).toContain('without a file');
  });

  test('forbidden: the same sentence whether or not it exists', async () => {
    using repo = makeRepo({ '.env': 'SECRET=1', 'a.ts': 'a' });
    execFileSync('ln', [join(repo.dir, '.env'), join(repo.dir, 'copy.txt')]);
    for (const path of ['.env', 'nope/.env', '.ssh/id_rsa', '.git/config', 'copy.txt', '.env:3']) {
      expect(await explain(repo, path), path).toMatchObject({ state: 'forbidden' });
    }
    const shape = (sentence: string) => sentence.replace(/^\S+/, '');
    expect(shape((await explain(repo, '.env')).sentence)).toBe(shape((await explain(repo, 'nope/.env')).sentence));
  });

  test('missing and outside', async () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    expect(await explain(repo, 'nope.ts')).toEqual({
      state: 'missing',
      sentence: 'nope.ts does not exist below the root.',
    });
    expect(await explain(repo, 'a.ts/b')).toMatchObject({ state: 'missing' });
    for (const path of ['../x', '/etc/passwd', 'a/../../x', `${repo.dir}/../x`, `${repo.dir}2/a.ts`]) {
      expect(await explain(repo, path), path).toMatchObject({ state: 'outside' });
    }
  });

  test('several roots: paths carry their names', async () => {
    using repo = makeRepo({ 'a/x.ts': 'x', 'b/.gitignore': '*.log\n', 'b/y.log': 'y' });
    expect(await explain(repo, 'a/x.ts', 'a', 'b')).toMatchObject({ state: 'searched' });
    expect(await explain(repo, 'b/y.log', 'a', 'b')).toMatchObject({
      state: 'ignored',
      sentence: 'b/y.log is ignored by b/.gitignore:1 (*.log); --ignored searches it.',
    });
    expect(await explain(repo, 'x.ts', 'a', 'b')).toMatchObject({ state: 'outside' });
  });
});
