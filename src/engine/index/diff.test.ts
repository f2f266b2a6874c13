import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RACY_WINDOW_MS } from '../options.ts';
import type { FileFacts, ListedFile } from '../types.ts';
import { diffFiles } from './diff.ts';

const CHANGED_MS = 1_000_000.25;

function listed(path: string, some: Partial<ListedFile> = {}): ListedFile {
  return { path, abs: `/root/${path}`, size: 10, mtimeMs: CHANGED_MS, ctimeMs: CHANGED_MS, ...some };
}

function known(path: string, some: Partial<FileFacts> = {}): FileFacts {
  const indexedAtMs = CHANGED_MS + RACY_WINDOW_MS + 1;
  return { id: 1, path, size: 10, mtimeMs: CHANGED_MS, ctimeMs: CHANGED_MS, indexedAtMs, hash: 'h', ...some };
}

function summary(diff: ReturnType<typeof diffFiles>): Record<string, unknown> {
  const paths = (files: ListedFile[]): string[] => files.map((file) => file.path);
  return { ...diff, add: paths(diff.add), update: paths(diff.update), verify: paths(diff.verify) };
}

const NOTHING = { add: [], update: [], verify: [], remove: [] };

test('files are new, gone, or the same', () => {
  const diff = diffFiles([listed('a'), listed('b')], [known('b'), known('c')]);
  expect(summary(diff)).toEqual({ ...NOTHING, add: ['a'], remove: ['c'] });
});

test.each([
  ['size', { size: 11 }],
  ['modification time by a fraction of a millisecond', { mtimeMs: CHANGED_MS + 0.001 }],
  [
    'change time alone, as after a write that puts the old modification time back (W26)',
    { ctimeMs: CHANGED_MS + 0.001 },
  ],
])('a file that differs in %s is updated', (_, some) => {
  expect(summary(diffFiles([listed('a', some)], [known('a')]))).toEqual({ ...NOTHING, update: ['a'] });
});

test('W26 a file that was indexed right after it changed is compared by hash, though its times are equal', () => {
  const racy = (sinceChange: number): unknown =>
    summary(diffFiles([listed('a')], [known('a', { indexedAtMs: CHANGED_MS + sinceChange })]));
  expect(racy(0)).toEqual({ ...NOTHING, verify: ['a'] });
  expect(racy(RACY_WINDOW_MS - 1)).toEqual({ ...NOTHING, verify: ['a'] });
  expect(racy(-5_000), 'a clock that was set back').toEqual({ ...NOTHING, verify: ['a'] });
  expect(racy(RACY_WINDOW_MS + 1)).toEqual(NOTHING);
});

test('a modification time in the future does not make a file racy for ever', () => {
  const mtimeMs = CHANGED_MS + 1e9;
  expect(summary(diffFiles([listed('a', { mtimeMs })], [known('a', { mtimeMs })]))).toEqual(NOTHING);
});

test('I12 files below a folder that could not be read are not taken for gone', () => {
  const facts = ['src/a', 'src/deep/b', 'src2/c', 'd'].map((path) => known(path));
  const diff = diffFiles([], facts, ['src']);
  expect(summary(diff)).toEqual({ ...NOTHING, remove: ['src2/c', 'd'] });
  for (const root of ['', '.']) expect(diffFiles([], facts, [root]).remove).toEqual([]);
});

test('every file that differs is in exactly one list', () => {
  const path = fc.constantFrom('a', 'b', 'c', 'd/e', 'd/f');
  const files = fc.uniqueArray(fc.record({ path, size: fc.nat(2) }), { selector: (file) => file.path });
  fc.assert(
    fc.property(files, files, fc.constantFrom([], ['d']), (disk, index, unreadable) => {
      const { add, update, verify, remove } = diffFiles(
        disk.map((f) => listed(f.path, f)),
        index.map((f) => known(f.path, f)),
        unreadable,
      );
      const sizes = new Map(index.map((f) => [f.path, f.size]));
      const changed = disk.filter((f) => sizes.get(f.path) !== f.size).map((f) => f.path);
      expect([...add, ...update].map((f) => f.path).toSorted()).toEqual(changed.toSorted());
      expect(verify).toEqual([]);
      const onDisk = new Set(disk.map((f) => f.path));
      const gone = index.filter((f) => !onDisk.has(f.path)).map((f) => f.path);
      const unseen = (path: string): boolean => unreadable.some((folder) => path.startsWith(`${folder}/`));
      expect(remove.toSorted()).toEqual(gone.filter((path) => !unseen(path)).toSorted());
    }),
  );
});
