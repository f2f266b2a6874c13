/**
 * Ignore files that stop ripgrep: it opens whatever is called `.gitignore`, `.ignore` or `.rgignore`, also a named
 * pipe (and waits for ever) or a link to /dev/zero (and fills its memory; git can deliver such a link). They are told
 * here by what they are, and ripgrep is kept away from them.
 */
import { lstatSync, opendirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { SkippedFile } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { isInside } from '../../system/paths.ts';
import { MAX_FILE_BYTES, TRAP_SCAN_MS } from '../options.ts';
import { type Root, toWorkspacePath } from './roots.ts';

const RULE_FILES = ['.gitignore', '.ignore', '.rgignore', '.git/info/exclude'];

/** Absolute path of an ignore file that must not be opened. */
export type IgnoreTrap = string;

/** Traps in the roots and in the folders above them, where ripgrep looks in every run. A few dozen stats. */
export function trapsAtRoots(roots: readonly Root[]): IgnoreTrap[] {
  const folders = new Set<string>();
  for (const { dir } of roots) for (let at = dir; !folders.has(at); at = dirname(at)) folders.add(at);
  return [...folders].flatMap(trapsIn);
}

/** Traps below the roots, outermost folders first; ends after TRAP_SCAN_MS with those found until then. */
export function trapsBelow(roots: readonly Root[]): IgnoreTrap[] {
  const deadline = Date.now() + TRAP_SCAN_MS;
  const found = new Set<IgnoreTrap>();
  const folders = roots.map((root) => root.dir);
  for (let at = 0; at < folders.length && Date.now() < deadline; at++) {
    const folder = folders[at] ?? '';
    for (const trap of trapsIn(folder)) found.add(trap);
    folders.push(...subfolders(folder));
  }
  return [...found];
}

/** True while the path is still what made it a trap. */
export function isTrap(abs: string): boolean {
  try {
    const own = lstatSync(abs, { throwIfNoEntry: false });
    if (own === undefined) return false;
    const stat = own.isSymbolicLink() ? statSync(abs, { throwIfNoEntry: false }) : own;
    if (stat === undefined || stat.isDirectory() || stat.isSocket()) return false;
    if (!stat.isFile()) return true;
    // Files of /proc and /sys look regular, and some never end.
    return stat.size > MAX_FILE_BYTES || (own.isSymbolicLink() && /^\/(proc|sys|dev)\//.test(realpathSync(abs)));
  } catch {
    return false;
  }
}

/**
 * Flags that keep ripgrep away from the traps. A folder below a root is left out whole; where that would be the root
 * itself or a folder above it, the kind of rule is switched off instead.
 */
export function trapFlags(traps: readonly IgnoreTrap[], roots: readonly Root[]): string[] {
  const flags = traps.map((trap) => {
    const folder = folderOf(trap);
    return isBelowRoot(folder, roots) ? `--glob=!${escapeGlob(folder)}/` : OFF_FLAGS[kindOf(trap, roots)];
  });
  return [...new Set(flags)];
}

/** How the traps appear among the files that are not searched. */
export function trapsSkipped(traps: readonly IgnoreTrap[], roots: readonly Root[]): SkippedFile[] {
  return traps.map((trap) => {
    const folder = folderOf(trap);
    const path = toWorkspacePath(roots, trap) ?? relative(roots[0]?.dir ?? '', trap);
    const detail = isBelowRoot(folder, roots)
      ? messages.ignoreTrapFolder({ folder: toWorkspacePath(roots, folder) ?? folder })
      : messages.ignoreTrapRules({ kind: messages.ignoreKind({ kind: kindOf(trap, roots) }) });
    return { path, reason: 'not-regular', detail };
  });
}

/** Workspace paths of the folders that are left out. */
export function trapFolders(traps: readonly IgnoreTrap[], roots: readonly Root[]): string[] {
  const below = traps.map(folderOf).filter((folder) => isBelowRoot(folder, roots));
  return [...new Set(below)].flatMap((folder) => toWorkspacePath(roots, folder) ?? []);
}

type RuleKind = Parameters<typeof messages.ignoreKind>[0]['kind'];

const OFF_FLAGS: Record<RuleKind, string> = {
  git: '--no-ignore-vcs',
  exclude: '--no-ignore-exclude',
  dot: '--no-ignore-dot',
  parent: '--no-ignore-parent',
};

function kindOf(trap: IgnoreTrap, roots: readonly Root[]): RuleKind {
  if (roots.every((root) => !isInside(root.dir, trap))) return 'parent';
  const name = basename(trap);
  if (name === 'exclude') return 'exclude';
  return name === '.gitignore' ? 'git' : 'dot';
}

function trapsIn(folder: string): IgnoreTrap[] {
  return RULE_FILES.map((name) => join(folder, name)).filter(isTrap);
}

/** The folder whose rules the file holds. */
function folderOf(trap: IgnoreTrap): string {
  return basename(trap) === 'exclude' ? dirname(dirname(dirname(trap))) : dirname(trap);
}

function isBelowRoot(folder: string, roots: readonly Root[]): boolean {
  return (
    roots.some((root) => folder !== root.dir && isInside(root.dir, folder)) && roots.every(({ dir }) => dir !== folder)
  );
}

function subfolders(folder: string): string[] {
  const names: string[] = [];
  try {
    using entries = opendirSync(folder);
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      if (entry.isDirectory() && entry.name !== '.git') names.push(join(folder, entry.name));
    }
  } catch {
    // An unreadable folder is one that ripgrep cannot read either.
  }
  return names;
}

/** Globs of the command line are anchored at ripgrep's own folder, which is the root of the file system. */
function escapeGlob(abs: string): string {
  return abs.replace(/[^A-Za-z0-9/._-]/gu, (char) => `\\${char}`);
}
