/** BM25 over chunks of the index (FTS5), filters applied inside the search. */
import { BM25_POOL } from '../options.ts';
import { ftsMatch, queryTerms } from '../plan/tokens.ts';
import type { Hit } from '../types.ts';
import type { ChunkHit } from '../store/read.ts';
import { liveTermsRetriever } from './live-terms.ts';
import { retrieved, type Retriever } from './retriever.ts';
import { toSymbolRef } from './symbols.ts';

export const bm25Retriever: Retriever = async (query, scope, signal) => {
  if (scope.index === null) return liveTermsRetriever(query, scope, signal);
  const words = [query.pattern, ...query.query.phrases].join(' ');
  const match = ftsMatch(queryTerms(words));
  if (match === null) return retrieved([]);
  const rows = scope.index.bm25({ match, limit: BM25_POOL, accepts: scope.narrows ? scope.accepts : null });
  const admitted = rows.filter((row) => scope.admits(row.path));
  const best = admitted[0]?.raw ?? 1;
  return retrieved(admitted.map((row) => toHit(row, row.raw / best)));
};

/** A chunk starts at the comment above its definition; people want the definition's own line. */
function toHit(row: ChunkHit, score: number): Hit {
  const { symbol } = row;
  const place =
    symbol !== null && row.line <= symbol.line && symbol.line <= row.endLine
      ? { line: symbol.line, anchor: symbol.name }
      : { line: row.line, anchor: row.anchor };
  return {
    path: row.path,
    ...place,
    endLine: row.endLine,
    leg: 'bm25',
    score,
    fileClass: row.fileClass,
    language: row.language,
    ...(symbol === null ? {} : { symbol: toSymbolRef(symbol) }),
  };
}
