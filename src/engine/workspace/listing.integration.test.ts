import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CAUSES, type Cause, compareWithGit } from '../../../testing/ignore-differences.ts';
import { makeRepo, type TestRepo } from '../../../testing/make-repo.ts';
import { makeRandomTree, type RandomTree } from '../../../testing/random-tree.ts';
import { runProcess } from '../../system/spawn.ts';
import { isIqError } from '../errors.ts';
import { MAX_FILE_BYTES } from '../options.ts';
import type { Listing } from '../types.ts';
import { ripgrepPath, runRipgrep } from './ripgrep.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const open = (...dirs: string[]): Promise<Workspace> => openWorkspace(dirs, { trackedFiles: () => null });
const list = async (dir: string, options?: { ignored?: boolean }): Promise<Listing> => (await open(dir)).list(options);
const paths = (listing: Listing): string[] => listing.files.map((file) => file.path);

/** 500 for the full campaign: `IQ_TREES=500 npx vitest run src/engine/workspace/listing`. */
const TREES = Number(process.env['IQ_TREES'] ?? 50);
const seeds = Array.from({ length: TREES }, (_, at) => at + 1);

/** Spelled out, not taken from the code under test: these are the documented flags. */
async function documentedListing(dir: string): Promise<Buffer[]> {
  const flags = ['--no-config', '--hidden', '--no-require-git', '--glob', '!.git', '--files', '--null'];
  const run = await runProcess({
    file: ripgrepPath(),
    args: [...flags, '--', dir],
    env: { HOME: process.env['HOME'] ?? '/' },
  });
  const names: Buffer[] = [];
  for (let start = 0, end = run.stdout.indexOf(0); end >= 0; start = end + 1, end = run.stdout.indexOf(0, start)) {
    names.push(run.stdout.subarray(start, end));
  }
  return names;
}

async function expectSameAsRipgrep(tree: RandomTree): Promise<void> {
  const workspace = await open(tree.dir);
  const listing = await workspace.list();
  const expected = { files: [] as string[], tooLarge: [] as string[], unnameable: 0 };
  for (const name of await documentedListing(tree.dir)) {
    const abs = name.toString('utf8');
    const path = abs.slice(tree.dir.length + 1);
    if (abs.includes('\uFFFD')) expected.unnameable += 1;
    else if (!workspace.floor.admitsName(path) || !workspace.floor.admits(abs)) continue;
    else if (lstatSync(abs).size > MAX_FILE_BYTES) expected.tooLarge.push(path);
    else expected.files.push(path);
  }
  expect(paths(listing)).toEqual(expected.files.toSorted());
  const skippedFor = (reason: string) => listing.skipped.filter((file) => file.reason === reason);
  expect(skippedFor('too-large').map((file) => file.path)).toEqual(expected.tooLarge.toSorted());
  expect(skippedFor('unreadable')).toHaveLength(expected.unnameable);
}

/** Every file with at least one line, found by a live search of the same workspace. */
async function liveFiles(tree: RandomTree, workspace: Workspace): Promise<string[]> {
  const found: Buffer[] = [];
  const args = ['--files-with-matches', '--null', '--text', '-e', ''];
  await workspace.ripgrep({ args, targets: [tree.dir], onStdout: (chunk) => void found.push(chunk) });
  const names = Buffer.concat(found).toString('utf8').split('\0').filter(Boolean);
  return names
    .filter((abs) => workspace.floor.admits(abs) && !abs.includes('\uFFFD'))
    .flatMap((abs) => workspace.toPath(abs) ?? [])
    .toSorted();
}

