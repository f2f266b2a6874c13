import {
  existsSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { dumpIndex, withIndex } from '../../../testing/dump-index.ts';
import { indexPath, indexRepo, letTimePass, listFolder, skippedIn } from '../../../testing/index-repo.ts';
import { makeRepo, type TestRepo } from '../../../testing/make-repo.ts';
import { filesHolding } from '../../../testing/sample-index.ts';
import type { IndexProgress } from '../../shared/contract.ts';
import { halfFiles } from '../store/check.ts';
import { openForReading } from '../store/open.ts';
import { openIndexReader } from '../store/read.ts';
import { acquireLease } from '../store/writer-lock.ts';

const SOURCE = 'export class Cart {\n  total(items: number[]): number {\n    return items.length;\n  }\n}\n';

function find(repo: TestRepo, term: string): string[] {
  return withIndex(indexPath(repo), (db) =>
    openIndexReader(db)
      .bm25({ match: `"${term}"`, limit: 99, allowed: null })
      .map((hit) => hit.path),
  );
}

async function freshDump(repo: TestRepo): Promise<string[]> {
  const other = { ...repo, indexDir: `${repo.indexDir}-fresh` };
  rmSync(other.indexDir, { recursive: true, force: true });
  await indexRepo(other);
  return dumpIndex(indexPath(other));
}

test('a first pass indexes, a second finds nothing to do and touches nothing', async () => {
  using repo = makeRepo({
    'src/cart.ts': SOURCE,
    'readme.md': '# Carts\n',
    'logo.png': Buffer.from([0x89, 0x50, 0, 0, 1]),
  });
  const progress: IndexProgress[] = [];
  const first = await indexRepo(repo, { onProgress: (p) => progress.push(p) });
  expect(first).toMatchObject({
    outcome: 'updated',
    written: 3,
    removed: 0,
  });
  expect(skippedIn(repo)).toEqual([{ path: 'logo.png', reason: 'binary' }]);
  expect(first.note).toBeUndefined();
  expect(progress.at(-1)).toEqual({ phase: 'done', done: 3, total: 3 });
  expect(progress.find((p) => p.phase === 'parsing')?.path).toBeTruthy();
  const names = withIndex(indexPath(repo), (db) =>
    openIndexReader(db)
      .symbolsOf('src/cart.ts')
      .map((s) => s.qualifiedName),
  );
  expect(names).toEqual(['Cart', 'Cart.total']);
  letTimePass(repo);
  const before = statSync(indexPath(repo)).mtimeMs;
  const second = await indexRepo(repo);
  expect(second).toEqual({ ...first, outcome: 'fresh', written: 0 });
  expect(statSync(indexPath(repo)).mtimeMs).toBe(before);
  expect(readdirSync(dirname(indexPath(repo)))).not.toContain('writer.lease');
});

test('after edits, new files, deletions and a file that turned binary the index equals a fresh one', async () => {
  using repo = makeRepo({
    'a.ts': SOURCE,
    'b.py': 'def alpha():\n    return 1\n',
    'c.md': 'words\n',
    'd/e.go': 'package d\n',
  });
  await indexRepo(repo);
  repo.write('a.ts', SOURCE.replace('Cart', 'Basket'));
  repo.write('new/f.ts', 'export const added = 1;\n');
  repo.write('c.md', Buffer.from([0, 1, 2, 3]));
  repo.remove('b.py');
  renameSync(join(repo.dir, 'd'), join(repo.dir, 'moved'));
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', removed: 2 });
  expect(skippedIn(repo)).toEqual([{ path: 'c.md', reason: 'binary' }]);
  expect(dumpIndex(indexPath(repo))).toEqual(await freshDump(repo));
  expect(find(repo, 'basket')).toEqual(['a.ts']);
  expect(find(repo, 'alpha')).toEqual([]);
});

test('W26 a rewrite that leaves size and times as they were is seen by its hash', async () => {
  using repo = makeRepo({ 'a.ts': 'export const one = 1;\n', 'b.ts': SOURCE });
  await indexRepo(repo);
  const listing = await listFolder(repo.dir);
  const { atime, mtime } = statSync(join(repo.dir, 'a.ts'));
  repo.write('a.ts', 'export const two = 2;\n');
  utimesSync(join(repo.dir, 'a.ts'), atime, mtime);
  // The listing from before: as if the clock's grain had given both writes the same change time.
  expect(await indexRepo(repo, { listing })).toMatchObject({ outcome: 'updated', written: 1 });
  expect([find(repo, 'one'), find(repo, 'two')]).toEqual([[], ['a.ts']]);
});

test('a file that was only touched is not parsed again', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  letTimePass(repo);
  utimesSync(join(repo.dir, 'a.ts'), new Date(), new Date());
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', written: 0 });
  letTimePass(repo);
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'fresh' });
});

