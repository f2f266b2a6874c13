import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { expect, test } from 'vitest';
import { batch, filesHolding, makeFolder, sampleFile, sampleSymbol } from '../../../testing/sample-index.ts';
import { halfFiles, isSound } from './check.ts';
import { emptyWal, limitWal, mergeSegments, releaseFreePages, setMergePolicy } from './merge.ts';
import { openForReading, openForWriting } from './open.ts';
import { openIndexReader } from './read.ts';
import { createIndexWriter } from './write.ts';

function openNew(dbPath: string): Database {
  const opened = openForWriting(dbPath);
  if (!opened.ok) throw new Error(opened.detail);
  return opened.db;
}

function rowCounts(db: Database): Record<string, unknown> {
  const tables = ['files', 'symbols', 'imports', 'chunks', 'chunks_fts_docsize', 'skipped'];
  return Object.fromEntries(tables.map((table) => [table, db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()]));
}

test('what is written is read back', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const file = sampleFile('src/a.ts', ['class Outer', 'inner method', 'loose text'], ['Outer', 'İnner']);
  file.parsed.symbols = [
    sampleSymbol({ name: 'Outer', kind: 'class', line: 1, endLine: 3, exported: false }),
    sampleSymbol({ name: 'İnner', kind: 'method', line: 2, endLine: 2, column: 5, parent: 0, complexity: 4 }),
  ];
  createIndexWriter(db).writeBatch(batch({ files: [file] }));
  const reader = openIndexReader(db);
  const { lines, complexity, parser } = file.parsed;
  expect(reader.files()).toEqual([{ id: 1, ...file.row, lines, complexity, parser }]);
  const { path, size, mtimeMs, ctimeMs, indexedAtMs, hash } = file.row;
  expect(reader.facts()).toEqual([{ id: 1, path, size, mtimeMs, ctimeMs, indexedAtMs, hash }]);
  expect(reader.importsOf('src/a.ts')).toEqual(file.parsed.imports);
  expect(reader.symbolsOf('src/a.ts')).toMatchObject([
    { name: 'Outer', qualifiedName: 'Outer', kind: 'class', exported: false, fileClass: 'src' },
    { name: 'İnner', qualifiedName: 'Outer.İnner', column: 5, exported: true, complexity: 4, line: 2, endLine: 2 },
  ]);
  expect(reader.counts()).toMatchObject({ files: 1, lexicalFiles: 0, symbols: 2, imports: 1, chunks: 3, skipped: 0 });
  db.close();
});

test('symbols are found by exact name, and by name in another case only when asked', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const files = [sampleFile('b.ts', ['x'], ['getUser']), sampleFile('a.ts', ['x', 'y'], ['getuser', 'getUser'])];
  createIndexWriter(db).writeBatch(batch({ files }));
  const { symbolsNamed } = openIndexReader(db);
  const places = (name: string, folded: boolean): string[] =>
    symbolsNamed(name, { folded }).map((row) => `${row.path} ${row.name}`);
  expect(places('getUser', false)).toEqual(['a.ts getUser', 'b.ts getUser']);
  expect(places('GETUSER', false)).toEqual([]);
  expect(places('GETUSER', true)).toEqual(['a.ts getuser', 'a.ts getUser', 'b.ts getUser']);
  db.close();
});

test('the smallest definition around a line encloses it', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const file = sampleFile('a.ts', []);
  file.parsed.symbols = [
    sampleSymbol({ name: 'Outer', line: 1, endLine: 20 }),
    sampleSymbol({ name: 'first', line: 2, endLine: 5, parent: 0 }),
    sampleSymbol({ name: 'second', line: 7, endLine: 9, parent: 0 }),
  ];
  createIndexWriter(db).writeBatch(batch({ files: [sampleFile('0.ts', ['x'], ['other']), file] }));
  const around = openIndexReader(db).enclosingIn('a.ts');
  expect([1, 4, 6, 9, 21].map((line) => around(line)?.name)).toEqual(['Outer', 'first', 'Outer', 'second', undefined]);
  db.close();
});

