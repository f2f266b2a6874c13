/**
 * Reading the index. Every answer is a whole array: a statement that is still being stepped would pin the WAL.
 * Paths are relative to the root. Statements throw SQLite's errors, so that damage never looks like "no hits".
 */
import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import type { FileClass, SkippedFile, SkipReason } from '../../shared/contract.ts';
import type { FileFacts, FileRow, ParsedImport, SymbolRow } from '../types.ts';
import { prepareBm25, type Bm25Query } from './bm25.ts';
import { prepareSymbolReads, type SymbolReads } from './read-symbols.ts';
import type { SkippedEntry } from './write.ts';

/** A chunk that BM25 found. */
export interface ChunkHit {
  path: string;
  line: number;
  endLine: number;
  anchor: string;
  /** The definition the chunk belongs to, or null between definitions. */
  symbol: SymbolRow | null;
  fileClass: FileClass;
  language: string | null;
  /** Positive, bigger is better; comparable within one query and one index. */
  raw: number;
}

export interface IndexCounts {
  files: number;
  /** Files without a structural parse. */
  lexicalFiles: number;
  symbols: number;
  imports: number;
  chunks: number;
  skipped: number;
  /** Bytes of the indexed files, and of the index file. */
  textBytes: number;
  indexBytes: number;
}

export interface IndexState {
  /** Raised by every committed change. */
  generation: number;
  /** False while the first pass runs and after one that was cut short. */
  complete: boolean;
  /** When the index last equalled the disk, milliseconds since the epoch; 0 before the first complete pass. */
  indexedAtMs: number;
  /** Terms of removed files may still stand in the full-text segments. */
  purgePending: boolean;
  /** A bulk build has not come to its end: queries look terms up in many segments. */
  mergePending: boolean;
}

export interface IndexReader extends SymbolReads {
  generation(): number;
  state(): IndexState;
  /** True once another file lies at the path: the index was dropped or rebuilt, and this reader sees the old one. */
  replaced(): boolean;
  facts(): FileFacts[];
  files(): FileRow[];
  /** Files that were listed but could not be indexed. */
  skipped(): SkippedEntry[];
  /** Files that the listing leaves out, as of the last pass. */
  leftOut(): SkippedFile[];
  importsOf(path: string): ParsedImport[];
  bm25(query: Bm25Query): ChunkHit[];
  counts(): IndexCounts;
  /** Runs `work`, which must not wait for anything, on one state of the index; spares each statement its own lock. */
  atOneState<T>(work: () => T): T;
  close(): void;
}

const FACTS = `id, path, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, indexed_at_ms AS indexedAtMs, hash`;
const FILE = `${FACTS}, language, class, encoding, lines, complexity, parser`;

interface SkippedRow extends SkippedEntry {
  reason: SkipReason;
}

/** `db` must come from openForReading (or openForWriting); the reader owns it from here on. */
export function openIndexReader(db: Database): IndexReader {
  const state = prepareState(db);
  const facts = db.prepare<[], FileFacts>(`SELECT ${FACTS} FROM files ORDER BY path`);
  const files = db.prepare<[], FileRow>(`SELECT ${FILE} FROM files ORDER BY path`);
  const skipped = db.prepare<[], SkippedRow>(
    `SELECT path, reason, detail, size, mtime_ms AS mtimeMs, ctime_ms AS ctimeMs, indexed_at_ms AS indexedAtMs
     FROM skipped ORDER BY path`,
  );
  const leftOut = db.prepare<[], SkippedFile>('SELECT path, reason, detail FROM left_out ORDER BY path');
  return {
    ...prepareSymbolReads(db),
    generation: () => state().generation,
    state,
    replaced: prepareReplaced(db),
    facts: () => facts.all(),
    files: () => files.all(),
    skipped: () => skipped.all(),
    leftOut: () => leftOut.all(),
    importsOf: prepareImports(db),
    bm25: prepareBm25(db),
    counts: prepareCounts(db),
    atOneState: (work) => db.transaction(work).deferred(),
    close: () => void db.close(),
  };
}

function prepareState(db: Database): () => IndexState {
  const rows = db.prepare<[], [string, number]>('SELECT key, value FROM meta').raw();
  return () => {
    const meta = new Map(rows.all());
    return {
      generation: meta.get('generation') ?? 0,
      complete: meta.get('complete') === 1,
      indexedAtMs: meta.get('indexed_at_ms') ?? 0,
      purgePending: meta.get('purge') === 1,
      mergePending: meta.get('merge') === 1,
    };
  };
}

function prepareReplaced(db: Database): () => boolean {
  const path = db.name;
  const opened = statSync(path, { throwIfNoEntry: false });
  return () => {
    const now = statSync(path, { throwIfNoEntry: false });
    return now?.ino !== opened?.ino || now?.dev !== opened?.dev;
  };
}

function prepareImports(db: Database): (path: string) => ParsedImport[] {
  const rows = db.prepare<[string], { specifier: string; line: number; names: string }>(
    `SELECT specifier, line, names FROM imports WHERE file_id = (SELECT id FROM files WHERE path = ?) ORDER BY ordinal`,
  );
  return (path) => rows.all(path).map((row) => ({ ...row, names: textList(row.names) }));
}

function textList(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}

function prepareCounts(db: Database): () => IndexCounts {
  const counts = db.prepare<[], Omit<IndexCounts, 'indexBytes'>>(
    `SELECT count(*) AS files, coalesce(sum(parser = 'lexical'), 0) AS lexicalFiles,
       coalesce(sum(symbol_count), 0) AS symbols, coalesce(sum(chunk_count), 0) AS chunks,
       (SELECT count(*) FROM imports) AS imports, (SELECT count(*) FROM skipped) + (SELECT count(*) FROM left_out) AS skipped,
       coalesce(sum(size), 0) AS textBytes FROM files`,
  );
  const bytes = db.prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()');
  return () => {
    const row = counts.get();
    if (row === undefined) throw new Error('an aggregate always has a row');
    return { ...row, indexBytes: bytes.pluck().get() ?? 0 };
  };
}
