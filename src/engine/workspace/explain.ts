/** Why a file is, or is not, searched: names the rule, the figure or the byte. */
import { lstatSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { messages } from '../../shared/messages.ts';
import { systemCode } from '../../system/system-error.ts';
import type { Listing } from '../types.ts';
import { findIgnoreRule, type IgnoreRule } from './ignore-rule.ts';
import type { Workspace } from './workspace.ts';

export interface Explanation {
  state: 'searched' | 'ignored' | 'skipped' | 'forbidden' | 'missing' | 'outside';
  sentence: string;
  /** The ignore rule, where one hides the path: absolute file, 1-based line, the pattern as written. */
  rule?: { file: string; line: number; pattern: string };
}

/**
 * Explains a path: relative to the root (with several roots: `name/...`) or absolute, with or without `:line`. The
 * floor answers before the disk is asked, so that a forbidden path says nothing about what exists.
 */
export async function explainMissing(workspace: Workspace, path: string): Promise<Explanation> {
  const place = locate(workspace, path);
  if (place === null) return { state: 'outside', sentence: messages.outsideRoots({ path }) };
  const forbidden: Explanation = { state: 'forbidden', sentence: messages.explainForbidden({ path: place.path }) };
  if (!workspace.floor.admitsName(place.path)) return forbidden;
  const stat = statOf(place.abs);
  if (stat === 'missing') return { state: 'missing', sentence: messages.explainMissing({ path: place.path }) };
  if (stat === 'unreadable') return unreadableAbove(workspace, place);
  if (!workspace.floor.admits(place.abs)) {
    // A link that leads out or to a secret: what it points at is not told.
    return stat.isSymbolicLink() ? link(place) : forbidden;
  }
  if (stat.isSymbolicLink()) return link(place);
  if (!stat.isFile() && !stat.isDirectory()) return special(workspace, place);
  const listing = await workspace.list();
  const known = byListing(workspace, { place, listing, stat });
  if (known !== null) return known;
  return ignored(place, await findIgnoreRule(workspace, place.abs), stat.isDirectory());
}

interface Place {
  path: string;
  abs: string;
}

/** The path as given if it exists, else without `:line`, `:line:column`. */
function locate(workspace: Workspace, given: string): Place | null {
  const exact = resolvePlace(workspace, given);
  const bare = given.replace(/(:\d+){1,2}$/, '');
  if (bare === given || (exact !== null && typeof statOf(exact.abs) !== 'string')) return exact;
  return resolvePlace(workspace, bare);
}

function resolvePlace(workspace: Workspace, given: string): Place | null {
  const path = workspace.typedPath(given);
  return path === null ? null : { path, abs: workspace.toAbs(path) };
}

function statOf(abs: string): Stats | 'missing' | 'unreadable' {
  try {
    return lstatSync(abs, { throwIfNoEntry: false }) ?? 'missing';
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    return code === 'ENOTDIR' || code === 'ENAMETOOLONG' ? 'missing' : 'unreadable';
  }
}

function link({ path }: Place): Explanation {
  return { state: 'skipped', sentence: messages.explainLink({ path }) };
}

/** A pipe, socket or device: the reader says which. */
function special(workspace: Workspace, { path }: Place): Explanation {
  const read = workspace.read(path);
  const detail = read.ok ? messages.fileVanished() : read.detail;
  return { state: 'skipped', sentence: messages.explainSkipped({ path, detail }) };
}

/** The folder on the way that cannot be entered. */
function unreadableAbove(workspace: Workspace, { path, abs }: Place): Explanation {
  let at = dirname(abs);
  while (statOf(at) === 'unreadable') at = dirname(at);
  const folder = workspace.toPath(at) || at;
  return { state: 'skipped', sentence: messages.explainUnreadableFolder({ path, folder }) };
}

/** What the listing knows of the path, or null when it is not in it: some rule hides it. */
function byListing(workspace: Workspace, o: { place: Place; listing: Listing; stat: Stats }): Explanation | null {
  const { path } = o.place;
  const skip = o.listing.skipped.find((file) => file.path === path);
  if (skip !== undefined) return { state: 'skipped', sentence: messages.explainSkipped({ path, detail: skip.detail }) };
  const folder = o.listing.unreadableFolders.find((name) => path === name || path.startsWith(`${name}/`));
  if (folder !== undefined) {
    return { state: 'skipped', sentence: messages.explainUnreadableFolder({ path, folder }) };
  }
  if (o.stat.isDirectory()) return folderByListing(path, o.listing);
  if (!o.listing.files.some((file) => file.path === path)) return null;
  const read = workspace.read(path);
  if (read.ok) return { state: 'searched', sentence: messages.explainSearched({ path, encoding: read.encoding }) };
  return { state: 'skipped', sentence: messages.explainSkipped({ path, detail: read.detail }) };
}

/** Null when no file of the folder is listed: it may be ignored, or empty. */
function folderByListing(path: string, listing: Listing): Explanation | null {
  const inside = path === '' || path.endsWith('/') ? path : `${path}/`;
  const files = listing.files.filter((file) => file.path.startsWith(inside)).length;
  return files === 0 ? null : { state: 'searched', sentence: messages.explainFolder({ path: path || '.', files }) };
}

function ignored({ path }: Place, rule: IgnoreRule | null, isFolder: boolean): Explanation {
  if (rule === null) {
    if (isFolder) return { state: 'searched', sentence: messages.explainEmptyFolder({ path }) };
    return { state: 'ignored', sentence: messages.explainIgnoredUnknown({ path }) };
  }
  const { file, line, pattern } = rule;
  const named = { path, file: rule.shownFile, line, pattern };
  const sentence =
    rule.hides === path
      ? messages.explainIgnored(named)
      : messages.explainIgnoredFolder({ ...named, folder: rule.hides });
  return { state: 'ignored', sentence, rule: { file, line, pattern } };
}
