import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyHome } from '../../system/paths.ts';
import { runProcess } from '../../system/spawn.ts';
import { openRepository, type Repository, runGit } from './runner.ts';
import { trackedFiles } from './tracked.ts';

const GIT = '/usr/bin/git';
const SOMEBODY = 12_345;

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'iq-git-')));
  root = join(base, 'app');
  mkdirSync(root);
  vi.stubEnv('IQ_INDEX_DIR', join(base, 'index'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true, force: true });
});

/** Plain git as a person runs it: to set repositories up, and as the control that shows an attack works. */
async function git(dir: string, ...args: string[]): Promise<string> {
  const name = {
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
  };
  const env = { PATH: '/usr/bin:/bin', HOME: base, GIT_CONFIG_NOSYSTEM: '1', ...name };
  const result = await runProcess({
    file: GIT,
    args: ['-c', 'protocol.file.allow=always', ...args],
    cwd: dir,
    env,
    timeoutMs: 20_000,
  });
  return result.stdout.toString();
}

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
}

async function repositoryWith(files: Record<string, string>, dir = root): Promise<void> {
  mkdirSync(dir, { recursive: true });
  await git(dir, 'init', '-q', '-b', 'main');
  for (const [name, text] of Object.entries(files)) write(join(dir, name), text);
  await git(dir, 'add', '-A', '-f');
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'first');
}

function opened(dir = root): Repository {
  const result = openRepository(dir);
  if (!result.ok) throw new Error(result.detail);
  return result.repository;
}

async function tracked(dir = root, under?: string): Promise<string[] | null> {
  const files = await trackedFiles(opened(dir), under);
  return files && [...files];
}

describe('openRepository', () => {
  test('finds the top level above, also through a link', async () => {
    await repositoryWith({ 'src/deep/a.ts': 'x' });
    symlinkSync(join(root, 'src'), join(base, 'alias'));
    const expected = { git: GIT, workTree: root, gitDir: join(root, '.git') };
    expect(openRepository(root)).toEqual({ ok: true, repository: { ...expected, dir: root } });
    expect(openRepository(join(root, 'src/deep'))).toEqual({
      ok: true,
      repository: { ...expected, dir: join(root, 'src/deep') },
    });
    expect(openRepository(join(base, 'alias'))).toMatchObject({ ok: true, repository: expected });
  });

  test('S14 G15 follows the .git file of a worktree and of a submodule', async () => {
    await repositoryWith({ 'a.ts': 'x' });
    await git(root, 'worktree', 'add', '-q', join(base, 'tree'));
    write(join(base, 'tree/b.ts'), 'x');
    await git(join(base, 'tree'), 'add', 'b.ts');
    expect(opened(join(base, 'tree'))).toMatchObject({
      workTree: join(base, 'tree'),
      gitDir: join(root, '.git/worktrees/tree'),
    });
    expect(await tracked(join(base, 'tree'))).toEqual(['a.ts', 'b.ts']);

    await repositoryWith({ 'inner.ts': 'x' }, join(base, 'library'));
    await git(root, 'submodule', 'add', '-q', join(base, 'library'), 'lib');
    expect(opened(join(root, 'lib'))).toMatchObject({ gitDir: join(root, '.git/modules/lib') });
    expect(await tracked(join(root, 'lib'))).toEqual(['inner.ts']);
    expect(await tracked()).toEqual(['.gitmodules', 'a.ts', 'lib']);
  });

  test('tells a missing repository from a broken one', async () => {
    expect(openRepository(root)).toMatchObject({
      ok: false,
      reason: 'no-repository',
      detail: expect.stringContaining(root),
    });
    expect(openRepository(join(base, 'gone'))).toMatchObject({ ok: false, reason: 'no-repository' });
    for (const text of [
      'gitdir: ../nowhere\n',
      'gitdir: \n',
      'something else',
      '',
      `gitdir: ${base}\n`,
      'x'.repeat(100_000),
    ]) {
      write(join(root, '.git'), text);
      expect(openRepository(root), text.slice(0, 20)).toMatchObject({ ok: false, reason: 'broken' });
    }
    rmSync(join(root, '.git'));
    mkdirSync(join(root, '.git'));
    expect(openRepository(root)).toMatchObject({ ok: false, reason: 'no-repository' });
    write(join(root, '.git/HEAD'), 'ref: refs/heads/main\n');
    expect(openRepository(root)).toMatchObject({ ok: false, reason: 'broken' });
  });

  test('GB15 G24 an unborn HEAD and a repository of 64-digit ids answer', async () => {
    await git(root, 'init', '-q', '--object-format=sha256');
    expect(await tracked()).toEqual([]);
    write(join(root, 'a.ts'), 'x\n');
    await git(root, 'add', 'a.ts');
    await git(root, 'commit', '-q', '-m', 'first');
    expect(await tracked()).toEqual(['a.ts']);
    const head = await runGit(opened(), ['rev-parse', '--verify', '--end-of-options', 'HEAD']);
    const blame = await runGit(opened(), ['blame', '--porcelain', head.stdout.toString().trim(), '--', 'a.ts']);
    expect(blame.stdout.toString()).toMatch(/^[0-9a-f]{64} 1 1 1\nauthor Ann\n/);
  });
});

