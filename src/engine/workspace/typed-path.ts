/** A path as a person gives it, made a workspace path: the one place that reads `./a`, `a//b`, `a/../b` and absolute ones. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, posix, resolve } from 'node:path';
import { isIqError } from '../errors.ts';
import { type Root, toAbsolutePath, toWorkspacePath } from './roots.ts';

/**
 * Null for a path outside of the roots. An absolute one may lead to a root by another way (a linked folder above it);
 * a relative one starts at the root, with several roots with the name of one. Nothing needs to be there.
 */
export function typedPath(roots: readonly Root[], typed: string): string | null {
  if (typed.includes('\0')) return null;
  const asGiven = normalised(roots, typed);
  // `src\app.ts` is a path of Windows everywhere, unless there is a file of that name.
  if (!typed.includes('\\') || isThere(roots, asGiven)) return asGiven;
  return normalised(roots, typed.replaceAll('\\', '/'));
}

function isThere(roots: readonly Root[], path: string | null): boolean {
  return path !== null && existsSync(toAbsolutePath(roots, path));
}

function normalised(roots: readonly Root[], typed: string): string | null {
  if (isAbsolute(typed)) {
    const abs = resolve(typed);
    return toWorkspacePath(roots, abs) ?? throughLink(roots, abs);
  }
  const relative = posix.normalize(typed).replace(/\/$/, '');
  return inRoots(roots, relative === '.' ? '' : relative);
}

/** Once more from the absolute path: where a root lies in another, the inner one's name counts. */
function inRoots(roots: readonly Root[], path: string): string | null {
  try {
    return toWorkspacePath(roots, toAbsolutePath(roots, path));
  } catch (error) {
    if (isIqError(error)) return null;
    throw error;
  }
}

/** The outermost folder on the way that is really one of a root; what is below it stays as typed, links included. */
function throughLink(roots: readonly Root[], abs: string): string | null {
  const above = dirname(abs) === abs ? null : throughLink(roots, dirname(abs));
  if (above !== null) return toWorkspacePath(roots, join(toAbsolutePath(roots, above), basename(abs)));
  try {
    return toWorkspacePath(roots, realpathSync(abs));
  } catch {
    return null;
  }
}
