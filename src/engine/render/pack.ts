/** Live code below a hit: which lines, and how many of them. */
import type { RenderInput } from './render-input.ts';
import { LINE_SHOWN_CHARS, PACK_BUDGET_SHARE, PACK_GROUPS, PACK_MAX_LINES } from '../options.ts';
import { cutLine } from './ranges.ts';
import type { Unit } from './result-units.ts';
import type { Source } from './source.ts';
import { estimateTokens } from './tokens.ts';
import type { PlacedHit } from './verify.ts';

export interface CodeBlock {
  code: string;
  codeLine: number;
  codeCut?: number;
}

export interface Packer {
  /** Code for one hit of the page, in page order; null when it shows its line alone. */
  codeFor(unit: Unit, at: PlacedHit, source: Source): CodeBlock | null;
}

interface Span {
  first: number;
  last: number;
  /** Asked for by the user: only the budget limits it. Otherwise the packing limits do. */
  isAsked: boolean;
}

/** Tokens the frame of one code line costs in text: indentation, number, mark. */
const FRAME_TOKENS = 3;

/** Hands out code along a page: the packing limits are shared by its groups, and no line of a file comes twice. */
export function createPacker(input: RenderInput, firstHitLines: number): Packer {
  let lines = PACK_MAX_LINES;
  let tokens = input.request.budget * PACK_BUDGET_SHARE;
  let isFirst = true;
  const shown = new Map<string, Set<number>>();
  return {
    codeFor(unit, at, source) {
      const most = isFirst ? firstHitLines : Number.POSITIVE_INFINITY;
      isFirst = false;
      const seen = shown.get(unit.group.path) ?? new Set<number>();
      shown.set(unit.group.path, seen);
      const wanted = spanOf(input, unit, at);
      const span = wanted === null ? null : unseen(wanted, { at, source, seen });
      if (span === null) return null;
      const block = cutBlock(span, { at, source, lines: Math.min(most, span.isAsked ? most : lines) });
      const kept = span.isAsked ? block : withinTokens(block, { tokens, source, at });
      if (kept.length === 0) return null;
      if (!span.isAsked) {
        lines -= kept.length;
        tokens -= blockTokens(kept, source);
      }
      for (const line of kept) seen.add(line);
      const left = span.last - span.first + 1 - kept.length;
      return {
        code: kept.map((line) => shownLine(source, line)).join('\n'),
        codeLine: kept[0] ?? at.line,
        ...(left > 0 ? { codeCut: left } : {}),
      };
    },
  };
}

function spanOf(input: RenderInput, unit: Unit, at: PlacedHit): Span | null {
  const { request } = input;
  const delta = at.line - unit.hit.line;
  const { codeSpan } = unit.hit;
  if (codeSpan !== undefined && (input.pack || request.full)) {
    return { first: codeSpan[0] + delta, last: codeSpan[1] + delta, isAsked: true };
  }
  const around = at.symbol === undefined ? null : { first: at.symbol.line, last: at.symbol.endLine };
  if (request.full) return { first: at.line, last: at.endLine, ...around, isAsked: true };
  if (request.context > 0) return { first: at.line - request.context, last: at.line + request.context, isAsked: true };
  if (!input.pack || unit.groupIndex >= PACK_GROUPS || unit.hitIndex > 0) return null;
  const isWhole = around !== null && around.last - around.first < PACK_MAX_LINES / PACK_GROUPS;
  return { first: at.line, last: at.endLine, ...(isWhole ? around : {}), isAsked: false };
}

/** The part of the span around the hit that lies in the file and was not shown before; null when the hit was. */
function unseen(span: Span, o: { at: PlacedHit; source: Source; seen: ReadonlySet<number> }): Span | null {
  const { line } = o.at;
  if (o.seen.has(line) || line > o.source.lines) return null;
  let first = line;
  while (first > Math.max(1, span.first) && !o.seen.has(first - 1)) first -= 1;
  let last = line;
  while (last < Math.min(o.source.lines, span.last) && !o.seen.has(last + 1)) last += 1;
  return { ...span, first, last };
}

/** At most `lines` lines: the beginning, or, when the hit lies beyond it, a window with a third of it before the hit. */
function cutBlock(span: Span, o: { at: PlacedHit; source: Source; lines: number }): number[] {
  const length = Math.min(span.last - span.first + 1, Math.max(0, o.lines));
  const reachesHit = o.at.line < span.first + length;
  const first = reachesHit ? span.first : Math.min(o.at.line - Math.floor(length / 3), span.last - length + 1);
  return Array.from({ length }, (_, index) => first + index);
}

/** As many lines of the block as fit; from the hit's own line on when its definition's beginning alone is too long. */
function withinTokens(block: number[], o: { tokens: number; source: Source; at: PlacedHit }): number[] {
  for (const lines of [block, block.filter((line) => line >= o.at.line)]) {
    let left = o.tokens;
    const end = lines.findIndex((line) => (left -= blockTokens([line], o.source)) < 0);
    const kept = end < 0 ? lines : lines.slice(0, end);
    if (kept.includes(o.at.line)) return kept;
  }
  return [];
}

function blockTokens(block: number[], source: Source): number {
  return block.reduce((sum, line) => sum + estimateTokens(shownLine(source, line)) + FRAME_TOKENS, 0);
}

function shownLine(source: Source, line: number): string {
  const { text, cut } = cutLine(source.line(line), [], LINE_SHOWN_CHARS);
  return cut === undefined ? text : `${text}…`;
}
