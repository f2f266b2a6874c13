/** Which files git tracks. */
import { relative, resolve, sep } from 'node:path';
import { isInside } from '../../system/paths.ts';
import { type Repository, runGit } from './runner.ts';

/**
 * The paths in git's index at or below `under` (absolute; default: the folder the repository was opened at),
 * relative to it and `/`-separated. Null when git gave no full answer. The index is all that is looked at: a tracked
 * file may be deleted or be a link by now, which is the caller's to find out, and a submodule is one entry.
 */
export async function trackedFiles(
  repository: Repository,
  under = repository.dir,
): Promise<ReadonlySet<string> | null> {
  if (!isInside(repository.workTree, under)) return null;
  const prefix = relative(repository.workTree, under).split(sep).join('/');
  const result = await runGit(repository, ['ls-files', '-z', ...(prefix === '' ? [] : ['--', prefix])]);
  if (result.code !== 0 || result.stopped !== undefined) return null;
  const files = new Set<string>();
  for (const path of result.stdout.toString('utf8').split('\0')) {
    const below = belowPrefix(path, prefix);
    if (below !== null && isPathBelow(under, below)) files.add(below);
  }
  return files;
}

function belowPrefix(path: string, prefix: string): string | null {
  if (prefix === '') return path === '' ? null : path;
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length + 1) : null;
}

/** An index is data of the repository: git writes no path with `..` into it, somebody else can. */
function isPathBelow(folder: string, path: string): boolean {
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) return false;
  return isInside(folder, resolve(folder, path));
}
