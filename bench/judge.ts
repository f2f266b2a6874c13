/** Holds one answer against the right answers of a golden query. */
import type { Answer, AnswerGroup, AnswerHit } from '../src/shared/contract.ts';
import type { Target } from './golden.ts';
import type { Ranks } from './metrics.ts';

export interface Judged {
  /** One entry per different file among the right answers: position of its group, candidates following the groups. */
  fileRanks: Ranks;
  /** One entry per right answer: position of the first hit that overlaps its lines, in the order a reader meets them. */
  spanRanks: Ranks;
  /** `path:line` of the very first hit, or null for an empty answer. */
  top: string | null;
}

interface Place {
  path: string;
  line: number;
  endLine: number;
}

export function judge(answer: Answer, targets: Target[]): Judged {
  const places = placesOf(answer);
  const paths = [...new Set(places.map((place) => place.path))];
  const wanted = [...new Set(targets.map((target) => target.path))];
  const first = places[0];
  return {
    fileRanks: wanted.map((path) => rankOf(paths, (found) => found === path)),
    spanRanks: targets.map((target) => rankOf(places, (place) => covers(place, target))),
    top: first ? `${first.path}:${first.line}` : null,
  };
}

/** Hits in reading order, then the ranked anchors that did not fit. */
function placesOf(answer: Answer): Place[] {
  const shown = answer.groups.flatMap((group) =>
    group.hits.length > 0 ? group.hits.map((hit) => placeOf(group, hit)) : [{ path: group.path, line: 1, endLine: 1 }],
  );
  const rest = answer.candidates.map(({ path, line }) => ({ path, line, endLine: line }));
  return [...shown, ...rest];
}

function placeOf(group: AnswerGroup, hit: AnswerHit): Place {
  return { path: group.path, line: hit.line, endLine: Math.max(hit.line, hit.endLine) };
}

function rankOf<T>(list: readonly T[], test: (value: T) => boolean): number | null {
  const index = list.findIndex(test);
  return index < 0 ? null : index + 1;
}

function covers(place: Place, target: Target): boolean {
  if (place.path !== target.path) return false;
  if (target.from === undefined || target.to === undefined) return true;
  return place.line <= target.to && place.endLine >= target.from;
}

/**
 * Tokens a reader spends on an answer until the first right line, or null when no right line is shown. The text counted
 * is each group's path and, per hit, its packed code or its one line with its number.
 */
export function tokensToFirst(answer: Answer, targets: Target[], estimate: (text: string) => number): number | null {
  let read = '';
  for (const group of answer.groups) {
    read += `${group.path}\n`;
    if (targets.some((target) => target.path === group.path && target.from === undefined)) return estimate(read);
    for (const hit of group.hits) {
      for (const { line, text } of linesOf(hit)) {
        read += `${line}: ${text}\n`;
        if (targets.some((target) => covers({ path: group.path, line, endLine: line }, target))) return estimate(read);
      }
    }
  }
  return null;
}

function linesOf(hit: AnswerHit): { line: number; text: string }[] {
  if (hit.code === undefined) return [{ line: hit.line, text: hit.text }];
  const start = hit.codeLine ?? hit.line;
  return hit.code.split('\n').map((text, index) => ({ line: start + index, text }));
}
