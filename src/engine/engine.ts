/**
 * The engine of one process: roots, their indexes, live ripgrep, fused and rendered into an answer.
 * `createEngine` serves the command line and libraries; a resident engine wraps it.
 */
import type { Answer, IndexProgress, Note, SearchRequest } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { indexRootProblem } from '../system/paths.ts';
import { IqError, isIqError } from './errors.ts';
import { parseFeatures, type FeatureSet } from './features.ts';
import { type TrackedByRoot, trackedByRoot } from './git/tracked-by-root.ts';
import { openIndexState, type IndexState, type IndexStatus } from './index-state.ts';
import { loadParsers } from './parsers.ts';
import { readRequest } from './read-request.ts';
import { buildAnswer, requireBudget } from './render/build-answer.ts';
import { toSymbolRef } from './retrieve/symbols.ts';
import { storeFailure } from './store/failure.ts';
import type { RetrievalScope, Retriever } from './retrieve/retriever.ts';
import { searchScope } from './search-scope.ts';
import { toRenderInput } from './to-render-input.ts';
import type { FileRow, Listing, ParsedQuery, SymbolRow } from './types.ts';
import { VERB_TABLE, type VerbEntry } from './verbs/verb-table.ts';
import { explainMissing, type Explanation } from './workspace/explain.ts';
import { isExample, isReexport } from './workspace/file-class.ts';
import { openWorkspace, type Workspace } from './workspace/workspace.ts';

export interface EngineOptions {
  /** Folders to search. Overlapping ones count once. */
  roots: string[];
  /** Told while an index is brought up to date. */
  onProgress?: (progress: IndexProgress) => void;
  /** Retrievers from outside (facts of a memory, vectors): they join every fused plan. */
  retrievers?: readonly Retriever[];
  /** Rewrites a question before it is searched (aliases of a memory). */
  expandQuery?: (text: string) => string;
}

export interface Engine {
  /** Answers one request. Throws an IqError with a sentence for everything the user can mend. */
  search(request: SearchRequest, signal?: AbortSignal): Promise<Answer>;
  index: {
    status(): Promise<IndexStatus[]>;
    /** Brings every root up to date; resolves with what stood in the way, if anything. */
    bringUpToDate(signal?: AbortSignal): Promise<Note[]>;
    rebuild(signal?: AbortSignal): Promise<Note[]>;
    drop(): Promise<void>;
  };
  explainMissing(path: string): Promise<Explanation>;
  roots(): { name: string; dir: string }[];
  close(): Promise<void>;
}

interface Parts {
  options: EngineOptions;
  workspace: Workspace;
  index: IndexState;
  tracked: TrackedByRoot;
}

