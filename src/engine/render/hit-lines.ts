/** The lines of one hit: its line with tags, live code around it, the parts of its score. */
import type { AnswerHit, ScorePart, Tag } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { escapeLine, escapeText } from './escape.ts';
import type { Paint } from './paint.ts';
import { withoutSaid } from './signature.ts';

export interface HitFrame {
  paint: Paint;
  /** Replaces the line of a hit that is a file. */
  heading?: string;
  /** Further hits of the file whose lines stand in this hit's code. */
  inner?: AnswerHit[];
}

export function hitLines(hit: AnswerHit, o: HitFrame): string[] {
  if (!hit.wholeFile) return codeLines(hit, o);
  const end = trailer(hit, o.paint);
  return [`${o.heading ?? `  ${messages.wholeFile()}`}${end}`, ...whyLines(hit, o.paint)];
}

function codeLines(hit: AnswerHit, o: HitFrame): string[] {
  const { paint } = o;
  const { code, codeLine, codeCut } = hit;
  const width = codeWidth(hit);
  if (code === undefined || codeLine === undefined) return ownLines(hit, width, paint);
  const lines = code.split('\n').flatMap((text, index) => {
    const line = codeLine + index;
    const hits = [hit, ...(o.inner ?? [])].filter((other) => other.line === line);
    if (hits.length > 0) return hits.flatMap((other) => ownLines(withoutSaid(other, code), width, paint));
    const start = frame(line, { mark: '-', width }, paint);
    return [text === '' ? start : `${start} ${escapeText(text)}`];
  });
  return codeCut === undefined ? lines : [...lines, `  … ${messages.moreLines({ lines: codeCut })}`];
}

/** The hit's own line with its tags, and what its score is made of. */
function ownLines(hit: AnswerHit, width: number, paint: Paint): string[] {
  const start = frame(hit.line, { mark: isGone(hit) ? '?' : ':', width }, paint);
  const line = `${start}${isGone(hit) ? '' : ` ${lineText(hit, paint)}`}${trailer(hit, paint)}`;
  return [line, ...signatureLines(hit, paint), ...whyLines(hit, paint)];
}

/** The line the hit stood on is no longer in the file: only its old number is known. */
export function isGone(hit: AnswerHit): boolean {
  return hit.changed !== undefined && hit.text === '';
}

function trailer(hit: AnswerHit, paint: Paint): string {
  const parts = [...symbolText(hit, paint), ...changedText(hit), ...tagTexts(hit.tags, paint)];
  return parts.length === 0 ? '' : `  ${parts.join(' ')}`;
}

function signatureLines({ signature }: AnswerHit, paint: Paint): string[] {
  return signature === undefined ? [] : [`      signature: ${paint('symbol', escapeText(signature))}`];
}

function whyLines(hit: AnswerHit, paint: Paint): string[] {
  return hit.parts === undefined ? [] : [paint('why', whyText(hit.score, hit.parts))];
}

function codeWidth(hit: AnswerHit): number {
  const last = hit.code === undefined ? hit.line : (hit.codeLine ?? hit.line) + hit.code.split('\n').length - 1;
  return String(last).length;
}

/** `  12:` before a hit's line, `  12-` before lines around it, `  12?` where the hit's line is gone. */
function frame(line: number, o: { mark: string; width: number }, paint: Paint): string {
  return `  ${paint('line', String(line).padStart(o.width))}${o.mark}`;
}

function lineText(hit: AnswerHit, paint: Paint): string {
  const { text, ranges } = escapeLine(hit.text, hit.ranges);
  const [before, after] = hit.cut ?? [0, 0];
  return `${before > 0 ? '…' : ''}${highlighted(text, ranges, paint)}${after > 0 ? '…' : ''}`;
}

function highlighted(text: string, ranges: [number, number][], paint: Paint): string {
  let at = 0;
  let painted = '';
  for (const [start, end] of ranges) {
    if (start < at || end <= start) continue;
    painted += text.slice(at, start) + paint('match', text.slice(start, end));
    at = end;
  }
  return painted + text.slice(at);
}

/** The definition around the hit; a hit that is the definition's own line says its name already. */
function symbolText(hit: AnswerHit, paint: Paint): string[] {
  if (hit.symbol === undefined || hit.symbol.line === hit.line) return [];
  return [`${messages.inSymbol()} ${paint('symbol', escapeText(hit.symbol.qualifiedName))}`];
}

function changedText(hit: AnswerHit): string[] {
  return hit.changed === undefined ? [] : [`(${hit.changed})`];
}

function tagTexts(tags: Tag[], paint: Paint): string[] {
  return tags.map(({ name, score }) =>
    paint('tag', `[${escapeText(name)}${score === undefined ? '' : ` ${score.toFixed(2).replace(/^0/, '')}`}]`),
  );
}

/** `why 0.66 = (bm25 0.9 + stem 0.2) x class 0.6`: twelve digits, so that the score can be computed again to 1e-6. */
function whyText(score: number, parts: ScorePart[]): string {
  const term = (part: ScorePart): string => `${escapeText(part.name)} ${Number(part.value.toPrecision(12))}`;
  const sum = parts.filter((part) => part.op === 'add').map(term);
  const factors = parts.filter((part) => part.op === 'mul').map((part) => ` x ${term(part)}`);
  return `      why: ${score} = ${sum.length > 1 && factors.length > 0 ? `(${sum.join(' + ')})` : sum.join(' + ')}${factors.join('')}`;
}
