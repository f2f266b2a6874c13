/** The BM25 query over chunks. */
import type { Database } from 'better-sqlite3';
import type { FileClass } from '../../shared/contract.ts';
import { BM25_WEIGHTS } from '../options.ts';
import type { ChunkHit } from './read.ts';
import { type RawSymbol, SYMBOL_COLUMNS, toSymbolRow } from './read-symbols.ts';

export interface Bm25Query {
  /** FTS5 expression of quoted terms (plan/tokens.ts makes it). */
  match: string;
  limit: number;
  /** Ids of the files that may be found; null allows all. */
  allowed: number[] | null;
}

interface ChunkRow {
  path: string;
  line: number;
  endLine: number;
  anchor: string;
  symbolId: number | null;
  fileClass: FileClass;
  language: string | null;
  raw: number;
}

const { names, path, body } = BM25_WEIGHTS;
/** FTS5's bm25() is negative, better is smaller. */
const SCORE = `-bm25(chunks_fts, ${names}, ${path}, ${body})`;

const ALL = `SELECT rowid AS id, ${SCORE} AS raw FROM chunks_fts WHERE chunks_fts MATCH ? ORDER BY raw DESC, rowid LIMIT ?`;
/** The filter holds before the limit counts: a narrow filter must not empty a pool that others filled. */
const ALLOWED = `SELECT chunks_fts.rowid AS id, ${SCORE} AS raw FROM chunks_fts JOIN chunks ON chunks.id = chunks_fts.rowid
  WHERE chunks_fts MATCH ? AND chunks.file_id IN (SELECT value FROM json_each(?)) ORDER BY raw DESC, chunks_fts.rowid LIMIT ?`;

function withPlace(best: string): string {
  return `SELECT f.path, c.line, c.end_line AS endLine, c.anchor, c.symbol_id AS symbolId, f.class AS fileClass, f.language,
    best.raw FROM (${best}) best JOIN chunks c ON c.id = best.id JOIN files f ON f.id = c.file_id
    ORDER BY best.raw DESC, f.path, c.line`;
}

/** Returns the search: at most `limit` chunks, best first, ties by path and line. */
export function prepareBm25(db: Database): (query: Bm25Query) => ChunkHit[] {
  const all = db.prepare<[string, number], ChunkRow>(withPlace(ALL));
  const allowed = db.prepare<[string, string, number], ChunkRow>(withPlace(ALLOWED));
  const symbol = db.prepare<[number], RawSymbol>(
    `SELECT ${SYMBOL_COLUMNS} FROM symbols s JOIN files f ON f.id = s.file_id WHERE s.id = ?`,
  );
  // One snapshot for hits and symbols: the writer may commit between two statements.
  const search = db.transaction((query: Bm25Query): ChunkHit[] => {
    const { match, limit } = query;
    const rows =
      query.allowed === null ? all.all(match, limit) : allowed.all(match, JSON.stringify(query.allowed), limit);
    return rows.map(({ symbolId, ...hit }) => {
      const found = symbolId === null ? undefined : symbol.get(symbolId);
      return { ...hit, symbol: found === undefined ? null : toSymbolRow(found) };
    });
  });
  return (query) => search.deferred(query);
}
