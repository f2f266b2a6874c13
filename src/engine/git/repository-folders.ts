/** Which folders make up a repository, and whose they are. Looked up by us: no git runs before its owner is known. */
import { lstatSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readRegularFile } from '../../system/file-reader.ts';
import { isGitTopLevel } from '../../system/git-top-level.ts';
import { isInside } from '../../system/paths.ts';

/** A `.git` file holds one path. */
const MAX_GIT_FILE_BYTES = 64 * 1024;

/** The nearest folder at or above `dir` that has a repository, or null. */
export function topLevelAbove(dir: string): string | null {
  for (let at = dir; ; at = dirname(at)) {
    if (isGitTopLevel(at)) return at;
    if (at === dirname(at)) return null;
  }
}

/** The git folder and the folder it shares with others, when it is a worktree's. Null when one is missing or incomplete. */
export function gitFolders(marker: string): [string, ...string[]] | null {
  const gitDir = statSync(marker).isDirectory() ? realpathSync(marker) : pointedAt(marker);
  if (gitDir === null || !isKind(join(gitDir, 'HEAD'), 'file')) return null;
  const shared = join(gitDir, 'commondir');
  const common = isKind(shared, 'file') ? pathIn(shared, '') : gitDir;
  if (common === null || !['objects', 'refs'].every((name) => isKind(join(common, name), 'folder'))) return null;
  return common === gitDir ? [gitDir] : [gitDir, common];
}

function pointedAt(marker: string): string | null {
  return pathIn(realpathSync(marker), 'gitdir: ');
}

/** The existing folder a one-line file of git names, relative to where the file is. */
function pathIn(file: string, before: string): string | null {
  const read = readRegularFile(file, MAX_GIT_FILE_BYTES);
  const text = read.ok ? read.bytes.toString('utf8').replace(/[\r\n]+$/, '') : '';
  const path = text.startsWith(before) ? text.slice(before.length) : '';
  if (path === '' || path.includes('\0')) return null;
  const folder = resolve(dirname(file), path);
  return isKind(folder, 'folder') ? realpathSync(folder) : null;
}

function isKind(path: string, kind: 'file' | 'folder'): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return kind === 'file' ? stats?.isFile() === true : stats?.isDirectory() === true;
}

/** The entry and, for a link, what it leads to. Windows has no owner to compare: there it must lie in our own profile. */
export function isOurs(path: string): boolean {
  const uid = process.geteuid?.();
  if (uid === undefined) return isInside(homedir(), realpathSync(path));
  return lstatSync(path).uid === uid && statSync(path).uid === uid;
}
