/** The indexes of all roots as one, over workspace paths. */
import type { SkippedFile } from '../../shared/contract.ts';
import { byCodeUnit } from '../plan/score.ts';
import type { FileRow, FileTraits, SymbolRow } from '../types.ts';
import type { ChunkHit, IndexReader } from './read.ts';

export interface IndexPart {
  /** '' with one root, `name/` with several. */
  root: { prefix: string };
  reader: IndexReader;
}

export interface IndexView {
  files(): FileRow[];
  symbolsNamed(name: string, options: { folded: boolean }): SymbolRow[];
  symbolsOf(path: string): SymbolRow[];
  enclosingIn(path: string): (line: number) => SymbolRow | null;
  allSymbols(): SymbolRow[];
  /** `accepts` null: every file. It is asked before the limit counts. */
  bm25(query: { match: string; limit: number; accepts: ((file: FileTraits) => boolean) | null }): ChunkHit[];
  skipped(): SkippedFile[];
  /** Runs `work`, which must not wait for anything, on one state of every part. */
  atOneState<T>(work: () => T): T;
}

/** Keeps ids of different indexes apart; exact in a double. */
const ID_SPAN = 2 ** 40;

/** Answers of several parts are merged; each path is asked of the one part that holds it. */
export function createIndexView(parts: IndexPart[]): IndexView {
  const bound = parts.map(bindPart);
  const owner = (path: string) => bound.find((part) => path.startsWith(part.prefix));
  const merged = <T extends { path: string; line: number }>(rows: T[][]): T[] =>
    rows.length === 1 ? (rows[0] ?? []) : rows.flat().sort((a, b) => byCodeUnit(a.path, b.path) || a.line - b.line);
  return {
    files: () => bound.flatMap((part) => part.files()),
    symbolsNamed: (name, options) => merged(bound.map((part) => part.symbolsNamed(name, options))),
    symbolsOf: (path) => owner(path)?.symbolsOf(path) ?? [],
    enclosingIn: (path) => owner(path)?.enclosingIn(path) ?? (() => null),
    allSymbols: () => merged(bound.map((part) => part.allSymbols())),
    bm25: (query) =>
      bound
        .flatMap((part) => part.bm25(query))
        .sort((a, b) => b.raw - a.raw || byCodeUnit(a.path, b.path) || a.line - b.line)
        .slice(0, query.limit),
    skipped: () => bound.flatMap((part) => part.skipped()),
    atOneState: (work) =>
      parts.reduce(
        (inner, { reader }) =>
          () =>
            reader.atOneState(inner),
        work,
      )(),
  };
}

type BoundPart = Omit<IndexView, 'atOneState'> & { prefix: string };

/** One part, its paths prefixed and its ids shifted. */
function bindPart({ root: { prefix }, reader }: IndexPart, index: number): BoundPart {
  const inside = (path: string): string => path.slice(prefix.length);
  const outside = <T extends { path: string }>(row: T): T => ({ ...row, path: prefix + row.path });
  const identified = <T extends { path: string; id: number }>(row: T): T => ({
    ...outside(row),
    id: row.id + index * ID_SPAN,
  });
  return {
    prefix,
    files: () => reader.files().map(identified),
    symbolsNamed: (name, options) => reader.symbolsNamed(name, options).map(identified),
    symbolsOf: (path) => reader.symbolsOf(inside(path)).map(identified),
    enclosingIn: (path) => {
      const find = reader.enclosingIn(inside(path));
      return (line) => nullable(find(line), identified);
    },
    allSymbols: () => reader.allSymbols().map(identified),
    bm25: ({ match, limit, accepts }) => {
      const allowed = accepts === null ? null : reader.files().filter((row) => accepts(outside(row)));
      const hits = reader.bm25({ match, limit, allowed: allowed === null ? null : allowed.map((row) => row.id) });
      return hits.map((hit) => ({ ...outside(hit), symbol: nullable(hit.symbol, identified) }));
    },
    skipped: () =>
      [...reader.skipped(), ...reader.leftOut()].map(({ path, reason, detail }) => ({
        path: prefix + path,
        reason,
        detail,
      })),
  };
}

function nullable<T, U>(value: T | null, map: (value: T) => U): U | null {
  return value === null ? null : map(value);
}
