/** A question: BM25 over chunks, definitions of names that stand in it, fused, ruled, and packed as live code. */
import { bm25Retriever } from '../retrieve/bm25.ts';
import { embeddedSymbolRetriever } from '../retrieve/symbols.ts';
import { ranked } from './ranked.ts';
import { related } from './related.ts';
import { retrieveAll, retrieverQuery, type VerbPlan } from './verb.ts';

export const prose: VerbPlan = async (context) => {
  const { features } = context;
  const query = retrieverQuery(context, context.query.text);
  const found = await retrieveAll(context, [
    ...(features.has('bm25') ? [{ retriever: bm25Retriever, query }] : []),
    ...(features.has('symbols') ? [{ retriever: embeddedSymbolRetriever, query }] : []),
    ...context.extraRetrievers.map((retriever) => ({ retriever, query })),
  ]);
  const result = ranked(context, found, { kind: 'prose', mode: 'prose', pack: true });
  return { ...result, related: await related(result.groups, context) };
};
