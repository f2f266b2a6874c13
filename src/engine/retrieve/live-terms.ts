/**
 * Prose without an index (being rebuilt, locked, unreadable): ripgrep for any of the words, then windows of lines
 * scored by which words they hold, rare words more. Coarse, but it answers with what is on disk.
 */
import { BM25_POOL, WINDOW_LINES } from '../options.ts';
import { regexLiteral } from '../plan/regex-literal.ts';
import { byCodeUnit } from '../plan/score.ts';
import { queryTerms, splitIdentifier } from '../plan/tokens.ts';
import type { Hit } from '../types.ts';
import { retrieved, type Retriever } from './retriever.ts';
import { textRetriever } from './text.ts';

export const liveTermsRetriever: Retriever = async (query, scope, signal) => {
  const terms = queryTerms(query.pattern).filter((term) => term.length > 1 || /[^\x00-\x7f]/.test(term));
  if (terms.length === 0) return retrieved([]);
  const pattern = terms.map(regexLiteral).join('|');
  const text = { literal: false, word: false, case: 'insensitive' } as const;
  const found = await textRetriever({ ...query, pattern, text }, scope, signal);
  const windows = scoreWindows(found.hits, terms);
  return retrieved(windows, { notes: found.notes, totalIsLowerBound: found.totalIsLowerBound });
};

interface Window {
  first: Hit;
  terms: Set<string>;
}

function scoreWindows(hits: Hit[], terms: string[]): Hit[] {
  const windows = new Map<string, Window>();
  for (const hit of hits) {
    const key = `${hit.path}\0${Math.floor(hit.line / WINDOW_LINES)}`;
    const window = windows.get(key) ?? { first: hit, terms: new Set<string>() };
    for (const term of termsOf(hit.text ?? '', terms)) window.terms.add(term);
    windows.set(key, window);
  }
  const all = [...windows.values()];
  // Inverse document frequency over windows, as BM25 weighs it (Robertson and Sparck Jones).
  const frequency = new Map(terms.map((term) => [term, all.filter((window) => window.terms.has(term)).length]));
  const weight = (term: string): number => {
    const df = frequency.get(term) ?? 0;
    return Math.log((all.length - df + 0.5) / (df + 0.5) + 1);
  };
  const scored = all.map((window) => ({
    hit: window.first,
    score: [...window.terms].reduce((sum, term) => sum + weight(term), 0),
  }));
  scored.sort((a, b) => b.score - a.score || byCodeUnit(a.hit.path, b.hit.path) || a.hit.line - b.hit.line);
  const best = scored[0]?.score || 1;
  return scored
    .slice(0, BM25_POOL)
    .map(({ hit, score }) => ({ ...hit, leg: 'live' as const, score: score / best, endLine: hit.line }));
}

function termsOf(text: string, terms: string[]): string[] {
  const words = new Set(
    (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => [word.toLowerCase(), ...splitIdentifier(word)]),
  );
  return terms.filter((term) => words.has(term) || [...words].some((word) => word.startsWith(term)));
}