test('I12 what lies below a folder that cannot be read is kept', async () => {
  using repo = makeRepo({ 'src/a.ts': SOURCE, 'b.ts': 'export const other = 1;\n' });
  await indexRepo(repo);
  letTimePass(repo);
  const listing = await listFolder(repo.dir);
  const files = listing.files.filter((file) => !file.path.startsWith('src/'));
  const outcome = await indexRepo(repo, { listing: { ...listing, files, unreadableFolders: ['src'] } });
  expect(outcome).toMatchObject({
    outcome: 'fresh',
    removed: 0,
  });
  expect(find(repo, 'cart')).toEqual(['src/a.ts']);
});

test('I13 a root that is away keeps its index, whatever was listed', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  renameSync(repo.dir, `${repo.dir}-away`);
  const listing = { files: [], skipped: [], unreadableFolders: [] };
  const away = await indexRepo(repo, { listing });
  expect(away).toMatchObject({ outcome: 'read-only', removed: 0, note: { code: 'root-missing' } });
  renameSync(`${repo.dir}-away`, repo.dir);
  expect(find(repo, 'cart')).toEqual(['a.ts']);
});

test('I15 most of a large tree can go at once', async () => {
  using repo = makeRepo(Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`d${n % 50}/f${n}.txt`, 'x'])));
  await indexRepo(repo);
  for (let n = 0; n < 45; n++) repo.remove(`d${n}`);
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', removed: 4_500 });
  expect(withIndex(indexPath(repo), (db) => openIndexReader(db).counts())).toMatchObject({ files: 500, chunks: 500 });
});

test('a pass that is aborted stops after the files at hand, and the next one goes on from there (I11)', async () => {
  using repo = makeRepo(Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`f${n}.ts`, SOURCE.repeat(20)])));
  const stop = new AbortController();
  const cut = await indexRepo(repo, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(cut).toMatchObject({ outcome: 'updated', note: { code: 'aborted' } });
  expect(cut.written).toBeGreaterThan(0);
  expect(cut.written).toBeLessThan(1_500);
  const state = withIndex(indexPath(repo), (db) => ({
    half: halfFiles(db),
    complete: openIndexReader(db).state().complete,
  }));
  expect(state).toEqual({ half: [], complete: false });
  const rest = await indexRepo(repo);
  expect(rest.written).toBe(1_500 - cut.written);
  expect(withIndex(indexPath(repo), (db) => openIndexReader(db).state().complete)).toBe(true);
  expect(dumpIndex(indexPath(repo))).toEqual(await freshDump(repo));
});

test('a signal that is aborted already starts nothing', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  expect(await indexRepo(repo, { signal: AbortSignal.abort() })).toMatchObject({
    outcome: 'read-only',
    note: { code: 'aborted' },
  });
  expect(existsSync(indexPath(repo))).toBe(false);
});

test('I7 an index that is deleted while a reader has it open is built again', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  const opened = openForReading(indexPath(repo));
  if (!opened.ok) throw new Error(opened.detail);
  const reader = openIndexReader(opened.db);
  rmSync(repo.indexDir, { recursive: true });
  expect(reader.replaced()).toBe(true);
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', written: 1 });
  reader.close();
  expect(find(repo, 'cart')).toEqual(['a.ts']);
  expect(withIndex(indexPath(repo), isSoundForReading)).toBe(true);
});

function isSoundForReading(db: Database.Database): boolean {
  return db.pragma('integrity_check', { simple: true }) === 'ok' && halfFiles(db).length === 0;
}

test.each([
  ['truncated', (path: string) => truncateSync(path, 20_000)],
  ['garbage', (path: string) => writeFileSync(path, 'garbage '.repeat(9_000))],
  // The page on which the table of files begins: opening does not read it to the end, the comparison with the disk does.
  ['damaged inside', (path: string) => damagePages(path, 'files')],
])('D12 an index that is %s is built again, and people are told', async (_, damage) => {
  using repo = makeRepo(
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}.ts`, `${SOURCE}// ${'x'.repeat(n)}`])),
  );
  await indexRepo(repo);
  damage(indexPath(repo));
  const outcome = await indexRepo(repo);
  expect(outcome).toMatchObject({ outcome: 'updated', written: 60, note: { code: 'index-corrupt' } });
  expect(dumpIndex(indexPath(repo))).toEqual(await freshDump(repo));
  const files = readdirSync(dirname(indexPath(repo)));
  expect(files.filter((name) => name.includes('.corrupt-'))).toHaveLength(1);
});

/** Overwrites every page of a table but those that only point to others. */
function damagePages(path: string, table: string): void {
  const db = new Database(path, { readonly: true });
  const pages = db
    .prepare<[string], number>("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'")
    .pluck()
    .all(table);
  const size = Number(db.pragma('page_size', { simple: true }));
  db.close();
  const bytes = readFileSync(path);
  for (const page of pages.slice(1, -1)) bytes.fill(0xa5, (page - 1) * size, page * size);
  if (pages.length < 3) bytes.fill(0xa5, ((pages[0] ?? 1) - 1) * size + 200, (pages[0] ?? 1) * size);
  writeFileSync(path, bytes);
}

