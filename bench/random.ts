/** Seeded random numbers, so that a bench can be repeated from the seed it prints. */

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** Whole number in [0, below). */
  below(below: number): number;
  /** Throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** `count` different elements, in random order; all of them when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** Xorshift with 32 bits of state (Marsaglia 2003): plain and good enough for sampling. */
export function createRandom(seed: number): Random {
  // The state must not be 0; a golden-ratio multiple spreads neighbouring seeds.
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1;
  function next(): number {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  }
  const below = (limit: number): number => Math.floor(next() * limit);
  function pick<T>(list: readonly T[]): T {
    const value = list[below(list.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }
  function sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const taken: T[] = [];
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1));
    return taken;
  }
  return { next, below, pick, sample };
}
