/** What a verb gets and gives back. A verb is one file here and one entry in verb-table.ts. */
import type { Anchor, Confidence, Note, QueryReading, SearchRequest } from '../../shared/contract.ts';
import { isIqError, type IqError } from '../errors.ts';
import type { FeatureSet } from '../features.ts';
import type { PathNoise } from '../plan/penalties.ts';
import type { Retrieved, Retriever, RetrievalScope, RetrieverQuery } from '../retrieve/retriever.ts';
import type { ParsedQuery, RankedGroup } from '../types.ts';

export interface VerbContext {
  request: SearchRequest;
  query: ParsedQuery;
  features: FeatureSet;
  scope: RetrievalScope;
  noise: PathNoise;
  signal: AbortSignal;
  /** Retrievers added from outside (facts of the memory, vectors): they join every fused plan. */
  extraRetrievers: readonly Retriever[];
}

export interface VerbResult {
  kind: QueryReading['kind'];
  groups: RankedGroup[];
  total: number;
  totalFiles: number;
  totalIsLowerBound: boolean;
  related: Anchor[];
  confidence: Confidence;
  confidenceReason: string;
  hint?: string;
  notes: Note[];
  /** Top groups arrive as live code. */
  pack: boolean;
  escalatedFrom?: string;
}

export type VerbPlan = (context: VerbContext) => Promise<VerbResult>;

/** The retriever query of this context for `pattern`; the request's text flags apply to `find` alone. */
export function retrieverQuery(context: VerbContext, pattern: string): RetrieverQuery {
  const { request, query } = context;
  return {
    query,
    pattern,
    text: { literal: request.literal, word: request.word, case: request.case },
    exact: request.exact,
    everyFile: request.filesOnly || request.count,
    ...(request.kind === undefined ? {} : { kind: request.kind }),
  };
}

/**
 * Runs retrievers together. One that fails for a reason people can act on costs its own hits and adds a note; it fails
 * the search only when no other is left. Bugs and cancels pass through.
 */
export async function retrieveAll(
  context: VerbContext,
  legs: { retriever: Retriever; query: RetrieverQuery }[],
): Promise<Retrieved> {
  const settled = await Promise.allSettled(legs.map((leg) => leg.retriever(leg.query, context.scope, context.signal)));
  const done = settled.filter((result) => result.status === 'fulfilled').map((result) => result.value);
  const failures = settled.filter((result) => result.status === 'rejected').map((result) => result.reason as unknown);
  const fatal = failures.find((reason) => !isIqError(reason) || reason.code === 'aborted' || done.length === 0);
  if (fatal !== undefined) throw fatal;
  const hits = done.flatMap((result) => result.hits);
  const counted = done.find((result) => result.hitsByFile !== undefined)?.hitsByFile;
  return {
    hits,
    total: done.reduce((sum, result) => sum + result.total, 0),
    totalFiles: new Set(hits.map((hit) => hit.path)).size,
    ...(counted === undefined ? {} : { hitsByFile: counted }),
    totalIsLowerBound: failures.length > 0 || done.some((result) => result.totalIsLowerBound),
    notes: [...done.flatMap((result) => result.notes), ...failures.filter(isIqError).map(toNote)],
  };
}

function toNote(error: IqError): Note {
  return { code: error.code, text: error.message };
}
