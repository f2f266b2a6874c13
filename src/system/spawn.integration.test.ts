import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { runProcess } from './spawn.ts';

const SH = '/bin/sh';
const shell = (script: string, rest: Omit<Parameters<typeof runProcess>[0], 'file' | 'args'> = {}) =>
  runProcess({ file: SH, args: ['-c', script], env: { PATH: '/usr/bin:/bin' }, ...rest });

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'iq-spawn-'));
  folders.push(folder);
  return folder;
}

/** True while the process exists and is no zombie: a killed child of ours is reaped, a grandchild by init. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function eventuallyGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (!isRunning(pid)) return true;
    await wait(10);
  }
  return false;
}

describe('runProcess', () => {
  test('hands back output, errors and the exit code', async () => {
    const result = await shell('printf out; printf err >&2; exit 3');
    expect(result).toEqual({ code: 3, signal: null, stdout: Buffer.from('out'), stderr: 'err' });
  });

  test('takes arguments as they are: no shell reads them', async () => {
    const args = ['$(id)', 'a b', '; exit 9', "'", '*'];
    const result = await runProcess({ file: '/usr/bin/printf', args: ['%s|', ...args] });
    expect(result.stdout.toString()).toBe(args.map((arg) => `${arg}|`).join(''));
  });

  test('X13 a poisoned environment does not reach a child', async () => {
    const folder = await temporaryFolder();
    const poison: Record<string, string> = {
      GIT_DIR: folder,
      LD_PRELOAD: '/nonexistent.so',
      RIPGREP_CONFIG_PATH: folder,
      NODE_OPTIONS: '--inspect',
      PATH: folder,
    };
    const before = new Map(Object.keys(poison).map((name) => [name, process.env[name]]));
    Object.assign(process.env, poison);
    try {
      const bare = await runProcess({ file: '/usr/bin/env', args: [] });
      expect(bare).toMatchObject({ code: 0, stderr: '' });
      expect(bare.stdout.toString()).toBe('');
      const given = await runProcess({ file: '/usr/bin/env', args: [], env: { LC_ALL: 'C' } });
      expect(given.stdout.toString()).toBe('LC_ALL=C\n');
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  test('starts outside the current folder and without stdin', async () => {
    expect((await shell('pwd; cat')).stdout.toString()).toBe('/\n');
  });

  test('a missing program, a missing folder and too long a command line are values with the system code', async () => {
    expect(await runProcess({ file: '/no/such/program', args: [] })).toMatchObject({
      code: null,
      stderr: expect.stringMatching(/^ENOENT \/no\/such\/program/),
    });
    expect(await shell('true', { cwd: '/no/such/folder' })).toMatchObject({
      code: null,
      stderr: expect.stringContaining('/no/such/folder'),
    });
    expect((await runProcess({ file: SH, args: ['x'.repeat(3_000_000)] })).stderr).toMatch(/^E2BIG/);
  });

  test('a program that is not absolute, and a NUL in an argument, are bugs and throw', () => {
    expect(() => runProcess({ file: 'sh', args: [] })).toThrow('absolute');
    expect(() => runProcess({ file: SH, args: ['a\0b'] })).toThrow();
  });
});

describe('stopping', () => {
  test('a child over its time is killed', async () => {
    const started: number[] = [];
    const result = await shell('echo $$; exec sleep 1000', {
      timeoutMs: 200,
      onStdout: (chunk) => void started.push(Number(chunk)),
    });
    expect(result).toMatchObject({ code: null, signal: 'SIGKILL', stopped: 'timeout' });
    expect(isRunning(started[0] ?? 0)).toBe(false);
  });

  test('an abort kills the child; an abort before the start starts nothing', async () => {
    const folder = await temporaryFolder();
    const controller = new AbortController();
    const running = shell('trap "" TERM INT; echo ready; while :; do :; done', {
      signal: controller.signal,
      onStdout: () => controller.abort(),
    });
    expect(await running).toMatchObject({ signal: 'SIGKILL', stopped: 'aborted' });

    const late = await shell(`touch ${folder}/started`, { signal: controller.signal });
    expect(late).toMatchObject({ code: null, stopped: 'aborted' });
    await expect(readFile(join(folder, 'started'))).rejects.toThrow('ENOENT');
  });

  test('the output cap keeps what is within it and kills the child', async () => {
    const result = await shell('while :; do echo 0123456789; done', { maxStdoutBytes: 1_000 });
    expect(result).toMatchObject({ signal: 'SIGKILL', stopped: 'output-cap' });
    expect(result.stdout.toString()).toBe('0123456789\n'.repeat(100).slice(0, 1_000));

    const exact = await shell('printf 0123456789', { maxStdoutBytes: 10 });
    expect(exact).toMatchObject({ code: 0, stdout: Buffer.from('0123456789') });
    expect(exact.stopped).toBeUndefined();
  });

  test('false from the reader is enough: no chunk follows and the child is gone', async () => {
    let chunks = 0;
    let pid = 0;
    const result = await shell('echo $$; while :; do echo more; done', {
      onStdout: (chunk) => {
        chunks += 1;
        pid = Number.parseInt(chunk.toString(), 10);
        return false;
      },
    });
    expect(result).toMatchObject({ signal: 'SIGKILL', stopped: 'enough', stdout: Buffer.alloc(0) });
    expect(chunks).toBe(1);
    expect(isRunning(pid)).toBe(false);
  });

  test('an exception of the reader kills the child and rejects', async () => {
    let pid = 0;
    const run = shell('echo $$; exec sleep 1000', {
      onStdout: (chunk) => {
        pid = Number(chunk);
        throw new Error('reader broke');
      },
    });
    await expect(run).rejects.toThrow('reader broke');
    expect(isRunning(pid)).toBe(false);
  });

  test('X18 what a killed child had started ends with it, though it holds the pipes', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'slow'), '#!/bin/sh\nsleep 1000 &\necho $!\nwait\n', { mode: 0o755 });
    let below = 0;
    const result = await runProcess({
      file: join(folder, 'slow'),
      args: [],
      env: { PATH: '/usr/bin:/bin' },
      onStdout: (chunk) => {
        below = Number(chunk);
        return false;
      },
    });
    expect(result.stopped).toBe('enough');
    expect(below).toBeGreaterThan(1);
    expect(await eventuallyGone(below)).toBe(true);
  });

  test('a program that outlives its parent cannot hold the result beyond the time limit', async () => {
    let below = 0;
    const result = await shell('sleep 1000 & echo $!', {
      timeoutMs: 300,
      onStdout: (chunk) => void (below = Number(chunk)),
    });
    process.kill(below, 'SIGKILL');
    expect(result).toMatchObject({ code: 0, stopped: 'timeout' });
  });

  test('stderr is read to its end but only its first 64 KiB are kept', async () => {
    const result = await shell('i=0; while [ $i -lt 20000 ]; do echo 0123456789 >&2; i=$((i+1)); done; echo done');
    expect(result).toMatchObject({ code: 0, stdout: Buffer.from('done\n') });
    expect(result.stderr.length).toBe(64 * 1024);
  });
});
