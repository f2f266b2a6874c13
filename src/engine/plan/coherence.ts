/** A file hit by many chunks is likelier the topic: its best place gains by the file's share of the candidate mass. */
import type { ScorePart } from '../../shared/contract.ts';
import { BOOST } from '../options.ts';

/** One `add` part per file for its best place: BOOST.coherence x (sum of the file's scores / the largest such sum). */
export function coherenceParts(scoresByFile: ReadonlyMap<string, readonly number[]>): Map<string, ScorePart> {
  const sums = [...scoresByFile].map(([path, scores]) => ({
    path,
    sum: scores.reduce((sum, score) => sum + score, 0),
  }));
  const largest = Math.max(...sums.map(({ sum }) => sum));
  const parts = new Map<string, ScorePart>();
  for (const { path, sum } of sums) {
    if (largest > 0) parts.set(path, { name: 'coherence', op: 'add', value: (BOOST.coherence * sum) / largest });
  }
  return parts;
}
