/** Runs the queries of one golden set and measures each. */
import type { Answer } from '../src/shared/contract.ts';
import { BUDGET_DEFAULT, REQUEST_LIMITS } from '../src/shared/vocabulary.ts';
import { estimateTokens } from '../src/engine/render/tokens.ts';
import type { Engine } from '../src/engine/engine.ts';
import { request } from './bench-engine.ts';
import { parseTarget, type GoldenQuery } from './golden.ts';
import { judge, tokensToFirst } from './judge.ts';
import type { Measured } from './measured.ts';
import { median } from './statistics.ts';

/** Each query is timed this often; its time is the median. */
const TIMED_RUNS = 3;

/** Ranks come from an answer with the largest budget, so that they show the ranking and not the room. */
export async function measure(engine: Engine, query: GoldenQuery, features: string): Promise<Measured> {
  const targets = query.expected.map(parseTarget);
  const wide = await engine.search(request(query.verb, query.query, { features, budget: REQUEST_LIMITS.budgetMax }));
  const times: number[] = [];
  let read: Answer = wide;
  for (let run = 0; run < TIMED_RUNS; run += 1) {
    const start = performance.now();
    read = await engine.search(request(query.verb, query.query, { features, budget: BUDGET_DEFAULT }));
    times.push(performance.now() - start);
  }
  return {
    ...judge(wide, targets),
    query,
    confidence: read.confidence,
    tokens: tokensToFirst(read, targets, estimateTokens),
    ms: median(times),
  };
}
