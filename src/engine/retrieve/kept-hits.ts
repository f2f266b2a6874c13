/**
 * Keeps the hits of a search that may have millions: everything is counted, at most `MAX_HITS` are kept, and which
 * ones are kept does not depend on the order in which ripgrep's threads deliver them (first by path, then by line).
 */
import { MAX_HITS } from '../options.ts';
import { byCodeUnit } from '../plan/score.ts';
import type { Hit } from '../types.ts';

export interface KeptHits {
  add(hit: Hit): void;
  /** False for a file whose further hits can no longer be among the first: they need not even be parsed. */
  wants(path: string): boolean;
  /** Counts a hit without keeping it. */
  count(path: string): void;
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

  function count(path: string): void {
    total += 1;
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  // One file's hits arrive in line order, so the first `limit` of them are the ones to keep.
  const wants = (path: string): boolean =>
    (lastPath === null || path <= lastPath) && (byPath.get(path)?.length ?? 0) < limit;

  return {
    wants,
    count,
    add(hit) {
      count(hit.path);
      if (!wants(hit.path)) return;
      const list = byPath.get(hit.path);
      if (list === undefined) byPath.set(hit.path, [hit]);
      else list.push(hit);
      kept += 1;
      if (kept > limit * 2) ({ kept, lastPath } = dropLastFiles(byPath, limit));
    },
    total: () => total,
    totalFiles: () => counts.size,
    take: () => inOrder(byPath).slice(0, limit),
  };
}

/** Drops files that can no longer hold one of the first `limit` hits; returns what is left. */
function dropLastFiles(byPath: Map<string, Hit[]>, limit: number): { kept: number; lastPath: string | null } {
  const paths = [...byPath.keys()].sort(byCodeUnit);
  let kept = 0;
  let end = 0;
  while (end < paths.length && kept < limit) kept += byPath.get(paths[end++] ?? '')?.length ?? 0;
  for (const path of paths.slice(end)) byPath.delete(path);
  return { kept, lastPath: paths[end - 1] ?? null };
}

function inOrder(byPath: ReadonlyMap<string, Hit[]>): Hit[] {
  return [...byPath.keys()].sort(byCodeUnit).flatMap((path) => byPath.get(path) ?? []);
}