test('damage that only a search meets is found when it is suspected', async () => {
  using repo = makeRepo(
    Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}.ts`, `${SOURCE}// word${n}\n`])),
  );
  await indexRepo(repo);
  letTimePass(repo);
  damagePages(indexPath(repo), 'chunks');
  expect(await indexRepo(repo), 'not seen by comparing files').toMatchObject({ outcome: 'fresh' });
  expect(await indexRepo(repo, { suspect: true })).toMatchObject({
    outcome: 'updated',
    note: { code: 'index-corrupt' },
  });
  letTimePass(repo);
  expect(await indexRepo(repo, { suspect: true }), 'a sound index is left alone').toMatchObject({
    outcome: 'updated',
    written: 0,
  });
});

test('D13 a newer index is left alone and can be told', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  new Database(indexPath(repo)).exec('PRAGMA user_version = 999').close();
  const before = readFileSync(indexPath(repo));
  const outcome = await indexRepo(repo);
  expect(outcome).toMatchObject({ outcome: 'read-only', note: { code: 'index-newer' } });
  expect(outcome.note?.text).toContain('999');
  expect(readFileSync(indexPath(repo)).equals(before)).toBe(true);
});

test('an index of an older version is built again without a word', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  new Database(indexPath(repo)).exec('PRAGMA user_version = 0; DELETE FROM files').close();
  const outcome = await indexRepo(repo);
  expect(outcome).toEqual({ outcome: 'updated', written: 1, removed: 0 });
  expect(find(repo, 'cart')).toEqual(['a.ts']);
});

test('while another process writes, the index is read as it is', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  const lease = acquireLease(dirname(indexPath(repo)));
  if (!lease.ok) throw new Error('refused');
  repo.write('b.ts', 'export const late = 1;\n');
  const outcome = await indexRepo(repo);
  expect(outcome).toMatchObject({ outcome: 'read-only', written: 0, note: { code: 'index-locked' } });
  expect(outcome.note?.text).toContain(String(process.pid));
  expect(find(repo, 'cart')).toEqual(['a.ts']);
  lease.release();
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', written: 1 });
});

test('two passes at once in one process: one writes, and the index is whole', async () => {
  using repo = makeRepo(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}.ts`, SOURCE])));
  const outcomes = await Promise.all([indexRepo(repo), indexRepo(repo), indexRepo(repo)]);
  expect(outcomes.map((outcome) => outcome.outcome).toSorted()).toEqual(['read-only', 'read-only', 'updated']);
  expect(dumpIndex(indexPath(repo))).toEqual(await freshDump(repo));
});

test.each([true, false])('SF9 no byte is left of a file that became forbidden (still there: %s)', async (stays) => {
  const canary = 'zqxcanary81736';
  const filler = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`f${n}.ts`, `${SOURCE}// filler${n}\n`]));
  using repo = makeRepo({
    ...filler,
    'notes.txt': `password ${canary}\n`,
    'keys.ts': `export const ${canary} = '${canary}';\n`,
  });
  await indexRepo(repo);
  expect(filesHolding(repo.indexDir, canary).length, 'positive control').toBeGreaterThan(0);
  // Damage of before: the copy that was moved aside holds the canary too.
  writeFileSync(`${indexPath(repo)}.corrupt-1`, readFileSync(indexPath(repo)));
  const listing = await listFolder(repo.dir);
  const files = listing.files.filter(({ path }) => path.startsWith('f'));
  if (!stays)
    for (const path of ['notes.txt', 'keys.ts']) renameSync(join(repo.dir, path), join(repo.dir, `.env.${path}`));
  expect(await indexRepo(repo, { listing: { ...listing, files } })).toMatchObject({ removed: 2 });
  expect(filesHolding(repo.indexDir, canary)).toEqual([]);
  expect(withIndex(indexPath(repo), (db) => openIndexReader(db).state())).toMatchObject({
    complete: true,
    purgePending: false,
  });
  expect(find(repo, 'filler7')).toEqual(['f7.ts']);
});

test('a purge that was cut short is made up for, though no file changed', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  letTimePass(repo);
  new Database(indexPath(repo)).exec("UPDATE meta SET value = 1 WHERE key = 'purge'").close();
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', written: 0 });
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'fresh' });
});

test('I23 no deleted index or WAL stays open in this process', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  writeFileSync(indexPath(repo), 'garbage');
  await indexRepo(repo);
  repo.write('a.ts', SOURCE.replace('Cart', 'Basket'));
  await indexRepo(repo);
  const open = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  expect(open.filter((target) => target.includes(repo.indexDir))).toEqual([]);
});
