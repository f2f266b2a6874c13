/** The folders of a workspace, and the mapping between absolute paths and workspace paths. */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { messages } from '../../shared/messages.ts';
import { isGitTopLevel } from '../../system/git-top-level.ts';
import { isInside } from '../../system/paths.ts';
import { systemCode } from '../../system/system-error.ts';
import { IqError } from '../errors.ts';

export interface Root {
  /** Unique among the roots, also where case does not count. */
  name: string;
  /** Real path. */
  dir: string;
  /** Before every path of this root: '' with one root, `name/` with several. */
  prefix: string;
}

/**
 * Opens the folders of a workspace. The same folder given twice (also by another way to it) counts once; folders
 * inside one another stay: whether the outer one covers the inner is `withoutCovered`'s to say. Throws an IqError
 * that names the folder: `root-missing`, `root-not-a-directory`, `root-unreadable`.
 */
export function openRoots(dirs: readonly string[]): Root[] {
  return nameRoots([...new Set(dirs.map(realFolder))]);
}

/** Roots over real folder paths, with names told apart: `api`, `api-2`. */
export function nameRoots(dirs: readonly string[]): Root[] {
  const taken = new Set<string>();
  return dirs.map((dir) => {
    const plain = basename(dir) || 'root';
    let name = plain;
    for (let next = 2; taken.has(name.toLowerCase()); next++) name = `${plain}-${next}`;
    taken.add(name.toLowerCase());
    return { name, dir, prefix: dirs.length === 1 ? '' : `${name}/` };
  });
}

/** The folder a command works on when none is named: the git top level at or above `cwd`, else `cwd` itself. */
export function defaultRoot(cwd: string): string {
  for (let dir = resolve(cwd); ; dir = dirname(dir)) {
    if (looksLikeTopLevel(dir)) return dir;
    if (dir === dirname(dir)) return resolve(cwd);
  }
}

/** Workspace path of an absolute path (`''` or `name/` for a root itself), or null outside of all roots. */
export function toWorkspacePath(roots: readonly Root[], abs: string): string | null {
  const root = innermostRoot(roots, abs);
  if (root === null) return null;
  const below = abs.slice(root.dir.length).replace(/^[/\\]/, '');
  return root.prefix + (sep === '/' ? below : below.replaceAll(sep, '/'));
}

/** The root an absolute path belongs to: the innermost, where one lies in another. */
export function innermostRoot(roots: readonly Root[], abs: string): Root | null {
  let best: Root | null = null;
  for (const root of roots) {
    if (isInside(root.dir, abs) && root.dir.length > (best?.dir.length ?? -1)) best = root;
  }
  return best;
}

/** Absolute path of a workspace path; throws an IqError (`path-outside-root`) for one that leads out of the roots. */
export function toAbsolutePath(roots: readonly Root[], path: string): string {
  const root = roots.find(({ prefix }) => path.startsWith(prefix) || `${path}/` === prefix);
  const segments = path.slice(root?.prefix.length ?? 0).split(sep === '/' ? '/' : /[/\\]/);
  if (root === undefined || segments.includes('..') || path.includes('\0')) {
    throw new IqError('path-outside-root', messages.outsideRoots({ path }));
  }
  return join(root.dir, ...segments);
}

function realFolder(dir: string): string {
  try {
    const real = realpathSync(dir);
    if (!statSync(real).isDirectory()) throw new IqError('root-not-a-directory', messages.rootNotAFolder({ dir }));
    accessSync(real, constants.R_OK | constants.X_OK);
    return real;
  } catch (cause) {
    if (cause instanceof IqError) throw cause;
    const code = systemCode(cause);
    if (code === undefined) throw cause;
    if (code === 'ENOENT') throw new IqError('root-missing', messages.rootMissing({ dir }), { cause });
    if (code === 'ENOTDIR') throw new IqError('root-not-a-directory', messages.rootNotAFolder({ dir }), { cause });
    throw new IqError('root-unreadable', messages.rootUnreadable({ dir, code }), { cause });
  }
}

/** A repository that is closed to us is none to search. */
function looksLikeTopLevel(dir: string): boolean {
  try {
    return isGitTopLevel(dir);
  } catch {
    return false;
  }
}
