/**
 * How much of everything an answer says. The budget is hard, so an answer steps down this ladder until its envelope
 * leaves room for hits: long queries, notes and sentences go first, the path and line of one hit never.
 */

export interface Detail {
  /** Tokens at most for one piece of text. */
  query: number;
  sentence: number;
  path: number;
  line: number;
  symbol: number;
  signature: number;
  /** Entries at most. */
  notes: number;
  filters: number;
  tags: number;
  /** The command of the next page, where it is not longer than its share of the budget. */
  command: boolean;
  /** Scores of tags; parts of scores, where they are asked for. */
  scores: boolean;
  /** Skipped files by reason. */
  reasons: boolean;
  /** `answer:`, the hint, the stages in force, the lists. */
  capsule: boolean;
}

const FULL: Detail = {
  query: 150,
  sentence: 150,
  path: Number.POSITIVE_INFINITY,
  line: Number.POSITIVE_INFINITY,
  symbol: 20,
  signature: 80,
  notes: 12,
  filters: 20,
  tags: 20,
  command: true,
  scores: true,
  reasons: true,
  capsule: true,
};

/** Fits `BUDGET_MIN` whatever the files and the query hold. */
export const LEAST_DETAIL: Detail = {
  query: 4,
  sentence: 0,
  path: 6,
  line: 4,
  symbol: 0,
  signature: 0,
  notes: 0,
  filters: 0,
  tags: 1,
  command: false,
  scores: false,
  reasons: false,
  capsule: false,
};

/** From everything to the bare least. */
export const DETAILS: readonly Detail[] = [
  FULL,
  { ...FULL, query: 40, sentence: 40, line: 80, symbol: 14, signature: 40, notes: 3, filters: 4 },
  {
    ...FULL,
    query: 12,
    sentence: 20,
    line: 30,
    symbol: 8,
    signature: 0,
    notes: 1,
    filters: 2,
    tags: 3,
    reasons: false,
  },
  // Paths stay whole as long as the first one fits: a cut path cannot be opened.
  { ...LEAST_DETAIL, path: Number.POSITIVE_INFINITY, line: 20 },
  { ...LEAST_DETAIL, path: Number.POSITIVE_INFINITY },
  LEAST_DETAIL,
];
