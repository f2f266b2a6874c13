import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runProcess } from '../../system/spawn.ts';
import { FLOOR_REAL_FOLDER_MS, FLOOR_WALK_MIN_AGE_MS } from '../options.ts';
import { createFloor, type Floor } from './floor.ts';
import { createForbiddenInodes } from './forbidden-inodes.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'iq-floor-')));
  root = join(base, 'root');
  mkdirSync(root);
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(base, { recursive: true, force: true });
});

const at = (name: string) => join(root, name);
const floorOver = (...dirs: string[]): Floor =>
  createFloor({
    roots: dirs.map((dir) => ({ name: dir, dir, prefix: dirs.length === 1 ? '' : `${dir}/` })),
    trackedFiles: () => null,
  });
const write = (path: string, text = 'x') => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

describe('links', () => {
  test('SF4 a symbolic link with an innocent name is what it leads to', () => {
    write(at('.env'));
    write(at('src/a.ts'));
    symlinkSync(at('.env'), at('notes.txt'));
    symlinkSync('.env', at('relative.txt'));
    symlinkSync('notes.txt', at('twice.txt'));
    symlinkSync('src/a.ts', at('fine.ts'));
    const floor = floorOver(root);
    const admitted = ['notes.txt', 'relative.txt', 'twice.txt', 'fine.ts', 'src/a.ts'].filter((name) =>
      floor.admits(at(name)),
    );
    expect(admitted).toEqual(['fine.ts', 'src/a.ts']);
  });

  test('F4 a link out of the root, to a file or a folder, is not followed', () => {
    write(join(base, 'outside/plain.ts'));
    write(join(base, 'outside/.ssh/id_rsa'));
    symlinkSync(join(base, 'outside/plain.ts'), at('a.ts'));
    symlinkSync(join(base, 'outside'), at('folder'));
    symlinkSync(join(base, 'outside/.ssh/id_rsa'), at('notes.txt'));
    const floor = floorOver(root);
    for (const name of ['a.ts', 'folder/plain.ts', 'notes.txt', 'folder/.ssh/id_rsa']) {
      expect(floor.admits(at(name)), name).toBe(false);
    }
    // Positive control: the same file, reached inside a root, is admitted.
    expect(floorOver(root, join(base, 'outside')).admits(at('a.ts'))).toBe(true);
  });

  test("the second name of a secret in a folder called objects, which only git's own store may be", () => {
    write(at('src/objects/.env'), 'KEY=1');
    linkSync(at('src/objects/.env'), at('src/notes.txt'));
    write(at('src/plain.ts'));
    linkSync(at('src/plain.ts'), at('src/twice.ts'));
    const floor = floorOver(root);
    expect(floor.admits(at('src/notes.txt'))).toBe(false);
    expect(floor.admits(at('src/twice.ts')), 'positive control').toBe(true);
  });

  test('F4 a folder that becomes a link out is not followed once a search is over', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    write(at('src/a.ts'), 'inside');
    write(join(base, 'outside/a.ts'), 'outside');
    const floor = floorOver(root);
    expect(floor.admits(at('src/a.ts'))).toBe(true);
    renameSync(at('src'), join(base, 'moved'));
    symlinkSync(join(base, 'outside'), at('src'));
    vi.advanceTimersByTime(FLOOR_REAL_FOLDER_MS + 1);
    expect(floor.admits(at('src/a.ts'))).toBe(false);
  });

  test('F5 inside is told by component: siblings with the same beginning are outside, odd names are inside', () => {
    write(join(base, 'root2/a.ts'));
    write(at('..foo'));
    write(at('..env/b.ts'));
    symlinkSync(join(base, 'root2/a.ts'), at('sibling.ts'));
    const floor = floorOver(root);
    expect(floor.admits(join(base, 'root2/a.ts'))).toBe(false);
    expect(floor.admits(at('sibling.ts'))).toBe(false);
    expect(floor.admits(`${root}/../root2/a.ts`)).toBe(false);
    expect(floor.admits(at('..foo'))).toBe(true);
    expect(floor.admits(at('..env/b.ts'))).toBe(true);
    expect(floor.admits(root)).toBe(true);
  });

  test('a path that reaches the root through a link outside is judged by the real file', () => {
    write(at('a.ts'));
    write(at('.env'));
    symlinkSync(root, join(base, 'alias'));
    mkdirSync(join(base, '.ssh'));
    symlinkSync(root, join(base, '.ssh/alias'));
    const floor = floorOver(root);
    expect(floor.admits(join(base, 'alias/a.ts'))).toBe(true);
    expect(floor.admits(join(base, 'alias/.env'))).toBe(false);
    expect(floor.admits(join(base, '.ssh/alias/a.ts'))).toBe(false);
  });
});

