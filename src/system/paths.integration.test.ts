import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { configRoot, dataRoot, indexDirFor, indexRoot, isInside, type Surroundings } from './paths.ts';

const at = (platform: NodeJS.Platform, env: Surroundings['env'] = {}): Surroundings => ({
  platform,
  env,
  home: '/home/ann',
});

describe('places', () => {
  test.each<[NodeJS.Platform, Surroundings['env'], ...string[]]>([
    ['linux', {}, '/home/ann/.cache/iq', '/home/ann/.local/share/iq', '/home/ann/.config/iq'],
    ['linux', { XDG_CACHE_HOME: '/c', XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/f' }, '/c/iq', '/d/iq', '/f/iq'],
    [
      'linux',
      { XDG_CACHE_HOME: 'c', XDG_DATA_HOME: './d', XDG_CONFIG_HOME: '' },
      '/home/ann/.cache/iq',
      '/home/ann/.local/share/iq',
      '/home/ann/.config/iq',
    ],
    [
      'darwin',
      { XDG_CACHE_HOME: '/c' },
      '/home/ann/Library/Caches/iq',
      '/home/ann/Library/Application Support/iq',
      '/home/ann/Library/Application Support/iq',
    ],
    ['win32', { LOCALAPPDATA: '/l', APPDATA: '/r' }, '/l/iq/cache', '/r/iq/data', '/r/iq'],
    [
      'win32',
      {},
      '/home/ann/AppData/Local/iq/cache',
      '/home/ann/AppData/Roaming/iq/data',
      '/home/ann/AppData/Roaming/iq',
    ],
    ['linux', { IQ_INDEX_DIR: '/i', IQ_DATA_DIR: '/d', IQ_CONFIG_DIR: '/f', XDG_CACHE_HOME: '/c' }, '/i', '/d', '/f'],
    ['darwin', { IQ_INDEX_DIR: '/i', IQ_DATA_DIR: 'd', IQ_CONFIG_DIR: 'f' }, '/i', resolve('d'), resolve('f')],
  ])('%s with %o', (platform, env, ...folders) => {
    const place = at(platform, env);
    expect([indexRoot(place), dataRoot(place), configRoot(place)]).toEqual(folders);
  });

  test('a relative index folder would lie in whatever folder one is in', () => {
    for (const given of ['i', './i', '../i', '.']) {
      expect(() => indexRoot(at('linux', { IQ_INDEX_DIR: given }))).toThrow(/absolute path, not/);
    }
    expect(indexRoot(at('linux', { IQ_INDEX_DIR: '' }))).toBe('/home/ann/.cache/iq');
  });

  test('an index folder has a readable name and never two roots', () => {
    const place = at('linux', { IQ_INDEX_DIR: '/i' });
    expect(indexDirFor('/work/my app', place)).toMatch(/^\/i\/my-app-[0-9a-f]{16}$/);
    expect(indexDirFor('/', place)).toMatch(/^\/i\/root-[0-9a-f]{16}$/);
    expect(indexDirFor('/work/..', place)).toMatch(/^\/i\/root-[0-9a-f]{16}$/);
    expect(indexDirFor('/work/设备', place)).toMatch(/^\/i\/root-[0-9a-f]{16}$/);
    const names = ['/a/app', '/b/app', '/a/app2', '/A/app'].map((root) => indexDirFor(root, place));
    expect(new Set(names).size).toBe(4);
    expect(dirname(indexDirFor(`/${'x'.repeat(200)}`, place))).toBe('/i');
    expect(indexDirFor(`/${'x'.repeat(200)}`, place).length).toBeLessThan(64);
  });
});

test.each([
  ['/a/root', '/a/root', true],
  ['/a/root', '/a/root/x', true],
  ['/a/root', '/a/root/..foo', true],
  ['/a/root', '/a/root/..env/x', true],
  ['/a/root', '/a/root2', false],
  ['/a/root', '/a/root2/x', false],
  ['/a/root', '/a', false],
  ['/', '/etc/passwd', true],
])('F5 is %s the folder of %s: %s', (folder, path, inside) => {
  expect(isInside(folder, path)).toBe(inside);
});

describe('emptyHome', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'iq-paths-'));
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const freshEmptyHome = async () => (await import('./paths.ts')).emptyHome();

  test('lies beside the indexes, private and empty', async () => {
    vi.stubEnv('IQ_INDEX_DIR', join(folder, 'index'));
    const home = await freshEmptyHome();
    expect(home).toBe(join(folder, 'index', 'empty-home'));
    expect(readdirSync(home)).toEqual([]);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    rmSync(home, { recursive: true });
    expect(readdirSync(await freshEmptyHome())).toEqual([]);
  });

  test('is another folder where that one is not empty or cannot be made', async () => {
    vi.stubEnv('IQ_INDEX_DIR', folder);
    mkdirSync(join(folder, 'empty-home'));
    writeFileSync(join(folder, 'empty-home', '.gitconfig'), '');
    const first = await freshEmptyHome();
    expect(first).not.toContain(folder);
    expect(readdirSync(first)).toEqual([]);
    rmSync(first, { recursive: true });

    vi.resetModules();
    writeFileSync(join(folder, 'file'), '');
    vi.stubEnv('IQ_INDEX_DIR', join(folder, 'file'));
    const second = await freshEmptyHome();
    expect(readdirSync(second)).toEqual([]);
    rmSync(second, { recursive: true });
  });
});
