/** From a verb's result to what rendering needs: totals, receipt, freshness and notes around the ranked hits. */
import type { Note, SearchRequest, SkippedFile } from '../shared/contract.ts';
import { FEATURES, type FeatureSet } from './features.ts';
import type { IndexState } from './index-state.ts';
import type { RenderInput } from './render/render-input.ts';
import type { RetrievalScope } from './retrieve/retriever.ts';
import type { Listing, ParsedQuery } from './types.ts';
import type { VerbResult } from './verbs/verb.ts';

export interface Answered {
  request: SearchRequest;
  query: ParsedQuery;
  features: FeatureSet;
  signal: AbortSignal;
  result: VerbResult;
  scope: RetrievalScope;
  /** The files of this answer, ignored ones too where they were asked for. */
  listed: () => Promise<Listing>;
  /** What stood in the way of a fresh index. */
  notes: Note[];
  roots: readonly string[];
}

export async function toRenderInput(answered: Answered, index: IndexState): Promise<RenderInput> {
  const { request, query, features, result, notes } = answered;
  return {
    request,
    roots: answered.roots,
    reading: {
      kind: result.kind,
      verb: request.verb,
      text: query.text,
      filters: query.filterLabels,
      ...(result.escalatedFrom === undefined ? {} : { escalatedFrom: result.escalatedFrom }),
    },
    groups: result.groups,
    total: result.total,
    totalFiles: result.totalFiles,
    totalIsLowerBound: result.totalIsLowerBound,
    related: result.related,
    confidence: result.confidence,
    confidenceReason: result.confidenceReason,
    ...(result.hint === undefined ? {} : { hint: result.hint }),
    freshness: index.freshness(),
    receipt: await receipt(answered, index),
    features: FEATURES.filter((feature) => features.has(feature)),
    notes: distinct([...notes, ...result.notes]),
    pack: result.pack || request.full,
    generation: index.generation(),
  };
}

/** What was searched and what was not, inside the filters in force. */
async function receipt(answered: Answered, index: IndexState): Promise<RenderInput['receipt']> {
  const { scope } = answered;
  const inScope = (file: { path: string }): boolean => !scope.narrows || scope.accepts(scope.traits(file.path));
  const { ignored } = answered.query.filter;
  if (index.view() === null || ignored) {
    // Ignored files are not indexed, and without an index nothing is remembered: the folder itself is asked.
    const listing = await (ignored ? answered.listed() : index.lastListing(answered.signal));
    const files = listing.files.filter(inScope);
    const skipped = listing.skipped.filter(inScope);
    return { listed: files.length + skipped.length, searched: files.length, skipped };
  }
  const rows = index.rows();
  const searched = scope.narrows ? [...rows.values()].filter((row) => scope.accepts(row)).length : rows.size;
  const skipped = uniquePaths(index.skipped().filter(inScope));
  return { listed: searched + skipped.length, searched, skipped };
}

function uniquePaths(files: SkippedFile[]): SkippedFile[] {
  return [...new Map(files.map((file) => [file.path, file])).values()];
}

function distinct(notes: Note[]): Note[] {
  return [...new Map(notes.map((note) => [`${note.code}\0${note.text}`, note])).values()];
}
