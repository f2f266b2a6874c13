import type { Answer } from '../shared/contract.ts';

/** 0 hits, 1 none, 2 usage or error. */
export const EXIT = { hits: 0, none: 1, error: 2 } as const;

/**
 * What a command that printed this answer ends with: a later page of an answer with hits still counts as hits. A search
 * that was cut short before it met one does not know that there are none.
 */
export function exitCodeFor({ receipt }: Answer): number {
  if (receipt.total > 0) return EXIT.hits;
  return receipt.totalIsLowerBound ? EXIT.error : EXIT.none;
}
