/** What a pass has to do: the files on disk against the files the index knows. Pure. */
import { RACY_WINDOW_MS } from '../options.ts';
import type { FileFacts, ListedFile } from '../types.ts';

export interface FileDiff {
  add: ListedFile[];
  /** Size or times differ from what was indexed. */
  update: ListedFile[];
  /** Size and times are equal, but it was indexed so soon after it changed that they prove nothing: compare hashes. */
  verify: ListedFile[];
  /** Known and no longer listed, though the folders above could be read. */
  remove: string[];
}

/**
 * Paths of both lists have the same base. `unreadableFolders` are paths of that base too, '' or '.' being the base itself.
 * Times are compared in full: milliseconds alone made 306 of 500 quick rewrites look unchanged.
 */
export function diffFiles(
  listed: readonly ListedFile[],
  known: readonly FileFacts[],
  unreadableFolders: readonly string[] = [],
): FileDiff {
  const diff: FileDiff = { add: [], update: [], verify: [], remove: [] };
  const factsByPath = new Map(known.map((facts) => [facts.path, facts]));
  for (const file of listed) {
    const facts = factsByPath.get(file.path);
    factsByPath.delete(file.path);
    if (facts === undefined) diff.add.push(file);
    else if (!sameKey(file, facts)) diff.update.push(file);
    else if (isRacy(facts)) diff.verify.push(file);
  }
  for (const path of factsByPath.keys()) {
    const unseen = unreadableFolders.some((folder) => folder === '' || folder === '.' || path.startsWith(`${folder}/`));
    if (!unseen) diff.remove.push(path);
  }
  return diff;
}

function sameKey(file: ListedFile, facts: FileFacts): boolean {
  return file.size === facts.size && file.mtimeMs === facts.mtimeMs && file.ctimeMs === facts.ctimeMs;
}

/**
 * A second write within the clock's grain leaves the same change time. The modification time has no say: programs set
 * it at will, and every write moves the change time.
 */
function isRacy(facts: FileFacts): boolean {
  return facts.ctimeMs > facts.indexedAtMs - RACY_WINDOW_MS;
}
