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
  /** Number of hits by file, kept or not. */
  counts(): ReadonlyMap<string, number>;
  /** The kept hits by path and line; with `everyFile` the first hit of each file besides. */
  take(): Hit[];
}

export interface KeepOptions {
  limit?: number;
  /** Files are listed, not lines: each keeps its first hit, whatever the others hold (up to `limit` files). */
  everyFile?: boolean;
}

export function keptHits({ limit = MAX_HITS, everyFile = false }: KeepOptions = {}): KeptHits {
  const byPath = new Map<string, Hit[]>();
  const firsts = firstHits(limit);
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
  const wantsMore = (path: string): boolean =>
    (lastPath === null || path <= lastPath) && (byPath.get(path)?.length ?? 0) < limit;
  const wantsFirst = (path: string): boolean => everyFile && !counts.has(path) && firsts.wants(path);

  return {
    wants: (path) => wantsMore(path) || wantsFirst(path),
    count,
    add(hit) {
      if (wantsFirst(hit.path)) firsts.add(hit);
      count(hit.path);
      if (!wantsMore(hit.path)) return;
      const list = byPath.get(hit.path);
      if (list === undefined) byPath.set(hit.path, [hit]);
      else list.push(hit);
      kept += 1;
      if (kept > limit * 2) ({ kept, lastPath } = dropLastFiles(byPath, limit));
    },
    total: () => total,
    totalFiles: () => counts.size,
    counts: () => counts,
    take: () => {
      const hits = inOrder(byPath).slice(0, limit);
      const paths = new Set(hits.map((hit) => hit.path));
      return [...hits, ...firsts.take().filter((hit) => !paths.has(hit.path))];
    },
  };
}

/** The first hits of the first `limit` files by path. */
function firstHits(limit: number): { wants(path: string): boolean; add(hit: Hit): void; take(): Hit[] } {
  const byPath = new Map<string, Hit>();
  let lastPath: string | null = null;
  const paths = (): string[] => [...byPath.keys()].sort(byCodeUnit);
  return {
    wants: (path) => lastPath === null || path <= lastPath,
    add(hit) {
      byPath.set(hit.path, hit);
      if (byPath.size <= limit * 2) return;
      const sorted = paths();
      for (const path of sorted.slice(limit)) byPath.delete(path);
      lastPath = sorted[limit - 1] ?? null;
    },
    take: () =>
      paths()
        .flatMap((path) => byPath.get(path) ?? [])
        .slice(0, limit),
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
