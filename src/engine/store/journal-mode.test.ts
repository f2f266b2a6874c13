import { expect, test } from 'vitest';
import { journalMode, journalModeFor } from './journal-mode.ts';

test('D8 a network file system gets no write-ahead log, a local one does', () => {
  const ext4 = 0xef53;
  const tmpfs = 0x01021994;
  for (const type of [ext4, tmpfs]) expect(journalModeFor(type)).toBe('wal');
  const nfs = 0x6969;
  const cifs = 0xff534d42;
  for (const type of [nfs, cifs, cifs | 0]) expect(journalModeFor(type)).toBe('truncate');
});

test('a folder that cannot be asked is taken for local', () => {
  expect(journalMode('/no/such/folder')).toBe('wal');
});
