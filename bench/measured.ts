import type { Confidence } from '../src/shared/contract.ts';
import type { GoldenQuery } from './golden.ts';
import type { Judged } from './judge.ts';

/** One golden query after its run. */
export interface Measured extends Judged {
  query: GoldenQuery;
  confidence: Confidence;
  /** Tokens to the first right line within the default budget; null when it is not there. */
  tokens: number | null;
  ms: number;
}
