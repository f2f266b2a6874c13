/** A bare name: its definition first, then whole-word uses, and files that carry the name. */
import { filesRetriever } from '../retrieve/files.ts';
import { lastPart } from '../plan/name-parts.ts';
import { definitionRetriever } from '../retrieve/symbols.ts';
import { textRetriever } from '../retrieve/text.ts';
import type { Retriever } from '../retrieve/retriever.ts';
import { NAMED_FILES_LIMIT } from '../options.ts';
import { ranked } from './ranked.ts';
import { related } from './related.ts';
import { retrieveAll, retrieverQuery, type VerbPlan } from './verb.ts';

export const name: VerbPlan = async (context) => {
  const { features, query } = context;
  const asked = retrieverQuery(context, query.text);
  const words = {
    ...asked,
    pattern: lastPart(query.text),
    text: { literal: true, word: true, case: 'smart' } as const,
  };
  const found = await retrieveAll(context, [
    ...(features.has('symbols') ? [{ retriever: definitionRetriever, query: asked }] : []),
    ...(features.has('text') ? [{ retriever: textRetriever, query: words }] : []),
    ...(features.has('files') ? [{ retriever: namedFiles, query: words }] : []),
    ...context.extraRetrievers.map((retriever) => ({ retriever, query: asked })),
  ]);
  const result = ranked(context, found, { kind: 'identifier', mode: 'name' });
  return { ...result, related: await related(result.groups, context) };
};

/** Only files whose own name carries the asked one: a fuzzy path match says nothing about a symbol. */
const namedFiles: Retriever = async (query, scope, signal) => {
  const found = await filesRetriever(query, scope, signal);
  const hits = found.hits.filter((hit) => hit.score >= NAMED_FILES_LIMIT.score).slice(0, NAMED_FILES_LIMIT.count);
  return { ...found, hits, total: hits.length, totalFiles: hits.length };
};
