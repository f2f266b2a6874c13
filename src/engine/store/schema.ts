/**
 * Tables of one root's index. No file text is stored: lines are read again when they are shown.
 * Rows of one file in `symbols` and `chunks` have consecutive ids, named in `files` by first id and count. That makes
 * an index on `file_id` unnecessary, and lets a check tell a whole file from half a one.
 */
import type { Database } from 'better-sqlite3';
import { FTS_HASH_BYTES } from '../options.ts';

/** Raised when tables, terms or what a parse yields change: an older index is rebuilt, a newer one is left alone. */
export const SCHEMA_VERSION = 3;
/** `iqix` in the file header: tells our file from any other SQLite database. */
export const APPLICATION_ID = 0x69716978;

export const TABLES = [
  'files',
  'symbols',
  'imports',
  'chunks',
  'chunks_fts',
  'skipped',
  'left_out',
  'suspects',
  'meta',
] as const;

/**
 * `chunks_fts` keeps only the inverted index (`content=''`), with positions: without them (`detail=column`) bm25() is
 * 0 for every row of a contentless table (3.54). Terms come ready-made, letters, digits, `_`, `$` and characters above
 * ASCII, which the ascii tokenizer never splits.
 * `skipped` are files that were read and hold no text; `left_out` those that are not even opened (too large, pipes, names
 * that are no text), so that a search which lists nothing can name them too.
 * Symbol names are found folded; `folded` and `qualified_name` are null where they equal `name`.
 */
const DDL = `
CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  indexed_at_ms REAL NOT NULL,
  hash TEXT NOT NULL,
  language TEXT,
  class TEXT NOT NULL,
  encoding TEXT NOT NULL,
  lines INTEGER NOT NULL,
  complexity INTEGER NOT NULL,
  parser TEXT NOT NULL,
  note TEXT,
  first_symbol INTEGER NOT NULL,
  symbol_count INTEGER NOT NULL,
  first_chunk INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL
) STRICT;
CREATE TABLE symbols (
  id INTEGER PRIMARY KEY,
  file_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  folded TEXT,
  qualified_name TEXT,
  kind TEXT NOT NULL,
  signature TEXT NOT NULL,
  line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  column_ INTEGER NOT NULL,
  parent INTEGER,
  exported INTEGER NOT NULL,
  complexity INTEGER NOT NULL
) STRICT;
CREATE INDEX symbols_by_name ON symbols(coalesce(folded, name));
CREATE TABLE imports (
  file_id INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  specifier TEXT NOT NULL,
  line INTEGER NOT NULL,
  names TEXT NOT NULL,
  PRIMARY KEY (file_id, ordinal)
) STRICT, WITHOUT ROWID;
CREATE TABLE chunks (
  id INTEGER PRIMARY KEY,
  file_id INTEGER NOT NULL,
  line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  symbol_id INTEGER,
  anchor TEXT NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE VIRTUAL TABLE chunks_fts USING fts5(
  names, path, body, content='', contentless_delete=1, tokenize="ascii tokenchars '_$'"
);
INSERT INTO chunks_fts(chunks_fts, rank) VALUES ('hashsize', ${FTS_HASH_BYTES});
CREATE TABLE skipped (
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  size INTEGER NOT NULL,
  mtime_ms REAL NOT NULL,
  ctime_ms REAL NOT NULL,
  indexed_at_ms REAL NOT NULL
) STRICT;
CREATE TABLE left_out (path TEXT PRIMARY KEY, reason TEXT NOT NULL, detail TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE suspects (path TEXT PRIMARY KEY, ends INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 0), ('complete', 0), ('purge', 0), ('merge', 0), ('indexed_at_ms', 0);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** Creates all tables in one transaction: a kill leaves an empty database or a whole one. */
export function createSchema(db: Database): void {
  db.transaction(() => db.exec(DDL)).immediate();
}
