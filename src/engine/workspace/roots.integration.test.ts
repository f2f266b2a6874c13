import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo } from '../../../testing/make-repo.ts';
import { isIqError } from '../errors.ts';
import { defaultRoot, openRoots, type Root, toAbsolutePath, toWorkspacePath } from './roots.ts';
import { openWorkspace } from './workspace.ts';

const open = (...dirs: string[]) => openWorkspace(dirs, { trackedFiles: () => null });

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isIqError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}

describe('openRoots', () => {
  test('one root has no prefix, several have their names', () => {
    using repo = makeRepo({ 'a/x.ts': 'x', 'b/y.ts': 'y' });
    const [a, b] = [join(repo.dir, 'a'), join(repo.dir, 'b')];
    expect(openRoots([a])).toEqual([{ name: 'a', dir: a, prefix: '' }]);
    expect(openRoots([a, b]).map((root) => root.prefix)).toEqual(['a/', 'b/']);
  });

  test('the same folder by another way counts once', () => {
    using repo = makeRepo({ 'a/x.ts': 'x' });
    symlinkSync('a', join(repo.dir, 'link'));
    expect(
      openRoots([join(repo.dir, 'a'), join(repo.dir, 'link'), `${repo.dir}/a/`, `${repo.dir}/./a/../a`]),
    ).toHaveLength(1);
  });

  test('same names are told apart, also where only case differs', () => {
    using repo = makeRepo({ 'x/api/a': '', 'y/api/b': '', 'z/API/c': '', 'w/api-2/d': '' });
    const dirs = ['x/api', 'y/api', 'z/API', 'w/api-2'].map((dir) => join(repo.dir, dir));
    expect(openRoots(dirs).map((root) => root.name)).toEqual(['api', 'api-2', 'API-3', 'api-2-2']);
  });

  test('the root of the file system can be opened', () => {
    const roots = openRoots(['/']);
    expect(roots).toEqual([{ name: 'root', dir: '/', prefix: '' }]);
    expect(toWorkspacePath(roots, '/etc/hosts')).toBe('etc/hosts');
    expect(toAbsolutePath(roots, 'etc/hosts')).toBe('/etc/hosts');
  });

  test('each bad root has its code and names the folder', () => {
    using repo = makeRepo({ 'file.ts': 'x' });
    execFileSync('mkfifo', [join(repo.dir, 'pipe')]);
    symlinkSync('self', join(repo.dir, 'self'));
    const at = (name: string): string => join(repo.dir, name);
    expect(codeOf(() => openRoots([at('nope')]))).toBe(`root-missing: ${at('nope')} does not exist.`);
    expect(codeOf(() => openRoots([at('file.ts')]))).toBe(`root-not-a-directory: ${at('file.ts')} is not a folder.`);
    expect(codeOf(() => openRoots([at('file.ts/x')]))).toMatch(/^root-not-a-directory/);
    expect(codeOf(() => openRoots([at('pipe')]))).toMatch(/^root-not-a-directory/);
    expect(codeOf(() => openRoots([at('self')]))).toMatch(/^root-unreadable.*ELOOP/);
  });
});

