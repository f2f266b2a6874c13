/**
 * Where ripgrep's ignore rules and git's part ways, file by file and with the cause. A cause is never guessed: it is
 * the rule that ripgrep or git names, or a flag after which the two agree.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { LIST_FLAGS, runRipgrep } from '../src/engine/workspace/ripgrep.ts';
import { hidingRule } from '../src/engine/workspace/ripgrep-debug.ts';
import type { RandomTree } from './random-tree.ts';

/** The known causes and what stands behind them. */
export const CAUSES = {
  'dot-ignore': 'rules of .ignore and .rgignore count, also against .gitignore; git does not know these files',
  'nested repository': 'a repository inside the tree obeys the rules around it as well; git starts anew there',
  braces: '{a,b} in a pattern means a or b; to git the braces are themselves',
  'class names': '[[:alpha:]] and its kin are git only',
  unexplained: 'none of the above',
} as const;
export type Cause = keyof typeof CAUSES;

export interface Difference {
  /** Relative to the tree. */
  path: string;
  hiddenBy: 'git' | 'ripgrep';
  cause: Cause;
  /** The rule of whoever hides it. */
  rule: string;
}

export interface Comparison {
  agreed: number;
  differences: Difference[];
  /** Regular files in no repository: git has no opinion on them. */
  withoutGit: number;
}

/** Compares every regular file of the tree. Links, pipes and the like are in no list, and git lists no content of them. */
export async function compareWithGit(tree: RandomTree): Promise<Comparison> {
  const files = filesBelow(tree.dir);
  const verdicts = gitVerdicts(tree, files);
  const plain = await ripgrepList(tree.dir, []);
  const withoutDot = await ripgrepList(tree.dir, ['--no-ignore-dot']);
  const result: Comparison = { agreed: 0, differences: [], withoutGit: 0 };
  for (const file of files) {
    const verdict = verdicts.get(file);
    if (verdict === undefined) result.withoutGit += 1;
    else if (plain.listed.has(file) !== verdict.hidden) result.agreed += 1;
    else {
      const cause = causeOf({
        tree,
        file,
        verdict,
        plain,
        agreesWithoutDot: withoutDot.listed.has(file) !== verdict.hidden,
      });
      const hiddenBy = verdict.hidden ? 'git' : 'ripgrep';
      result.differences.push({ path: file.slice(tree.dir.length + 1), hiddenBy, ...cause });
    }
  }
  return result;
}

interface Verdict {
  hidden: boolean;
  rule: string;
  pattern: string;
  repository: string;
}

function causeOf(o: {
  tree: RandomTree;
  file: string;
  verdict: Verdict;
  plain: { debug: string };
  agreesWithoutDot: boolean;
}): { cause: Cause; rule: string } {
  const { verdict } = o;
  if (verdict.hidden) {
    if (o.agreesWithoutDot) return { cause: 'dot-ignore', rule: verdict.rule };
    return { cause: dialectOf(verdict.pattern), rule: verdict.rule };
  }
  const found = ruleOnTheWay(o.tree.dir, { file: o.file, debug: o.plain.debug });
  if (found === null) return { cause: 'unexplained', rule: 'none named' };
  const rule = `${found.file}: ${found.pattern}`;
  if (/^\.(rg)?ignore$/.test(basename(found.file))) return { cause: 'dot-ignore', rule };
  if (!found.file.startsWith(`${verdict.repository}/`)) return { cause: 'nested repository', rule };
  return { cause: dialectOf(found.pattern), rule };
}

function dialectOf(pattern: string): Cause {
  if (pattern.includes('{')) return 'braces';
  return pattern.includes('[:') ? 'class names' : 'unexplained';
}

/** The rule that hides the file or the outermost hidden folder above it. */
function ruleOnTheWay(top: string, o: { file: string; debug: string }): { file: string; pattern: string } | null {
  const way: string[] = [];
  for (let at = o.file; at !== top; at = dirname(at)) way.unshift(at);
  for (const entry of way) {
    const rule = hidingRule(o.debug, entry);
    if (rule !== null) return rule;
  }
  return null;
}

async function ripgrepList(dir: string, more: string[]): Promise<{ listed: Set<string>; debug: string }> {
  const args = ['--files', '--null', '--debug', ...more];
  const run = await runRipgrep({ args, targets: [dir], flags: LIST_FLAGS, maxStderrBytes: 64 * 1024 * 1024 });
  return { listed: new Set(run.stdout.toString('utf8').split('\0').filter(Boolean)), debug: run.stderr };
}

/** Asks the innermost repository of each file. `--no-index`: what a rule says, whether or not the file is tracked. */
function gitVerdicts(tree: RandomTree, files: readonly string[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  const innermostFirst = tree.repositories.toSorted((a, b) => b.length - a.length);
  const groups = Map.groupBy(files, (file) => innermostFirst.find((repository) => file.startsWith(`${repository}/`)));
  for (const [repository, group] of groups) {
    if (repository === undefined) continue;
    const fields = checkIgnore(
      repository,
      group.map((file) => file.slice(repository.length + 1)),
    );
    for (let at = 0; at + 3 < fields.length; at += 4) {
      const [source = '', line = '', pattern = '', path = ''] = fields.slice(at, at + 4);
      const hidden = pattern !== '' && !pattern.startsWith('!');
      verdicts.set(join(repository, path), { hidden, rule: `${source}:${line}: ${pattern}`, pattern, repository });
    }
  }
  return verdicts;
}

/** Four fields a path: source, line, pattern, path; the first three empty where no rule matches. */
function checkIgnore(repository: string, paths: readonly string[]): string[] {
  const run = spawnSync('git', ['check-ignore', '--no-index', '-z', '--verbose', '--non-matching', '--stdin'], {
    cwd: repository,
    input: `${paths.join('\0')}\0`,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: repository,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0 && run.status !== 1) throw new Error(`git check-ignore failed: ${run.stderr.toString()}`);
  return run.stdout.toString('utf8').split('\0');
}

/** Regular files outside of `.git`; links are not followed. Names that are no UTF-8 are left to the listing's own test. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === '.git' ? [] : filesBelow(path);
    return entry.isFile() && !path.includes('\uFFFD') ? [path] : [];
  });
}
