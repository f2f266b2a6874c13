/**
 * Candidates of all legs -> ranked files with ranked hits. Legs come with scores of 0-1, rules add and multiply named
 * parts, and every comparison ends in path and line, so that the same candidates give the same bytes in any order.
 */
import type { ScorePart } from '../../shared/contract.ts';
import type { FeatureSet } from '../features.ts';
import { DIVERSITY_DECAY, MATCHES_WEIGHT } from '../options.ts';
import type { Hit, ParsedQuery, RankedGroup, RankedHit } from '../types.ts';
import { type BoostContext, boostContext, definitionPart, fileParts, legParts } from './boosts.ts';
import { coherenceParts } from './coherence.ts';
import { fuseHits, type Place, type RankMode } from './fuse.ts';
import { type PathNoise, penaltyOf } from './penalties.ts';
import { byCodeUnit, scoreOf } from './score.ts';

export interface RankInput {
  hits: readonly Hit[];
  /** Hits by file, where `hits` are not all of them. */
  hitsByFile?: ReadonlyMap<string, number> | undefined;
  query: ParsedQuery;
  mode: RankMode;
  features: FeatureSet;
  /** What the workspace knows of paths: examples and files of re-exports. */
  noise: PathNoise;
}

interface Scored {
  place: Place;
  adds: ScorePart[];
  muls: ScorePart[];
}

/**
 * Groups by file. A group's score is that of its best hit; a hit's `score` is `scoreOf(parts)`. Order by mode:
 * `prose`, `name`, `files` by score, `lines` keeps each file's own line order and ranks the files.
 */
export function rankHits(input: RankInput): RankedGroup[] {
  const context = boostContext(input.query, input);
  const countOf = counting(input);
  const places = Map.groupBy(fuseHits(candidates(input), input.mode), (place) => place.hit.path);
  const byPath = new Map(
    [...places].map(([path, list]) => [path, scoreFile(list, { input, context, count: countOf(path, list.length) })]),
  );
  if (input.features.has('coherence') && (input.mode === 'prose' || input.mode === 'name')) addCoherence(byPath);
  const groups = [...byPath].map(([path, list]) => toGroup(path, list, { input, count: countOf(path, list.length) }));
  return groups.toSorted((a, b) => compareGroups(a, b, input));
}

/** How many places a file has; where its hits were not all kept, how many hits were counted. */
function counting({ hits, hitsByFile }: RankInput): (path: string, places: number) => number {
  if (hitsByFile === undefined) return (_, places) => places;
  const kept = new Map<string, number>();
  for (const { path, leg } of hits) if (leg === 'text') kept.set(path, (kept.get(path) ?? 0) + 1);
  return (path, places) => {
    const counted = hitsByFile.get(path) ?? 0;
    return counted > (kept.get(path) ?? 0) ? Math.max(counted, places) : places;
  };
}

function candidates({ hits, mode, features }: RankInput): readonly Hit[] {
  if (mode !== 'prose' || features.has('injection')) return hits;
  // Without injection a definition counts only where another leg found it too: its line, or the chunk around it.
  const others = hits.filter((hit) => hit.leg !== 'symbol');
  return hits.filter(
    (hit) =>
      hit.leg !== 'symbol' ||
      others.some((other) => other.path === hit.path && other.line <= hit.line && hit.line <= other.endLine),
  );
}

/** All places of one file; what only depends on the file is worked out once. */
function scoreFile(places: readonly Place[], o: { input: RankInput; context: BoostContext; count: number }): Scored[] {
  const [first] = places;
  if (first === undefined) return [];
  const { query, mode, features, noise } = o.input;
  const { path, fileClass } = first.hit;
  const ofFile = fileParts(first.hit, o.context);
  if (mode === 'lines') ofFile.push(matchesPart(o.count));
  const muls = features.has('classpenalty') ? penaltyOf({ path, fileClass, query, mode, noise }) : [];
  let last: Scored | null = null;
  return places.map((place) => {
    // Lines found alike (fuse.ts shares their legs) score alike: 10,000 lists of parts less.
    const isAlike = mode === 'lines' && last?.place.legs === place.legs;
    const adds: ScorePart[] =
      isAlike && last !== null
        ? last.adds
        : [...legParts(place, o.context), ...definitionPart(place, o.context), ...ofFile];
    last = { place, adds, muls };
    return last;
  });
}

/** Lines: a file with more hits comes first within its class. */
function matchesPart(lines: number): ScorePart {
  return { name: 'matches', op: 'add', value: (MATCHES_WEIGHT * lines) / (lines + 1) };
}

function addCoherence(byPath: ReadonlyMap<string, Scored[]>): void {
  const scores = new Map([...byPath].map(([path, list]) => [path, list.map(total)]));
  const parts = coherenceParts(scores);
  for (const [path, list] of byPath) {
    const part = parts.get(path);
    const [best] = byScore(list);
    if (part !== undefined) best?.adds.push(part);
  }
}

function toGroup(path: string, list: readonly Scored[], o: { input: RankInput; count: number }): RankedGroup {
  const { input, count } = o;
  const ordered = input.mode === 'lines' ? list.toSorted(byLine) : byScore(list);
  const decays = input.features.has('diversity') && (input.mode === 'prose' || input.mode === 'name');
  let last: { adds: ScorePart[]; parts: ScorePart[]; score: number } | null = null;
  const hits = ordered.map((scored, index): RankedHit => {
    const { hit, tags } = scored.place;
    if (!decays && last?.adds === scored.adds) return { ...hit, score: last.score, tags, parts: last.parts };
    const decay: ScorePart[] =
      decays && index > 0 ? [{ name: 'diversity', op: 'mul', value: DIVERSITY_DECAY ** index }] : [];
    const parts = [...scored.adds, ...scored.muls, ...decay];
    last = { adds: scored.adds, parts, score: scoreOf(parts) };
    return { ...hit, score: last.score, tags, parts };
  });
  const score = hits.reduce((best, hit) => Math.max(best, hit.score), 0);
  return { path, score, hits, ...(count > hits.length ? { totalHits: count } : {}) };
}

function total(scored: Scored): number {
  return scoreOf([...scored.adds, ...scored.muls]);
}

function byLine(a: Scored, b: Scored): number {
  const [one, other] = [a.place.hit, b.place.hit];
  return one.line - other.line || one.endLine - other.endLine || (one.column ?? 0) - (other.column ?? 0);
}

function byScore(list: readonly Scored[]): Scored[] {
  const totals = new Map(list.map((scored) => [scored, total(scored)]));
  return list.toSorted((a, b) => (totals.get(b) ?? 0) - (totals.get(a) ?? 0) || byLine(a, b));
}

function compareGroups(a: RankedGroup, b: RankedGroup, { mode, query }: RankInput): number {
  // Of files that match a name equally, the one nearer to the root is meant more often.
  const shorter = mode === 'files' && query.text !== '' ? a.path.length - b.path.length : 0;
  return b.score - a.score || shorter || byCodeUnit(a.path, b.path);
}
