/**
 * `"phrase"`, `/regex/` and `-word` inside a query choose files: a file must hold every phrase and regex and none of
 * the excluded words, whatever else is asked of it. Decided by ripgrep on what is on disk now.
 */
import type { FileTraits, RetrievalScope } from '../retrieve/retriever.ts';
import type { VerbContext } from './verb.ts';

/** The context with a scope that accepts only files the parts of the query allow. */
export async function narrowed(context: VerbContext): Promise<VerbContext> {
  const { phrases, regexes, notWords } = context.query;
  if (phrases.length + regexes.length + notWords.length === 0) return context;
  const wanted = await Promise.all([
    ...phrases.map((phrase) => holding(['--smart-case', '--fixed-strings', '-e', phrase], context)),
    ...regexes.map((regex) => holding(['--smart-case', '-e', regex], context)),
  ]);
  const excluded = await Promise.all(
    notWords.map((word) => holding(['--smart-case', '--fixed-strings', '--word-regexp', '-e', word], context)),
  );
  const allowed = (file: FileTraits): boolean =>
    wanted.every((paths) => paths.has(file.path)) && !excluded.some((paths) => paths.has(file.path));
  const { scope } = context;
  const narrow: RetrievalScope = { ...scope, narrows: true, accepts: (file) => scope.accepts(file) && allowed(file) };
  return { ...context, scope: narrow };
}

async function holding(args: string[], context: VerbContext): Promise<Set<string>> {
  const { scope, signal } = context;
  const chunks: Buffer[] = [];
  const onStdout = (chunk: Buffer): void => void chunks.push(chunk);
  await scope.ripgrep({
    args: ['--files-with-matches', '--null', ...args],
    targets: scope.targets(),
    onStdout,
    signal,
  });
  const names = Buffer.concat(chunks).toString('utf8').split('\0').filter(Boolean);
  return new Set(names.map((abs) => scope.toPath(abs)).filter((path) => path !== null));
}
