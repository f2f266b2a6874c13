/** What `multi` prints around each answer, and what that costs of the shared budget. */
import type { SearchRequest } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import type { IqError } from '../engine/errors.ts';
import { escapeJson, escapeText } from '../engine/render/escape.ts';
import { estimateTokens } from '../engine/render/tokens.ts';

/** Characters of a query repeated above its answer. */
const HEADING_CHARS = 60;

export interface Frame {
  before: string;
  after: string;
}

/**
 * Text: a heading per query. JSON: one array of `{ query, result }`, where a result is an answer or `{ error }`.
 * ndjson: a line of type `query` before each answer's own lines.
 */
export function frameOf(request: SearchRequest, index: number, count: number): Frame {
  const query = shortened(request.text);
  const quoted = escapeJson(JSON.stringify(query));
  switch (request.format) {
    case 'json':
      return {
        before: `${index === 0 ? '[' : ','}\n{ "query": ${quoted}, "result": `,
        after: index === count - 1 ? '}\n]\n' : '}',
      };
    case 'ndjson':
      return { before: `{"type":"query","query":${quoted}}\n`, after: '' };
    case 'text':
      return {
        before: `${messages.multiHeading({ at: index + 1, of: count, query: escapeText(query) })}\n`,
        after: '\n',
      };
  }
}

export function frameCost(frame: Frame): number {
  return estimateTokens(frame.before) + estimateTokens(frame.after);
}

/** The sentence of a query that failed, cut to the budget of its request. */
export function renderFailure(error: IqError, request: SearchRequest): string {
  let text = failure(error.code, error.message, request);
  for (
    let kept = error.message.length;
    kept > 0 && estimateTokens(text) > request.budget;
    kept = Math.floor(kept * 0.8)
  ) {
    text = failure(error.code, `${error.message.slice(0, kept)}…`, request);
  }
  return text;
}

function failure(code: string, message: string, request: SearchRequest): string {
  if (request.format === 'text') return `iq: ${escapeText(message)}\n`;
  if (request.format === 'json') return escapeJson(JSON.stringify({ error: { code, message } }));
  return `${escapeJson(JSON.stringify({ type: 'error', code, message }))}\n`;
}

function shortened(query: string): string {
  return query.length <= HEADING_CHARS ? query : `${query.slice(0, HEADING_CHARS)}…`;
}
