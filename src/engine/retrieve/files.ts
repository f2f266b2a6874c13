/** Files by name: fuzzy (a cheap prefilter, then fzf's ranking) or by glob. */
import { globProblem } from '../plan/glob-problem.ts';
import { hasWildcard, isGlob } from '../plan/is-glob.ts';
import { byCodeUnit } from '../plan/score.ts';
import { foldText } from '../plan/tokens.ts';
import { compileFilter, NO_FILTER } from '../plan/filter.ts';
import type { Hit } from '../types.ts';
import { fuzzyRank } from './fuzzy.ts';
import { retrieved, type Retriever, type RetrievalScope } from './retriever.ts';

export const filesRetriever: Retriever = async (query, scope) => {
  const files = await scope.files();
  const paths = files.map((file) => file.path).filter((path) => scope.accepts(scope.traits(path)));
  if (query.pattern === '') return retrieved(paths.map((path) => toHit(path, 1, scope)));
  const { pattern, exact = false } = query;
  if (exact || (isGlob(pattern) && globProblem(pattern) === null)) {
    const found = globbed(paths, pattern, scope);
    if (exact || hasWildcard(pattern) || found.length > 0) return retrieved(byName(found, pattern, scope));
  }
  return retrieved(fuzzy(paths, pattern).map(({ path, score }) => toHit(path, score, scope)));
};

function globbed(paths: string[], glob: string, scope: RetrievalScope): string[] {
  const accepts = compileFilter({ ...NO_FILTER, globs: [glob] }, []);
  return paths.filter((path) => accepts(scope.traits(path)));
}

/** A file or folder that is called like the glob leads: `[id].tsx` is a name first, and a class of letters second. */
function byName(paths: string[], glob: string, scope: RetrievalScope): Hit[] {
  const isNamed = (path: string): boolean => `/${path}/`.includes(`/${glob}/`);
  const others = paths.some(isNamed) ? 0.5 : 1;
  return paths.map((path) => toHit(path, isNamed(path) ? 1 : others, scope));
}

/** Paths by how well they match `pattern`, best first, with a score of 0-1. */
function fuzzy(paths: string[], pattern: string): { path: string; score: number }[] {
  const wanted = foldText(pattern);
  return fuzzyRank(paths, pattern)
    .map(({ item, score }) => ({ path: item, score: Math.min(1, (score + nameBonus(item, wanted)) / 2) }))
    .sort((a, b) => b.score - a.score || a.path.length - b.path.length || byCodeUnit(a.path, b.path));
}

/** An exact file name leads an exact stem, which leads a prefix: fzf alone prefers short paths. */
function nameBonus(path: string, wanted: string): number {
  const folded = foldText(path);
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  if (folded === wanted || name === wanted || folded.endsWith(`/${wanted}`)) return 1;
  if (name.replace(/\..*$/, '') === wanted) return 0.9;
  return name.startsWith(wanted) ? 0.5 : 0;
}

function toHit(path: string, score: number, scope: RetrievalScope): Hit {
  const traits = scope.traits(path);
  return { path, line: 1, endLine: 1, leg: 'file', score, fileClass: traits.class, language: traits.language };
}
