/** Definitions, by name, by file and by line. */
import type { Database } from 'better-sqlite3';
import { smallestAround } from '../plan/enclosing.ts';
import { foldText } from '../plan/tokens.ts';
import type { SymbolRow } from '../types.ts';

export interface SymbolReads {
  /** Definitions of exactly this name; `folded`: also of names that differ in case only. */
  symbolsNamed(name: string, options: { folded: boolean }): SymbolRow[];
  symbolsOf(path: string): SymbolRow[];
  /** Finds the smallest definition around a line of the file. The file's lines are read once, however many are asked. */
  enclosingIn(path: string): (line: number) => SymbolRow | null;
  allSymbols(): SymbolRow[];
}

/** Columns of a symbol `s` joined to its file `f`, as SymbolRow names them. */
export const SYMBOL_COLUMNS = `s.id, f.path, s.name, coalesce(s.qualified_name, s.name) AS qualifiedName, s.kind, s.signature,
  s.line, s.end_line AS endLine, s.column_ AS "column", s.exported, s.complexity, f.class AS fileClass`;

/** A row of SYMBOL_COLUMNS: SQLite has no boolean. */
export type RawSymbol = Omit<SymbolRow, 'exported'> & { exported: number };

const FROM_NAMES = `SELECT ${SYMBOL_COLUMNS} FROM symbols s JOIN files f ON f.id = s.file_id`;
const FROM_FILES = `SELECT ${SYMBOL_COLUMNS} FROM files f JOIN symbols s
  ON s.id >= f.first_symbol AND s.id < f.first_symbol + f.symbol_count`;

export function toSymbolRow(raw: RawSymbol): SymbolRow {
  return { ...raw, exported: raw.exported === 1 };
}

export function prepareSymbolReads(db: Database): SymbolReads {
  const named = db.prepare<[string], RawSymbol>(
    `${FROM_NAMES} WHERE coalesce(s.folded, s.name) = ? ORDER BY f.path, s.line, s.id`,
  );
  const ofFile = db.prepare<[string], RawSymbol>(`${FROM_FILES} WHERE f.path = ? ORDER BY s.line, s.id`);
  const spans = db.prepare<[string], { id: number; line: number; endLine: number }>(
    `SELECT s.id, s.line, s.end_line AS endLine FROM files f JOIN symbols s
     ON s.id >= f.first_symbol AND s.id < f.first_symbol + f.symbol_count
     WHERE f.path = ? ORDER BY s.id`,
  );
  const byId = db.prepare<[number], RawSymbol>(`${FROM_NAMES} WHERE s.id = ?`);
  const all = db.prepare<[], RawSymbol>(`${FROM_NAMES} ORDER BY f.path, s.line, s.id`);
  return {
    symbolsNamed: (name, { folded }) =>
      named
        .all(foldText(name))
        .filter((row) => folded || row.name === name)
        .map(toSymbolRow),
    symbolsOf: (path) => ofFile.all(path).map(toSymbolRow),
    enclosingIn: (path) => {
      const all = spans.all(path);
      return (line) => {
        const span = smallestAround(all, line);
        const row = span === null ? undefined : byId.get(span.id);
        return row === undefined ? null : toSymbolRow(row);
      };
    },
    allSymbols: () => all.all().map(toSymbolRow),
  };
}
