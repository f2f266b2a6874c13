/** Pieces of a text -> searchable chunks with their terms, anchor and content hash. */
import { hash } from 'node:crypto';
import { indexTerms } from '../plan/tokens.ts';
import type { ParsedChunk, ParsedSymbol } from '../types.ts';
import type { LineTable } from './line-table.ts';
import type { Piece } from './pieces.ts';

/** types.ts promises anchors of at most this many characters. */
const ANCHOR_CHARS = 120;

/** Chunks in the order of the text. Blank lines at the edges of a piece are left out; a blank piece gives no chunk. */
export function makeChunks(o: {
  text: string;
  lines: LineTable;
  pieces: readonly Piece[];
  symbols: readonly ParsedSymbol[];
}): ParsedChunk[] {
  const names = namesByLine(o.symbols);
  const chunks: ParsedChunk[] = [];
  for (const piece of o.pieces) {
    const range = withoutBlankEdges(piece, o);
    if (range === null) continue;
    const text = o.text.slice(o.lines.start(range.first), o.lines.start(range.last + 1));
    const defined = namesIn(names, range);
    chunks.push({
      ...chunkOf(text, range),
      symbol: piece.symbol,
      nameTerms: defined === '' ? '' : indexTerms(defined),
    });
  }
  return chunks;
}

/** A chunk of a text that defines nothing. Lines are 0-based here, 1-based in the chunk. */
export function chunkOf(text: string, range: { first: number; last: number }): ParsedChunk {
  return {
    line: range.first + 1,
    endLine: range.last + 1,
    symbol: -1,
    terms: indexTerms(text),
    nameTerms: '',
    anchor: anchorOf(text),
    hash: hash('sha256', text, 'hex').slice(0, 32),
  };
}

/** First line that is not blank, trimmed. */
function anchorOf(text: string): string {
  const from = text.search(/\S/);
  if (from < 0) return '';
  const end = text.indexOf('\n', from);
  return text.slice(from, end < 0 ? from + ANCHOR_CHARS : Math.min(end, from + ANCHOR_CHARS)).trimEnd();
}

function withoutBlankEdges(
  piece: Piece,
  { text, lines }: { text: string; lines: LineTable },
): { first: number; last: number } | null {
  const isBlank = (line: number) => text.slice(lines.start(line), lines.start(line + 1)).trim() === '';
  let { first, last } = piece;
  while (first <= last && isBlank(first)) first++;
  while (last > first && isBlank(last)) last--;
  return first > last ? null : { first, last };
}

/** Names with their 0-based lines, ascending. */
function namesByLine(symbols: readonly ParsedSymbol[]): { name: string; line: number }[] {
  return symbols.map(({ name, line }) => ({ name, line: line - 1 })).sort((a, b) => a.line - b.line);
}

function namesIn(names: readonly { name: string; line: number }[], range: { first: number; last: number }): string {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle]?.line ?? 0) < range.first) low = middle + 1;
    else high = middle;
  }
  let joined = '';
  for (let index = low; index < names.length; index++) {
    const item = names[index];
    if (item === undefined || item.line > range.last) break;
    joined += `${item.name} `;
  }
  return joined;
}
