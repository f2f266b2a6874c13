/** Structure: ast-grep patterns over the files of a language, live. */
import { AST_TIME_LIMIT_MS, MAX_HITS } from '../options.ts';
import { messages } from '../../shared/messages.ts';
import { isInLanguage } from '../plan/filter.ts';
import { byCodeUnit } from '../plan/score.ts';
import type { FileTraits, Hit } from '../types.ts';
import { filesHolding } from './files-holding.ts';
import { retrieved, type Retriever, type RetrievalScope } from './retriever.ts';

export const astRetriever: Retriever = async (query, scope, signal) => {
  const language = query.kind ?? '';
  const files = await candidates(query.pattern, language, { scope, signal });
  const started = performance.now();
  const hits: Hit[] = [];
  for (const [done, file] of files.entries()) {
    signal.throwIfAborted();
    if (performance.now() - started > AST_TIME_LIMIT_MS || hits.length >= MAX_HITS) {
      const notes = [{ code: 'ast-limit', text: messages.astLimit({ done, total: files.length }) }];
      return retrieved(hits.slice(0, MAX_HITS), { notes, totalIsLowerBound: true });
    }
    hits.push(...matchesOf(file, query.pattern, { scope, language }));
    // Parsing is synchronous: let a cancel message in between files.
    if (done % 16 === 15) await new Promise(setImmediate);
  }
  return retrieved(hits);
};

/** Files of the language that hold every plain word of the pattern: ripgrep rules out most files before any parse. */
async function candidates(
  pattern: string,
  language: string,
  o: { scope: RetrievalScope; signal: AbortSignal },
): Promise<FileTraits[]> {
  // Code of one dialect may mean nothing in the other: `<T>value` is no expression of TSX.
  const dialects = new Map<string, boolean>();
  const isMeant = (dialect: string | null): boolean => {
    if (dialect === null || !isInLanguage(dialect, language)) return false;
    const isReadable = dialects.get(dialect) ?? o.scope.checkPattern({ language: dialect, pattern }).ok;
    dialects.set(dialect, isReadable);
    return isReadable;
  };
  const files = (await o.scope.files())
    .map((file) => o.scope.traits(file.path))
    .filter((file) => isMeant(file.language) && o.scope.accepts(file) && o.scope.admits(file.path))
    .sort((a, b) => byCodeUnit(a.path, b.path));
  let kept = new Set(files.map((file) => file.path));
  for (const word of plainWords(pattern))
    kept = new Set([...(await filesHolding(wordArgs(word), o.scope, o.signal))].filter((path) => kept.has(path)));
  return files.filter((file) => kept.has(file.path));
}

/** Identifiers of the pattern that are not metavariables (`$NAME`, `$$$ARGS`). */
function plainWords(pattern: string): string[] {
  const words = pattern.replace(/\$+[A-Z_0-9]*/g, ' ').match(/[A-Za-z_]\w{2,}/g) ?? [];
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 2);
}

function wordArgs(word: string): string[] {
  return ['--fixed-strings', '--case-sensitive', '-e', word];
}

function matchesOf(file: FileTraits, pattern: string, o: { scope: RetrievalScope; language: string }): Hit[] {
  const text = o.scope.readText(file.path);
  if (text === null) return [];
  const language = file.language ?? o.language;
  return o.scope.matchStructure({ text, language, pattern }).map((match) => ({
    path: file.path,
    line: match.line,
    endLine: match.endLine,
    column: match.column,
    leg: 'ast',
    score: 1,
    text: match.text,
    ranges: match.ranges,
    fileClass: file.class,
    language: file.language,
  }));
}
