/** The indexes of an engine's roots: opened for reading, brought up to date on demand, never in the way of a search. */
import { join } from 'node:path';
import type { Freshness, IndexProgress, Note, SkippedFile } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { indexDirFor } from '../system/paths.ts';
import type { TrackedByRoot } from './git/tracked-by-root.ts';
import { bringUpToDate, INDEX_FILE, type UpdateOutcome } from './index/bring-up-to-date.ts';
import { dropIndex } from './index/drop-index.ts';
import { createIndexView, type IndexView } from './store/index-view.ts';
import { openForReading } from './store/open.ts';
import { openIndexReader, type IndexCounts, type IndexReader } from './store/read.ts';
import type { FileRow, Listing } from './types.ts';
import type { Root } from './workspace/roots.ts';
import type { Workspace } from './workspace/workspace.ts';

export interface IndexStatus {
  root: string;
  name: string;
  path: string;
  state: 'ready' | 'incomplete' | 'missing' | 'unusable';
  /** Why it is unusable. */
  detail?: string;
  counts?: IndexCounts;
  indexedAtMs?: number;
}

export interface IndexState {
  /** Null while no root has an index that can be read. */
  view(): IndexView | null;
  /**
   * Every indexed file by its path, remembered until the index changes: a search asks for each file with a hit, and a
   * statement per file, each with a lock of its own, cost 25 ms for 900 of them.
   */
  rows(): ReadonlyMap<string, FileRow>;
  /** Files ripgrep must be told the encoding of. */
  legacyEncoded: () => readonly FileRow[];
  skipped(): SkippedFile[];
  /** Lists the roots and indexes what changed; the notes say what stood in the way. */
  bringUpToDate(signal: AbortSignal): Promise<Note[]>;
  /** Opens what another process may have written since; indexes nothing. */
  refresh(): Note[];
  /** Made anew. */
  list(o: { ignored: boolean; signal: AbortSignal }): Promise<Listing>;
  /** The last listing of this engine, or a first one: for counts, not for what is searched. */
  lastListing(signal: AbortSignal): Promise<Listing>;
  /** After a search met damage: every index is checked in full and rebuilt where needed. */
  repair(signal: AbortSignal): Promise<void>;
  freshness(): Freshness;
  generation(): string;
  status(): IndexStatus[];
  drop(): void;
  close(): void;
}

interface Part {
  root: Root;
  dbPath: string;
  reader: IndexReader | null;
}

interface State {
  workspace: Workspace;
  parts: Part[];
  onProgress: (progress: IndexProgress) => void;
  tracked: TrackedByRoot;
  listing: Promise<Listing> | null;
  skippedInListing: SkippedFile[];
  /** False when something stood in the way of the last pass; null before the first one of this process. */
  isCurrent: boolean | null;
  remembered: { generation: string; rows: ReadonlyMap<string, FileRow>; legacy: FileRow[] } | null;
}

export function openIndexState(o: Pick<State, 'workspace' | 'tracked' | 'onProgress'>): IndexState {
  const parts = o.workspace.roots.map((root): Part => ({ root, dbPath: dbPathOf(root), reader: null }));
  const state: State = { ...o, parts, listing: null, skippedInListing: [], isCurrent: null, remembered: null };
  const view = (): IndexView | null => viewOf(state);
  return {
    view,
    rows: () => remember(state).rows,
    legacyEncoded: () => remember(state).legacy,
    skipped: () => [...state.skippedInListing, ...(view()?.skipped() ?? [])],
    bringUpToDate: (signal) => bringAllUpToDate(state, signal),
    refresh: () => reopen(state),
    list: (options) => list(state, options),
    lastListing: (signal) => {
      state.listing ??= list(state, { ignored: false, signal });
      return state.listing;
    },
    repair: async (signal) => {
      closeAll(state);
      await bringAllUpToDate(state, signal, true);
    },
    freshness: () => freshness(state),
    generation: () => generationOf(state),
    status: () => parts.map((part) => statusOf(part)),
    drop: () => dropAll(state),
    close: () => closeAll(state),
  };
}

function dbPathOf(root: Root): string {
  return join(indexDirFor(root.dir), INDEX_FILE);
}

/** Null unless every root has a complete index: half of one would answer "not there" for files it has not met yet. */
function viewOf(state: State): IndexView | null {
  const open = state.parts.flatMap(({ root, reader }) => (reader?.state().complete === true ? [{ root, reader }] : []));
  return open.length < state.parts.length ? null : createIndexView(open);
}

function generationOf(state: State): string {
  return state.parts.map(({ reader }) => (reader === null ? '-' : String(reader.generation()))).join('.');
}

function remember(state: State): NonNullable<State['remembered']> {
  const generation = generationOf(state);
  const view = viewOf(state);
  // Not remembered: an index becomes complete without another generation.
  if (view === null) return { generation, rows: new Map(), legacy: [] };
  if (state.remembered?.generation === generation) return state.remembered;
  const files = view.files();
  const rows = new Map(files.map((row) => [row.path, row]));
  const legacy = files.filter((row) => row.encoding !== 'utf-8');
  state.remembered = { generation, rows, legacy };
  return state.remembered;
}

