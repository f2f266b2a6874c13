/** Structure: ast-grep patterns over the files of a language, live. */
import { AST_TIME_LIMIT_MS, MAX_HITS } from '../options.ts';
import { messages } from '../../shared/messages.ts';
import type { Hit } from '../types.ts';
import { retrieved, type FileTraits, type Retriever, type RetrievalScope } from './retriever.ts';

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
  const files = (await o.scope.files())
    .map((file) => o.scope.traits(file.path))
    .filter((file) => languageFits(file.language, language) && o.scope.accepts(file) && o.scope.admits(file.path))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  let kept = new Set(files.map((file) => file.path));
  for (const word of plainWords(pattern))
    kept = new Set([...(await holding(word, o))].filter((path) => kept.has(path)));
  return files.filter((file) => kept.has(file.path));
}

/** TSX is a superset of TypeScript for patterns; `ast --lang ts` should see both. */
function languageFits(file: string | null, wanted: string): boolean {
  if (file === wanted) return true;
  return (wanted === 'typescript' && file === 'tsx') || (wanted === 'javascript' && file === 'jsx');
}

/** Identifiers of the pattern that are not metavariables (`$NAME`, `$$$ARGS`). */
function plainWords(pattern: string): string[] {
  const words = pattern.replace(/\$+[A-Z_0-9]*/g, ' ').match(/[A-Za-z_]\w{2,}/g) ?? [];
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, 2);
}

async function holding(word: string, o: { scope: RetrievalScope; signal: AbortSignal }): Promise<Set<string>> {
  const chunks: Buffer[] = [];
  await o.scope.ripgrep({
    args: ['--files-with-matches', '--null', '--fixed-strings', '--case-sensitive', '-e', word],
    targets: o.scope.targets(),
    onStdout: (chunk) => void chunks.push(chunk),
    signal: o.signal,
  });
  const names = Buffer.concat(chunks).toString('utf8').split('\0').filter(Boolean);
  return new Set(names.map((abs) => o.scope.toPath(abs)).filter((path) => path !== null));
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
