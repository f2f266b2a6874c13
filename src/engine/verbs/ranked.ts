/** From what retrievers found to a verb's result: one place where ranking, totals and confidence come together. */
import type { QueryReading } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { confidenceOf } from '../plan/confidence.ts';
import type { RankMode } from '../plan/fuse.ts';
import { rankHits } from '../plan/rank.ts';
import type { Retrieved } from '../retrieve/retriever.ts';
import type { VerbContext, VerbResult } from './verb.ts';

export interface RankedAs {
  kind: QueryReading['kind'];
  mode: RankMode;
  pack?: boolean;
}

/** Ranks `found` as `how` says. Fused plans count hits after merging, single live engines count what they saw. */
export function ranked(context: VerbContext, found: Retrieved, how: RankedAs): VerbResult {
  const { hits, hitsByFile } = found;
  const groups = rankHits({ ...context, hits, hitsByFile, mode: how.mode });
  const paths = new Set(groups.map((group) => group.path));
  const onlyCounted = [...(hitsByFile ?? [])].filter(([path]) => !paths.has(path));
  const merged =
    groups.reduce((sum, group) => sum + (group.totalHits ?? group.hits.length), 0) +
    onlyCounted.reduce((sum, [, count]) => sum + count, 0);
  const totalFiles = groups.length + onlyCounted.length;
  const { confidence, reason } = confidenceOf({ groups, totalFiles, query: context.query, mode: how.mode });
  return {
    kind: how.kind,
    groups,
    total: how.mode === 'lines' ? Math.max(found.total, merged) : merged,
    totalFiles: how.mode === 'lines' ? Math.max(found.totalFiles, totalFiles) : totalFiles,
    totalIsLowerBound: found.totalIsLowerBound,
    related: [],
    confidence,
    confidenceReason: groups.length === 0 && found.totalIsLowerBound ? messages.noHitsYet() : reason,
    notes: found.notes,
    pack: how.pack === true && context.features.has('pack'),
  };
}