/** Opens the roots (IqError when one is missing or unreadable) and whatever index they have; indexes nothing yet. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const problem = indexRootProblem();
  if (problem !== null) throw new IqError('usage', problem);
  const tracked = trackedByRoot();
  const workspace = await openWorkspace(options.roots, { trackedFiles: tracked.of });
  const onProgress = options.onProgress ?? (() => undefined);
  const index = openIndexState({ workspace, tracked, onProgress });
  const parts = { options, workspace, index, tracked };
  const never = new AbortController().signal;
  return {
    search: (request, signal = never) => search(parts, request, signal),
    index: {
      status: async () => index.status(),
      bringUpToDate: (signal = never) => index.bringUpToDate(signal),
      rebuild: async (signal = never) => {
        index.drop();
        return index.bringUpToDate(signal);
      },
      drop: async () => index.drop(),
    },
    explainMissing: (path) => explainMissing(workspace, path),
    roots: () => workspace.roots.map(({ name, dir }) => ({ name, dir })),
    close: async () => index.close(),
  };
}

async function search(parts: Parts, request: SearchRequest, signal: AbortSignal): Promise<Answer> {
  requireBudget(request);
  const features = featuresOf(request);
  const query = readRequest(request, parts.options.expandQuery);
  const asked: Asked = { request, features, query, signal };
  try {
    const answered = await answer(parts, asked);
    // Paths that only git can vouch for were met and denied; now that git was asked, the question is worth repeating.
    return (await parts.tracked.settle()) ? await answer(parts, asked) : answered;
  } catch (error) {
    if (isIqError(error) && error.code === 'path-forbidden' && (await parts.tracked.settle()))
      return answer(parts, asked);
    const failure = storeFailure(error);
    if (failure === null) throw error;
    // Damage that opening does not see. The answer comes from a repaired index, or from ripgrep alone.
    await parts.index.repair(signal);
    return answer(parts, asked);
  }
}

interface Asked {
  request: SearchRequest;
  features: FeatureSet;
  query: ParsedQuery;
  signal: AbortSignal;
}

async function answer(parts: Parts, asked: Asked): Promise<Answer> {
  const { workspace, index, options } = parts;
  const { request, query, signal } = asked;
  const entry = VERB_TABLE[request.verb];
  const notes = entry.index === 'wait' ? await index.bringUpToDate(signal) : index.refresh();
  const view = index.view();
  // Nothing is indexed: the counts of the receipt come from a listing, made while ripgrep searches.
  const listing = view === null ? index.lastListing(signal) : null;
  listing?.catch(() => undefined);
  const rows = index.rows();
  const listed = listedOnce(index, { signal, ignored: query.filter.ignored, isListed: entry.index === 'wait' });
  const scope = searchScope({
    workspace,
    index: view,
    rows,
    filter: query.filter,
    files: async () => (await listed()).files,
    legacyEncoded: index.legacyEncoded,
    parsers: parses(entry, query, view !== null) ? await loadParsers() : null,
  });
  const context = { ...asked, scope, extraRetrievers: options.retrievers ?? [], noise: { isExample, isReexport } };
  const result = await entry.plan(context);
  const input = await toRenderInput({ ...asked, result, scope, notes, listed, roots: options.roots }, index);
  const deps = { read: (path: string) => workspace.read(path), enclosing: enclosing(scope, { workspace, rows }) };
  return view === null ? buildAnswer(input, deps) : view.atOneState(() => buildAnswer(input, deps));
}

/** The files of one answer, listed when they are first asked for. `isListed`: the pass before this search did so. */
function listedOnce(
  index: IndexState,
  { signal, ignored, isListed }: { signal: AbortSignal; ignored: boolean; isListed: boolean },
): () => Promise<Listing> {
  let made: Promise<Listing> | null = null;
  return () => (made ??= isListed && !ignored ? index.lastListing(signal) : index.list({ ignored, signal }));
}

function parses(entry: VerbEntry, query: ParsedQuery, isIndexed: boolean): boolean {
  return entry.parses === 'always' || query.kind === 'anchor' || (entry.parses === 'unindexed' && !isIndexed);
}

/** The definition around a line, as the index knows it; nothing where the file has changed since it was indexed. */
function enclosing(
  { index }: RetrievalScope,
  o: { workspace: Workspace; rows: ReadonlyMap<string, FileRow> },
): Parameters<typeof buildAnswer>[1]['enclosing'] {
  const files = new Map<string, (line: number) => SymbolRow | null>();
  const fileOf = (path: string): ((line: number) => SymbolRow | null) => {
    const row = o.rows.get(path);
    const isKnown = index !== null && row !== undefined && o.workspace.isUnchanged(path, row);
    return isKnown ? index.enclosingIn(path) : () => null;
  };
  return (path, line) => {
    const find = files.get(path) ?? fileOf(path);
    files.set(path, find);
    const row = find(line);
    return row === null ? null : toSymbolRef(row);
  };
}

function featuresOf(request: SearchRequest): FeatureSet {
  const read = parseFeatures(request.features);
  if (!read.ok) throw new IqError('usage', messages.unknownFeature({ name: read.unknown }));
  return read.features;
}