describe('generated trees', () => {
  test(`${TREES} trees: the list equals rg --files with the documented flags minus floor and size gate`, async () => {
    for (const seed of seeds) {
      using tree = makeRandomTree(seed);
      await expectSameAsRipgrep(tree).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
    }
  }, 1_200_000);

  test(`${TREES} trees: a live search looks into exactly the listed files`, async () => {
    for (const seed of seeds) {
      using tree = makeRandomTree(seed);
      const workspace = await open(tree.dir);
      // A file without a line can have no hit.
      const withText = (await workspace.list()).files.filter((file) => file.size > 0);
      expect(await liveFiles(tree, workspace), `seed ${seed}`).toEqual(withText.map((file) => file.path));
    }
  }, 1_200_000);

  test(`${TREES} trees: every difference from git check-ignore has a known cause`, async () => {
    const counts = new Map<Cause, number>();
    let agreed = 0;
    let withoutGit = 0;
    for (const seed of seeds) {
      using tree = makeRandomTree(seed);
      const compared = await compareWithGit(tree);
      agreed += compared.agreed;
      withoutGit += compared.withoutGit;
      for (const { cause } of compared.differences) counts.set(cause, (counts.get(cause) ?? 0) + 1);
      expect(
        compared.differences.filter(({ cause }) => cause === 'unexplained'),
        `seed ${seed}`,
      ).toEqual([]);
    }
    expect(agreed).toBeGreaterThan(TREES * 5);
    if (process.env['IQ_TREES'] !== undefined) {
      const rows = [...counts].map(([cause, files]) => ({ cause, files, meaning: CAUSES[cause] }));
      console.table([{ cause: 'agreed', files: agreed }, { cause: 'in no repository', files: withoutGit }, ...rows]);
    }
  }, 1_200_000);
});

