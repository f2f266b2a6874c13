/** Scores are sums of named terms times named factors, so that every one can be explained and recomputed. */
import type { ScorePart } from '../../shared/contract.ts';

/** (sum of `add` parts) x (product of `mul` parts), each in order. No parts: 0. */
export function scoreOf(parts: readonly ScorePart[]): number {
  let sum = 0;
  for (const part of parts) if (part.op === 'add') sum += part.value;
  for (const part of parts) if (part.op === 'mul') sum *= part.value;
  return sum;
}

/** Order by UTF-16 code units, which no locale changes: -1, 0 or 1. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
