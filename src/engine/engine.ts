/**
 * The engine of one process: roots, their indexes, live ripgrep, fused and rendered into an answer.
 * `createEngine` serves the command line and libraries; a resident engine wraps it.
 */
import type { Answer, IndexProgress, Note, SearchRequest } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { IqError } from './errors.ts';
import { parseFeatures, type FeatureSet } from './features.ts';
import { trackedByRoot } from './git/tracked-by-root.ts';
import { openIndexState, type IndexState, type IndexStatus } from './index-state.ts';
import { loadParsers } from './parsers.ts';
import { readRequest } from './read-request.ts';
import { buildAnswer, requireBudget } from './render/build-answer.ts';
import { toSymbolRef } from './retrieve/symbols.ts';
import type { RetrievalScope, Retriever } from './retrieve/retriever.ts';
import { searchScope } from './search-scope.ts';
import { toRenderInput } from './to-render-input.ts';
import { VERB_TABLE } from './verbs/verb-table.ts';
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
  notes: Note[];
}

/** Opens the roots (IqError when one is missing or unreadable) and whatever index they have; indexes nothing yet. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const tracked = await trackedByRoot(options.roots);
  const workspace = await openWorkspace(options.roots, { trackedFiles: tracked.of });
  const index = openIndexState({ workspace, onProgress: options.onProgress ?? (() => undefined) });
  const parts = { options, workspace, index, notes: tracked.notes };
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
  const { workspace, index, options } = parts;
  requireBudget(request);
  const features = featuresOf(request);
  const query = readRequest(request, options.expandQuery);
  const entry = VERB_TABLE[request.verb];
  const notes = entry.index === 'wait' ? await index.bringUpToDate(signal) : index.refresh();
  const scope = searchScope({
    workspace,
    index: index.view(),
    filter: query.filter,
    files: () => index.files(query.filter.ignored, signal),
    legacyEncoded: index.legacyEncoded,
    parsers: entry.parses || query.kind === 'anchor' ? await loadParsers() : null,
  });
  const extraRetrievers = options.retrievers ?? [];
  const result = await entry.plan({
    request,
    query,
    features,
    scope,
    signal,
    extraRetrievers,
    noise: { isExample, isReexport },
  });
  const answered = { request, query, features, result, scope, notes: [...parts.notes, ...notes], roots: options.roots };
  const input = await toRenderInput(answered, index);
  return buildAnswer(input, { read: (path) => workspace.read(path), enclosing: enclosing(scope, workspace) });
}

/** The definition around a line, as the index knows it; nothing where the file has changed since it was indexed. */
function enclosing(scope: RetrievalScope, workspace: Workspace): Parameters<typeof buildAnswer>[1]['enclosing'] {
  return (path, line) => {
    const row = scope.index?.file(path) ?? null;
    if (row === null || !workspace.isUnchanged(path, row)) return null;
    const symbol = scope.index?.enclosing(path, line) ?? null;
    return symbol === null ? null : toSymbolRef(symbol);
  };
}

function featuresOf(request: SearchRequest): FeatureSet {
  const read = parseFeatures(request.features);
  if (!read.ok) throw new IqError('usage', messages.unknownFeature({ name: read.unknown }));
  return read.features;
}
