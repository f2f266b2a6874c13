import { appendFileSync, mkdirSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo } from '../../../testing/make-repo.ts';
import { openWorkspace, type Workspace } from './workspace.ts';

const open = (...dirs: string[]): Promise<Workspace> => openWorkspace(dirs, { trackedFiles: () => null });

test('a file is read as text with its encoding', async () => {
  const bytes = Buffer.from('\uFEFFcaf\u00e9\r\n', 'utf8');
  using repo = makeRepo({ 'a.ts': bytes });
  const read = (await open(repo.dir)).read('a.ts');
  expect(read).toEqual({ ok: true, text: 'caf\u00e9\r\n', encoding: 'utf-8' });
});

test('S6 S7 text in older encodings is read, binaries are told', async () => {
  using repo = makeRepo({
    'utf16.txt': Buffer.from('\uFEFFneedle', 'utf16le'),
    'latin.txt': Buffer.from('na\u00efve caf\u00e9 needle', 'latin1'),
    'image.bin': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0]),
  });
  const workspace = await open(repo.dir);
  expect(workspace.read('utf16.txt')).toMatchObject({ ok: true, text: 'needle' });
  expect(workspace.read('latin.txt')).toMatchObject({ ok: true, text: 'na\u00efve caf\u00e9 needle' });
  expect(workspace.read('image.bin')).toEqual({ ok: false, reason: 'binary', detail: 'it is binary: byte 4 is NUL' });
});

test('what is not read says why', async () => {
  using repo = makeRepo({ '.env': 'S', 'big.ts': '', 'd/a.ts': 'a' });
  truncateSync(join(repo.dir, 'big.ts'), 4 * 1024 * 1024 + 1);
  symlinkSync('.env', join(repo.dir, 'notes.txt'));
  symlinkSync('/etc/hostname', join(repo.dir, 'host.txt'));
  symlinkSync('/etc', join(repo.dir, 'etc'));
  symlinkSync('d/a.ts', join(repo.dir, 'link.ts'));
  const workspace = await open(repo.dir);
  const reason = (path: string) => {
    const read = workspace.read(path);
    return read.ok ? 'read' : read.reason;
  };
  expect(['.env', 'notes.txt', 'host.txt', 'etc/hostname', '../x', 'a\0b', '.git/config'].map(reason)).toEqual(
    Array.from({ length: 7 }, () => 'forbidden'),
  );
  expect(reason('big.ts')).toBe('too-large');
  expect(reason('nope.ts')).toBe('vanished');
  expect(reason('d')).toBe('not-regular');
  expect(reason('link.ts')).toBe('not-regular');
});

test('a file counts as unchanged while size and times are the same', async () => {
  using repo = makeRepo({ 'a.ts': 'a' });
  const workspace = await open(repo.dir);
  const [facts] = (await workspace.list()).files;
  if (facts === undefined) throw new Error('the file is not listed');
  expect(workspace.isUnchanged('a.ts', facts)).toBe(true);
  utimesSync(facts.abs, new Date(), new Date(facts.mtimeMs - 5_000));
  expect(workspace.isUnchanged('a.ts', facts)).toBe(false);
  appendFileSync(facts.abs, 'b');
  expect(workspace.isUnchanged('a.ts', facts)).toBe(false);
  expect(workspace.isUnchanged('gone.ts', facts)).toBe(false);
});

test('a live search obeys --ignored like the listing does', async () => {
  using repo = makeRepo({ '.gitignore': '*.log\n', 'a.log': 'needle', 'b.ts': 'needle' });
  mkdirSync(join(repo.dir, '.git'));
  repo.write('.git/config', 'needle');
  const workspace = await open(repo.dir);
  const found = async (ignored: boolean): Promise<string[]> => {
    let out = '';
    const args = ['--files-with-matches', '--null', '-e', 'needle'];
    await workspace.ripgrep({ args, targets: [repo.dir], ignored, onStdout: (chunk) => void (out += String(chunk)) });
    return out
      .split('\0')
      .filter(Boolean)
      .map((abs) => workspace.toPath(abs) ?? abs)
      .toSorted();
  };
  expect(await found(false)).toEqual(['b.ts']);
  expect(await found(true)).toEqual(['a.log', 'b.ts']);
});
