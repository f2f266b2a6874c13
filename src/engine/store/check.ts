/** The full check of an index: reads all of it. */
import type { Database } from 'better-sqlite3';
import { storeFailure } from './failure.ts';

/**
 * False when SQLite finds damage in the file, or FTS5 in the full-text index, or when a file has not exactly the rows
 * that were written with it.
 */
export function isSound(db: Database): boolean {
  try {
    if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') return false;
    // 0: the index alone. 1 would compare with the text, which a contentless table does not have.
    db.prepare("INSERT INTO chunks_fts(chunks_fts, rank) VALUES ('integrity-check', 0)").run();
    return halfFiles(db).length === 0;
  } catch (error) {
    if (storeFailure(error) !== 'corrupt') throw error;
    return false;
  }
}

/** Paths of files whose symbols, chunks or full-text rows are not all there. */
export function halfFiles(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT path FROM files f WHERE
         symbol_count <> (SELECT count(*) FROM symbols s
           WHERE s.id >= first_symbol AND s.id < first_symbol + symbol_count AND s.file_id = f.id)
         OR chunk_count <> (SELECT count(*) FROM chunks c JOIN chunks_fts_docsize d ON d.id = c.id
           WHERE c.id >= first_chunk AND c.id < first_chunk + chunk_count AND c.file_id = f.id)
       ORDER BY path`,
    )
    .pluck()
    .all();
}
