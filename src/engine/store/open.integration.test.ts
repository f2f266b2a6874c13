import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { batch, makeFolder, sampleFile } from '../../../testing/sample-index.ts';
import { SQLITE_MIN_VERSION } from '../options.ts';
import { assertSqliteVersion, moveAside, openForReading, openForWriting } from './open.ts';
import { openIndexReader } from './read.ts';
import { SCHEMA_VERSION } from './schema.ts';
import { createIndexWriter } from './write.ts';

/** An index of some 500 kB at the path. */
function fill(dbPath: string): void {
  const db = opened(openForWriting(dbPath));
  const words = (n: number): string => Array.from({ length: 60 }, (_, at) => `word${n}x${at}`).join(' ');
  const files = Array.from({ length: 100 }, (_, n) => sampleFile(`f${n}.ts`, [words(n)], [`name${n}`]));
  createIndexWriter(db).writeBatch(batch({ files }));
  db.close();
}

function opened(result: ReturnType<typeof openForWriting>): Database.Database {
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result.db;
}

function reasonOf(result: ReturnType<typeof openForWriting>): string {
  if (!result.ok) return result.reason;
  result.db.close();
  return 'ok';
}

test('an index that is not there is missing for a reader and made by a writer, closed to other users', () => {
  using folder = makeFolder();
  expect(reasonOf(openForReading(folder.dbPath))).toBe('missing');
  const umask = process.umask(0);
  try {
    const db = opened(openForWriting(folder.dbPath));
    createIndexWriter(db).setMeta({ complete: 1 });
    expect(statSync(dirname(folder.dbPath)).mode & 0o777).toBe(0o700);
    for (const suffix of ['', '-wal', '-shm']) {
      expect(statSync(folder.dbPath + suffix).mode & 0o777, `index.db${suffix}`).toBe(0o600);
    }
    db.close();
  } finally {
    process.umask(umask);
  }
  expect(reasonOf(openForReading(folder.dbPath))).toBe('ok');
});

test('a folder open to others is closed', () => {
  using folder = makeFolder();
  mkdirSync(dirname(folder.dbPath), { mode: 0o755 });
  chmodSync(dirname(folder.dbPath), 0o755);
  fill(folder.dbPath);
  expect(statSync(dirname(folder.dbPath)).mode & 0o777).toBe(0o700);
});

test('D4 an index is written in WAL mode, without memory mapping, and overwrites what it deletes', () => {
  using folder = makeFolder();
  const db = opened(openForWriting(folder.dbPath));
  const pragma = (name: string): unknown => db.pragma(name, { simple: true });
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('mmap_size'), pragma('secure_delete')]).toEqual([
    'wal',
    1,
    0,
    1,
  ]);
  db.close();
});

test('D5 the linked SQLite has no WAL-reset race, and an older one is refused', () => {
  const linked = String(new Database(':memory:').prepare('SELECT sqlite_version()').pluck().get());
  expect(() => assertSqliteVersion(linked)).not.toThrow();
  expect(() => assertSqliteVersion(SQLITE_MIN_VERSION)).not.toThrow();
  for (const old of ['3.51.2', '3.50.99', '3.9.0', '2.99.99']) expect(() => assertSqliteVersion(old)).toThrow(old);
  for (const next of ['3.51.10', '3.100.0', '4.0.0']) expect(() => assertSqliteVersion(next)).not.toThrow();
});

test('D12 a truncated index is corrupt, is moved aside once, and a new one is built in its place', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  expect(statSync(folder.dbPath).size).toBeGreaterThan(100_000);
  truncateSync(folder.dbPath, 100_000);
  expect(reasonOf(openForReading(folder.dbPath))).toBe('corrupt');
  expect(reasonOf(openForWriting(folder.dbPath))).toBe('corrupt');
  const first = moveAside(folder.dbPath);
  expect(statSync(first).size).toBe(100_000);
  fill(folder.dbPath);
  truncateSync(folder.dbPath, 200_000);
  const second = moveAside(folder.dbPath);
  expect(readdirSync(dirname(folder.dbPath))).toEqual([basename(second)]);
  fill(folder.dbPath);
  expect(reasonOf(openForReading(folder.dbPath))).toBe('ok');
});

test('D12 an index that lacks nothing but its last page is corrupt, though nothing reads that page', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  truncateSync(folder.dbPath, statSync(folder.dbPath).size - 4_096);
  expect(reasonOf(openForReading(folder.dbPath))).toBe('corrupt');
});