describe('ignore rules', () => {
  /** Hidden or not, for ripgrep and for git, of paths in a repository whose files are not committed. */
  async function verdicts(repo: TestRepo, asked: string[], from = '.'): Promise<{ ours: string[]; git: string[] }> {
    const listed = new Set(paths(await list(join(repo.dir, from))).map((path) => join(from, path)));
    const hidden = await runProcess({
      file: '/usr/bin/git',
      args: ['check-ignore', '--no-index', ...asked],
      cwd: repo.dir,
      env: { HOME: repo.indexDir, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    });
    const git = hidden.stdout.toString().split('\n').filter(Boolean);
    return { ours: asked.filter((path) => !listed.has(path)), git };
  }

  test('S10 negation across levels is as git has it, from every start folder', async () => {
    using repo = makeRepo({
      '.gitignore': 'build/\n!/some_dir/build/\n**/vendor/\n*.log\n',
      'a/.gitignore': '!vendor\n!keep.log\n',
      'some_dir/build/x.ts': 'x',
      'other/build/y.ts': 'y',
      'a/vendor/z.ts': 'z',
      'a/keep.log': 'k',
      'a/drop/other.log': 'o',
      'b/vendor/z.ts': 'z',
    });
    repo.git('init', '-q');
    const asked = [
      'some_dir/build/x.ts',
      'other/build/y.ts',
      'a/vendor/z.ts',
      'a/keep.log',
      'a/drop/other.log',
      'b/vendor/z.ts',
    ];
    const whole = await verdicts(repo, asked);
    expect(whole.ours).toEqual(['other/build/y.ts', 'a/drop/other.log', 'b/vendor/z.ts']);
    expect(whole.ours).toEqual(whole.git);
    for (const start of ['a', 'some_dir', 'b', 'a/vendor']) {
      const inside = asked.filter((path) => path.startsWith(`${start}/`));
      const part = await verdicts(repo, inside, start);
      expect(part.ours, start).toEqual(part.git);
    }
  });

  test('S11 a negation in .git/info/exclude works as in .gitignore', async () => {
    using repo = makeRepo({ 'a.log': 'a', 'important.log': 'i', 'c.txt': 'c' });
    repo.git('init', '-q');
    repo.write('.git/info/exclude', '*.log\n!important.log\n');
    expect(paths(await list(repo.dir))).toEqual(['c.txt', 'important.log']);
  });

  test('S12 .ignore and .rgignore count, and --ignored lifts all rules', async () => {
    using repo = makeRepo({
      '.ignore': 'drafts/\n',
      '.rgignore': 'big.csv\n',
      '.gitignore': '*.log\n',
      'drafts/a.md': 'a',
      'big.csv': '1',
      'x.log': 'x',
      'keep.ts': 'k',
    });
    expect(paths(await list(repo.dir))).toEqual(['.gitignore', '.ignore', '.rgignore', 'keep.ts']);
    expect(paths(await list(repo.dir, { ignored: true }))).toEqual([
      '.gitignore',
      '.ignore',
      '.rgignore',
      'big.csv',
      'drafts/a.md',
      'keep.ts',
      'x.log',
    ]);
  });

  test('S14 ignore rules hold in a worktree, where .git is a file', async () => {
    using repo = makeRepo({ '.gitignore': 'node_modules/\n', 'y.ts': 'y' }, { git: true });
    const worktree = join(repo.dir, '../wt');
    repo.git('worktree', 'add', '-q', worktree);
    mkdirSync(join(worktree, 'node_modules/dep'), { recursive: true });
    writeFileSync(join(worktree, 'node_modules/dep/index.js'), 'x');
    expect(paths(await list(worktree))).toEqual(['.gitignore', 'y.ts']);
  });

  test("S15 a submodule obeys its own rules and, unlike git, the parent's; the parent's is named", async () => {
    using inner = makeRepo({ '.gitignore': 'own.txt\n', 'pom.xml': '<a/>', 'k.txt': 'k' }, { git: true });
    using repo = makeRepo({ '.gitignore': 'pom.xml\n' }, { git: true });
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'sub');
    repo.write('pom.xml', '<b/>');
    repo.write('sub/own.txt', 'own');
    expect(paths(await list(repo.dir))).toEqual(['.gitignore', '.gitmodules', 'sub/.gitignore', 'sub/k.txt']);
    // The rules around a root hold in it, whichever folder is opened.
    expect(paths(await list(join(repo.dir, 'sub')))).toEqual(['.gitignore', 'k.txt']);
  });

  test("the user's own core.excludesFile counts, for listing and search alike", async () => {
    using repo = makeRepo({ 'a.swp': 'needle', 'a.ts': 'needle' });
    repo.write('home/.config/git/ignore', '*.swp\n');
    const home = process.env['HOME'];
    const config = process.env['XDG_CONFIG_HOME'];
    process.env['HOME'] = join(repo.dir, 'home');
    delete process.env['XDG_CONFIG_HOME'];
    try {
      const workspace = await open(repo.dir);
      expect(paths(await workspace.list())).toEqual(['a.ts', 'home/.config/git/ignore']);
      let found = '';
      await workspace.ripgrep({
        args: ['-l', '-e', 'needle'],
        targets: [repo.dir],
        onStdout: (chunk) => void (found += String(chunk)),
      });
      expect(found).toBe(`${join(repo.dir, 'a.ts')}\n`);
    } finally {
      process.env['HOME'] = home;
      if (config !== undefined) process.env['XDG_CONFIG_HOME'] = config;
    }
  });
});

