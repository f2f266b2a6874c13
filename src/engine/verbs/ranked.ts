/** From what retrievers found to a verb's result: one place where ranking, totals and confidence come together. */
import type { QueryReading } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { confidenceOf } from '../plan/confidence.ts';
import { rankHits, type RankMode } from '../plan/rank.ts';
import type { Retrieved } from '../retrieve/retriever.ts';
import type { VerbContext, VerbResult } from './verb.ts';

export interface RankedAs {
  kind: QueryReading['kind'];
  mode: RankMode;
  pack?: boolean;
}

/** Ranks `found` as `how` says. Fused plans count hits after merging, single live engines count what they saw. */
export function ranked(context: VerbContext, found: Retrieved, how: RankedAs): VerbResult {
  const groups = rankHits({ ...context, hits: found.hits, mode: how.mode });
  const merged = groups.reduce((sum, group) => sum + group.hits.length, 0);
  const { confidence, reason } = confidenceOf({ groups, query: context.query, mode: how.mode });
  return {
    kind: how.kind,
    verb: context.request.verb,
    groups,
    total: how.mode === 'lines' ? Math.max(found.total, merged) : merged,
    totalFiles: how.mode === 'lines' ? Math.max(found.totalFiles, groups.length) : groups.length,
    totalIsLowerBound: found.totalIsLowerBound,
    related: [],
    confidence,
    confidenceReason: groups.length === 0 && found.totalIsLowerBound ? messages.noHitsYet() : reason,
    notes: found.notes,
    pack: how.pack === true && context.features.has('pack'),
  };
}
