/** Writing the index. One transaction per batch, and all rows of a file in the same one: there are no half files. */
import type { Database } from 'better-sqlite3';
import { foldText } from '../plan/tokens.ts';
import { qualifiedNames } from '../plan/qualified-names.ts';
import type { FileFacts, FileRow, ParsedFile } from '../types.ts';
import type { SkippedFile, SkipReason } from '../../shared/contract.ts';
import { pathTerms } from './path-terms.ts';

/** A parsed file on its way into the index. Paths are relative to the root. */
export interface IndexedFile {
  row: Omit<FileRow, 'id' | 'lines' | 'complexity' | 'parser'>;
  parsed: ParsedFile;
}

/** A listed file that cannot be searched, with the facts that say when to try again. */
export interface SkippedEntry extends Omit<FileFacts, 'id' | 'hash'> {
  reason: SkipReason;
  detail: string;
}

/** What one transaction changes. A path is in one of the lists at most. */
export interface IndexBatch {
  files: IndexedFile[];
  skipped: SkippedEntry[];
  /** Same bytes as before: only size and times are renewed. */
  unchanged: Omit<FileFacts, 'id'>[];
  removed: string[];
}

/**
 * `complete`: the last pass ended. `purge`: removed terms still stand in the full-text segments. `merge`: a bulk build left
 * segments unmerged. 0 or 1.
 */
export type MetaKey = 'complete' | 'purge' | 'merge' | 'indexed_at_ms';

export interface IndexWriter {
  /** Throws SQLite's errors; nothing of the batch is kept then. */
  writeBatch(batch: IndexBatch): void;
  setMeta(values: Partial<Record<MetaKey, number>>): void;
  /** Replaces the list of files that the listing leaves out. */
  setLeftOut(files: readonly SkippedFile[]): void;
}

/** `db` must come from openForWriting. */
export function createIndexWriter(db: Database): IndexWriter {
  const remove = prepareRemoval(db);
  const insert = prepareInsertion(db);
  const refresh = db.prepare(
    'UPDATE files SET size = @size, mtime_ms = @mtimeMs, ctime_ms = @ctimeMs, indexed_at_ms = @indexedAtMs WHERE path = @path',
  );
  const skip = db.prepare(
    `INSERT INTO skipped (path, reason, detail, size, mtime_ms, ctime_ms, indexed_at_ms)
     VALUES (@path, @reason, @detail, @size, @mtimeMs, @ctimeMs, @indexedAtMs)`,
  );
  const meta = db.prepare<[MetaKey, number]>('INSERT OR REPLACE INTO meta VALUES (?, ?)');
  const nextGeneration = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'generation'");
  const writeBatch = db.transaction((batch: IndexBatch) => {
    nextGeneration.run();
    // Removals first: FTS5 flushes what it has collected whenever a row id is lower than the one before.
    for (const path of batch.removed) remove(path);
    for (const entry of batch.skipped) remove(entry.path);
    for (const file of batch.files) remove(file.row.path);
    for (const facts of batch.unchanged) refresh.run(facts);
    for (const entry of batch.skipped) skip.run(entry);
    for (const file of batch.files) insert(file);
  });
  const setMeta = db.transaction((values: Partial<Record<MetaKey, number>>) => {
    for (const key of ['complete', 'purge', 'merge', 'indexed_at_ms'] as const) {
      const value = values[key];
      if (value !== undefined) meta.run(key, value);
    }
  });
  const forgetLeftOut = db.prepare('DELETE FROM left_out');
  const leaveOut = db.prepare<[string, string, string]>('INSERT OR REPLACE INTO left_out VALUES (?, ?, ?)');
  const setLeftOut = db.transaction((files: readonly SkippedFile[]) => {
    nextGeneration.run();
    forgetLeftOut.run();
    for (const { path, reason, detail } of files) leaveOut.run(path, reason, detail);
  });
  return {
    writeBatch: (batch) => writeBatch.immediate(batch),
    setMeta: (values) => setMeta.immediate(values),
    setLeftOut: (files) => setLeftOut.immediate(files),
  };
}

interface Extent {
  id: number;
  first_symbol: number;
  symbol_count: number;
  first_chunk: number;
  chunk_count: number;
}

