import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makePrivateFolder } from './make-folder.ts';

test('folders are made with those above them, closed to others, and a second time changes nothing', () => {
  const base = mkdtempSync(join(tmpdir(), 'iq-folder-'));
  try {
    const dir = join(base, 'a', 'b');
    makePrivateFolder(dir);
    makePrivateFolder(dir);
    expect([dir, join(base, 'a')].map((folder) => statSync(folder).mode & 0o777)).toEqual([0o700, 0o700]);
    writeFileSync(join(base, 'file'), '');
    expect(() => makePrivateFolder(join(base, 'file', 'below'))).toThrow('ENOTDIR');
  } finally {
    rmSync(base, { recursive: true });
  }
});

// Node's own recursive mkdir never returns there.
test.runIf(process.platform === 'linux')('a folder that cannot be made where its parent is there is an error', () => {
  expect(() => makePrivateFolder('/proc/x/y')).toThrow('ENOENT');
});