describe('what is no plain file', () => {
  test('F1 a FIFO is skipped, not read', async () => {
    using repo = makeRepo({ 'a.ts': 'a', 'only/README': 'r' });
    for (const name of ['x.ts', 'package.json', 'empty/y.ts']) {
      mkdirSync(join(repo.dir, 'empty'), { recursive: true });
      execFileSync('mkfifo', [join(repo.dir, name)]);
    }
    const listing = await list(repo.dir);
    expect(paths(listing)).toEqual(['a.ts', 'only/README']);
    expect(listing.skipped.map(({ path, reason }) => [path, reason])).toEqual([
      ['empty/y.ts', 'not-regular'],
      ['package.json', 'not-regular'],
      ['x.ts', 'not-regular'],
    ]);
  });

  test('F1 a FIFO named .gitignore at the root switches those rules off, and says so', async () => {
    using repo = makeRepo({ '.ignore': 'hidden.ts\n', 'hidden.ts': 'h', 'a.ts': 'needle' });
    execFileSync('mkfifo', [join(repo.dir, '.gitignore')]);
    const workspace = await open(repo.dir);
    const listing = await workspace.list();
    expect(paths(listing)).toEqual(['.ignore', 'a.ts']);
    expect(listing.skipped.map((file) => file.path)).toContain('.gitignore');
    expect(listing.skipped.find((file) => file.detail.includes('.gitignore files are off'))).toBeDefined();
    let found = '';
    await workspace.ripgrep({
      args: ['-l', '-e', 'needle'],
      targets: [repo.dir],
      onStdout: (chunk) => void (found += String(chunk)),
    });
    expect(found).toContain('a.ts');
  });

  test.each(['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'])(
    'F1 a FIFO named %s further down leaves its folder out, by name, for listing and search',
    async (name) => {
      using repo = makeRepo({ 'a.ts': 'needle', 'deep/er [x]/b.ts': 'needle' });
      const trap = join(repo.dir, 'deep/er [x]', name);
      mkdirSync(join(trap, '..'), { recursive: true });
      execFileSync('mkfifo', [trap]);
      const workspace = await open(repo.dir);
      const listing = await workspace.list();
      expect(paths(listing)).toEqual(['a.ts']);
      expect(listing.unreadableFolders).toEqual(['deep/er [x]']);
      let found = '';
      const outcome = await workspace.ripgrep({
        args: ['-l', '-e', 'needle'],
        targets: [repo.dir],
        onStdout: (chunk) => void (found += String(chunk)),
      });
      expect(outcome).toEqual({ notes: [] });
      expect(found).toBe(`${join(repo.dir, 'a.ts')}\n`);
    },
  );

  test('F2 sockets, devices and links to them are skipped', async () => {
    using repo = makeRepo({ 'a.ts': 'a', '.gitignore': '*.tmp\n' });
    const server = createServer().listen(join(repo.dir, 'sock.ts'));
    await new Promise((resolve) => server.once('listening', resolve));
    execFileSync('mknod', [join(repo.dir, 'null.ts'), 'c', '1', '3']);
    symlinkSync('/dev/zero', join(repo.dir, 'zero.ts'));
    const sub = join(repo.dir, 'sub');
    mkdirSync(sub);
    symlinkSync('/dev/zero', join(sub, '.gitignore'));
    try {
      const listing = await list(repo.dir);
      expect(paths(listing)).toEqual(['.gitignore', 'a.ts']);
      const special = listing.skipped.filter(({ reason }) => reason === 'not-regular').map(({ path }) => path);
      expect(special).toEqual(expect.arrayContaining(['null.ts', 'sock.ts']));
      expect(listing.unreadableFolders).toEqual(['sub']);
    } finally {
      server.close();
    }
  });

  test('I16 links in a loop: the listing ends, each file once', async () => {
    using repo = makeRepo({ 'a/x.ts': 'x', 'y.ts': 'y' });
    symlinkSync('..', join(repo.dir, 'a/up'));
    symlinkSync('.', join(repo.dir, 'loop'));
    symlinkSync('y.ts', join(repo.dir, 'also-y.ts'));
    expect(paths(await list(repo.dir))).toEqual(['a/x.ts', 'y.ts']);
  });

  test('I1 a file over the size gate is skipped with its size and the limit, one on it is listed', async () => {
    using repo = makeRepo({ 'big.ts': 'x', 'edge.ts': 'x', 'fine.ts': 'needle'.padEnd(1_200_000) });
    truncateSync(join(repo.dir, 'big.ts'), 5 * 1024 * 1024 + 1);
    truncateSync(join(repo.dir, 'edge.ts'), MAX_FILE_BYTES);
    const listing = await list(repo.dir);
    expect(paths(listing)).toEqual(['edge.ts', 'fine.ts']);
    expect(listing.skipped).toEqual([
      { path: 'big.ts', reason: 'too-large', detail: '5 MB is over the limit of 4 MB' },
    ]);
  });
});

