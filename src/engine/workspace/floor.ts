/**
 * What no query can ever surface, whatever its flags: secrets, tool state, and all but the authored part of `.iq/`.
 * Deny wins: a file is admitted only when every name it has, and the file it really is, are. Unknown errors deny.
 */
import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse, sep } from 'node:path';
import { FLOOR_MEMO_FOLDERS, FLOOR_REAL_FOLDER_MS } from '../options.ts';
import { type Place, placeBelow } from './floor-rules.ts';
import { createForbiddenInodes } from './forbidden-inodes.ts';
import { type Root, toWorkspacePath } from './roots.ts';

export interface Floor {
  /** By name alone: a workspace path, or any relative path (an old name in a history). Fast, for lists. */
  admitsName(path: string): boolean;
  /** By name alone, of a folder: whether anything in it can be admitted. */
  admitsFolder(path: string): boolean;
  /**
   * The file itself: the given path and the real path must both be inside a root and admitted by name, and a file
   * with several names must have no forbidden one. A file that is not there is not admitted.
   */
  admits(abs: string): boolean;
}

export interface FloorParts {
  roots: Root[];
  /** Files git tracks, relative to the root folder asked for; null when git cannot say, which denies them all. */
  trackedFiles: (dir: string) => ReadonlySet<string> | null;
}

/** There the last component can be a second name of the file, which only the system can resolve. */
const HAS_SHORT_NAMES = process.platform === 'win32';

export function createFloor(parts: FloorParts): Floor {
  const byName = createNameFloor(parts);
  return { ...byName, admits: createFileFloor(parts.roots, byName.admitsName) };
}

function createNameFloor({ roots, trackedFiles }: FloorParts): Pick<Floor, 'admitsName' | 'admitsFolder'> {
  const placeOf = memoisedPlaces(roots);
  /** What git tracks in the root of `path`; false where git cannot say. */
  const tracked = (path: string, test: (files: ReadonlySet<string>, relative: string) => boolean): boolean => {
    const root = roots.find(({ prefix }) => path.startsWith(prefix));
    const files = root === undefined ? null : trackedFiles(root.dir);
    return files !== null && test(files, path.slice(root?.prefix.length ?? 0));
  };
  const admitsName = (path: string): boolean => {
    const slash = path.lastIndexOf('/');
    const above = placeOf(slash < 0 ? '' : path.slice(0, slash));
    const name = path.slice(slash + 1);
    const place = name === '' ? above : below(above, name, { last: true });
    if (place === 'free') return true;
    if (place !== 'slice') return false;
    // The folder itself may be named; what is in it must be tracked.
    if (above === 'free') return true;
    return tracked(path, (files, relative) => files.has(relative));
  };
  const admitsFolder = (path: string): boolean => {
    const folder = path.replace(/\/$/, '');
    const place = placeOf(folder);
    if (place !== 'slice') return place === 'free';
    return tracked(folder, (files, relative) => [...files].some((file) => file.startsWith(`${relative}/`)));
  };
  return { admitsName, admitsFolder };
}

function createFileFloor(roots: Root[], admitsName: Floor['admitsName']): Floor['admits'] {
  const forbiddenInodes = createForbiddenInodes({ roots, admitsName });
  const realFolders = rememberedRealFolders();
  const admits = (abs: string): boolean => {
    try {
      if (!admitsPath(abs)) return false;
      let stats = lstatSync(abs);
      const real = stats.isSymbolicLink() || HAS_SHORT_NAMES ? realpathSync.native(abs) : realFolders.pathOf(abs);
      if (real !== abs) {
        const path = toWorkspacePath(roots, real);
        if (path === null || !admitsName(path)) return false;
        stats = lstatSync(real);
      } else if (toWorkspacePath(roots, abs) === null) return false;
      return stats.nlink === 1 || !stats.isFile() || !forbiddenInodes.has(real);
    } catch {
      return false;
    }
  };

  /** The path as given: one that leads to a root by a link is no workspace path, but its names count. */
  const admitsPath = (abs: string): boolean => {
    const path = toWorkspacePath(roots, abs);
    return path === null ? placeOfFolder(abs) !== 'forbidden' : admitsName(path);
  };
  return admits;
}

/**
 * Real paths of folders, kept for the length of one search: resolving costs one system call per component, and a
 * search asks for thousands of files of the same folders.
 */
function rememberedRealFolders(): { pathOf(abs: string): string } {
  const known = new Map<string, string>();
  let since = 0;
  return {
    pathOf: (abs) => {
      const now = performance.now();
      if (now - since > FLOOR_REAL_FOLDER_MS) {
        known.clear();
        since = now;
      }
      const folder = dirname(abs);
      let real = known.get(folder);
      if (real === undefined) {
        real = realpathSync.native(folder);
        known.set(folder, real);
      }
      return real === folder ? abs : join(real, basename(abs));
    },
  };
}

/** The place of a folder of the workspace, worked out once: a listing asks for the same folders again and again. */
function memoisedPlaces(roots: readonly Root[]): (folder: string) => Place {
  const known = new Map<string, Place>();
  const seed = (): void => {
    known.set('', 'free');
    for (const { dir, prefix } of roots) known.set(prefix.replace(/\/$/, ''), placeOfFolder(dir));
  };
  const placeOf = (folder: string): Place => {
    const found = known.get(folder);
    if (found !== undefined) return found;
    const slash = folder.lastIndexOf('/');
    const place = below(placeOf(slash < 0 ? '' : folder.slice(0, slash)), folder.slice(slash + 1));
    known.set(folder, place);
    return place;
  };
  seed();
  return (folder) => {
    if (known.size > FLOOR_MEMO_FOLDERS) {
      known.clear();
      seed();
    }
    return placeOf(folder);
  };
}

/**
 * The place of an absolute folder, its own name and those above it counted: opening `~/.ssh` or `.iq/cache` as a root
 * shows nothing. A repository of its own below `.iq/` (a worktree some tool keeps there) is a project like any other.
 */
export function placeOfFolder(dir: string): Place {
  let at = parse(dir).root;
  let place: Place = 'free';
  for (const name of dir.slice(at.length).split(sep)) {
    const above = place;
    at = join(at, name);
    place = below(above, name);
    if (above !== 'free' && place !== 'forbidden' && existsSync(join(at, '.git'))) place = 'free';
  }
  return place;
}

function below(above: Place, name: string, o = { last: false }): Place {
  if (name === '' || name === '.') return above;
  return name.startsWith('..') && name.trim() === '..' ? 'forbidden' : placeBelow(above, name, o);
}
