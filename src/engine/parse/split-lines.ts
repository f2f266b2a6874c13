/** Cuts a long run of lines into parts of about the wanted length, where a reader would. */
import { CHUNK_CHARS } from '../options.ts';
import type { LineTable } from './line-table.ts';

interface Lines {
  first: number;
  last: number;
}

/** How far from the wanted length a better place to cut is looked for, as a share of it. */
const REACH = 0.35;

/** Parts in order, without a gap; 0-based inclusive lines. A part may be longer where a single line is. */
export function splitLines(range: Lines, source: { text: string; lines: LineTable }): Lines[] {
  const { lines } = source;
  const total = lines.start(range.last + 1) - lines.start(range.first);
  const wanted = total / Math.max(1, Math.round(total / CHUNK_CHARS));
  const parts: Lines[] = [];
  let first = range.first;
  while (first <= range.last) {
    const rest = lines.start(range.last + 1) - lines.start(first);
    const last = rest <= wanted * (1 + REACH) ? range.last : cutAfter({ first, last: range.last }, wanted, source);
    parts.push({ first, last });
    first = last + 1;
  }
  return parts;
}

/** The line after which to cut: before a blank or less indented line near the wanted length, else at the length. */
function cutAfter(range: Lines, wanted: number, { text, lines }: { text: string; lines: LineTable }): number {
  const start = lines.start(range.first);
  let best = range.first;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let line = range.first; line < range.last; line++) {
    const length = lines.start(line + 1) - start;
    if (length < wanted * (1 - REACH)) continue;
    if (length > wanted * (1 + REACH) && bestCost < Number.POSITIVE_INFINITY) break;
    const cost = cutCost(text.slice(lines.start(line + 1), lines.start(line + 2))) + Math.abs(length - wanted) / wanted;
    if (cost < bestCost) {
      best = line;
      bestCost = cost;
    }
    if (length > wanted * (1 + REACH)) break;
  }
  return best;
}

/** 0 before a blank line, more the deeper the line after the cut stands; a closing line belongs to what it closes. */
function cutCost(next: string): number {
  const trimmed = next.trim();
  if (trimmed === '') return 0;
  const indent = Math.min(next.length - next.trimStart().length, 40);
  return 1 + indent / 10 + (/^[\])}]|^end\b/.test(trimmed) ? 4 : 0);
}
