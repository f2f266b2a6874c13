/**
 * An answer as JSON, keys in a fixed order. Left out: result ids, which mean something to a running engine only. The
 * age of the index is given in whole minutes, so that two runs on one index state print the same bytes.
 */
import type { Answer, AnswerGroup, AnswerHit, Freshness } from '../../shared/contract.ts';
import { escapeJson } from './escape.ts';

type Json = Record<string, unknown>;

/** One line of JSON: the envelope, then `groups` with their hits, then `receipt`. */
export function renderJson(answer: Answer): string {
  const groups = answer.groups.map((group) => ({ ...fileKeys(group), hits: group.hits.map(hitKeys) }));
  return toLine({ ...envelope(answer), groups, receipt: answer.receipt });
}

/**
 * The same content by line: `{type:"answer"}` with the envelope, one `{type:"hit"}` per hit with its file's keys (or
 * `{type:"file"}` where files are listed), `{type:"receipt"}` last.
 */
export function renderNdjson(answer: Answer): string {
  const rows = answer.groups.flatMap((group) =>
    answer.view === 'hits'
      ? group.hits.map((hit) => ({ type: 'hit', ...fileKeys(group), ...hitKeys(hit) }))
      : [{ type: 'file', ...fileKeys(group) }],
  );
  const lines = [{ type: 'answer', ...envelope(answer) }, ...rows, { type: 'receipt', ...answer.receipt }];
  return lines.map(toLine).join('');
}

function toLine(value: Json): string {
  return `${escapeJson(JSON.stringify(value))}\n`;
}

function envelope(answer: Answer): Json {
  const { view, reading, confidence, confidenceReason, hint, freshness, features, route, notes, notesCut } = answer;
  return {
    view,
    reading,
    answer: answer.answer,
    confidence,
    confidenceReason,
    hint,
    freshness: coarse(freshness),
    features,
    route,
    notes,
    notesCut,
    brief: answer.brief,
    candidates: answer.candidates,
    more: answer.more,
    cursor: answer.cursor,
    related: answer.related,
  };
}

function coarse(freshness: Freshness): Freshness {
  const { ageMs } = freshness;
  return { ...freshness, ageMs: ageMs === null ? null : Math.floor(ageMs / 60_000) * 60_000 };
}

function fileKeys(group: AnswerGroup): Json {
  const { path, pathCut, language, encoding, totalHits } = group;
  return { path, pathCut, language, class: group.class, encoding, totalHits };
}

function hitKeys(hit: AnswerHit): Json {
  const { line, endLine, column, text, cut, ranges, code, codeLine, codeCut, wholeFile } = hit;
  const { tags, symbol, signature, score, parts, changed } = hit;
  const place = { line, endLine, column, text, cut, ranges, code, codeLine, codeCut, wholeFile };
  return { ...place, tags, symbol, signature, score, parts, changed };
}