describe('GB7 a repository of somebody else', () => {
  const reasonFor = (dir = root, trusted: string[] = []) => {
    const result = openRepository(dir, { trusted });
    return result.ok ? 'ok' : result.reason;
  };

  test('is not asked, whichever part of it is theirs, until the user trusts it', async () => {
    await repositoryWith({ 'src/a.ts': 'x' });
    await git(root, 'worktree', 'add', '-q', join(base, 'tree'));
    const tree = join(base, 'tree');
    expect([reasonFor(), reasonFor(tree), reasonFor(join(root, 'src'))]).toEqual(['ok', 'ok', 'ok']);
    for (const part of [root, join(root, '.git'), join(root, 'src')]) {
      lchownSync(part, SOMEBODY, SOMEBODY);
      expect(reasonFor(join(root, 'src')), part).toBe('foreign-owner');
      expect(openRepository(join(root, 'src'))).toMatchObject({
        detail: `${part} is owned by another user: git stays off there.`,
      });
      expect(reasonFor(join(root, 'src'), [root]), part).toBe('ok');
      expect(reasonFor(join(root, 'src'), [base])).toBe('foreign-owner');
      lchownSync(part, 0, 0);
    }
    for (const part of [join(tree, '.git'), join(root, '.git/worktrees/tree'), join(root, '.git')]) {
      lchownSync(part, SOMEBODY, SOMEBODY);
      expect(reasonFor(tree), part).toBe('foreign-owner');
      lchownSync(part, 0, 0);
    }
  });

  test('a .git that is a link is judged by the link and by what it leads to', async () => {
    await repositoryWith({ 'a.ts': 'x' }, join(base, 'theirs'));
    symlinkSync(join(base, 'theirs/.git'), join(root, '.git'));
    expect(reasonFor()).toBe('ok');
    lchownSync(join(base, 'theirs/.git'), SOMEBODY, SOMEBODY);
    expect(reasonFor()).toBe('foreign-owner');
    lchownSync(join(base, 'theirs/.git'), 0, 0);
    lchownSync(join(root, '.git'), SOMEBODY, SOMEBODY);
    expect(reasonFor()).toBe('foreign-owner');
  });

  test('needs our own check: with GIT_DIR set git itself does not ask', async () => {
    await repositoryWith({ 'a.ts': 'x' });
    const repository = opened();
    lchownSync(root, SOMEBODY, SOMEBODY);
    lchownSync(join(root, '.git'), SOMEBODY, SOMEBODY);
    expect(await git(root, 'ls-files')).toBe('');
    expect((await runGit(repository, ['ls-files', '-z'])).stdout.toString()).toBe('a.ts\0');
  });
});

