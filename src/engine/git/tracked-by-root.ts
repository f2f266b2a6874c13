/**
 * What git tracks in each root, for the floor, which asks without waiting. Only folders that some tool keeps inside a
 * repository (`.iq/`) make it ask, so git runs when the first such path was met and not on every start (28-100 ms).
 */
import { realpathSync } from 'node:fs';
import { openRepository } from './runner.ts';
import { trackedFiles } from './tracked.ts';

export interface TrackedByRoot {
  /** Files git tracks, relative to `dir`; null where git may not be asked, or was not asked yet. */
  of: (dir: string) => ReadonlySet<string> | null;
  /** Reads what was asked for in vain since; true when there is something new, so that the question is worth repeating. */
  settle: () => Promise<boolean>;
}

export function trackedByRoot(): TrackedByRoot {
  const known = new Map<string, ReadonlySet<string> | null>();
  const wanted = new Set<string>();
  return {
    of: (dir) => {
      if (!known.has(dir)) wanted.add(dir);
      return known.get(dir) ?? null;
    },
    settle: async () => {
      const asked = [...wanted];
      wanted.clear();
      const read = await Promise.all(asked.map((dir) => trackedIn(dir)));
      for (const [at, dir] of asked.entries()) known.set(dir, read[at] ?? null);
      return read.some((files) => files !== null);
    },
  };
}

/** Null without git, or where git may not be asked: then nothing counts as tracked. */
async function trackedIn(dir: string): Promise<ReadonlySet<string> | null> {
  const opened = openRepository(realpathSync(dir));
  return opened.ok ? trackedFiles(opened.repository) : null;
}