describe('names', () => {
  test('F13 line breaks and other odd characters in names are kept', async () => {
    const odd = [
      'a\nb.txt',
      ' lead.ts',
      'trail ',
      'q"u\'o.ts',
      'back\\slash.ts',
      '-dash.ts',
      '$(id).ts',
      '\u202Ebidi.ts',
      'a:b.ts',
    ];
    using repo = makeRepo(Object.fromEntries(odd.map((name) => [name, 'x'])));
    const workspace = await open(repo.dir);
    expect(paths(await workspace.list())).toEqual(odd.toSorted());
    for (const name of odd) expect(workspace.read(name).ok, name).toBe(true);
  });

  test('S8 both Unicode forms of a name are files of their own', async () => {
    using repo = makeRepo({ 'r\u00e9sum\u00e9.md': 'composed', 're\u0301sume\u0301.md': 'decomposed' });
    const workspace = await open(repo.dir);
    expect(paths(await workspace.list())).toHaveLength(2);
    expect(workspace.read('r\u00e9sum\u00e9.md')).toMatchObject({ text: 'composed' });
    expect(workspace.read('re\u0301sume\u0301.md')).toMatchObject({ text: 'decomposed' });
  });

  test('F12 a name that is no UTF-8 is skipped under an escaped name, and hides nothing else', async () => {
    using repo = makeRepo({ 'a.txt': 'a', 'caf\u00e9.txt': 'c' });
    writeFileSync(
      Buffer.concat([Buffer.from(`${repo.dir}/caf\u00e9-`), Buffer.from([0xff, 0x41, 0xe9]), Buffer.from('.txt')]),
      'x',
    );
    const listing = await list(repo.dir);
    expect(paths(listing)).toEqual(['a.txt', 'caf\u00e9.txt']);
    expect(listing.skipped).toMatchObject([{ path: 'caf\u00e9-\\xFFA\\xE9.txt', reason: 'unreadable' }]);
  });
});

