/** A path-shaped query: files of that name or glob, and the places that mention it. */
import { globProblem } from '../plan/glob-problem.ts';
import { isGlob } from '../plan/is-glob.ts';
import { filesRetriever } from '../retrieve/files.ts';
import { textRetriever } from '../retrieve/text.ts';
import { ranked } from './ranked.ts';
import { retrieveAll, retrieverQuery, type VerbPlan } from './verb.ts';

export const path: VerbPlan = async (context) => {
  const asked = retrieverQuery(context, context.query.text);
  const mentions = { ...asked, text: { literal: true, word: false, case: 'smart' } as const };
  // `items[i*2` is no glob whatever it looks like: it is looked for as text.
  const isMatched = isGlob(context.query.text) && globProblem(context.query.text) === null;
  const found = await retrieveAll(context, [
    ...(context.features.has('files') ? [{ retriever: filesRetriever, query: asked }] : []),
    ...(context.features.has('text') && !isMatched ? [{ retriever: textRetriever, query: mentions }] : []),
  ]);
  return ranked(context, found, { kind: 'path', mode: 'files' });
};
