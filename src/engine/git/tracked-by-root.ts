/** What git tracks in each root, read once when an engine opens: the floor asks for it without waiting. */
import { realpathSync } from 'node:fs';
import type { Note } from '../../shared/contract.ts';
import { openRepository } from './runner.ts';
import { trackedFiles } from './tracked.ts';

export interface TrackedByRoot {
  /** Files git tracks, relative to `dir`; null where there is no git that may be asked. */
  of: (dir: string) => ReadonlySet<string> | null;
  notes: Note[];
}

/** Never fails: a folder without git, or with a git that may not be asked, has no tracked files. */
export async function trackedByRoot(dirs: readonly string[]): Promise<TrackedByRoot> {
  const known = new Map<string, ReadonlySet<string>>();
  const notes: Note[] = [];
  await Promise.all(dirs.map((dir) => read(dir, { known, notes })));
  return { of: (dir) => known.get(dir) ?? null, notes };
}

async function read(dir: string, into: { known: Map<string, ReadonlySet<string>>; notes: Note[] }): Promise<void> {
  let real: string;
  try {
    real = realpathSync(dir);
  } catch {
    // Opening the workspace says what is wrong with this folder.
    return;
  }
  const opened = openRepository(real);
  if (opened.ok) {
    const tracked = await trackedFiles(opened.repository);
    if (tracked !== null) into.known.set(real, tracked);
  } else if (opened.reason === 'foreign-owner') {
    into.notes.push({ code: 'git-off', text: opened.detail });
  }
}
