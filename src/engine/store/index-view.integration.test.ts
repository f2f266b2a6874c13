import { afterEach, expect, test } from 'vitest';
import { batch, makeFolder, sampleFile, type TestFolder } from '../../../testing/sample-index.ts';
import { createIndexView, type IndexView } from './index-view.ts';
import { openForWriting } from './open.ts';
import { openIndexReader } from './read.ts';
import { createIndexWriter, type IndexedFile } from './write.ts';

const folders: TestFolder[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder[Symbol.dispose]();
});

function viewOf(roots: Record<string, IndexedFile[]>): IndexView {
  const parts = Object.entries(roots).map(([prefix, files]) => {
    const folder = makeFolder();
    folders.push(folder);
    const opened = openForWriting(folder.dbPath);
    if (!opened.ok) throw new Error(opened.detail);
    createIndexWriter(opened.db).writeBatch(batch({ files, skipped: [skippedEntry] }));
    return { root: { prefix }, reader: openIndexReader(opened.db) };
  });
  return createIndexView(parts);
}

const skippedEntry = {
  path: 'logo.png',
  size: 1,
  mtimeMs: 1,
  ctimeMs: 1,
  indexedAtMs: 1,
  reason: 'binary',
  detail: 'no text',
} as const;

const two = {
  'app/': [sampleFile('b.ts', ['alpha alpha alpha'], ['shared', 'onlyApp']), sampleFile('a.ts', ['gamma'])],
  'lib/': [sampleFile('a.ts', ['alpha and other words here'], ['shared'])],
};

test('several roots are one index over prefixed paths', () => {
  const view = viewOf(two);
  expect(view.files().map((row) => row.path)).toEqual(['app/a.ts', 'app/b.ts', 'lib/a.ts']);
  expect(new Set(view.files().map((row) => row.id)).size).toBe(3);
  expect(view.symbolsNamed('shared', { folded: false }).map((row) => row.path)).toEqual(['app/b.ts', 'lib/a.ts']);
  expect(new Set(view.allSymbols().map((row) => row.id)).size).toBe(3);
  expect(view.symbolsOf('app/b.ts').map((row) => row.name)).toEqual(['shared', 'onlyApp']);
  expect(view.enclosingIn('app/b.ts')(2)).toMatchObject({ path: 'app/b.ts', name: 'onlyApp' });
  expect(view.skipped()).toEqual([
    { path: 'app/logo.png', reason: 'binary', detail: 'no text' },
    { path: 'lib/logo.png', reason: 'binary', detail: 'no text' },
  ]);
});

test('bm25 over several roots keeps the best of all, and asks the filter with workspace paths', () => {
  const view = viewOf(two);
  const search = (accepts: Parameters<IndexView['bm25']>[0]['accepts'], limit = 9): string[] =>
    view.bm25({ match: '"alpha"', limit, accepts }).map((hit) => hit.path);
  expect(search(null).toSorted()).toEqual(['app/b.ts', 'lib/a.ts']);
  expect(search(null, 1)).toHaveLength(1);
  expect(search(({ path }) => path.startsWith('lib/'))).toEqual(['lib/a.ts']);
  expect(search(() => false)).toEqual([]);
});

test('one root has no prefix, and no roots are an empty index', () => {
  expect(
    viewOf({ '': [sampleFile('a.ts', ['alpha'])] })
      .files()
      .map((row) => row.path),
  ).toEqual(['a.ts']);
  expect(createIndexView([]).files()).toEqual([]);
});