describe('GB1 programs a repository names are not run', () => {
  const fired = () => existsSync(join(base, 'PWNED'));
  /** Passes its input on, as filters must; `impatient` ends at once, where git would wait for an answer. */
  const sentinel = () => join(base, 'sentinel');
  const impatient = () => join(base, 'impatient');
  beforeEach(async () => {
    await repositoryWith({ 'a.ts': 'one\n', 'b.bin': 'two\n' });
    write(join(root, 'a.ts'), 'three\n');
    await git(root, 'commit', '-q', '-a', '-m', 'second');
    write(sentinel(), `#!/bin/sh\ntouch ${base}/PWNED\ncat 2>/dev/null\nexit 0\n`, 0o755);
    write(impatient(), `#!/bin/sh\ntouch ${base}/PWNED\nexit 1\n`, 0o755);
  });

  /** Every kind of command that may be run. */
  async function runEverything(): Promise<{ name: string; code: number | null; output: string }[]> {
    const repository = opened();
    const head = (await runGit(repository, ['rev-parse', '--verify', '--end-of-options', 'HEAD'])).stdout
      .toString()
      .trim();
    const commands = [
      ['ls-files', '-z'],
      ['ls-files', '-s', '--', 'a.ts'],
      ['rev-list', '--count', 'HEAD'],
      ['log', '-p', 'HEAD'],
      ['log', '--numstat', '--format=%H', '-Sthree', 'HEAD'],
      ['log', '-Gthree', 'HEAD'],
      ['show', '-p', head],
      ['diff-tree', '-p', '--root', head],
      ['cat-file', '-p', 'HEAD:a.ts'],
      ['blame', '--porcelain', head, '--', 'a.ts'],
      ['for-each-ref'],
      ['config', '--list', '-z', '--includes'],
    ];
    const results = [];
    for (const args of commands) {
      const { code, stdout } = await runGit(repository, args);
      results.push({ name: args.join(' '), code, output: stdout.toString() });
    }
    return results;
  }

  async function expectNothingRuns(): Promise<void> {
    expect(fired(), 'positive control: plain git runs the planted program').toBe(true);
    rmSync(join(base, 'PWNED'));
    const results = await runEverything();
    expect(fired()).toBe(false);
    expect(results.filter(({ code, output }) => code !== 0 || output === '')).toEqual([]);
  }

  test('core.fsmonitor', async () => {
    await git(root, 'config', 'core.fsmonitor', sentinel());
    await git(root, 'ls-files');
    await expectNothingRuns();
  });

  test('core.fsmonitor of an included file', async () => {
    write(join(base, 'more'), `[core]\n\tfsmonitor = ${sentinel()}\n`);
    await git(root, 'config', 'include.path', join(base, 'more'));
    await git(root, 'ls-files');
    await expectNothingRuns();
  });

  test('GB5 core.hooksPath and hooks of the repository', async () => {
    write(join(base, 'hooks/post-index-change'), `#!/bin/sh\ntouch ${base}/PWNED\n`, 0o755);
    write(join(root, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch ${base}/PWNED\n`, 0o755);
    await git(root, 'config', 'core.hooksPath', join(base, 'hooks'));
    utimesSync(join(root, 'a.ts'), 1, 1);
    await git(root, 'status');
    utimesSync(join(root, 'a.ts'), 2, 2);
    await expectNothingRuns();
  });

  test('GB4 clean, smudge and process filters', async () => {
    for (const kind of ['clean', 'smudge', 'process']) await git(root, 'config', `filter.evil.${kind}`, sentinel());
    write(join(root, '.gitattributes'), '* filter=evil\n');
    write(join(root, '.git/info/attributes'), '* filter=evil\n');
    write(join(root, 'a.ts'), 'THREE\n');
    await git(root, 'blame', 'a.ts');
    await expectNothingRuns();
  });

  test('textconv and external diff', async () => {
    await git(root, 'config', 'diff.evil.textconv', sentinel());
    await git(root, 'config', 'diff.evil.command', sentinel());
    await git(root, 'config', 'diff.external', sentinel());
    write(join(root, '.git/info/attributes'), '* diff=evil\n');
    await git(root, 'log', '-p');
    await expectNothingRuns();
  });

  test('programs that check signatures', async () => {
    const unsigned = await git(root, 'cat-file', 'commit', 'HEAD');
    const [head = '', ...message] = unsigned.split('\n\n');
    const kinds = { openpgp: 'PGP SIGNATURE', ssh: 'SSH SIGNATURE', x509: 'SIGNED MESSAGE' };
    for (const [kind, label] of Object.entries(kinds)) {
      const signature = `gpgsig -----BEGIN ${label}-----\n \n AAAA\n -----END ${label}-----`;
      write(join(base, 'signed'), `${head}\n${signature}\n\n${message.join('\n\n')}`);
      const id = await git(root, 'hash-object', '-t', 'commit', '-w', join(base, 'signed'));
      await git(root, 'update-ref', 'refs/heads/main', id.trim());
      for (const key of ['gpg.program', `gpg.${kind}.program`]) await git(root, 'config', key, sentinel());
      await git(root, 'config', 'gpg.ssh.allowedSignersFile', '/dev/null');
      await git(root, 'config', 'log.showSignature', 'true');
      rmSync(join(base, 'PWNED'), { force: true });
      await git(root, 'log', '-1');
      await expectNothingRuns();
    }
  });

  test('GB11 the remote of a partial clone is not asked for what is missing', async () => {
    const blob = (await git(root, 'rev-parse', 'HEAD:a.ts')).trim();
    await git(root, 'config', 'core.repositoryFormatVersion', '1');
    await git(root, 'config', 'extensions.partialClone', 'evil');
    await git(root, 'config', 'remote.evil.url', `ext::${impatient()}`);
    await git(root, 'config', 'remote.evil.promisor', 'true');
    await git(root, 'config', 'protocol.ext.allow', 'always');
    rmSync(join(root, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    await git(root, 'log', '-p');
    expect(fired(), 'positive control').toBe(true);
    rmSync(join(base, 'PWNED'));
    const results = await runEverything();
    expect(fired()).toBe(false);
    expect(results.find(({ name }) => name === 'ls-files -z')?.output).toBe('a.ts\0b.bin\0');
    expect(results.find(({ name }) => name.startsWith('cat-file'))?.code).not.toBe(0);
  });

  test('pager, editor and ssh command', async () => {
    for (const key of [
      'core.pager',
      'pager.log',
      'core.editor',
      'core.sshCommand',
      'core.gitProxy',
      'core.askPass',
      'credential.helper',
    ]) {
      await git(root, 'config', key, sentinel());
    }
    await git(root, '-c', 'core.sshCommand=', 'fetch', '--upload-pack', impatient(), root);
    await expectNothingRuns();
  });

  test('core.worktree does not make git look elsewhere', async () => {
    await git(root, 'config', 'core.worktree', '/etc');
    expect(await git(root, 'ls-files', '--others')).toContain('passwd');
    expect(await tracked()).toEqual(['a.ts', 'b.bin']);
    expect((await runEverything()).map(({ output }) => output).join()).not.toContain('passwd');
  });

  test('GB12 nothing is written: the index keeps its bytes and no lock appears', async () => {
    utimesSync(join(root, 'a.ts'), 5, 5);
    const stat = async () =>
      (await runProcess({ file: '/usr/bin/find', args: [root, '-printf', '%p %i %T@ %C@ %s\n'] })).stdout.toString();
    const before = await stat();
    await runEverything();
    expect(await stat()).toBe(before);
  });
});

describe('runGit', () => {
  test('gives git the whole recipe, an environment of its own and no folder of the repository', async () => {
    await repositoryWith({ 'a.ts': 'x' });
    write(
      join(base, 'echo-git'),
      '#!/bin/sh\nenv | sort | grep -vE "^(PWD|_|SHLVL|OLDPWD)="\npwd\nprintf "%s\\n" "$@"\n',
      0o755,
    );
    const settings = [
      'core.fsmonitor=false',
      'core.hooksPath=/dev/null',
      'core.attributesFile=/dev/null',
      'core.sshCommand=false',
      'protocol.allow=never',
      'log.showSignature=false',
      'gpg.program=false',
      'gpg.openpgp.program=false',
      'gpg.x509.program=false',
      'gpg.ssh.program=false',
      'submodule.recurse=false',
      'safe.bareRepository=explicit',
    ];
    const { stdout } = await runGit({ ...opened(), git: join(base, 'echo-git') }, ['log', '-n1', 'HEAD']);
    expect(stdout.toString().trim().split('\n')).toEqual([
      'GIT_ALLOW_PROTOCOL=none',
      'GIT_CONFIG_GLOBAL=/dev/null',
      'GIT_CONFIG_NOSYSTEM=1',
      `GIT_DIR=${root}/.git`,
      'GIT_NO_LAZY_FETCH=1',
      'GIT_OPTIONAL_LOCKS=0',
      'GIT_TERMINAL_PROMPT=0',
      `GIT_WORK_TREE=${root}`,
      `HOME=${emptyHome()}`,
      'LC_ALL=C.UTF-8',
      'PATH=/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin',
      '/',
      '--no-pager',
      '--no-optional-locks',
      '--literal-pathspecs',
      ...settings.flatMap((setting) => ['-c', setting]),
      'log',
      '--no-ext-diff',
      '--no-textconv',
      '-n1',
      'HEAD',
    ]);
    expect(readdirSync(emptyHome())).toEqual([]);
  });

  test('X13 G23 a poisoned environment does not reach git', async () => {
    await repositoryWith({ 'a.ts': 'x' });
    await repositoryWith({ 'other.ts': 'x' }, join(base, 'other'));
    write(join(base, 'config'), `[core]\n\tfsmonitor = touch ${base}/PWNED\n`);
    const poison = {
      GIT_DIR: join(base, 'other/.git'),
      GIT_WORK_TREE: join(base, 'other'),
      GIT_INDEX_FILE: join(base, 'other/.git/index'),
      GIT_CONFIG_GLOBAL: join(base, 'config'),
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'core.fsmonitor',
      GIT_CONFIG_VALUE_0: `touch ${base}/PWNED`,
      GIT_EXEC_PATH: base,
      GIT_TRACE: join(base, 'trace'),
    };
    for (const [name, value] of Object.entries(poison)) vi.stubEnv(name, value);
    const { GIT_EXEC_PATH: _, ...reaching } = poison;
    const control = await runProcess({
      file: GIT,
      args: ['ls-files'],
      cwd: root,
      env: { PATH: '/usr/bin:/bin', ...reaching },
    });
    expect(control.stdout.toString()).toBe('other.ts\n');
    expect(existsSync(join(base, 'PWNED'))).toBe(true);
    rmSync(join(base, 'PWNED'));
    rmSync(join(base, 'trace'));
    expect(await tracked()).toEqual(['a.ts']);
    expect(['PWNED', 'trace'].filter((name) => existsSync(join(base, name)))).toEqual([]);
  });

  test('GB16 a slow git is ended by time and by abort, and what is not allowed is not run at all', async () => {
    write(join(base, 'slow-git'), `#!/bin/sh\necho started >> ${base}/runs\nsleep 1000\n`, 0o755);
    await repositoryWith({ 'a.ts': 'x' });
    const repository = { ...opened(), git: join(base, 'slow-git') };
    expect(await runGit(repository, ['ls-files'], { timeoutMs: 200 })).toMatchObject({
      code: null,
      stopped: 'timeout',
    });
    const controller = new AbortController();
    const running = runGit(repository, ['ls-files'], { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ code: null, stopped: 'aborted' });
    rmSync(join(base, 'runs'), { force: true });
    await expect(runGit(repository, ['status'])).rejects.toThrow('allowed');
    expect(existsSync(join(base, 'runs'))).toBe(false);
  });

  test('GB13 a missing blame.ignoreRevsFile does not end blame', async () => {
    await repositoryWith({ 'a.ts': 'x\n' });
    await git(root, 'config', 'blame.ignoreRevsFile', 'missing');
    const head = (await git(root, 'rev-parse', 'HEAD')).trim();
    expect(await git(root, 'blame', 'a.ts')).toBe('');
    expect((await runGit(opened(), ['blame', '--porcelain', head, '--', 'a.ts'])).code).toBe(0);
  });
});

describe('trackedFiles', () => {
  test('gives names as they are, relative to the folder asked for', async () => {
    const names = [
      'src/a.ts',
      'src/deep/b.ts',
      'src2/c.ts',
      'with space.ts',
      'é 设备.ts',
      'new\nline.ts',
      '"quoted".ts',
      '-x.ts',
    ];
    await repositoryWith(Object.fromEntries(names.map((name) => [name, 'x'])));
    expect((await tracked())?.toSorted()).toEqual(names.toSorted());
    expect(await tracked(join(root, 'src'))).toEqual(['a.ts', 'deep/b.ts']);
    expect(await tracked(root, join(root, 'src/deep'))).toEqual(['b.ts']);
    expect(await tracked(root, base)).toBeNull();
  });

  test('GB9 a folder named like pathspec magic is that folder', async () => {
    await repositoryWith({ ':(top)*/a.ts': 'x', 'secret.ts': 'x', '*/b.ts': 'x' });
    expect(await tracked(join(root, ':(top)*'))).toEqual(['a.ts']);
    expect(await tracked(join(root, '*'))).toEqual(['b.ts']);
  });

  test('GB17 a deleted file is still tracked: the caller looks at the disk', async () => {
    await repositoryWith({ 'a.ts': 'x', 'b.ts': 'x' });
    rmSync(join(root, 'a.ts'));
    expect(await tracked()).toEqual(['a.ts', 'b.ts']);
  });

  test('a path that leads out of the root is left out, whatever the index says', async () => {
    await repositoryWith({ 'a.ts': 'x' });
    write(
      join(base, 'fake-git'),
      '#!/bin/sh\nprintf "a.ts\\0../out.ts\\0/etc/passwd\\0b/../../c.ts\\0./d.ts\\0e//f.ts\\0..g\\0"\n',
      0o755,
    );
    expect([...((await trackedFiles({ ...opened(), git: join(base, 'fake-git') })) ?? [])]).toEqual(['a.ts', '..g']);
  });

  test('is null, not empty, when git gives no full answer', async () => {
    await repositoryWith({ 'a.ts': 'x' });
    write(join(base, 'failing-git'), '#!/bin/sh\nprintf "a.ts\\0"\nexit 128\n', 0o755);
    expect(await trackedFiles({ ...opened(), git: join(base, 'failing-git') })).toBeNull();
    expect(await trackedFiles({ ...opened(), git: join(base, 'missing-git') })).toBeNull();
    writeFileSync(join(root, '.git/index'), 'broken');
    expect(await tracked()).toBeNull();
  });
});
