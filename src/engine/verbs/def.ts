/** `def <symbol>`: where a name is defined, with its signature and how often it is used. */
import type { RankedGroup } from '../types.ts';
import { definitionRetriever, lastPart } from '../retrieve/symbols.ts';
import { textRetriever } from '../retrieve/text.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbContext, type VerbPlan } from './verb.ts';

export const def: VerbPlan = async (context) => {
  const query = retrieverQuery(context, context.query.text);
  const found = await definitionRetriever(query, context.scope, context.signal);
  const result = ranked(context, found, { kind: 'identifier', mode: 'name' });
  if (result.groups.length === 0) return result;
  return { ...result, groups: withUses(result.groups, await countUses(context, found.hits.length)) };
};

/** Whole-word uses of the name outside its definitions: lines, as ripgrep counts them. */
async function countUses(context: VerbContext, definitions: number): Promise<number> {
  const text = { literal: true, word: true, case: 'sensitive' } as const;
  const query = { ...retrieverQuery(context, lastPart(context.query.text)), text };
  const uses = await textRetriever(query, context.scope, context.signal);
  return Math.max(0, uses.total - definitions);
}

function withUses(groups: RankedGroup[], uses: number): RankedGroup[] {
  const tag = { name: `refs ${uses}` };
  return groups.map((group) => ({ ...group, hits: group.hits.map((hit) => ({ ...hit, tags: [...hit.tags, tag] })) }));
}
