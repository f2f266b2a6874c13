import type { ParseOutcome } from './parse-job.ts';

export interface Outcomes {
  has(at: number): boolean;
  put(at: number, outcome: ParseOutcome): void;
  take(at: number): Promise<ParseOutcome>;
  fail(error: unknown): void;
}

/** Outcomes by position, and the one reader, which takes them in order and waits for the next. */
export function createOutcomes(): Outcomes {
  const waiting = new Map<number, ParseOutcome>();
  let taken = -1;
  let failure: { error: unknown } | null = null;
  let wake = Promise.withResolvers<void>();
  return {
    has: (at) => at <= taken || waiting.has(at),
    put: (at, outcome) => {
      if (at <= taken || waiting.has(at)) return;
      waiting.set(at, outcome);
      wake.resolve();
    },
    take: async (at) => {
      for (;;) {
        const outcome = waiting.get(at);
        if (outcome !== undefined) {
          waiting.delete(at);
          taken = at;
          return outcome;
        }
        if (failure !== null) throw failure.error;
        wake = Promise.withResolvers<void>();
        await wake.promise;
      }
    },
    fail: (error) => {
      failure = { error };
      wake.resolve();
    },
  };
}
