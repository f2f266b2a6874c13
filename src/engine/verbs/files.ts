/** `files <pattern>`: files by fuzzy name, or by glob. */
import { IqError } from '../errors.ts';
import { globProblem } from '../plan/glob-problem.ts';
import { hasWildcard } from '../plan/is-glob.ts';
import { filesRetriever } from '../retrieve/files.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbPlan } from './verb.ts';

export const files: VerbPlan = async (context) => {
  const pattern = context.query.text;
  const problem = pattern !== '' && (context.request.exact || hasWildcard(pattern)) ? globProblem(pattern) : null;
  if (problem !== null) throw new IqError('bad-pattern', problem);
  const found = await filesRetriever(retrieverQuery(context, pattern), context.scope, context.signal);
  return ranked(context, found, { kind: 'path', mode: 'files' });
};
