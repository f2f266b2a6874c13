/** Highlights: [start, end) in UTF-16 units, brought onto the line that is shown. */
import type { Hit } from '../types.ts';

type Range = [number, number];

/**
 * The hit's highlights on `line.text`. The retriever may have seen the same text elsewhere on the line (a match of a
 * part, other indentation); a hit without any highlights the name it stands for.
 */
export function alignRanges(hit: Hit, line: { text: string; isDefinition: boolean }): Range[] {
  if (hit.text === undefined) return nameRanges(hit, line);
  const seen = hit.text.split('\n', 1)[0] ?? '';
  const shift = seen === line.text ? 0 : shiftOf(seen, line.text, hit);
  if (shift === null) return [];
  const moved = (hit.ranges ?? []).map(([start, end]): Range => [start + shift, Math.min(end, seen.length) + shift]);
  return moved.filter(([start, end]) => start >= 0 && start <= end && end <= line.text.length);
}

/** How far the seen text lies to the right on the line: where the match's column says, else where it occurs first. */
function shiftOf(seen: string, text: string, { column, ranges }: Hit): number | null {
  if (column !== undefined && text.startsWith(seen, column - 1)) return column - 1;
  const start = (column ?? 1) - 1 - (ranges?.[0]?.[0] ?? 0);
  if (start > 0 && text.startsWith(seen, start)) return start;
  const core = seen.trim();
  const at = text.indexOf(core);
  return at < 0 || core === '' ? null : at - (seen.length - seen.trimStart().length);
}

function nameRanges(hit: Hit, line: { text: string; isDefinition: boolean }): Range[] {
  const name = line.isDefinition ? hit.symbol?.name : undefined;
  if (name === undefined || name === '') return [];
  const wanted = (hit.column ?? 1) - 1;
  const at = line.text.startsWith(name, wanted) ? wanted : line.text.indexOf(name);
  return at < 0 ? [] : [[at, at + name.length]];
}

/**
 * A part of `text` of at most `width` units around its first highlight, a third of the room before it. `cut` counts what
 * was left out on both sides. Cuts fall between characters, never inside a surrogate pair.
 */
export function cutLine(
  text: string,
  ranges: Range[],
  width: number,
): { text: string; ranges: Range[]; cut?: [number, number] } {
  if (text.length <= width) return { text, ranges };
  const focus = ranges[0]?.[0] ?? 0;
  const wanted = Math.min(Math.max(0, focus - Math.floor(width / 3)), text.length - width);
  const start = isLowSurrogate(text, wanted) ? wanted + 1 : wanted;
  const end = isLowSurrogate(text, wanted + width) ? wanted + width - 1 : wanted + width;
  const inside = (offset: number): number => Math.min(Math.max(offset, start), Math.max(start, end)) - start;
  return {
    text: text.slice(start, end),
    ranges: ranges.map(([from, to]): Range => [inside(from), inside(to)]).filter(([from, to]) => from < to),
    cut: [start, text.length - Math.max(start, end)],
  };
}

function isLowSurrogate(text: string, at: number): boolean {
  return (
    at > 0 && at < text.length && /^[\uDC00-\uDFFF]$/.test(text[at] ?? '') && /[\uD800-\uDBFF]/.test(text[at - 1] ?? '')
  );
}
