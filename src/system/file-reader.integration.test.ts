import fs, {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRegularFile } from './file-reader.ts';
import { runProcess } from './spawn.ts';

const LIMIT = 4 * 1024 * 1024;
const READER = new URL('./file-reader.ts', import.meta.url).href;
/** A hang bound for children: what is tested ends in milliseconds or never. */
const HANG_MS = 20_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'iq-reader-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);

/** Reads in a child, so that a read that blocks fails the test instead of the whole run. */
async function readInChild(path: string, prefix: string[] = []): Promise<unknown> {
  const script = `import { readRegularFile } from ${JSON.stringify(READER)};
    const read = readRegularFile(${JSON.stringify(path)}, ${LIMIT});
    console.log(JSON.stringify(read.ok ? { ok: true } : read));`;
  const command = [...prefix, process.execPath, '--input-type=module', '-e', script];
  const result = await runProcess({ file: command[0] ?? '', args: command.slice(1), timeoutMs: HANG_MS });
  expect(result, result.stderr).toMatchObject({ code: 0 });
  return JSON.parse(result.stdout.toString());
}

describe('a regular file', () => {
  test('comes with its bytes and the stats they belong to', () => {
    writeFileSync(at('a.ts'), 'const a = 1;\0é');
    const stats = statSync(at('a.ts'));
    expect(readRegularFile(at('a.ts'), LIMIT)).toEqual({
      ok: true,
      bytes: Buffer.from('const a = 1;\0é'),
      size: stats.size,
      mtimeMs: stats.mtimeMs,
      ctimeMs: stats.ctimeMs,
      ino: stats.ino,
    });
  });

  test('may be empty and may be exactly as large as the limit; one byte more is too large', () => {
    writeFileSync(at('empty'), '');
    writeFileSync(at('full'), Buffer.alloc(1_000, 'x'));
    expect(readRegularFile(at('empty'), LIMIT)).toMatchObject({ ok: true, size: 0, bytes: Buffer.alloc(0) });
    expect(readRegularFile(at('full'), 1_000)).toMatchObject({ ok: true, size: 1_000 });
    expect(readRegularFile(at('full'), 999)).toMatchObject({ ok: false, reason: 'too-large' });
  });

  test('a file just over the limit says by how much', () => {
    writeFileSync(at('over.ts'), Buffer.alloc(LIMIT + 1));
    expect(readRegularFile(at('over.ts'), LIMIT)).toMatchObject({
      detail: '4,194,305 bytes are over the limit of 4,194,304',
    });
  });

  test('P6 a file over the limit is not read, and its size is named', () => {
    writeFileSync(at('big.ts'), Buffer.alloc(5 * 1024 * 1024));
    expect(readRegularFile(at('big.ts'), LIMIT)).toEqual({
      ok: false,
      reason: 'too-large',
      detail: '5 MB is over the limit of 4 MB',
    });
  });
});

describe('what is no regular file', () => {
  test('F1 a FIFO is skipped, not read', async () => {
    await runProcess({ file: '/usr/bin/mkfifo', args: [at('x.ts')] });
    expect(await readInChild(at('x.ts'))).toMatchObject({ ok: false, reason: 'not-regular', detail: /named pipe/ });
  });

  test('F2 sockets, devices, folders and links are skipped, each by name', async () => {
    const server = createServer().listen(at('s.ts'));
    await new Promise((resolve) => server.once('listening', resolve));
    mkdirSync(at('d.ts'));
    writeFileSync(at('real.ts'), 'x');
    symlinkSync(at('real.ts'), at('link.ts'));
    symlinkSync('/dev/zero', at('zero.ts'));
    const details = ['s.ts', 'd.ts', 'link.ts', 'zero.ts'].map((name) => readRegularFile(at(name), LIMIT));
    server.close();
    expect(details).toEqual([
      { ok: false, reason: 'not-regular', detail: 'a socket' },
      { ok: false, reason: 'not-regular', detail: 'a folder' },
      { ok: false, reason: 'not-regular', detail: 'a symbolic link, not a file of its own' },
      { ok: false, reason: 'not-regular', detail: 'a symbolic link, not a file of its own' },
    ]);
    expect(readRegularFile('/dev/zero', LIMIT)).toEqual({ ok: false, reason: 'not-regular', detail: 'a device' });
  });
});

