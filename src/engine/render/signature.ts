/** The head of a definition, shown where its own line does not say all of it and the file still does. */
import type { AnswerHit } from '../../shared/contract.ts';
import type { Hit } from '../types.ts';
import type { Source } from './source.ts';

/** A head may begin above its name (a return type, `template <...>`) and is read over 1,200 characters at most. */
const LINES_BEFORE = 8;
const LINES_AFTER = 40;

/**
 * The hit's signature, or undefined. The index may be older than the file: what is shown stands around `line` now, apart
 * from white space, comments and the comma after a last parameter.
 */
export function shownSignature(hit: Hit, source: Source, line: number): string | undefined {
  if (hit.signature === undefined) return undefined;
  const wanted = bare(hit.signature.replace(/…$/, ''));
  if (bare(source.line(line)).includes(wanted)) return undefined;
  const first = Math.max(1, line - LINES_BEFORE);
  const last = Math.min(source.lines, line + LINES_AFTER);
  const around = Array.from({ length: last - first + 1 }, (_, at) => source.line(first + at)).join('\n');
  return bare(around).includes(wanted) ? hit.signature : undefined;
}

/** The hit, without its signature where `code`, which is shown as well, holds all of it. */
export function withoutSaid(hit: AnswerHit, code: string): AnswerHit {
  const { signature, ...rest } = hit;
  return signature !== undefined && bare(code).includes(bare(signature.replace(/…$/, ''))) ? rest : hit;
}

function bare(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*|(?<=\s)# [^\n]*/g, '')
    .replace(/\s+/g, '')
    .replace(/,(?=[)\]])/g, '');
}
