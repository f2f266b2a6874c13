/**
 * Ranking metrics with binary gain. `ranks` holds one entry per right answer of a query: the 1-based position of the
 * first result that covers it, or null when none does. All metrics are in 0-1; a query without right answers has none.
 */
export type Ranks = readonly (number | null)[];

/** Share of the right answers among the first `k` results, of those that can be there (`k` results hold at most `k`). */
export function recallAt(ranks: Ranks, k: number): number {
  return within(ranks, k).length / Math.min(k, ranks.length);
}

/** 1 / rank of the first right answer, 0 beyond `k`. */
export function reciprocalRankAt(ranks: Ranks, k: number): number {
  const found = within(ranks, k);
  return found.length === 0 ? 0 : 1 / Math.min(...found);
}

/**
 * Normalised discounted cumulative gain (Järvelin and Kekäläinen 2002, log2 discount). One result that covers two right
 * answers gains once; the ideal puts all right answers at the top.
 */
export function ndcgAt(ranks: Ranks, k: number): number {
  const gain = [...new Set(within(ranks, k))].reduce((sum, rank) => sum + discount(rank), 0);
  let ideal = 0;
  for (let rank = 1; rank <= Math.min(k, ranks.length); rank += 1) ideal += discount(rank);
  return gain / ideal;
}

function within(ranks: Ranks, k: number): number[] {
  return ranks.filter((rank): rank is number => rank !== null && rank <= k);
}

function discount(rank: number): number {
  return 1 / Math.log2(rank + 1);
}
