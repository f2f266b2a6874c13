/**
 * Line ranges of chunks: a definition with its body, small neighbours together, long bodies in parts. Every line lies
 * in exactly one piece.
 */
import { CHUNK_CHARS, CHUNK_MAX_CHARS, CHUNK_SMALL_CHARS } from '../options.ts';
import type { LineTable } from './line-table.ts';
import type { Span } from './spans.ts';
import { splitLines } from './split-lines.ts';

/** Lines are 0-based and inclusive. */
export interface Piece {
  first: number;
  last: number;
  /** Index into the symbols; -1 between definitions. */
  symbol: number;
}

interface Text {
  text: string;
  lines: LineTable;
}

/** A piece while it is put together. */
interface Draft extends Piece {
  /** Characters of the largest definition in it; 0 for text between definitions. */
  largest: number;
  /** Takes no further neighbours: large, or part of something split. */
  closed: boolean;
  /** Holds the first line of the definition around: named after that one. */
  head: boolean;
}

/** A body is split when it is this much over the wanted length: a rest of a few lines helps nobody. */
const SPLIT_SLACK = 1.2;
/** Text between definitions up to this length goes with its neighbour, whatever that is. */
const SCRAP_CHARS = 200;
/** Definitions nest deeper than this in generated code only. */
const MAX_DEPTH = 30;

/** Pieces over all lines of the text. */
export function piecesOf(spans: readonly Span[], source: Text): Piece[] {
  if (source.lines.count === 0) return [];
  const area = { first: 0, last: source.lines.count - 1, symbol: -1, titled: false, spans, depth: 0 };
  return cut(area, source).map(({ first, last, symbol }) => ({ first, last, symbol }));
}

interface Area {
  first: number;
  last: number;
  /** The definition around. */
  symbol: number;
  titled: boolean;
  spans: readonly Span[];
  depth: number;
}

function cut(area: Area, source: Text): Draft[] {
  const drafts: Draft[] = [];
  let next = area.first;
  for (const span of area.spans) {
    if (span.first > next) drafts.push(...gap(area, { first: next, last: span.first - 1 }, source));
    drafts.push(...definition(span, area.depth, source));
    next = span.last + 1;
  }
  if (next <= area.last) drafts.push(...gap(area, { first: next, last: area.last }, source));
  return pack(drafts, area.symbol, source);
}

function gap(area: Area, range: { first: number; last: number }, source: Text): Draft[] {
  const isLong = size(range, source.lines) > CHUNK_CHARS * SPLIT_SLACK;
  return (isLong ? splitLines(range, source) : [range]).map((part) => ({
    ...part,
    symbol: area.symbol,
    largest: 0,
    closed: isLong,
    head: area.titled && part.first === area.first,
  }));
}

function definition(span: Span, depth: number, source: Text): Draft[] {
  const chars = size(span, source.lines);
  const isOne = chars <= limitOf(span);
  if (isOne) return [{ ...span, largest: chars, closed: chars > CHUNK_SMALL_CHARS, head: false }];
  const isNested = span.children.length > 0 && depth < MAX_DEPTH;
  const inner = isNested
    ? cut({ ...span, spans: span.children, depth: depth + 1 }, source)
    : splitLines(span, source).map((part) => ({ ...part, symbol: span.symbol, largest: 0, head: false }));
  return inner.map((draft) => ({ ...draft, closed: true }));
}

function limitOf(span: Span): number {
  if (span.whole) return CHUNK_MAX_CHARS;
  return span.children.length > 0 ? CHUNK_CHARS : CHUNK_CHARS * SPLIT_SLACK;
}

/** Joins small neighbours, and gives scraps of text to what they open or close. */
function pack(drafts: readonly Draft[], around: number, source: Text): Draft[] {
  const packed: Draft[] = [];
  for (const draft of drafts) {
    const before = packed.at(-1);
    if (before === undefined || !joins(before, draft, source)) packed.push(draft);
    else packed[packed.length - 1] = joined(before, draft, { around, source });
  }
  return packed;
}

function joins(before: Draft, draft: Draft, source: Text): boolean {
  if (isTrivial(draft, source) || isTrivial(before, source)) return true;
  const chars = size({ first: before.first, last: draft.last }, source.lines);
  if (!before.closed && !draft.closed) return chars <= CHUNK_CHARS;
  const hasScrap = isScrap(before, source) || (isScrap(draft, source) && !draft.head);
  return hasScrap && chars <= CHUNK_MAX_CHARS;
}

function joined(before: Draft, draft: Draft, o: { around: number; source: Text }): Draft {
  const closed = before.closed || draft.closed;
  const isOpening = isScrap(before, o.source) && draft.closed;
  const larger = isOpening || draft.largest > before.largest ? draft : before;
  // The first lines of a class with its small members are the class; a line before a large method is the method's.
  const head = (before.head || draft.head) && !closed;
  return {
    first: before.first,
    last: draft.last,
    symbol: head ? o.around : larger.symbol,
    largest: Math.max(before.largest, draft.largest),
    closed,
    head,
  };
}

/** `namespace x {`, `describe('x', () => {`, `}  // namespace`: too little to be found by. */
function isScrap(draft: Draft, { lines }: Text): boolean {
  return draft.largest === 0 && size(draft, lines) <= SCRAP_CHARS;
}

/** Text that says nothing by itself: blank lines, `}`, `});`, `end`. */
function isTrivial(draft: Draft, { text, lines }: Text): boolean {
  if (draft.largest > 0 || size(draft, lines) > 200) return false;
  return /^\s*(?:end\b|[^\p{L}\p{N}])*\s*$/u.test(text.slice(lines.start(draft.first), lines.start(draft.last + 1)));
}

function size(range: { first: number; last: number }, lines: LineTable): number {
  return lines.start(range.last + 1) - lines.start(range.first);
}