test('a file that is written again replaces all of its rows, and a removed one leaves none', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  const reader = openIndexReader(db);
  const found = (match: string): string[] => reader.bm25({ match, limit: 9, allowed: null }).map((hit) => hit.path);
  const other = sampleFile('other.ts', ['shared words'], ['kept']);
  writer.writeBatch(batch({ files: [sampleFile('a.ts', ['alpha one', 'alpha two'], ['alphaFirst']), other] }));
  const generation = reader.generation();
  writer.writeBatch(batch({ files: [sampleFile('a.ts', ['beta'], ['betaFirst', 'betaSecond'])] }));
  expect(reader.generation()).toBe(generation + 1);
  expect(found('"alpha"')).toEqual([]);
  expect(found('"beta"')).toEqual(['a.ts']);
  expect(reader.symbolsOf('a.ts').map((row) => row.name)).toEqual(['betaFirst', 'betaSecond']);
  expect(reader.allSymbols()).toHaveLength(3);
  writer.writeBatch(batch({ removed: ['a.ts', 'never-there.ts'] }));
  expect(found('"beta"')).toEqual([]);
  expect(rowCounts(db)).toEqual({ files: 1, symbols: 1, imports: 1, chunks: 1, chunks_fts_docsize: 1, skipped: 0 });
  expect(found('"shared"')).toEqual(['other.ts']);
  expect(isSound(db)).toBe(true);
  db.close();
});

test('a file is either indexed or skipped, and an unchanged one only gets new times', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  const reader = openIndexReader(db);
  const facts = { path: 'a.ts', size: 5, mtimeMs: 1.5, ctimeMs: 2.5, indexedAtMs: 3 };
  const skipped = { ...facts, reason: 'binary', detail: 'no text' } as const;
  writer.writeBatch(batch({ skipped: [skipped] }));
  writer.writeBatch(batch({ skipped: [skipped] }));
  expect(reader.skipped()).toEqual([skipped]);
  writer.writeBatch(batch({ files: [sampleFile('a.ts', ['alpha'])] }));
  expect(reader.skipped()).toEqual([]);
  const hash = 'f'.repeat(32);
  writer.writeBatch(batch({ unchanged: [{ ...facts, hash }] }));
  expect(reader.facts()).toEqual([{ ...facts, id: 1, hash }]);
  expect(reader.bm25({ match: '"alpha"', limit: 9, allowed: null })).toHaveLength(1);
  writer.writeBatch(batch({ skipped: [skipped] }));
  expect(rowCounts(db)).toMatchObject({ files: 0, chunks: 0, skipped: 1 });
  db.close();
});

test('a batch that fails leaves nothing of itself behind', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const twice = [sampleFile('a.ts', ['alpha'], ['a']), sampleFile('b.ts', ['beta']), sampleFile('b.ts', ['gamma'])];
  expect(() => createIndexWriter(db).writeBatch(batch({ files: twice }))).toThrow(/UNIQUE/);
  expect(rowCounts(db)).toMatchObject({ files: 0, symbols: 0, chunks: 0, chunks_fts_docsize: 0 });
  db.close();
});

test('I15 thousands of files are taken out in one transaction', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  // More than SQLite takes bound parameters in one statement.
  const paths = Array.from({ length: 40_000 }, (_, n) => `f${n}.ts`);
  writer.writeBatch(batch({ files: paths.map((path) => sampleFile(path, ['x'])) }));
  writer.writeBatch(batch({ removed: paths.slice(0, 35_000) }));
  expect(rowCounts(db)).toMatchObject({ files: 5_000, chunks: 5_000, chunks_fts_docsize: 5_000 });
  expect(openIndexReader(db).bm25({ match: '"x"', limit: 9_999, allowed: null })).toHaveLength(5_000);
  db.close();
});

test('SF9 after a merge no byte of a removed file is left, in the index or beside it', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  const canary = 'zqxcanary81736';
  const filler = (n: number): ReturnType<typeof sampleFile> =>
    sampleFile(
      `f${n}.ts`,
      Array.from({ length: 20 }, (_, at) => `filler${n} text${at} of file`),
      [`name${n}`],
    );
  const secret = sampleFile(`${canary}.ts`, [`password ${canary}`, `${canary} again`], [canary]);
  secret.parsed.imports = [{ specifier: canary, line: 1, names: [canary] }];
  for (let n = 0; n < 20; n++) writer.writeBatch(batch({ files: n === 9 ? [filler(n), secret] : [filler(n)] }));
  emptyWal(db);
  expect(filesHolding(folder.dir, canary), 'positive control').toEqual(['root/index.db']);
  const held = openForReading(folder.dbPath);
  if (!held.ok) throw new Error(held.detail);
  const reader = openIndexReader(held.db);
  expect(reader.symbolsNamed(canary, { folded: false })).toHaveLength(1);
  writer.writeBatch(batch({ removed: [`${canary}.ts`] }));
  expect(mergeSegments(db, () => true)).toBe(true);
  expect(emptyWal(db)).toBe(true);
  expect(filesHolding(folder.dir, canary)).toEqual([]);
  expect(reader.bm25({ match: '"filler3"', limit: 9, allowed: null })).toHaveLength(9);
  expect(isSound(db)).toBe(true);
  held.db.close();
  db.close();
});