test.each([
  ['text', Buffer.from('this is no database, it is a sentence. '.repeat(5_000))],
  ['random bytes', Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7_919 + 13) % 251))],
  ['a folder', null],
])('D12 %s in place of the index is corrupt, and can be moved aside', (_, bytes) => {
  using folder = makeFolder();
  mkdirSync(dirname(folder.dbPath));
  if (bytes === null) mkdirSync(folder.dbPath);
  else writeFileSync(folder.dbPath, bytes);
  expect(reasonOf(openForReading(folder.dbPath))).toBe('corrupt');
  expect(reasonOf(openForWriting(folder.dbPath))).toBe('corrupt');
  moveAside(folder.dbPath);
  expect(reasonOf(openForWriting(folder.dbPath))).toBe('ok');
});

test('an empty file, as a kill at the very start leaves it, is a missing index', () => {
  using folder = makeFolder();
  mkdirSync(dirname(folder.dbPath));
  writeFileSync(folder.dbPath, '');
  expect(reasonOf(openForReading(folder.dbPath))).toBe('missing');
  expect(reasonOf(openForWriting(folder.dbPath))).toBe('ok');
});

test('a database of another program is not taken for an index', () => {
  using folder = makeFolder();
  mkdirSync(dirname(folder.dbPath));
  new Database(folder.dbPath).exec('CREATE TABLE notes (text)').close();
  expect(reasonOf(openForReading(folder.dbPath))).toBe('corrupt');
});

test('an index without one of its tables is corrupt', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  new Database(folder.dbPath).exec('DROP TABLE imports').close();
  expect(openForReading(folder.dbPath)).toMatchObject({ reason: 'corrupt', detail: 'without table imports' });
});

test('D13 a newer index is left as it is, and both versions are named', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  new Database(folder.dbPath).exec('PRAGMA user_version = 999').close();
  const before = readFileSync(folder.dbPath);
  for (const open of [openForReading, openForWriting]) {
    const result = open(folder.dbPath);
    expect(result).toMatchObject({ ok: false, reason: 'newer' });
    if (!result.ok) expect(result.detail).toMatch(new RegExp(`version 999.*knows ${SCHEMA_VERSION}`));
  }
  expect(readFileSync(folder.dbPath).equals(before)).toBe(true);
});

test('an older index says so, and is not changed by asking', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  new Database(folder.dbPath).exec('PRAGMA user_version = 0').close();
  const before = readFileSync(folder.dbPath);
  expect(reasonOf(openForReading(folder.dbPath))).toBe('older');
  expect(reasonOf(openForWriting(folder.dbPath))).toBe('older');
  expect(readFileSync(folder.dbPath).equals(before)).toBe(true);
});

test('an index that another program keeps locked is locked, not corrupt', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  const other = new Database(folder.dbPath);
  other.pragma('locking_mode = EXCLUSIVE');
  other.exec('BEGIN IMMEDIATE; UPDATE meta SET value = value; COMMIT');
  expect(reasonOf(openForReading(folder.dbPath))).toBe('locked');
  other.close();
  expect(reasonOf(openForReading(folder.dbPath))).toBe('ok');
});

test('an index in a folder that may not be written is read, and not written', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  const dir = dirname(folder.dbPath);
  const script = `
    const { openForReading, openForWriting } = await import(${JSON.stringify(new URL('./open.ts', import.meta.url).href)});
    const read = openForReading(process.argv[1]);
    const files = read.ok ? read.db.prepare('SELECT count(*) FROM files').pluck().get() : read;
    const write = openForWriting(process.argv[1]);
    console.log(JSON.stringify({ files, write: write.ok ? 'ok' : write.reason }));`;
  chmodSync(dir, 0o500);
  chmodSync(folder.dbPath, 0o400);
  try {
    const dropped = '-dac_override,-dac_read_search';
    const args = [
      `--bounding-set=${dropped}`,
      `--inh-caps=${dropped}`,
      process.execPath,
      '--input-type=module',
      '-e',
      script,
      folder.dbPath,
    ];
    const output = execFileSync('setpriv', args, { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual({ files: 100, write: 'readonly' });
  } finally {
    chmodSync(dir, 0o700);
  }
});

test('I23 a reader of a deleted index sees that it was replaced', () => {
  using folder = makeFolder();
  fill(folder.dbPath);
  const reader = openIndexReader(opened(openForReading(folder.dbPath)));
  expect(reader.replaced()).toBe(false);
  moveAside(folder.dbPath);
  expect(reader.replaced()).toBe(true);
  fill(folder.dbPath);
  expect(reader.replaced()).toBe(true);
  expect(reader.counts().files).toBe(100);
  reader.close();
  expect(reasonOf(openForReading(folder.dbPath))).toBe('ok');
});
