/** `def <symbol>`: where a name is defined, with its signature and how often it is used. */
import { messages } from '../../shared/messages.ts';
import type { RankedGroup } from '../types.ts';
import { lastPart } from '../plan/name-parts.ts';
import type { Retrieved } from '../retrieve/retriever.ts';
import { definitionRetriever } from '../retrieve/symbols.ts';
import { textRetriever } from '../retrieve/text.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbContext, type VerbPlan, type VerbResult } from './verb.ts';

export const def: VerbPlan = async (context) => {
  const query = retrieverQuery(context, context.query.text);
  const found = await definitionRetriever(query, context.scope, context.signal);
  const result = ranked(context, found, { kind: 'identifier', mode: 'name' });
  if (result.groups.length === 0) return context.scope.index === null ? usesInstead(context, found) : result;
  return { ...result, groups: withUses(result.groups, await countUses(context, found.hits.length)) };
};

/** Whole-word uses of the name outside its definitions: lines, as ripgrep counts them. */
async function countUses(context: VerbContext, definitions: number): Promise<number> {
  return Math.max(0, (await uses(context)).total - definitions);
}

function uses(context: VerbContext): Promise<Retrieved> {
  const text = { literal: true, word: true, case: 'sensitive' } as const;
  const query = { ...retrieverQuery(context, lastPart(context.query.text)), text };
  return textRetriever(query, context.scope, context.signal);
}

/** Without an index a definition may be missed that one would know, so the places that hold the name are shown. */
async function usesInstead(context: VerbContext, { notes, totalIsLowerBound }: Retrieved): Promise<VerbResult> {
  const found = await uses(context);
  const text = messages.noDefinition({ name: context.query.text });
  const result = ranked(context, found, { kind: 'identifier', mode: 'lines' });
  return {
    ...result,
    totalIsLowerBound: result.totalIsLowerBound || totalIsLowerBound,
    ...(found.hits.length === 0 ? {} : { confidence: 'ambiguous', confidenceReason: text }),
    notes: [...notes, ...result.notes],
  };
}

function withUses(groups: RankedGroup[], uses: number): RankedGroup[] {
  const tag = { name: `refs ${uses}` };
  return groups.map((group) => ({ ...group, hits: group.hits.map((hit) => ({ ...hit, tags: [...hit.tags, tag] })) }));
}