/** Row by row: a list of ids in one statement would meet SQLite's limit on bound parameters. */
function prepareRemoval(db: Database): (path: string) => void {
  const find = db.prepare<[string], Extent>(
    'SELECT id, first_symbol, symbol_count, first_chunk, chunk_count FROM files WHERE path = ?',
  );
  const file = db.prepare<[number]>('DELETE FROM files WHERE id = ?');
  const symbols = db.prepare<[number, number]>('DELETE FROM symbols WHERE id >= ? AND id < ?');
  const imports = db.prepare<[number]>('DELETE FROM imports WHERE file_id = ?');
  const chunks = db.prepare<[number, number]>('DELETE FROM chunks WHERE id >= ? AND id < ?');
  const terms = db.prepare<[number]>('DELETE FROM chunks_fts WHERE rowid = ?');
  const skipped = db.prepare<[string]>('DELETE FROM skipped WHERE path = ?');
  return (path) => {
    skipped.run(path);
    const extent = find.get(path);
    if (extent === undefined) return;
    const { id, first_symbol, symbol_count, first_chunk, chunk_count } = extent;
    for (let chunk = first_chunk; chunk < first_chunk + chunk_count; chunk++) terms.run(chunk);
    chunks.run(first_chunk, first_chunk + chunk_count);
    symbols.run(first_symbol, first_symbol + symbol_count);
    imports.run(id);
    file.run(id);
  };
}

function prepareInsertion(db: Database): (file: IndexedFile) => void {
  const file = db.prepare(
    `INSERT INTO files (path, size, mtime_ms, ctime_ms, indexed_at_ms, hash, language, class, encoding, lines, complexity,
       parser, note, first_symbol, symbol_count, first_chunk, chunk_count)
     VALUES (@path, @size, @mtimeMs, @ctimeMs, @indexedAtMs, @hash, @language, @class, @encoding, @lines, @complexity,
       @parser, @note, @firstSymbol, @symbolCount, @firstChunk, @chunkCount)`,
  );
  const writeSymbols = prepareSymbols(db);
  const writeChunks = prepareChunks(db);
  const imported = db.prepare<[number, number, string, number, string]>('INSERT INTO imports VALUES (?, ?, ?, ?, ?)');
  // Ids ascend in write order, which full-text insertion is fastest with.
  const nextSymbol = db.prepare<[], number>('SELECT coalesce(max(id), 0) + 1 FROM symbols').pluck();
  const nextChunk = db.prepare<[], number>('SELECT coalesce(max(id), 0) + 1 FROM chunks').pluck();
  return ({ row, parsed }) => {
    const firstSymbol = nextSymbol.get() ?? 1;
    const firstChunk = nextChunk.get() ?? 1;
    const { lines, complexity, parser, note = null, symbols, chunks, imports } = parsed;
    const counts = { firstSymbol, symbolCount: symbols.length, firstChunk, chunkCount: chunks.length };
    const fileId = Number(file.run({ ...row, lines, complexity, parser, note, ...counts }).lastInsertRowid);
    writeSymbols({ fileId, first: firstSymbol, parsed });
    writeChunks({ fileId, first: firstChunk, firstSymbol, parsed, path: pathTerms(row.path) });
    for (const [ordinal, { specifier, line, names }] of imports.entries()) {
      imported.run(fileId, ordinal, specifier, line, JSON.stringify(names));
    }
  };
}

type SymbolColumns = [
  id: number,
  fileId: number,
  name: string,
  folded: string | null,
  qualifiedName: string | null,
  kind: string,
  signature: string,
  line: number,
  endLine: number,
  column: number,
  parent: number | null,
  exported: number,
  complexity: number,
];

function prepareSymbols(db: Database): (part: { fileId: number; first: number; parsed: ParsedFile }) => void {
  const insert = db.prepare<SymbolColumns>('INSERT INTO symbols VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return ({ fileId, first, parsed: { symbols } }) => {
    const qualified = qualifiedNames(symbols);
    for (const [at, symbol] of symbols.entries()) {
      const { name, kind, signature, line, endLine, column, parent, exported, complexity } = symbol;
      const long = qualified[at] ?? name;
      const folded = foldText(name);
      const names: [string | null, string | null] = [folded === name ? null : folded, long === name ? null : long];
      const owner = parent < 0 ? null : first + parent;
      insert.run(
        first + at,
        fileId,
        name,
        ...names,
        kind,
        signature,
        line,
        endLine,
        column,
        owner,
        Number(exported),
        complexity,
      );
    }
  };
}

interface ChunkPart {
  fileId: number;
  first: number;
  firstSymbol: number;
  parsed: ParsedFile;
  path: string;
}

function prepareChunks(db: Database): (part: ChunkPart) => void {
  const insert = db.prepare<[number, number, number, number, number | null, string, Buffer]>(
    'INSERT INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const terms = db.prepare<[number, string, string, string]>(
    'INSERT INTO chunks_fts(rowid, names, path, body) VALUES (?, ?, ?, ?)',
  );
  return ({ fileId, first, firstSymbol, parsed: { chunks }, path }) => {
    for (const [at, chunk] of chunks.entries()) {
      const symbol = chunk.symbol < 0 ? null : firstSymbol + chunk.symbol;
      insert.run(first + at, fileId, chunk.line, chunk.endLine, symbol, chunk.anchor, Buffer.from(chunk.hash, 'hex'));
      terms.run(first + at, chunk.nameTerms, path, chunk.terms);
    }
  };
}