describe('paths', () => {
  const roots: Root[] = [
    { name: 'r', dir: '/w/r', prefix: 'r/' },
    { name: 'r2', dir: '/w/r2', prefix: 'r2/' },
    { name: 'in', dir: '/w/r/vendor/in', prefix: 'in/' },
  ];

  test('F5 containment goes by component: `..env` is a name, `/w/r2x` is no part of `/w/r2`', () => {
    expect(toWorkspacePath(roots, '/w/r/..env')).toBe('r/..env');
    expect(toWorkspacePath(roots, '/w/r2x/a')).toBeNull();
    expect(toWorkspacePath(roots, '/w')).toBeNull();
    expect(toAbsolutePath(roots, 'r/..env')).toBe('/w/r/..env');
    expect(toAbsolutePath(roots, 'r/a..b/...')).toBe('/w/r/a..b/...');
  });

  test('the innermost root names a path', () => {
    expect(toWorkspacePath(roots, '/w/r/vendor/in/a.ts')).toBe('in/a.ts');
    expect(toWorkspacePath(roots, '/w/r/vendor/a.ts')).toBe('r/vendor/a.ts');
  });

  test.each(['r/../r2/x', 'r/..', '../x', 'r/a/../../../etc/passwd', 'r/a\0b', 'other/x', 'x.ts', ''])(
    '%j leads out of the roots',
    (path) => expect(codeOf(() => toAbsolutePath(roots, path))).toMatch(/^path-outside-root/),
  );

  test('a root itself can be named', () => {
    expect(toAbsolutePath(roots, 'r')).toBe('/w/r');
    expect(toAbsolutePath(roots, 'r2/')).toBe('/w/r2');
    expect(toWorkspacePath(roots, '/w/r2')).toBe('r2/');
  });
});

describe('defaultRoot', () => {
  test('is the git top level above, also where .git is a file, else the folder itself', () => {
    using repo = makeRepo({ 'a/b/x.ts': 'x' }, { git: true });
    expect(defaultRoot(join(repo.dir, 'a/b'))).toBe(repo.dir);
    const worktree = join(repo.dir, '../wt');
    repo.git('worktree', 'add', '-q', worktree);
    expect(defaultRoot(join(worktree, 'a'))).toBe(worktree);
    expect(defaultRoot(dirname(repo.dir))).toBe(dirname(repo.dir));
  });

  test('an empty .git folder is no repository', () => {
    using repo = makeRepo({ 'a/b/x.ts': 'x' }, { git: true });
    mkdirSync(join(repo.dir, 'a/.git'));
    expect(defaultRoot(join(repo.dir, 'a/b'))).toBe(repo.dir);
  });
});

describe('overlapping roots', () => {
  test('S16 a root inside another is listed once, and dropped', async () => {
    using repo = makeRepo({ 'src/x.ts': 'x', 'src/deep/y.ts': 'y', 'z.ts': 'z' });
    for (const order of [
      [repo.dir, join(repo.dir, 'src')],
      [join(repo.dir, 'src'), repo.dir],
    ]) {
      const workspace = await open(...order);
      expect(workspace.roots).toEqual([{ name: basename(repo.dir), dir: repo.dir, prefix: '' }]);
      expect((await workspace.list()).files.map((file) => file.path)).toEqual(['src/deep/y.ts', 'src/x.ts', 'z.ts']);
    }
  });

  test('S16 a root that the outer one ignores stays, and each file is listed once, with --ignored too', async () => {
    using repo = makeRepo({ '.gitignore': 'vendor/\n', 'vendor/lib/x.ts': 'x', 'vendor/other/o.ts': 'o', 'z.ts': 'z' });
    const workspace = await open(repo.dir, join(repo.dir, 'vendor/lib'));
    expect(workspace.roots.map((root) => root.name)).toEqual(['repo', 'lib']);
    const paths = async (ignored: boolean) => (await workspace.list({ ignored })).files.map((file) => file.path);
    expect(await paths(false)).toEqual(['lib/x.ts', 'repo/.gitignore', 'repo/z.ts']);
    expect(await paths(true)).toEqual(['lib/x.ts', 'repo/.gitignore', 'repo/vendor/other/o.ts', 'repo/z.ts']);
  });

  test('S16 three roots inside one another leave the outermost; a neighbour with the same beginning stays', async () => {
    using repo = makeRepo({ 'a/b/c/x.ts': 'x', 'a-b/y.ts': 'y' });
    const workspace = await open(...['a/b/c', 'a/b', 'a', 'a-b'].map((dir) => join(repo.dir, dir)));
    expect(workspace.roots.map((root) => root.prefix)).toEqual(['a/', 'a-b/']);
    expect((await workspace.list()).files.map((file) => file.path)).toEqual(['a-b/y.ts', 'a/b/c/x.ts']);
  });
});