describe('what cannot be read', () => {
  const WITHOUT_ROOT_POWERS = [
    '--bounding-set=-dac_override,-dac_read_search',
    '--inh-caps=-dac_override,-dac_read_search',
  ];

  /** Lists as a process for which permissions count. */
  function listUnprivileged(dir: string): unknown {
    const script = `
      const { openWorkspace } = await import(${JSON.stringify(new URL('./workspace.ts', import.meta.url).href)});
      try {
        const workspace = await openWorkspace([process.argv[1]], { trackedFiles: () => null });
        const { files, ...rest } = await workspace.list();
        const search = await workspace.ripgrep({ args: ['-l', '-e', 'needle'], targets: [workspace.roots[0].dir], onStdout: () => {} });
        console.log(JSON.stringify({ files: files.map((file) => file.path), ...rest, search }));
      } catch (error) { console.log(JSON.stringify({ code: error.code, message: error.message })); }`;
    const args = [...WITHOUT_ROOT_POWERS, process.execPath, '--input-type=module', '-e', script, dir];
    return JSON.parse(execFileSync('setpriv', args, { encoding: 'utf8' }));
  }

  test('F6 an unreadable folder is named, the rest is listed and searched', () => {
    using repo = makeRepo({
      'a.ts': 'needle',
      'closed/b.ts': 'needle',
      'closed too/c.ts': 'needle',
      'locked.ts': 'needle',
    });
    for (const name of ['closed', 'closed too', 'locked.ts']) execFileSync('chmod', ['000', join(repo.dir, name)]);
    expect(listUnprivileged(repo.dir)).toEqual({
      files: ['a.ts', 'locked.ts'],
      skipped: [],
      unreadableFolders: ['closed', 'closed too'],
      search: { notes: [{ code: 'unreadable', text: '3 paths could not be read: closed, closed too, locked.ts' }] },
    });
  });

  test('an unreadable folder behind the floor is not named', () => {
    using repo = makeRepo({ 'a.ts': 'needle', '.ssh/config': 'needle' });
    execFileSync('chmod', ['000', join(repo.dir, '.ssh')]);
    expect(listUnprivileged(repo.dir)).toMatchObject({ unreadableFolders: [], search: { notes: [] } });
  });

  test('an unreadable root is an error, not an empty list', () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    execFileSync('chmod', ['000', repo.dir]);
    expect(listUnprivileged(repo.dir)).toMatchObject({ code: 'root-unreadable' });
    execFileSync('chmod', ['755', repo.dir]);
  });

  test('a root that vanished after it was opened is an error', async () => {
    using repo = makeRepo({ 'sub/a.ts': 'a' });
    const workspace = await open(join(repo.dir, 'sub'));
    repo.remove('sub');
    await expect(workspace.list()).rejects.toSatisfy((error) => isIqError(error) && error.code === 'root-missing');
  });

  test('ripgrep killed while it lists: an error, never a shorter list', async () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    // ripgrep waits on the user's own rules until it is killed.
    mkdirSync(join(repo.dir, 'home/.config/git'), { recursive: true });
    execFileSync('mkfifo', [join(repo.dir, 'home/.config/git/ignore')]);
    const workspace = await open(repo.dir);
    const home = process.env['HOME'];
    process.env['HOME'] = join(repo.dir, 'home');
    try {
      const listing = workspace.list();
      void killRipgrep();
      await expect(listing).rejects.toSatisfy((error) => isIqError(error) && /SIGKILL/.test(error.message));
    } finally {
      process.env['HOME'] = home;
    }
  });

  /** Kills the ripgrep of this process as soon as it runs. */
  async function killRipgrep(): Promise<void> {
    for (;;) {
      const tasks = readdirSync('/proc/self/task').map((task) => `/proc/self/task/${task}/children`);
      for (const pid of tasks.flatMap((file) => readFileSync(file, 'utf8').split(' ').filter(Boolean))) {
        if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'rg') return void process.kill(Number(pid), 'SIGKILL');
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  test('a cancelled listing rejects as aborted', async () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    const workspace = await open(repo.dir);
    const listing = workspace.list({ signal: AbortSignal.abort() });
    await expect(listing).rejects.toSatisfy((error) => isIqError(error) && error.code === 'aborted');
  });
});

test('F4 hard links and links to secrets are in no list', async () => {
  using repo = makeRepo({ '.env': 'SECRET=1', 'a.ts': 'a' });
  execFileSync('ln', [join(repo.dir, '.env'), join(repo.dir, 'innocent.txt')]);
  symlinkSync('.env', join(repo.dir, 'notes.txt'));
  const listing = await list(repo.dir, { ignored: true });
  expect(paths(listing)).toEqual(['a.ts']);
  expect(listing.skipped).toEqual([]);
});

test('the debug wording of the bundled ripgrep is the one that is read', async () => {
  using repo = makeRepo({ '.gitignore': '*.log\n', 'a.log': 'x' });
  execFileSync('mkfifo', [join(repo.dir, 'p')]);
  const { stderr } = await runRipgrep({ args: ['--files', '--debug'], targets: [repo.dir] });
  expect(stderr).toContain(
    `ignoring ${repo.dir}/a.log: Ignore(IgnoreMatch(Gitignore(Glob { from: Some("${repo.dir}/.gitignore")`,
  );
  expect(stderr).toContain(`ignoring ${repo.dir}/p: failed to pass haystack filter`);
});
