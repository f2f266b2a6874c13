/** The few statistics the benches report. All functions are pure; empty input gives NaN, never a made-up number. */
import { createRandom } from './random.ts';

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Percentile by nearest rank: `p` in 0-100; the smallest value with at least `p` percent of the values at or below it. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((p / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Middle value; the mean of the two middle ones for an even count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/**
 * Two-sided exact sign test: the chance of a split at least this uneven when wins and losses are equally likely.
 * Ties are left out before the call. No wins and no losses is 1.
 */
export function signTest(wins: number, losses: number): number {
  const n = wins + losses;
  let tail = 0;
  for (let k = 0; k <= Math.min(wins, losses); k += 1) tail += Math.exp(logChoose(n, k) - n * Math.LN2);
  return Math.min(1, 2 * tail);
}

function logChoose(n: number, k: number): number {
  let sum = 0;
  for (let i = 1; i <= k; i += 1) sum += Math.log(n - k + i) - Math.log(i);
  return sum;
}

/** Percentile bootstrap of the mean: [low, high] at 95 %. The same seed gives the same interval. */
export function bootstrapInterval(values: readonly number[], seed: number, rounds = 10_000): [number, number] {
  const random = createRandom(seed);
  const means: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (let i = 0; i < values.length; i += 1) sum += random.pick(values);
    means.push(sum / values.length);
  }
  return [percentile(means, 2.5), percentile(means, 97.5)];
}
