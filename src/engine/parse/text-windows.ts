/** Chunks of text without definitions: windows of lines, sections of Markdown, bounded pieces of very long lines. */
import { CHUNK_CHARS, CHUNK_MAX_CHARS, LONG_LINE_PIECES, WINDOW_LINES, WINDOW_OVERLAP } from '../options.ts';
import type { ParsedChunk } from '../types.ts';
import type { LineTable } from './line-table.ts';
import { chunkOf, makeChunks } from './make-chunks.ts';
import type { Piece } from './pieces.ts';
import { splitLines } from './split-lines.ts';

interface Text {
  text: string;
  lines: LineTable;
}

/**
 * Windows of WINDOW_LINES that share WINDOW_OVERLAP, shorter where lines are long; a line over CHUNK_MAX_CHARS stands
 * alone, in pieces of that length, at most LONG_LINE_PIECES of them.
 */
export function windowChunks(source: Text): ParsedChunk[] {
  const chunks: ParsedChunk[] = [];
  let first = 0;
  while (first < source.lines.count) {
    if (size(first, first, source.lines) > CHUNK_MAX_CHARS) {
      chunks.push(...longLineChunks(first, source));
      first++;
      continue;
    }
    const last = windowEnd(first, source.lines);
    chunks.push(...makeChunks({ ...source, pieces: [{ first, last, symbol: -1 }], symbols: [] }));
    const isLast = last + 1 >= source.lines.count || size(last + 1, last + 1, source.lines) > CHUNK_MAX_CHARS;
    first = isLast ? last + 1 : Math.max(first + 1, last + 1 - WINDOW_OVERLAP);
  }
  return chunks;
}

/** Last line of the window: as many lines as fit both bounds, at least one, never a very long one. */
function windowEnd(first: number, lines: LineTable): number {
  let last = first;
  while (last + 1 < lines.count && last + 1 - first < WINDOW_LINES && size(first, last + 1, lines) <= CHUNK_MAX_CHARS)
    last++;
  return last;
}

function longLineChunks(line: number, { text, lines }: Text): ParsedChunk[] {
  const end = lines.start(line + 1);
  const anchor = chunkOf(text.slice(lines.start(line), lines.start(line) + CHUNK_MAX_CHARS), {
    first: line,
    last: line,
  }).anchor;
  const chunks: ParsedChunk[] = [];
  let from = lines.start(line);
  while (from < end && chunks.length < LONG_LINE_PIECES) {
    const to = wordEnd(text, from, Math.min(end, from + CHUNK_MAX_CHARS));
    const piece = text.slice(from, to);
    // All pieces are found again by the start of their line.
    if (piece.trim() !== '') chunks.push({ ...chunkOf(piece, { first: line, last: line }), anchor });
    from = to;
  }
  return chunks;
}

/** Steps back to where no word is cut, at most as far as a word may be long. */
function wordEnd(text: string, from: number, to: number): number {
  if (to >= text.length) return to;
  for (let end = to; end > to - 200 && end > from; end--) if (!/[\w$]/.test(text.charAt(end))) return end;
  return to;
}

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Sections of Markdown: cut before headings outside code fences, small neighbours together, long ones in parts. */
export function markdownChunks(source: Text): ParsedChunk[] {
  const { lines } = source;
  const pieces: Piece[] = [];
  for (const section of sectionsOf(source)) {
    const before = pieces.at(-1);
    if (before !== undefined && size(before.first, section.last, lines) <= CHUNK_CHARS) before.last = section.last;
    else pieces.push({ ...section, symbol: -1 });
  }
  const parts = pieces.flatMap((piece) =>
    size(piece.first, piece.last, lines) <= CHUNK_CHARS * 1.2
      ? [piece]
      : splitLines(piece, source).map((part) => ({ ...part, symbol: -1 })),
  );
  return makeChunks({ ...source, pieces: parts, symbols: [] });
}

function sectionsOf({ text, lines }: Text): { first: number; last: number }[] {
  const sections: { first: number; last: number }[] = [];
  let fence: string | null = null;
  for (let line = 0; line < lines.count; line++) {
    const content = text.slice(lines.start(line), lines.start(line + 1));
    const mark = FENCE.exec(content)?.[1] ?? null;
    const isHeading = fence === null && HEADING.test(content);
    if (mark !== null) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const section = sections.at(-1);
    if (section === undefined || isHeading) sections.push({ first: line, last: line });
    else section.last = line;
  }
  return sections;
}

function size(first: number, last: number, lines: LineTable): number {
  return lines.start(last + 1) - lines.start(first);
}
