/** The installed command: node_modules/.bin/iq, bin/iq.mjs and the built program behind them. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeRepo } from './make-repo.ts';

const ROOT = join(import.meta.dirname, '..');
const LAUNCHER = join(ROOT, 'node_modules', '.bin', 'iq');
const PROGRAM = join(ROOT, 'bin', 'iq.mjs');

/** A Node outside of the checkout that is too old to run the product; none on a machine that has a new one only. */
function olderNode(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  for (const folder of folders) {
    const node = join(folder, 'node');
    if (!existsSync(node)) continue;
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' });
    if (Number(/^v(\d+)/.exec(version)?.[1]) < 24) return node;
  }
  return null;
}

const oldNode = olderNode();

beforeAll(() => {
  if (!existsSync(join(ROOT, 'dist', 'lib', 'main.js'))) throw new Error('build first: npm run build');
});

test('the launcher needs nothing of PATH and runs the built program', () => {
  const result = spawnSync(LAUNCHER, ['--version'], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
  expect(result).toMatchObject({ status: 0, stdout: expect.stringMatching(/^iq \d+\.\d+\.\d+\n$/), stderr: '' });
});

test('the launcher works through a link elsewhere', () => {
  const folder = mkdtempSync(join(tmpdir(), 'iq-link-'));
  symlinkSync(LAUNCHER, join(folder, 'iq'));
  const result = spawnSync(join(folder, 'iq'), ['--version'], { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } });
  rmSync(folder, { recursive: true });
  expect(result.status).toBe(0);
});

test('the built program indexes on its threads and answers', () => {
  using repo = makeRepo({ 'src/a.ts': 'export function builtAnswer(): number {\n  return 1;\n}\n' });
  const env = { PATH: '/usr/bin:/bin', HOME: repo.indexDir, IQ_INDEX_DIR: repo.indexDir };
  const result = spawnSync(LAUNCHER, ['def', 'builtAnswer'], { cwd: repo.dir, encoding: 'utf8', env });
  expect(result.stdout, result.stderr).toContain('src/a.ts');
  expect(result.status).toBe(0);
});

describe.skipIf(oldNode === null)('started with an older Node', () => {
  test('it hands over to the Node of the checkout, exit code included', () => {
    const env = { PATH: '/usr/bin:/bin' };
    const good = spawnSync(oldNode ?? '', [PROGRAM, '--version'], { encoding: 'utf8', env });
    expect(good).toMatchObject({ status: 0, stderr: '' });
    const bad = spawnSync(oldNode ?? '', [PROGRAM, '--bogus'], { encoding: 'utf8', env });
    expect(bad.status).toBe(2);
    expect(bad.stderr).toMatch(/^iq: There is no flag --bogus/);
  });

  test('a signal to it reaches the program', async () => {
    // `multi` waits for its input, so it is there to be ended.
    const child = spawn(oldNode ?? '', [PROGRAM, 'multi'], { stdio: 'pipe', env: { PATH: '/usr/bin:/bin' } });
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    await untilBothListen(child.pid ?? 0);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
  });
});

/** Resolves when the process and the program it started both listen for signals, as /proc tells. */
async function untilBothListen(parent: number): Promise<void> {
  for (;;) {
    const child = Number(readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim());
    if (child > 0 && listens(parent) && listens(child)) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** By SIGHUP (bit 0 of the mask): our code asks for it last, and Node itself never does. */
function listens(pid: number): boolean {
  const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & 1n) !== 0n;
}
