/** Definitions without an index: the files that hold the name are parsed as they are now. */
import type { FileClass, Note } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { DEF_PARSE_FILES } from '../options.ts';
import { lastPart } from '../plan/name-parts.ts';
import { qualifiedNames } from '../plan/qualified-names.ts';
import { regexLiteral } from '../plan/regex-literal.ts';
import { byCodeUnit } from '../plan/score.ts';
import { foldText } from '../plan/tokens.ts';
import type { SymbolRow } from '../types.ts';
import { filesHolding } from './files-holding.ts';
import type { RetrievalScope, RetrieverQuery } from './retriever.ts';

export interface LiveDefinitions {
  rows: SymbolRow[];
  notes: Note[];
  /** More files hold the name than were parsed. */
  totalIsLowerBound: boolean;
}

interface LiveOptions {
  scope: RetrievalScope;
  signal: AbortSignal;
  /** Whether a definition of the name is the one that is asked for. */
  accepts: (row: SymbolRow) => boolean;
}

/** Definitions of exactly the name; of its other spellings in case where there is none. */
export async function liveDefinitions(query: RetrieverQuery, o: LiveOptions): Promise<LiveDefinitions> {
  const name = lastPart(query.pattern);
  if (name === '') return { rows: [], notes: [], totalIsLowerBound: false };
  const exact = await definitionsIn(name, { ...o, caseFlag: '--case-sensitive', isNamed: (row) => row.name === name });
  if (exact.rows.length > 0) return exact;
  const folded = foldText(name);
  return definitionsIn(name, { ...o, caseFlag: '--ignore-case', isNamed: (row) => foldText(row.name) === folded });
}

interface Naming extends LiveOptions {
  caseFlag: string;
  isNamed: (row: SymbolRow) => boolean;
}

async function definitionsIn(name: string, o: Naming): Promise<LiveDefinitions> {
  const paths = await filesToParse(name, o);
  const rows: SymbolRow[] = [];
  for (const [at, path] of paths.slice(0, DEF_PARSE_FILES).entries()) {
    o.signal.throwIfAborted();
    rows.push(...symbolsOf(path, o.scope).filter((row) => o.isNamed(row) && o.accepts(row)));
    // Trees are freed between turns of the event loop.
    if (at % 16 === 15) await new Promise(setImmediate);
  }
  if (paths.length <= DEF_PARSE_FILES) return { rows, notes: [], totalIsLowerBound: false };
  const text = messages.defsLimit({ done: DEF_PARSE_FILES, total: paths.length });
  return { rows, notes: [{ code: 'defs-limit', text }], totalIsLowerBound: true };
}

/** Keywords that introduce a definition in the languages we parse. */
const DEFINING =
  '(?:class|def|func|fn|fun|function|struct|enum|trait|interface|module|type|object|record|protocol|typedef|const|let|var|macro_rules!|namespace|#define)';

/** Files that hold the name as a word: where a defining keyword stands before it first, then by path. */
async function filesToParse(name: string, { scope, signal, caseFlag }: Naming): Promise<string[]> {
  const word = regexLiteral(name);
  // A name may begin or end with a sign (`$el`, `save!`), where a word boundary would ask for a letter outside of it.
  const holding = (pattern: string): Promise<Set<string>> => filesHolding([caseFlag, '-e', pattern], scope, signal);
  const [all, likely] = await Promise.all([
    holding(`(?:^|\\W)${word}(?:\\W|$)`),
    holding(`(?:^|\\W)${DEFINING}[^=;{]{0,80}?\\W${word}(?:\\W|$)`),
  ]);
  const place = (path: string): number => (likely.has(path) ? 0 : 1);
  return [...all]
    .filter((path) => scope.accepts(scope.traits(path)) && scope.admits(path))
    .sort((a, b) => place(a) - place(b) || byCodeUnit(a, b));
}

function symbolsOf(path: string, scope: RetrievalScope): SymbolRow[] {
  const text = scope.readText(path);
  if (text === null) return [];
  const { symbols } = scope.parse(path, text);
  const names = qualifiedNames(symbols);
  const fileClass: FileClass = scope.traits(path).class;
  return symbols.map((symbol, at) => {
    const { name, kind, signature, line, endLine, column, exported, complexity } = symbol;
    const qualifiedName = names[at] ?? name;
    return {
      id: at,
      path,
      name,
      qualifiedName,
      kind,
      signature,
      line,
      endLine,
      column,
      exported,
      complexity,
      fileClass,
    };
  });
}
