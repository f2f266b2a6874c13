/** `find <regex>`: text, live. Without hits it says which wider reading would have some. */
import { textRetriever } from '../retrieve/text.ts';
import { zeroHitHint } from './probe.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbPlan } from './verb.ts';

export const find: VerbPlan = async (context) => {
  const query = retrieverQuery(context, context.query.text);
  const found = await textRetriever(query, context.scope, context.signal);
  const result = ranked(context, found, { kind: 'regex', mode: 'lines' });
  if (result.total > 0) return result;
  const hint = await zeroHitHint(query, context);
  return hint === null ? result : { ...result, hint };
};
