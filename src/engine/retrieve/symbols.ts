/** Definitions and symbols by name, from the index; without one, files that hold the name are parsed. */
import type { SymbolKind, SymbolRef } from '../../shared/contract.ts';
import { SYMBOL_POOL } from '../options.ts';
import { lastPart, nameParts } from '../plan/name-parts.ts';
import { foldText } from '../plan/tokens.ts';
import type { Hit, SymbolRow } from '../types.ts';
import { retrieved, type Retriever, type RetrievalScope } from './retriever.ts';
import { fuzzyRank } from './fuzzy.ts';
import { liveDefinitions } from './live-definitions.ts';

/** Definitions of exactly the name (`A.b` and `a::b` match the qualified name's end); folded case as second choice. */
export const definitionRetriever: Retriever = async (query, scope, signal) => {
  if (scope.index === null) {
    const parts = nameParts(query.pattern);
    const found = await liveDefinitions(query, { scope, signal, accepts: (row) => qualifies(row, parts) });
    return retrieved(definitionHits(found.rows, query.pattern), found);
  }
  const rows = namedRows(query.pattern, scope);
  return retrieved(definitionHits(rows, query.pattern));
};

function definitionHits(rows: readonly SymbolRow[], pattern: string): Hit[] {
  const name = lastPart(pattern);
  return rows.map((row) => toHit(row, row.name === name ? 'exact' : 'folded'));
}

function namedRows(pattern: string, scope: RetrievalScope): SymbolRow[] {
  const parts = nameParts(pattern);
  const name = parts.at(-1) ?? '';
  const accepted = (rows: SymbolRow[]): SymbolRow[] =>
    rows.filter((row) => inScope(row, scope) && qualifies(row, parts));
  const exact = accepted(scope.index?.symbolsNamed(name, { folded: false }) ?? []);
  return exact.length > 0 ? exact : accepted(scope.index?.symbolsNamed(name, { folded: true }) ?? []);
}

/** `Store.open` wants the `open` of `Store`; a qualifier that is a file or module name counts as well. */
function qualifies(row: SymbolRow, parts: string[]): boolean {
  const qualifiers = parts.slice(0, -1);
  if (qualifiers.length === 0) return true;
  const places = new Set([...nameParts(row.qualifiedName), ...row.path.split(/[/.]/)].map(foldText));
  return qualifiers.every((part) => places.has(foldText(part)));
}

/** Symbols by fuzzy name or wildcard (`get*User`, `?` for one character), narrowed by kind. */
export const symbolRetriever: Retriever = async (query, scope) => {
  const rows = [...(scope.index?.allSymbols() ?? [])].filter(
    (row) => (query.kind === undefined || row.kind === query.kind) && inScope(row, scope),
  );
  const ranked = /[*?]/.test(query.pattern) ? wildcard(rows, query.pattern) : fuzzyNames(rows, query.pattern);
  return retrieved(ranked.map(({ row, score }) => ({ ...toHit(row), score })));
};

interface Ranked {
  row: SymbolRow;
  score: number;
}

function wildcard(rows: SymbolRow[], pattern: string): Ranked[] {
  const wanted = [...foldText(pattern)];
  return rows.filter((row) => matchesWildcard([...foldText(row.name)], wanted)).map((row) => ({ row, score: 1 }));
}

/** `*` any characters, `?` one. Two cursors, so that many stars cost name x pattern and never backtrack further. */
function matchesWildcard(name: string[], pattern: string[]): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  let i = 0;
  while (i < name.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = i;
    } else if (at < pattern.length && (pattern[at] === '?' || pattern[at] === name[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++resume;
    } else return false;
  }
  return pattern.slice(at).every((c) => c === '*');
}

function fuzzyNames(rows: SymbolRow[], pattern: string): Ranked[] {
  if (pattern === '') return rows.map((row) => ({ row, score: 1 }));
  const names = [...new Set(rows.map((row) => row.name))];
  const found = fuzzyRank(names, pattern);
  const scores = new Map(found.map(({ item, score }) => [item, closeness(item, pattern, score)]));
  return rows.flatMap((row) => {
    const score = scores.get(row.name);
    return score === undefined ? [] : [{ row, score }];
  });
}

/** Exact > folded > prefix > the rest, each in its own band of 0-1. */
function closeness(name: string, pattern: string, relative: number): number {
  if (name === pattern) return 1;
  const folded = foldText(name);
  const wanted = foldText(pattern);
  if (folded === wanted) return 0.95;
  return folded.startsWith(wanted) ? 0.7 + 0.2 * (wanted.length / folded.length) : 0.6 * Math.max(0, relative);
}

/** Symbols whose names stand in a question: `how does HttpClient retry`. */
export const embeddedSymbolRetriever: Retriever = async (query, scope) => {
  const words = query.query.text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
  const names = [...new Set(words.filter(looksLikeName))];
  const rows = names.flatMap((name) => namedRows(name, scope)).slice(0, SYMBOL_POOL);
  return retrieved(rows.map((row) => toHit(row, names.includes(row.name) ? 'exact' : 'folded')));
};

/** Upper case or an underscore inside a word: people do not write prose that way. */
function looksLikeName(word: string): boolean {
  return /[\p{Ll}\p{N}_$]\p{Lu}|\p{L}_\p{L}|^_|\p{Lu}{2,}\p{Ll}/u.test(word) && word.length >= 3;
}

function inScope(row: SymbolRow, scope: RetrievalScope): boolean {
  return scope.accepts(scope.traits(row.path)) && scope.admits(row.path);
}

export function toSymbolRef(row: SymbolRow): SymbolRef {
  const { name, kind, line, endLine, qualifiedName } = row;
  return { name, kind, line, endLine, qualifiedName };
}

function toHit(row: SymbolRow, defines?: 'exact' | 'folded'): Hit {
  return {
    path: row.path,
    line: row.line,
    endLine: row.endLine,
    column: row.column,
    leg: 'symbol',
    score: 1,
    anchor: row.name,
    symbol: toSymbolRef(row),
    fileClass: row.fileClass,
    language: null,
    ...(defines === undefined ? {} : { defines }),
    ...(defines !== undefined && HAS_HEAD.has(row.kind) ? { signature: row.signature } : {}),
  };
}

/** Of a constant the head is its value, of a test or route its line. */
const HAS_HEAD: ReadonlySet<SymbolKind> = new Set(['fn', 'method', 'class', 'interface', 'type', 'enum', 'macro']);
