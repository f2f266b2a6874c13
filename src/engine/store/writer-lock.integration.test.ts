import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../testing/sample-index.ts';
import { LEASE_STALE_MS } from '../options.ts';
import { isRunning, processStart } from '../../system/process-identity.ts';
import { acquireLease, leaseHolder, releaseLease } from './writer-lock.ts';

const LOCK_MODULE = new URL('./writer-lock.ts', import.meta.url).href;

/** A process that takes the lease, says what came of it, and does what `then` says. */
function startHolder(indexDir: string, then = 'setInterval(() => {}, 1000)'): ReturnType<typeof spawn> {
  const script = `
    const { acquireLease } = await import(${JSON.stringify(LOCK_MODULE)});
    const lease = acquireLease(process.argv[1]);
    console.log(lease.ok);
    ${then};`;
  return spawn(process.execPath, ['--input-type=module', '-e', script, indexDir]);
}

async function firstLine(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout === null) throw new Error('no output');
  const [chunk] = await once(child.stdout, 'data');
  return String(chunk).trim();
}

function writeLease(indexDir: string, some: object): void {
  mkdirSync(indexDir, { recursive: true });
  const owner = { token: 't', host: hostname(), pid: process.pid, start: processStart(process.pid), since: 5, ...some };
  writeFileSync(join(indexDir, 'writer.lease'), JSON.stringify(owner));
}

test('one holder at a time, and the next one after it has let go', () => {
  using folder = makeFolder();
  const dir = join(folder.dir, 'root');
  const first = acquireLease(dir);
  if (!first.ok) throw new Error('refused');
  expect(statSync(join(dir, 'writer.lease')).mode & 0o777).toBe(0o600);
  expect(acquireLease(dir)).toMatchObject({ ok: false, holder: { pid: process.pid } });
  expect(leaseHolder(dir)?.pid).toBe(process.pid);
  expect(first.held()).toBe(true);
  first.release();
  expect([first.held(), leaseHolder(dir)]).toEqual([false, null]);
  const second = acquireLease(dir);
  expect(second.ok).toBe(true);
  first.release();
  expect(leaseHolder(dir), 'an old holder cannot release a new lease').not.toBeNull();
});

test('D14 the lease of another process is respected while it runs, and taken over once it is killed', async () => {
  using folder = makeFolder();
  const child = startHolder(folder.dir);
  expect(await firstLine(child)).toBe('true');
  expect(acquireLease(folder.dir)).toMatchObject({ ok: false, holder: { pid: child.pid } });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(leaseHolder(folder.dir)).toBeNull();
  expect(acquireLease(folder.dir).ok).toBe(true);
});

test('a pid that was given to another process does not keep the lease', () => {
  using folder = makeFolder();
  writeLease(folder.dir, {});
  expect(acquireLease(folder.dir).ok).toBe(false);
  writeLease(folder.dir, { start: (processStart(process.pid) ?? 0) - 1 });
  expect(acquireLease(folder.dir).ok).toBe(true);
});

test('a holder that does not renew loses the lease, and notices', () => {
  using folder = makeFolder();
  const lease = acquireLease(folder.dir);
  if (!lease.ok) throw new Error('refused');
  const file = join(folder.dir, 'writer.lease');
  const old = new Date(Date.now() - LEASE_STALE_MS - 1_000);
  utimesSync(file, old, old);
  lease.renew();
  expect(acquireLease(folder.dir).ok, 'renewed').toBe(false);
  utimesSync(file, old, old);
  expect(acquireLease(folder.dir).ok, 'not renewed').toBe(true);
  expect(lease.held()).toBe(false);
  const before = readFileSync(file, 'utf8');
  lease.renew();
  lease.release();
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('on another host only renewal counts', () => {
  using folder = makeFolder();
  writeLease(folder.dir, { host: 'elsewhere', pid: 2 ** 22 + 1, start: null });
  expect(acquireLease(folder.dir).ok).toBe(false);
  const old = new Date(Date.now() - LEASE_STALE_MS - 1_000);
  utimesSync(join(folder.dir, 'writer.lease'), old, old);
  expect(acquireLease(folder.dir).ok).toBe(true);
});

test.each(['', '{"token":', '[]', '{"token":1}'])('a lease that says %j counts until it is old', (text) => {
  using folder = makeFolder();
  const file = join(folder.dir, 'writer.lease');
  writeFileSync(file, text);
  expect(acquireLease(folder.dir)).toMatchObject({ ok: false, holder: { pid: 0 } });
  const old = new Date(Date.now() - LEASE_STALE_MS - 1_000);
  utimesSync(file, old, old);
  expect(acquireLease(folder.dir).ok).toBe(true);
});

test('of many processes that find the same dead lease, one takes it over', async () => {
  using folder = makeFolder();
  // Many leases, because the moments that matter are short.
  const dirs = Array.from({ length: 60 }, (_, n) => join(folder.dir, `root${n}`));
  for (const dir of dirs) writeLease(dir, { start: (processStart(process.pid) ?? 0) - 1, token: 'dead' });
  // They wait for a file, so that they all look at once.
  const go = join(folder.dir, 'go');
  const script = `
    const { existsSync } = await import('node:fs');
    const { acquireLease } = await import(${JSON.stringify(LOCK_MODULE)});
    const [, go, ...dirs] = process.argv;
    console.log('up');
    while (!existsSync(go));
    console.log(JSON.stringify(dirs.map((dir) => acquireLease(dir).ok)));
    setInterval(() => {}, 1000);`;
  const children = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script, go, ...dirs]),
  );
  await Promise.all(children.map(firstLine));
  const answers = Promise.all(children.map(firstLine));
  writeFileSync(go, '');
  const won = (await answers).map((line) => JSON.parse(line) as boolean[]);
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => once(child, 'exit')));
  expect(dirs.map((_, at) => won.filter((answer) => answer[at]).length)).toEqual(dirs.map(() => 1));
  for (const dir of dirs) expect(readdirSync(dir)).toEqual(['writer.lease']);
});

test('a lease can be released by its token, and by no other', () => {
  using folder = makeFolder();
  acquireLease(folder.dir, 'mine');
  releaseLease(folder.dir, 'other');
  expect(existsSync(join(folder.dir, 'writer.lease'))).toBe(true);
  releaseLease(folder.dir, 'mine');
  expect(existsSync(join(folder.dir, 'writer.lease'))).toBe(false);
  releaseLease(join(folder.dir, 'nowhere'), 'mine');
});

test('a folder that may not be written throws what the system says', () => {
  using folder = makeFolder();
  writeFileSync(join(folder.dir, 'file'), '');
  expect(() => acquireLease(join(folder.dir, 'file'))).toThrow(/EEXIST|ENOTDIR/);
});

test('a process is told from an older one of the same id', () => {
  const start = processStart(process.pid);
  expect(start).toBeGreaterThan(0);
  expect(isRunning(process.pid, start)).toBe(true);
  expect(isRunning(process.pid, (start ?? 0) + 1)).toBe(false);
  expect(isRunning(process.pid, null)).toBe(true);
  const gone = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }));
  expect(isRunning(gone, null)).toBe(false);
});
