/** One verified hit as the answer carries it. */
import { createHash } from 'node:crypto';
import type { Anchor, AnswerHit, OutputFormat, SymbolRef, Tag } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { LINE_SHOWN_CHARS } from '../options.ts';
import { scoreOf } from '../plan/score.ts';
import { cutEnd, printedTokens } from './cut-text.ts';
import type { Detail } from './detail.ts';
import { cutLine } from './ranges.ts';
import { isWholeFile, type Unit } from './result-units.ts';
import type { VerifiedHit } from './verify.ts';

export interface HitShape {
  detail: Detail;
  format: OutputFormat;
  why: boolean;
}

/** `verified` is null for a hit that is a file. */
export function toAnswerHit(unit: Unit, verified: VerifiedHit | null, shape: HitShape): AnswerHit {
  const { hit } = unit;
  const place = verified === null || verified.state === 'gone' ? null : verified;
  const line = place?.line ?? hit.line;
  const endLine = place?.endLine ?? (verified === null ? hit.endLine : line);
  const symbol = place?.symbol === undefined ? undefined : shownSymbol(place.symbol, shape);
  const changed = changedSentence(verified, shape.detail);
  return {
    id: resultId(hit.path, line, endLine),
    line,
    endLine,
    ...(place?.column === undefined ? {} : { column: place.column }),
    ...shownLine(place, shape),
    ...(isWholeFile(hit) ? { wholeFile: true as const } : {}),
    tags: shownTags(hit.tags.length === 0 ? [{ name: hit.leg }] : hit.tags, shape),
    ...(symbol === undefined ? {} : { symbol }),
    ...shownHead(place?.signature, shape),
    // Parts first: they are what `--why` shows, so they must give the score that stands beside them.
    score: round(hit.parts.length === 0 ? hit.score : scoreOf(hit.parts), 7),
    ...(shape.why && shape.detail.scores ? { parts: hit.parts } : {}),
    ...(changed === undefined ? {} : { changed }),
  };
}

export function toAnchor(path: string, line: number, symbol: SymbolRef | undefined): Anchor {
  return { path, line, ...(symbol === undefined ? {} : { symbol: symbol.qualifiedName }) };
}

/** Stable for one place in one file; windows hand it back, and nobody can make one up for another path. */
function resultId(path: string, line: number, endLine: number): string {
  return createHash('sha256').update(`${path}\0${line}\0${endLine}`).digest('base64url').slice(0, 12);
}

function shownLine(
  place: { text: string; ranges: [number, number][] } | null,
  shape: HitShape,
): Pick<AnswerHit, 'text' | 'ranges' | 'cut'> {
  if (place === null) return { text: '', ranges: [] };
  let width = LINE_SHOWN_CHARS;
  let cut = cutLine(place.text, place.ranges, width);
  while (width > 0 && printedTokens(cut.text, shape.format) > shape.detail.line) {
    width = Math.floor(Math.min(width, cut.text.length) * 0.7);
    cut = cutLine(place.text, place.ranges, width);
  }
  return cut;
}

function shownSymbol(symbol: SymbolRef, shape: HitShape): SymbolRef | undefined {
  const cap = { tokens: shape.detail.symbol, format: shape.format };
  if (cap.tokens === 0) return undefined;
  return { ...symbol, name: cutEnd(symbol.name, cap), qualifiedName: cutEnd(symbol.qualifiedName, cap) };
}

function shownHead(signature: string | undefined, { detail, format }: HitShape): Pick<AnswerHit, 'signature'> {
  if (signature === undefined || detail.signature === 0) return {};
  return { signature: cutEnd(signature, { tokens: detail.signature, format }) };
}

/** Three digits tell tags apart; more would be paid for on every line. */
function shownTags(tags: readonly Tag[], { detail }: HitShape): Tag[] {
  return tags.slice(0, detail.tags).map(({ name, score }) => {
    return score === undefined || !detail.scores ? { name } : { name, score: round(score, 3) };
  });
}

function changedSentence(verified: VerifiedHit | null, detail: Detail): string | undefined {
  if (verified?.state !== 'gone' && verified?.state !== 'rough') return undefined;
  return verified.state === 'gone' || !detail.capsule ? messages.changedSince() : messages.changedNear();
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