describe('refusals of the system', () => {
  test('F6 EACCES, on the file or on a folder above', async () => {
    mkdirSync(at('closed'));
    writeFileSync(at('closed/a.ts'), 'x');
    writeFileSync(at('b.ts'), 'x', { mode: 0o000 });
    await runProcess({ file: '/bin/chmod', args: ['000', at('closed')] });
    const unprivileged = [
      '/usr/bin/setpriv',
      '--bounding-set=-dac_override,-dac_read_search',
      '--inh-caps=-dac_override,-dac_read_search',
    ];
    for (const name of ['closed/a.ts', 'b.ts']) {
      expect(await readInChild(at(name), unprivileged)).toEqual({
        ok: false,
        reason: 'unreadable',
        detail: 'permission denied',
      });
      // Positive control: only the missing permission was in the way.
      expect(await readInChild(at(name))).toEqual({ ok: true });
    }
  });

  test('a missing file, a file where a folder should be, and a NUL in the name have vanished', () => {
    writeFileSync(at('a.ts'), 'x');
    for (const path of [at('gone.ts'), at('a.ts/b.ts'), at('a\0b')]) {
      expect(readRegularFile(path, LIMIT)).toMatchObject({ ok: false, reason: 'vanished' });
    }
  });

  test('I16 ELOOP and ENAMETOOLONG say so', () => {
    symlinkSync(at('loop'), at('loop'));
    expect(readRegularFile(at('loop/a.ts'), LIMIT)).toMatchObject({
      reason: 'unreadable',
      detail: /loop of symbolic links/,
    });
    expect(readRegularFile(at('x'.repeat(300)), LIMIT)).toMatchObject({ reason: 'unreadable', detail: /longer than/ });
  });
});

describe('what happens between two calls of the system', () => {
  const original = { openSync: fs.openSync, readSync: fs.readSync, fstatSync: fs.fstatSync };
  afterEach(() => {
    vi.useRealTimers();
    Object.assign(fs, original);
    syncBuiltinESMExports();
  });

  /** Runs `act` before every call of `name`; the calls themselves stay real. */
  function before(name: 'openSync' | 'readSync', act: (call: number) => void): void {
    let calls = 0;
    const real = original[name] as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]) => {
        act(++calls);
        return real(...args);
      },
    });
    syncBuiltinESMExports();
  }

  beforeEach(() => writeFileSync(at('a.ts'), 'old old old'));

  test('F9 a file rewritten, grown or shrunk once during the read comes in its new state', () => {
    for (const changed of ['new new new', 'new, and longer than before', 'new', '']) {
      writeFileSync(at('a.ts'), 'old old old');
      before('readSync', (call) => {
        if (call === 1) writeFileSync(at('a.ts'), changed);
      });
      const read = readRegularFile(at('a.ts'), LIMIT);
      expect(read).toMatchObject({ ok: true, bytes: Buffer.from(changed), size: changed.length });
    }
  });

  test.each([
    ['just now', 0],
    ['long ago by our clock', 3_600_000],
  ])('F9 half-read and then rewritten is read again: %s', (_name, later) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    writeFileSync(at('a.ts'), 'a'.repeat(1_000));
    let reads = 0;
    Object.assign(fs, {
      readSync: (...[file, buffer, offset, , position]: [number, Buffer, number, number, number]) => {
        const count = original.readSync(file, buffer, offset, 100, position);
        if (++reads === 5) writeFileSync(at('a.ts'), 'b'.repeat(1_000));
        return count;
      },
    });
    syncBuiltinESMExports();
    expect(readRegularFile(at('a.ts'), LIMIT)).toMatchObject({ ok: true, bytes: Buffer.alloc(1_000, 'b') });
  });

  test('F9 a file that never rests is refused by name, not handed out mixed', () => {
    before('readSync', (call) => appendFileSync(at('a.ts'), `line ${call}\n`));
    expect(readRegularFile(at('a.ts'), LIMIT)).toEqual({
      ok: false,
      reason: 'unreadable',
      detail: 'it kept changing while it was read',
    });
  });

  test('F9 W26 a write within one tick of the clock, which leaves the times alone, is seen', () => {
    const frozen = statSync(at('a.ts'));
    Object.assign(fs, { fstatSync: () => frozen });
    before('readSync', (call) => {
      if (call === 2) writeFileSync(at('a.ts'), 'new new new');
    });
    expect(readRegularFile(at('a.ts'), LIMIT)).toMatchObject({ ok: true, bytes: Buffer.from('new new new') });
  });

  test.each([
    ['F1 a pipe', 'pipe', /named pipe/],
    ['F4 a link', 'link', /symbolic link/],
    ['F2 a folder', 'folder', /folder/],
  ])('%s that takes the place of a checked file is not read', async (_name, taker, detail) => {
    await runProcess({ file: '/usr/bin/mkfifo', args: [at('pipe')] });
    writeFileSync(at('secret'), 'SECRET');
    symlinkSync(at('secret'), at('link'));
    mkdirSync(at('folder'));
    before('openSync', (call) => {
      if (call > 1) return;
      rmSync(at('a.ts'));
      renameSync(at(taker), at('a.ts'));
    });
    expect(readRegularFile(at('a.ts'), LIMIT)).toMatchObject({ ok: false, reason: 'not-regular', detail });
  });

  test('F4 another file that takes the place is the one that is read, whole', () => {
    writeFileSync(at('b.ts'), 'other');
    before('openSync', (call) => {
      if (call === 1) renameSync(at('b.ts'), at('a.ts'));
    });
    expect(readRegularFile(at('a.ts'), LIMIT)).toMatchObject({ ok: true, bytes: Buffer.from('other') });
  });
});