/** Opens each index that has no reader yet, or whose file was replaced; a part that cannot be opened adds a note. */
function reopen(state: State): Note[] {
  const notes: Note[] = [];
  for (const part of state.parts) {
    if (part.reader?.replaced()) closePart(part);
    if (part.reader !== null) continue;
    const opened = openForReading(part.dbPath);
    if (opened.ok) part.reader = openIndexReader(opened.db);
    else if (opened.reason !== 'missing')
      notes.push({
        code: `index-${opened.reason}`,
        text: messages.indexUnusable({ root: part.root.dir, detail: opened.detail }),
      });
  }
  return notes;
}

function incomplete(state: State): Note[] {
  const parts = state.parts.filter(({ reader }) => reader?.state().complete === false);
  return parts.map(({ root }) => ({ code: 'index-incomplete', text: messages.indexIncomplete({ root: root.dir }) }));
}

async function list(state: State, o: { ignored: boolean; signal: AbortSignal }): Promise<Listing> {
  const first = await state.workspace.list(o);
  // Files that git has to vouch for were left out; now that it was asked, they are listed.
  const listing = (await state.tracked.settle()) ? await state.workspace.list(o) : first;
  if (!o.ignored) {
    state.skippedInListing = listing.skipped;
    state.listing = Promise.resolve(listing);
  }
  return listing;
}

async function bringAllUpToDate(state: State, signal: AbortSignal, suspect = false): Promise<Note[]> {
  state.onProgress({ phase: 'listing', done: 0, total: 0 });
  const listing = await list(state, { ignored: false, signal });
  const notes: Note[] = [];
  state.isCurrent = true;
  for (const part of state.parts) {
    const own = ofRoot(listing, part.root);
    const result = await bringUpToDate({
      root: part.root,
      listing: own,
      onProgress: state.onProgress,
      signal,
      suspect,
    });
    if (result.note !== undefined) notes.push(result.note);
    if (isCutShort(result)) state.isCurrent = false;
  }
  notes.push(...reopen(state), ...incomplete(state));
  if (listing.unreadableFolders.length > 0) {
    notes.push({
      code: 'unreadable-folders',
      text: messages.unreadableFolders({ folders: listing.unreadableFolders }),
    });
  }
  return notes;
}

/** The index does not equal the listing: a note says why, unless all it says is that the index was built anew. */
function isCutShort({ outcome, note }: UpdateOutcome): boolean {
  return outcome === 'read-only' || (note !== undefined && note.code !== 'index-corrupt');
}

/** The part of a listing below one root, with paths relative to it: an index does not know how many roots are open. */
function ofRoot(listing: Listing, root: Root): Listing {
  if (root.prefix === '') return listing;
  const inside = (path: string): boolean => path.startsWith(root.prefix);
  const relative = <T extends { path: string }>(items: T[]): T[] =>
    items.filter(({ path }) => inside(path)).map((item) => ({ ...item, path: item.path.slice(root.prefix.length) }));
  return {
    files: relative(listing.files),
    skipped: relative(listing.skipped),
    unreadableFolders: listing.unreadableFolders.filter(inside).map((path) => path.slice(root.prefix.length)),
  };
}

/**
 * Sequence numbers are the index's own, so that the same index says the same in every process. What was compared with
 * the disk and found equal has no age: one that ticks would make every minute's answer another.
 */
function freshness(state: State): Freshness {
  const states = state.parts.flatMap(({ reader }) => (reader === null ? [] : [reader.state()]));
  const oldest = Math.min(...states.map(({ indexedAtMs }) => indexedAtMs));
  const applied = states.reduce((sum, { generation }) => sum + generation, 0);
  // Another process may have been cut short: its index says so itself.
  const isCurrent = state.isCurrent !== false && states.every(({ complete }) => complete);
  const age = isCurrent && state.isCurrent === true ? 0 : Math.max(0, Date.now() - oldest);
  const ageMs = states.length > 0 && oldest > 0 ? age : null;
  const unchecked = state.isCurrent === null && ageMs !== null;
  return { seen: isCurrent ? applied : applied + 1, applied, ageMs, ...(unchecked ? { unchecked } : {}) };
}

function statusOf(part: Part): IndexStatus {
  const at = { root: part.root.dir, name: part.root.name, path: part.dbPath };
  const opened = openForReading(part.dbPath);
  if (!opened.ok) {
    return { ...at, state: opened.reason === 'missing' ? 'missing' : 'unusable', detail: opened.detail };
  }
  const reader = openIndexReader(opened.db);
  const { complete, indexedAtMs } = reader.state();
  const counts = reader.counts();
  reader.close();
  return { ...at, state: complete ? 'ready' : 'incomplete', counts, indexedAtMs };
}

function dropAll(state: State): void {
  closeAll(state);
  for (const part of state.parts) dropIndex(part.dbPath);
}

function closeAll(state: State): void {
  for (const part of state.parts) closePart(part);
  state.remembered = null;
}

function closePart(part: Part): void {
  part.reader?.close();
  part.reader = null;
}
