/** Finds the ignore rule that hides a path: ripgrep names the file and the pattern, the line is looked up here. */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { readRegularFile } from '../../system/file-reader.ts';
import { MAX_FILE_BYTES, DEBUG_STDERR_BYTES } from '../options.ts';
import { trapFlags, trapsAtRoots } from './ignore-traps.ts';
import { LIST_FLAGS, runRipgrep } from './ripgrep.ts';
import { hidingRule } from './ripgrep-debug.ts';
import { innermostRoot } from './roots.ts';
import type { Workspace } from './workspace.ts';

export interface IgnoreRule {
  /** Absolute; may lie above the root, or be the user's own `core.excludesFile`. */
  file: string;
  /** Workspace path where it is inside, else absolute. */
  shownFile: string;
  /** 1-based. */
  line: number;
  pattern: string;
  /** Workspace path of what the rule hides: the path itself or a folder above it. */
  hides: string;
}

/** The outermost rule on the way from the root to `abs`, or null where none is named. */
export async function findIgnoreRule(workspace: Workspace, abs: string): Promise<IgnoreRule | null> {
  const { roots } = workspace;
  const root = innermostRoot(roots, abs);
  if (root === null) return null;
  const way: string[] = [];
  for (let at = abs; at !== root.dir; at = dirname(at)) way.unshift(at);
  if (way.length === 0) return null;
  // One level of every folder on the way: each entry of the way is looked at once, by its own folder.
  const { stderr } = await runRipgrep({
    args: ['--files', '--debug', '--max-depth=1', ...trapFlags(trapsAtRoots(roots), roots)],
    targets: way.map((entry) => dirname(entry)),
    flags: LIST_FLAGS,
    maxStderrBytes: DEBUG_STDERR_BYTES,
  });
  for (const entry of way) {
    const named = hidingRule(stderr, entry);
    if (named !== null) return locateRule(workspace, { ...named, hidden: entry });
  }
  return null;
}

/**
 * The last line that reads so: later rules win. An ignore file may be a link to a secret, whose lines would then be
 * its patterns: nothing is told of a file that the floor does not admit.
 */
function locateRule(workspace: Workspace, o: { file: string; pattern: string; hidden: string }): IgnoreRule | null {
  const real = realPath(o.file);
  const named = [o.file, real ?? ''].every((path) => mayBeQuoted(workspace, path));
  const read = named && real !== null && hasOneName(workspace, real) ? readRegularFile(real, MAX_FILE_BYTES) : null;
  if (read === null || !read.ok) return null;
  const lines = read.bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n');
  const at = lines.findLastIndex((line) => line === o.pattern || line.trimEnd() === o.pattern);
  const hides = workspace.toPath(o.hidden);
  if (at < 0 || hides === null) return null;
  return { file: o.file, shownFile: workspace.toPath(o.file) ?? o.file, line: at + 1, pattern: o.pattern, hides };
}

/** Of what is inside `.git` only the file that holds rules: `.git/info/exclude`, a submodule's too. */
function mayBeQuoted(workspace: Workspace, abs: string): boolean {
  return workspace.floor.admitsName(abs.replace(/^\/+/, '').replace(/(^|\/)\.git\/(.+\/)?info\/exclude$/, '$1exclude'));
}

/** A hard link may be a secret's second name; the floor knows the first ones inside the roots. */
function hasOneName({ floor, toPath }: Workspace, real: string): boolean {
  return toPath(real) !== null && floor.admits(real) ? true : lstatSync(real, { throwIfNoEntry: false })?.nlink === 1;
}

function realPath(abs: string): string | null {
  try {
    return realpathSync(abs);
  } catch {
    return null;
  }
}
