import { statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True for a folder whose `.git` is a folder with a HEAD, or the file that stands for one in a worktree or submodule.
 * An empty folder of that name is no repository: git looks further up as well. Throws where the system does not say.
 */
export function isGitTopLevel(dir: string): boolean {
  const marker = statSync(join(dir, '.git'), { throwIfNoEntry: false });
  if (!marker?.isDirectory()) return marker?.isFile() === true;
  return statSync(join(dir, '.git', 'HEAD'), { throwIfNoEntry: false }) !== undefined;
}