describe('SF4 hard links', () => {
  test('a second name of a secret, of tool state or of an untracked note is not admitted', () => {
    write(at('.env'));
    write(at('deep/ignored/.ssh/key'));
    write(at('.git/config'));
    write(at('.iq/private.md'));
    const secrets = {
      'a.txt': '.env',
      'b/c.txt': 'deep/ignored/.ssh/key',
      'd.txt': '.git/config',
      'e.md': '.iq/private.md',
    };
    mkdirSync(at('b'));
    for (const [name, secret] of Object.entries(secrets)) linkSync(at(secret), at(name));
    write(at('plain.ts'));
    linkSync(at('plain.ts'), at('twin.ts'));
    const floor = floorOver(root);
    const admitted = [...Object.keys(secrets), 'plain.ts', 'twin.ts'].filter((name) => floor.admits(at(name)));
    expect(admitted).toEqual(['plain.ts', 'twin.ts']);
  });

  test('a name in one root of a secret in another is not admitted', () => {
    write(join(base, 'other/.env'));
    linkSync(join(base, 'other/.env'), at('a.txt'));
    expect(floorOver(root, join(base, 'other')).admits(at('a.txt'))).toBe(false);
  });

  test('a link made later is found when asked again some seconds later', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    write(at('one.ts'));
    linkSync(at('one.ts'), at('two.ts'));
    write(at('.env'));
    const floor = floorOver(root);
    expect(floor.admits(at('two.ts'))).toBe(true);
    linkSync(at('.env'), at('late.txt'));
    vi.advanceTimersByTime(FLOOR_WALK_MIN_AGE_MS + 1);
    expect(floor.admits(at('late.txt'))).toBe(false);
    unlinkSync(at('.env'));
    expect(floor.admits(at('late.txt'))).toBe(true);
  });
});

describe('what cannot be told is denied', () => {
  test('a file that is not there, a loop, a name too long, a NUL', () => {
    symlinkSync('loop', at('loop'));
    const floor = floorOver(root);
    for (const name of ['gone.ts', 'loop', 'x'.repeat(300), 'a\0b']) expect(floor.admits(at(name)), name).toBe(false);
  });

  test('files with several names, while a folder of the root cannot be read', async () => {
    write(at('one.ts'));
    linkSync(at('one.ts'), at('two.ts'));
    write(at('single.ts'));
    write(at('closed/.env'));
    chmodSync(base, 0o755);
    chmodSync(at('closed'), 0o000);
    const ask = async (prefix: string[]) => {
      const script = `import { createFloor } from ${JSON.stringify(new URL('./floor.ts', import.meta.url).href)};
        const floor = createFloor({ roots: [{ name: 'r', dir: ${JSON.stringify(root)}, prefix: '' }], trackedFiles: () => null });
        console.log(['one.ts', 'single.ts'].map((name) => floor.admits(${JSON.stringify(`${root}/`)} + name)).join());`;
      const command = [...prefix, process.execPath, '--input-type=module', '-e', script];
      return (await runProcess({ file: command[0] ?? '', args: command.slice(1) })).stdout.toString().trim();
    };
    const unprivileged = ['-dac_override,-dac_read_search'].flatMap((caps) => [
      `--bounding-set=${caps}`,
      `--inh-caps=${caps}`,
    ]);
    expect(await ask(['/usr/bin/setpriv', ...unprivileged])).toBe('false,true');
    expect(await ask([])).toBe('true,true');
  });
});

test('SF4 in a tree too large to walk a file with several names is denied', () => {
  for (const name of ['a.ts', 'b.ts', 'c.ts', 'd.ts']) write(at(name));
  linkSync(at('a.ts'), at('e.ts'));
  const tree = { roots: [{ dir: root, prefix: '' }], admitsName: () => true };
  expect(createForbiddenInodes({ ...tree, maxEntries: 5 }).has(at('a.ts'))).toBe(false);
  expect(createForbiddenInodes({ ...tree, maxEntries: 4 }).has(at('a.ts'))).toBe(true);
});

describe('roots inside .iq', () => {
  const admitsIn = (dir: string, name: string) => {
    write(join(dir, name));
    return floorOver(realpathSync(dir)).admits(join(dir, name));
  };

  test('show nothing untracked, unless they are a repository of their own', () => {
    expect(admitsIn(at('.iq/local/cache'), 'db.ts')).toBe(false);
    expect(admitsIn(at('.iq'), 'a.ts')).toBe(false);
    mkdirSync(at('.intentic/local/worktrees/one'), { recursive: true });
    writeFileSync(at('.intentic/local/worktrees/one/.git'), 'gitdir: /nowhere\n');
    expect(admitsIn(at('.intentic/local/worktrees/one'), 'a.ts')).toBe(true);
    expect(admitsIn(at('.intentic/local/worktrees/one'), '.env')).toBe(false);
    mkdirSync(at('.iq/.git'));
    expect(admitsIn(at('.iq'), 'cache/a.ts')).toBe(false);
  });
});
