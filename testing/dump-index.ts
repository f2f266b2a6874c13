/** Everything an index says, as lines that do not depend on row ids or times: two equal indexes have equal dumps. */
import type { Database } from 'better-sqlite3';
import { openForReading } from '../src/engine/store/open.ts';

const LINES = [
  `SELECT 'file', path, size, mtime_ms, ctime_ms, hash, language, class, encoding, lines, complexity, parser, note,
     symbol_count, chunk_count FROM files`,
  `SELECT 'symbol', path, s.id - first_symbol, name, folded, qualified_name, kind, signature, line, end_line, column_,
     s.parent - first_symbol, exported, s.complexity FROM symbols s JOIN files f ON f.id = s.file_id`,
  `SELECT 'import', path, ordinal, specifier, line, names FROM imports i JOIN files f ON f.id = i.file_id`,
  `SELECT 'chunk', path, c.id - first_chunk, line, end_line, symbol_id - first_symbol, anchor, hex(c.hash), hex(d.sz)
     FROM chunks c JOIN files f ON f.id = c.file_id JOIN chunks_fts_docsize d ON d.id = c.id`,
  `SELECT 'term', term, col, doc, cnt FROM temp.terms`,
  `SELECT 'skipped', path, reason, detail FROM skipped`,
];

export function dumpIndex(dbPath: string): string[] {
  return withIndex(dbPath, (db) => {
    // Which documents and how often per term: of a segment that misses a row, or has one twice, this differs.
    db.exec("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, chunks_fts, 'col')");
    return LINES.flatMap((sql) =>
      db
        .prepare(sql)
        .raw()
        .all()
        .map((row) => JSON.stringify(row)),
    ).toSorted();
  });
}

/** Opens an index for one question. */
export function withIndex<T>(dbPath: string, ask: (db: Database) => T): T {
  const opened = openForReading(dbPath);
  if (!opened.ok) throw new Error(`${opened.reason}: ${opened.detail}`);
  try {
    return ask(opened.db);
  } finally {
    opened.db.close();
  }
}
