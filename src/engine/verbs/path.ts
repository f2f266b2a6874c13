/** A path-shaped query: files of that name or glob, and the places that mention it. */
import { isGlob } from '../plan/is-glob.ts';
import { filesRetriever } from '../retrieve/files.ts';
import { textRetriever } from '../retrieve/text.ts';
import { ranked } from './ranked.ts';
import { retrieveAll, retrieverQuery, type VerbPlan } from './verb.ts';

export const path: VerbPlan = async (context) => {
  const asked = retrieverQuery(context, context.query.text);
  const mentions = { ...asked, text: { literal: true, word: false, case: 'smart' } as const };
  const found = await retrieveAll(context, [
    ...(context.features.has('files') ? [{ retriever: filesRetriever, query: asked }] : []),
    ...(context.features.has('text') && !isGlob(context.query.text)
      ? [{ retriever: textRetriever, query: mentions }]
      : []),
  ]);
  return ranked(context, found, { kind: 'path', mode: 'files' });
};
