/** Files that have a second name: the inodes of those whose other name is behind the floor. */
import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../system/system-error.ts';
import { FLOOR_WALK_MAX_ENTRIES, FLOOR_WALK_MIN_AGE_MS, FLOOR_WALK_SHARE } from '../options.ts';

export interface ForbiddenInodes {
  /** True for a file one of whose names is forbidden, and for every file while that cannot be told. */
  has(abs: string): boolean;
}

interface Walked {
  inodes: Set<string>;
  /** False when a folder could not be read or the walk was too long. */
  complete: boolean;
  /** From when on the walk counts as old, in milliseconds of `performance.now`. */
  until: number;
}

interface Tree {
  roots: readonly { dir: string; prefix: string }[];
  /** The lexical floor, over workspace paths. */
  admitsName(path: string): boolean;
  /** Default: the limit of options.ts. */
  maxEntries?: number;
}

/**
 * Walks the roots by names, ignored folders included, when first asked and again when asked later. Only files with
 * several names are remembered, so the set is small; without any such file nobody asks and nothing is walked.
 */
export function createForbiddenInodes(tree: Tree): ForbiddenInodes {
  let walked: Walked | undefined;
  return {
    has: (abs) => {
      const key = inodeOf(abs);
      if (key === null) return true;
      if (walked === undefined || performance.now() > walked.until) walked = walk(tree);
      return !walked.complete || walked.inodes.has(key);
    },
  };
}

function walk(tree: Tree): Walked {
  const started = performance.now();
  const walked: Walked = { inodes: new Set(), complete: true, until: 0 };
  const folders = tree.roots.map(({ dir, prefix }) => ({ abs: dir, path: prefix }));
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined && walked.complete; folder = folders.pop()) {
    for (const entry of entriesOf(folder.abs, walked)) {
      entries += 1;
      const abs = join(folder.abs, entry.name);
      const path = folder.path + entry.name;
      if (entry.isDirectory() && !isObjectStore(folder.abs, entry.name)) folders.push({ abs, path: `${path}/` });
      else if (entry.isFile() && !tree.admitsName(path)) note(abs, walked);
    }
    if (entries > (tree.maxEntries ?? FLOOR_WALK_MAX_ENTRIES)) walked.complete = false;
  }
  const took = performance.now() - started;
  walked.until = performance.now() + Math.max(FLOOR_WALK_MIN_AGE_MS, took / FLOOR_WALK_SHARE);
  return walked;
}

/** Git's own store has tens of thousands of packed files and no text; clones share them by hard links. */
function isObjectStore(folder: string, name: string): boolean {
  return name === 'objects' && /\.git(?:$|[/\\]modules[/\\])/.test(folder);
}

function entriesOf(abs: string, walked: Walked) {
  try {
    return readdirSync(abs, { withFileTypes: true });
  } catch (error) {
    // A folder that was just removed hides nothing.
    if (!isGone(error, abs)) walked.complete = false;
    return [];
  }
}

function note(abs: string, walked: Walked): void {
  try {
    const { dev, ino, nlink } = lstatSync(abs, { bigint: true });
    if (nlink > 1n) walked.inodes.add(`${dev}:${ino}`);
  } catch (error) {
    if (!isGone(error, abs)) walked.complete = false;
  }
}

/** A name that is no UTF-8 is listed with replacement characters and then not found: it is there, but unknown. */
function isGone(error: unknown, abs: string): boolean {
  return systemCode(error) === 'ENOENT' && !abs.includes('\ufffd');
}

/** Null when the file cannot be looked at. 64-bit numbers: some file systems use them in full. */
function inodeOf(abs: string): string | null {
  try {
    const { dev, ino } = lstatSync(abs, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
