/**
 * `"phrase"`, `/regex/` and `-word` inside a query choose files: a file must hold every phrase and regex and none of
 * the excluded words, whatever else is asked of it. Decided by ripgrep on what is on disk now.
 */
import { filesHolding } from '../retrieve/files-holding.ts';
import type { RetrievalScope } from '../retrieve/retriever.ts';
import type { FileTraits } from '../types.ts';
import type { VerbContext } from './verb.ts';

/** The context with a scope that accepts only files the parts of the query allow. */
export async function narrowed(context: VerbContext): Promise<VerbContext> {
  const { phrases, regexes, notWords } = context.query;
  const { scope, signal } = context;
  const holding = (...args: string[]): Promise<Set<string>> => filesHolding(['--smart-case', ...args], scope, signal);
  if (phrases.length + regexes.length + notWords.length === 0) return context;
  const wanted = await Promise.all([
    ...phrases.map((phrase) => holding('--fixed-strings', '-e', phrase)),
    ...regexes.map((regex) => holding('-e', regex)),
  ]);
  const excluded = await Promise.all(notWords.map((word) => holding('--fixed-strings', '--word-regexp', '-e', word)));
  const allowed = (file: FileTraits): boolean =>
    wanted.every((paths) => paths.has(file.path)) && !excluded.some((paths) => paths.has(file.path));
  const narrow: RetrievalScope = { ...scope, narrows: true, accepts: (file) => scope.accepts(file) && allowed(file) };
  return { ...context, scope: narrow };
}
