/** `files <pattern>`: files by fuzzy name, or by glob. */
import { filesRetriever } from '../retrieve/files.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbPlan } from './verb.ts';

export const files: VerbPlan = async (context) => {
  const found = await filesRetriever(retrieverQuery(context, context.query.text), context.scope, context.signal);
  return ranked(context, found, { kind: 'path', mode: 'files' });
};
