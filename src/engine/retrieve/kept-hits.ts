/**
 * Keeps the hits of a search that may have millions: everything is counted, at most `MAX_HITS` are kept, and which
 * ones are kept does not depend on the order in which ripgrep's threads deliver them (first by path, then by line).
 */
import { MAX_HITS } from '../options.ts';
import type { Hit } from '../types.ts';

export interface KeptHits {
  add(hit: Hit): void;
  /** Number of hits of all files, kept or not. */
  total(): number;
  totalFiles(): number;
  /** The kept hits by path and line. */
  take(): Hit[];
}

export function keptHits(limit: number = MAX_HITS): KeptHits {
  const byPath = new Map<string, Hit[]>();
  const counts = new Map<string, number>();
  let total = 0;
  let kept = 0;
  /** Paths after this one are only counted: they can no longer be among the first `limit`. */
  let lastPath: string | null = null;

  function prune(): void {
    const paths = [...byPath.keys()].sort(byCodeUnit);
    let sum = 0;
    let end = 0;
    while (end < paths.length && sum < limit) sum += byPath.get(paths[end++]!)?.length ?? 0;
    for (const path of paths.slice(end)) byPath.delete(path);
    lastPath = paths[end - 1] ?? null;
    kept = sum;
  }

  return {
    add(hit) {
      total += 1;
      counts.set(hit.path, (counts.get(hit.path) ?? 0) + 1);
      if (lastPath !== null && hit.path > lastPath) return;
      const list = byPath.get(hit.path);
      if (list === undefined) byPath.set(hit.path, [hit]);
      // One file's hits arrive in line order, so the first `limit` of them are the ones to keep.
      else if (list.length < limit) list.push(hit);
      else return;
      kept += 1;
      if (kept > limit * 2) prune();
    },
    total: () => total,
    totalFiles: () => counts.size,
    take() {
      const hits: Hit[] = [];
      for (const path of [...byPath.keys()].sort(byCodeUnit)) {
        for (const hit of byPath.get(path) ?? []) if (hits.length < limit) hits.push(hit);
      }
      return hits;
    },
  };
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
