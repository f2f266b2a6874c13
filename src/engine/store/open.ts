/** Opening the index: every way it can be unusable is a reason, not an exception. */
import { closeSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { messages } from '../../shared/messages.ts';
import { systemCode } from '../../system/system-error.ts';
import { BUSY_TIMEOUT_MS, SQLITE_MIN_VERSION, WAL_CHECKPOINT_PAGES, WAL_LIMIT_BYTES } from '../options.ts';
import { storeFailure } from './failure.ts';
import { ensureIndexDir } from './index-dir.ts';
import { journalMode } from './journal-mode.ts';
import { APPLICATION_ID, createSchema, SCHEMA_VERSION, TABLES } from './schema.ts';

export type OpenFailure = 'missing' | 'corrupt' | 'newer' | 'older' | 'locked' | 'readonly' | 'disk-full';
export type Opened = { ok: true; db: Database.Database } | { ok: false; reason: OpenFailure; detail: string };

/** Opens an existing index without ever changing it. */
export function openForReading(dbPath: string): Opened {
  return guarded(() => {
    const absent = whyAbsent(dbPath);
    if (absent !== null) return absent;
    const db = connectReading(dbPath);
    return keepOrClose(db, () => {
      db.pragma('mmap_size = 0');
      return inspect(db);
    });
  });
}

/**
 * Opens the index for the holder of the writer lease, and creates folder (0700), file (0600) and tables where they are
 * missing. A newer, older or damaged file is not touched: the reason says what it is.
 */
export function openForWriting(dbPath: string): Opened {
  return guarded(() => {
    ensureIndexDir(dirname(dbPath));
    const before = openForReading(dbPath);
    if (before.ok) before.db.close();
    else if (before.reason !== 'missing') return before;
    // Created here because SQLite would use the umask; -wal and -shm take their mode from this file.
    closeSync(openSync(dbPath, 'a', 0o600));
    const db = connect(dbPath, { readonly: false });
    return keepOrClose(db, () => {
      configureWriter(db, dirname(dbPath));
      if (tableCount(db) === 0) createSchema(db);
      return null;
    });
  });
}

/**
 * Moves a damaged or outdated index out of the way, so that a new one can be built; returns the new path. At most one
 * is kept, for people who want to look at it. To be called by the holder of the writer lease only.
 * WAL and shared memory go first: SQLite would read a WAL that is left behind as part of the next database.
 */
export function moveAside(dbPath: string): string {
  removeAside(dbPath);
  for (const suffix of ['-wal', '-shm', '-journal']) rmSync(dbPath + suffix, { force: true });
  const aside = `${dbPath}.corrupt-${Date.now()}`;
  renameSync(dbPath, aside);
  return aside;
}

/** Deletes what was moved aside: a purge must leave no copy of older content. */
export function removeAside(dbPath: string): void {
  const dir = dirname(dbPath);
  for (const name of readdirSync(dir)) {
    if (name.startsWith(`${basename(dbPath)}.corrupt-`)) rmSync(join(dir, name), { force: true, recursive: true });
  }
}

/** Throws below the first SQLite without the WAL-reset race: with it an index silently loses writes. */
export function assertSqliteVersion(version: string): void {
  const numbers = (text: string): number[] => text.split('.').map(Number);
  const minimum = numbers(SQLITE_MIN_VERSION);
  const order = numbers(version)
    .map((part, at) => part - (minimum[at] ?? 0))
    .find((difference) => difference !== 0);
  if ((order ?? 0) < 0) throw new Error(messages.sqliteTooOld({ version, wanted: SQLITE_MIN_VERSION }));
}

function configureWriter(db: Database.Database, dir: string): void {
  const mode = journalMode(dir);
  // Only before the first page is written, which setting the journal mode does.
  db.pragma('auto_vacuum = INCREMENTAL');
  db.pragma(`journal_mode = ${mode}`);
  // NORMAL in WAL mode loses the last commits on power loss but never tears one; a rollback journal needs FULL for that.
  db.pragma(`synchronous = ${mode === 'wal' ? 'NORMAL' : 'FULL'}`);
  db.pragma('mmap_size = 0');
  db.pragma('secure_delete = ON');
  // Sorter and statement files would put index terms into the system's temp folder.
  db.pragma('temp_store = MEMORY');
  db.pragma(`wal_autocheckpoint = ${WAL_CHECKPOINT_PAGES}`);
  db.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
  db.pragma('cell_size_check = ON');
}

function connect(source: string | Buffer, { readonly }: { readonly: boolean }): Database.Database {
  checkLinkedSqlite();
  return new Database(source, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
}

let checked = false;

/** Asked of a database of its own: the first statement on the index must be one whose failure is understood. */
function checkLinkedSqlite(): void {
  if (checked) return;
  const db = new Database(':memory:');
  assertSqliteVersion(String(db.prepare('SELECT sqlite_version()').pluck().get()));
  db.close();
  checked = true;
}

/**
 * A WAL database needs its shared memory file even for reading, which a read-only folder refuses; SQLite's way out, an
 * `immutable` URI, is compiled out of better-sqlite3. With no WAL left there is nothing to miss, so the file is then
 * read into memory whole. Such a reader does not see later changes.
 */
function connectReading(dbPath: string): Database.Database {
  const db = connect(dbPath, { readonly: true });
  try {
    db.pragma('user_version');
    return db;
  } catch (error) {
    db.close();
    if (storeFailure(error) !== 'readonly' || sizeOf(`${dbPath}-wal`) > 0) throw error;
    const bytes = readFileSync(dbPath);
    // Read and write version of the file format: 2 asks for a WAL, which a copy in memory cannot have.
    bytes.fill(1, 18, 20);
    return connect(bytes, { readonly: true });
  }
}

type Failed = Extract<Opened, { ok: false }>;

/** Why a readable database is not our index; null when it is. */
function inspect(db: Database.Database): Failed | null {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (tableCount(db) === 0) return failed('missing', messages.indexEmpty());
  if (Number(db.pragma('application_id', { simple: true })) !== APPLICATION_ID) {
    return failed('corrupt', messages.indexForeign());
  }
  if (version > SCHEMA_VERSION) return failed('newer', messages.indexNewer({ found: version, known: SCHEMA_VERSION }));
  if (version < SCHEMA_VERSION) return failed('older', messages.indexOlder({ found: version, known: SCHEMA_VERSION }));
  return probe(db);
}

/**
 * Damage that costs nothing to see: missing tables, unreadable first and last rows, an unreadable full-text structure.
 * A file shorter than its page count fails at the first statement already. The rest shows when it is read, as an error
 * that storeFailure calls `corrupt`.
 */
function probe(db: Database.Database): Failed | null {
  const names = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
  const lost = TABLES.filter((table) => !names.includes(table));
  if (lost.length > 0) return failed('corrupt', messages.indexTablesLost({ tables: lost }));
  for (const table of ['files', 'symbols', 'chunks']) db.prepare(`SELECT min(id), max(id) FROM ${table}`).get();
  db.prepare('SELECT count(*) FROM meta').get();
  db.prepare(`SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH '"a"' LIMIT 1`).get();
  return null;
}

function tableCount(db: Database.Database): number {
  return Number(db.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table'").pluck().get());
}

function keepOrClose(db: Database.Database, check: () => Failed | null): Opened {
  let keep = false;
  try {
    const problem = check();
    keep = problem === null;
    return problem ?? { ok: true, db };
  } finally {
    if (!keep) db.close();
  }
}

function guarded(open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    const reason = storeFailure(error);
    if (reason === null) throw error;
    return failed(reason, error instanceof Error ? error.message : String(error));
  }
}

function whyAbsent(dbPath: string): Failed | null {
  try {
    return statSync(dbPath).isFile() ? null : failed('corrupt', messages.indexNotAFile());
  } catch (error) {
    const code = systemCode(error);
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    return failed('missing', messages.indexAbsent());
  }
}

function failed(reason: OpenFailure, detail: string): Failed {
  return { ok: false, reason, detail };
}

/** 0 for a file that is not there. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
