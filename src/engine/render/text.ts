/**
 * An answer as plain text for people and agents: header, capsule, groups, related definitions.
 *
 * Content of files cannot pass for layout. The first line is ours; below it every line that starts with a label at the
 * left edge is ours, every line of a file stands indented behind its number (`12:` the hit, `12-` lines around it), the
 * head of a definition indented behind `signature:`, paths that look like a label get `./` in front, and what nobody can
 * see is written out. Tags end their line, so brackets in the text before them are text.
 */
import type { Anchor, Answer, AnswerGroup, AnswerHit } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { escapeText } from './escape.ts';
import { headerText } from './header.ts';
import { hitLines, isGone } from './hit-lines.ts';
import { plain, type Paint } from './paint.ts';

/** The printed answer. `paint` may colour its parts; the budget is measured without. */
export function renderText(answer: Answer, paint: Paint = plain): string {
  const lines = [
    paint('header', headerText(answer)),
    ...capsule(answer, paint),
    ...answer.groups.flatMap((group) => groupLines(answer, group, paint)),
    ...list(paint, 'related', answer.related),
  ];
  return `${lines.join('\n')}\n`;
}

function capsule(answer: Answer, paint: Paint): string[] {
  const label = (name: string, text: string): string => `${paint('label', `${name}:`)} ${text}`;
  return [
    ...answerLine(answer, paint),
    ...list(paint, 'candidates', answer.candidates),
    ...(answer.cursor === undefined
      ? []
      : [label('more', answer.more ?? messages.sameCommandWith({ cursor: answer.cursor }))]),
    ...(answer.hint === undefined ? [] : [label('hint', escapeText(answer.hint))]),
    ...answer.notes.map((note) => label('note', escapeText(note.text))),
    ...(answer.notesCut === undefined || answer.notes.length === 0
      ? []
      : [label('note', messages.notesCut({ notes: answer.notesCut }))]),
  ];
}

function answerLine(answer: Answer, paint: Paint): string[] {
  if (answer.view !== 'hits' || (answer.answer === undefined && answer.groups.length > 0)) return [];
  const label = paint('label', 'answer:');
  const reason = escapeText(answer.confidenceReason);
  // Of nothing it means nothing to be sure.
  if (answer.answer === undefined) return [`${label} ${messages.nothingFound()}${reason === '' ? '' : ` (${reason})`}`];
  const sure = reason === '' ? answer.confidence : `${answer.confidence}: ${reason}`;
  return [`${label} ${anchorText(answer.answer, paint)} (${sure})`];
}

function list(paint: Paint, name: string, anchors: Anchor[]): string[] {
  if (anchors.length === 0) return [];
  return [paint('label', `${name}:`), ...anchors.map((anchor) => `  ${anchorText(anchor, paint)}`)];
}

function anchorText(anchor: Anchor, paint: Paint): string {
  const place = `${paint('path', pathText(anchor.path))}:${paint('line', String(anchor.line))}`;
  const symbol = anchor.symbol === undefined ? '' : ` ${paint('symbol', escapeText(anchor.symbol))}`;
  const caller = anchor.caller === undefined ? '' : ` ${messages.calledFrom()} ${anchorText(anchor.caller, paint)}`;
  return `${place}${symbol}${caller}`;
}

function groupLines(answer: Answer, group: AnswerGroup, paint: Paint): string[] {
  const path = paint('path', pathText(group.path));
  if (answer.view === 'files') return [path];
  if (answer.view === 'count') return [`${paint('line', String(group.totalHits))}  ${path}`];
  const facts = answer.brief ? [] : fileFacts(group);
  const heading = facts.length === 0 ? path : `${path}  (${facts.join(', ')})`;
  const [first] = group.hits;
  if (first?.wholeFile && group.hits.length === 1) return hitLines(first, { paint, heading });
  return [heading, ...hitsOfFile(group.hits, paint)];
}

/** How many of the file's hits are shown, and an encoding other than UTF-8. */
function fileFacts({ hits, totalHits, encoding = 'utf-8' }: AnswerGroup): string[] {
  return [
    ...(hits.length < totalHits ? [`${hits.length}/${totalHits}`] : []),
    ...(encoding === 'utf-8' ? [] : [escapeText(encoding)]),
  ];
}

/** Hits whose line stands in the code of one before them take their place in it instead of a line of their own. */
function hitsOfFile(hits: AnswerHit[], paint: Paint): string[] {
  const inner = new Map<AnswerHit, AnswerHit[]>();
  const blocks: AnswerHit[] = [];
  const own = hits.filter((hit) => {
    const isLine = hit.code === undefined && hit.wholeFile === undefined && !isGone(hit);
    const around = isLine ? blocks.find((block) => codeHolds(block, hit.line)) : undefined;
    if (around !== undefined) inner.set(around, [...(inner.get(around) ?? []), hit]);
    else if (hit.code !== undefined) blocks.push(hit);
    return around === undefined;
  });
  return own.flatMap((hit) => hitLines(hit, { paint, inner: inner.get(hit) ?? [] }));
}

function codeHolds(block: AnswerHit, line: number): boolean {
  const { code = '', codeLine = 0 } = block;
  return line >= codeLine && line < codeLine + code.split('\n').length;
}

/** A path that begins like one of our labels or line numbers is written from the root: `./more: x`. */
export function pathText(path: string): string {
  const text = escapeText(path);
  return /^\s|^\w+:(\s|$)|^\d+(?:[:?]|-?\s)|^…\s/.test(text) ? `./${text}` : text;
}