test('I21 the WAL is cut once it passes half of its limit, however long a reader kept it from being cut', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  const words = (n: number): string => Array.from({ length: 300 }, (_, at) => `w${n}x${at}`).join(' ');
  const walBytes = (): number => statSync(`${folder.dbPath}-wal`).size;
  const held = openForReading(folder.dbPath);
  if (!held.ok) throw new Error(held.detail);
  const rows = held.db.prepare('SELECT value FROM meta').iterate();
  rows.next();
  for (let n = 0; n < 30; n++)
    writer.writeBatch(batch({ files: [sampleFile(`f${n}.ts`, [words(n), words(n + 1_000)])] }));
  const grown = walBytes();
  expect(grown).toBeGreaterThan(100_000);
  limitWal(db, grown * 4);
  expect(walBytes(), 'well below the limit').toBe(grown);
  rows.return?.();
  limitWal(db, grown);
  expect(walBytes()).toBe(0);
  held.db.close();
  db.close();
});

test('pages that a merge leaves free are given back', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  setMergePolicy(db, { bulk: true });
  const words = (n: number): string => Array.from({ length: 3_000 }, (_, at) => `w${n}x${at}`).join(' ');
  for (let n = 0; n < 20; n++) writer.writeBatch(batch({ files: [sampleFile(`f${n}.ts`, [words(n)])] }));
  mergeSegments(db, () => true);
  emptyWal(db);
  const merged = statSync(folder.dbPath).size;
  releaseFreePages(db, () => true);
  emptyWal(db);
  expect(statSync(folder.dbPath).size).toBeLessThan(merged * 0.75);
  expect(db.pragma('freelist_count', { simple: true })).toBe(0);
  expect(isSound(db)).toBe(true);
  expect(openIndexReader(db).bm25({ match: '"w7x2999"', limit: 9, allowed: null })).toHaveLength(1);
  db.close();
});

test('D2 a batch waits for the lock of another process instead of failing', async () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const writer = createIndexWriter(db);
  const reader = openIndexReader(db);
  const script = `
    const { openForWriting } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
    const { db } = openForWriting(process.argv[1]);
    db.exec('BEGIN IMMEDIATE');
    db.exec("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
    console.log('locked');
    setTimeout(() => db.exec('COMMIT'), 500);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder.dbPath]);
  await once(child.stdout, 'data');
  expect(reader.generation(), 'the other process has not committed').toBe(0);
  writer.writeBatch(batch({ files: [sampleFile('a.ts', ['alpha'])] }));
  writer.setMeta({ complete: 1 });
  expect(reader.generation()).toBe(2);
  await once(child, 'exit');
  db.close();
});

test('half a file and a damaged page are found by the check', () => {
  using folder = makeFolder();
  const db = openNew(folder.dbPath);
  const files = Array.from({ length: 200 }, (_, n) => sampleFile(`f${n}.ts`, [`alpha${n}`, `beta${n}`], [`name${n}`]));
  createIndexWriter(db).writeBatch(batch({ files }));
  expect([halfFiles(db), isSound(db)]).toEqual([[], true]);
  db.exec(
    'DELETE FROM symbols WHERE id = 7; DELETE FROM chunks WHERE id = 40; DELETE FROM chunks_fts WHERE rowid = 91',
  );
  expect(halfFiles(db)).toEqual(['f19.ts', 'f45.ts', 'f6.ts']);
  expect(isSound(db)).toBe(false);
  db.close();
  const bytes = readFileSync(folder.dbPath);
  bytes.fill(0xa5, bytes.length - 8_192, bytes.length - 4_096);
  writeFileSync(folder.dbPath, bytes);
  const damaged = openNew(folder.dbPath);
  expect(isSound(damaged)).toBe(false);
  damaged.close();
  expect(dirname(folder.dbPath)).toBeTruthy();
});
