/**
 * Every hit is read again when it is shown: the index may be older than the disk. A line is shown as the hit only when
 * it says what the hit says.
 */
import type { SymbolRef } from '../../shared/contract.ts';
import type { Hit } from '../types.ts';
import { alignRanges } from './ranges.ts';
import { shownSignature } from './signature.ts';
import type { Source } from './source.ts';

/** A hit's place in the file as it is now. `rough`: only its name was found, on the nearest line that has it. */
export interface PlacedHit {
  state: 'current' | 'moved' | 'rough';
  line: number;
  endLine: number;
  /** The whole line. */
  text: string;
  ranges: [number, number][];
  column?: number;
  symbol?: SymbolRef;
  /** The definition's head, where `text` says less. */
  signature?: string;
}
export type VerifiedHit = PlacedHit | { state: 'gone' };

/** What must stand on the line: the line's text (or a part of it), a bare name, or nothing that could be checked. */
type Wanted = { kind: 'text' | 'name'; text: string } | { kind: 'nothing' };

/** Word characters from which a text is told apart from other lines: `}` and a comment's first line are not. */
const TELLING_CHARS = 6;
const BARE_NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Finds the hit in `source`, the file as it is now: on its line, else on the nearest line that says the same. */
export function verifyHit(hit: Hit, source: Source): VerifiedHit {
  const wanted = expectation(hit);
  if (wanted.kind === 'nothing') {
    return hit.line <= source.lines ? placed(hit, source, { state: 'current', line: hit.line }) : { state: 'gone' };
  }
  const here = holds(source, hit.line, wanted);
  if (here && agrees(hit, source, 0)) return placed(hit, source, { state: 'current', line: hit.line });
  const isTelling = wanted.kind === 'text' && tells(wanted.text);
  // The definition around a chunk tells even where its first line is a bare comment mark.
  const isBacked = wanted.kind === 'text' && hit.text === undefined && hit.symbol !== undefined;
  if (isTelling || isBacked) {
    const moved = nearest(hit, source, (line) => says(source, line, wanted) && agrees(hit, source, line - hit.line));
    if (moved !== null) return placed(hit, source, { state: 'moved', line: moved });
  }
  if (isTelling) {
    if (here) return placed(hit, source, { state: 'current', line: hit.line });
    const line = nearest(hit, source, (other) => holds(source, other, wanted));
    return line === null ? { state: 'gone' } : placed(hit, source, { state: 'moved', line });
  }
  const named = wanted.kind === 'name' ? nearest(hit, source, (line) => holds(source, line, wanted)) : null;
  return named === null ? { state: 'gone' } : placed(hit, source, { state: 'rough', line: named });
}

/** The symbol where it is now, or undefined when its name no longer stands on its line: its span means nothing then. */
export function placeSymbol(symbol: SymbolRef, source: Source, delta: number): SymbolRef | undefined {
  if (!namedOn(symbol, source, delta)) return undefined;
  const endLine = Math.min(symbol.endLine + delta, source.lines);
  return { ...symbol, line: symbol.line + delta, endLine };
}

function expectation(hit: Hit): Wanted {
  if (hit.text !== undefined) return { kind: 'text', text: (hit.text.split('\n', 1)[0] ?? '').trim() };
  if (hit.anchor !== undefined) return { kind: BARE_NAME.test(hit.anchor) ? 'name' : 'text', text: hit.anchor.trim() };
  if (hit.symbol?.line !== hit.line) return { kind: 'nothing' };
  return { kind: BARE_NAME.test(hit.symbol.name) ? 'name' : 'text', text: hit.symbol.name.trim() };
}

function tells(text: string): boolean {
  return (text.match(/[\p{L}\p{N}_]/gu)?.length ?? 0) >= TELLING_CHARS;
}

/** The line says nothing but the wanted text. */
function says(source: Source, number: number, wanted: { kind: string; text: string }): boolean {
  const line = source.line(number).trim();
  return line === wanted.text || sameAscii(source, line, wanted.text) || line.slice(0, 120).trim() === wanted.text;
}

/** The line holds the wanted text: all of it, a match of a part, or the name as a whole word. */
function holds(source: Source, number: number, wanted: { kind: string; text: string }): boolean {
  if (number < 1 || number > source.lines) return false;
  if (says(source, number, wanted)) return true;
  if (wanted.text === '') return false;
  const line = source.line(number);
  return wanted.kind === 'name' ? hasWord(line, wanted.text) : line.includes(wanted.text);
}

/** In legacy encodings two decoders may differ in a letter; the ASCII part of the line decides there. */
function sameAscii(source: Source, line: string, text: string): boolean {
  if (source.encoding.startsWith('utf') && !text.includes('\uFFFD')) return false;
  const ascii = (value: string): string => value.replace(/[^\x20-\x7e]+/g, '').trim();
  return ascii(line) === ascii(text) && tells(ascii(text));
}

/** What the index says of the hit's definition must hold at the same distance; live hits carry no such claim. */
function agrees(hit: Hit, source: Source, delta: number): boolean {
  return hit.text !== undefined || hit.symbol === undefined || namedOn(hit.symbol, source, delta);
}

function namedOn(symbol: SymbolRef, source: Source, delta: number): boolean {
  const word = symbol.name.match(/[\p{L}\p{N}_$]+/u)?.[0];
  return word === undefined || hasWord(source.line(symbol.line + delta), word);
}

function hasWord(line: string, word: string): boolean {
  const isPart = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}_$]/u.test(char);
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (!isPart(line[at - 1]) && !isPart(line[at + word.length])) return true;
  }
  return false;
}

/** The nearest line that passes; of two equally near the later one, because lines are mostly added above. */
function nearest(hit: Hit, source: Source, passes: (line: number) => boolean): number | null {
  for (let distance = 0; distance < Math.max(hit.line, source.lines); distance += 1) {
    const below = hit.line + distance;
    if (below <= source.lines && passes(below)) return below;
    const above = hit.line - distance;
    if (above >= 1 && above <= source.lines && passes(above)) return above;
  }
  return null;
}

function placed(hit: Hit, source: Source, at: { state: PlacedHit['state']; line: number }): PlacedHit {
  const delta = at.line - hit.line;
  const text = source.line(at.line);
  const symbol = hit.symbol === undefined ? undefined : placeSymbol(hit.symbol, source, delta);
  const ranges = alignRanges(hit, { text, isDefinition: symbol?.line === at.line });
  const column = ranges[0] === undefined ? hit.column : ranges[0][0] + 1;
  const signature = shownSignature(hit, source, at.line);
  return {
    state: at.state,
    line: at.line,
    endLine: Math.max(at.line, Math.min(hit.endLine + delta, source.lines)),
    text,
    ranges,
    ...(column === undefined ? {} : { column }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(signature === undefined ? {} : { signature }),
  };
}
