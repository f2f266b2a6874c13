/**
 * How far the first hit can be trusted, with the reason. Never `weak`: that word needs a calibrated probability from a
 * reranker, and lexical scores have no floor that holds across queries.
 */
import type { Confidence } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { CLASS_FACTOR, CONFIDENCE_MARGIN, WORD_QUALITY } from '../options.ts';
import type { ParsedQuery, RankedGroup, RankedHit } from '../types.ts';
import type { RankMode } from './fuse.ts';
import { onlyStopWords } from './tokens.ts';

export interface ConfidenceInput {
  groups: readonly RankedGroup[];
  /** Files with hits, ranked or only counted. */
  totalFiles: number;
  query: ParsedQuery;
  mode: RankMode;
}

export interface Judged {
  confidence: Confidence;
  /** A sentence. */
  reason: string;
}

/** The first rule that fits decides, from "nothing found" to "leads clearly". */
export function confidenceOf(input: ConfidenceInput): Judged {
  const { groups, query, mode } = input;
  const [first, second] = groups;
  if (first === undefined) return ambiguous(messages.noHits());
  if (mode === 'prose' && onlyStopWords(query.text)) return ambiguous(messages.onlyStopWords());
  const hits = groups.flatMap((group) => group.hits);
  const isAll = input.totalFiles <= groups.length;
  if (isAll && hits.every(isPartial)) return ambiguous(messages.onlyPartialWords());
  if (mode === 'name') {
    const defined = byDefinitions(hits, query.text);
    if (defined !== null) return defined;
  }
  if (!isAll) return ambiguous(messages.notAllRanked({ ranked: groups.length, files: input.totalFiles }));
  const asksTests = query.wantsTests || query.filter.classes.includes('tests');
  if (mode !== 'files' && !asksTests && hits.every((hit) => hit.fileClass === 'tests'))
    return ambiguous(messages.onlyTests());
  if (second === undefined) return confident(messages.oneFile());
  if (first.score <= 0 || (first.score - second.score) / first.score < CONFIDENCE_MARGIN) {
    return ambiguous(messages.closeFiles({ first: first.path, second: second.path }));
  }
  return confident(messages.clearLead({ path: first.path }));
}

/** Exact definitions: one is the answer, several are a choice. Those in tests and vendored files do not compete. */
function byDefinitions(hits: readonly RankedHit[], name: string): Judged | null {
  const exact = hits.filter((hit) => hit.defines === 'exact' || (hit.leg === 'symbol' && hit.symbol?.name === name));
  if (exact.length === 0) return null;
  if (exact.length === 1) return confident(messages.definedOnce({ name }));
  const own = exact.filter((hit) => CLASS_FACTOR[hit.fileClass] > CLASS_FACTOR.tests);
  if (own.length === 1) return confident(messages.definedOnceOutsideTests({ name, others: exact.length - 1 }));
  return ambiguous(messages.definedOften({ name, count: exact.length }));
}

/** The match is only the start or the middle of longer words. */
function isPartial(hit: RankedHit): boolean {
  const text = hit.parts.find((part) => part.name === 'text' && part.op === 'add');
  return hit.defines === undefined && text !== undefined && hit.leg === 'text' && text.value <= WORD_QUALITY.prefix;
}

function confident(reason: string): Judged {
  return { confidence: 'confident', reason };
}

function ambiguous(reason: string): Judged {
  return { confidence: 'ambiguous', reason };
}
