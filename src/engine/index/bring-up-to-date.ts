/** Makes one root's index equal to the disk: compares here, writes in the index thread. */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { IndexProgress, SkippedFile } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { indexDirFor } from '../../system/paths.ts';
import { systemCode } from '../../system/system-error.ts';
import { INDEX_ATTEMPTS } from '../options.ts';
import type { Listing } from '../types.ts';
import type { Root } from '../workspace/roots.ts';
import { diffFiles, type FileDiff } from './diff.ts';
import type { PassInput, PassResult } from './index-messages.ts';
import { type IndexNote, noteOfFailure, noteOfHolder } from './index-notes.ts';
import { type Known, readKnown } from './known-files.ts';
import { runIndexThread } from './run-index-thread.ts';
import { workerEntry } from './worker-entry.ts';

export interface UpdateOptions {
  root: Root;
  /** Of this root alone, with paths relative to it. */
  listing: Listing;
  onProgress?: (progress: IndexProgress) => void;
  signal?: AbortSignal;
  /** A search met damage that opening the index does not see: the index is checked in full, and rebuilt if damaged. */
  suspect?: boolean;
  /** What parse threads run, instead of the product's own entry. */
  parseEntry?: URL;
}

export interface UpdateOutcome {
  /**
   * `fresh`: nothing to do. `updated`: written, and equal to the listing unless a note says that it was cut short.
   * `read-only`: nothing was written; the index as it is can be searched.
   */
  outcome: 'fresh' | 'updated' | 'read-only';
  /** Files indexed anew or found to be unindexable; files taken out. */
  written: number;
  removed: number;
  note?: IndexNote;
}

/** Expected failures come back as a note; only bugs throw. */
export async function bringUpToDate(options: UpdateOptions): Promise<UpdateOutcome> {
  const indexDir = indexDirFor(options.root.dir);
  const job: Job = {
    options,
    indexDir,
    dbPath: join(indexDir, INDEX_FILE),
    listedAtMs: Date.now(),
  };
  let rebuilt = false;
  for (let attempt = 0; attempt < INDEX_ATTEMPTS; attempt++) {
    const known = readKnown(job.dbPath);
    if (!known.ok) return readOnly(noteOfFailure(known.failure, { indexDir, detail: known.detail }));
    const diff = diffFiles(options.listing.files, known.facts, options.listing.unreadableFolders);
    const refusal = options.signal?.aborted ? aborted() : rootGone(options.root, diff);
    if (refusal !== null) return readOnly(refusal);
    const leftOut = newlyLeftOut(known, options.listing);
    if (isFresh(known, diff) && leftOut === null && options.suspect !== true)
      return { outcome: 'fresh', written: 0, removed: 0 };
    const result = await runPassInThread(job, known, { ...diff, leftOut });
    if (result.kind !== 'again') return conclude(job, result, rebuilt);
    rebuilt ||= result.rebuilt === 'corrupt';
  }
  return readOnly(noteOfFailure(rebuilt ? 'corrupt' : 'locked', { indexDir, detail: '' }));
}

/** Name of the index inside its folder. */
export const INDEX_FILE = 'index.db';

interface Job {
  options: UpdateOptions;
  indexDir: string;
  dbPath: string;
  listedAtMs: number;
}

type KnownFiles = Extract<Known, { ok: true }>;

function isFresh({ state }: KnownFiles, { add, update, verify, remove }: FileDiff): boolean {
  return state.complete && !state.purgePending && [add, update, verify, remove].every((list) => list.length === 0);
}

/** What the listing leaves out, where the index does not know it yet. */
function newlyLeftOut({ leftOut }: KnownFiles, { skipped }: Listing): SkippedFile[] | null {
  const known = new Map(leftOut.map((file) => [file.path, file]));
  const now = new Map(skipped.map((file) => [file.path, file]));
  const isSame = [...now].every(([path, { reason, detail }]) => {
    const before = known.get(path);
    return before?.reason === reason && before.detail === detail;
  });
  return isSame && known.size === now.size ? null : skipped;
}

/** A root that cannot be read lists nothing; that must not empty its index. */
function rootGone(root: Root, diff: FileDiff): IndexNote | null {
  if (diff.remove.length === 0) return null;
  try {
    accessSync(root.dir, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = systemCode(error) === 'ENOENT' ? 'root-missing' : 'root-unreadable';
    return { code, text: messages.indexRootGone({ root: root.dir }) };
  }
}

function runPassInThread(
  job: Job,
  known: KnownFiles,
  diff: FileDiff & Pick<PassInput, 'leftOut'>,
): Promise<PassResult> {
  const { options } = job;
  const hashes = new Map(known.facts.map(({ path, hash }) => [path, hash]));
  const changed = [...diff.add, ...diff.update, ...diff.verify];
  const input: Omit<PassInput, 'stop'> = {
    indexDir: job.indexDir,
    dbPath: job.dbPath,
    leaseToken: randomUUID(),
    generation: known.state.generation,
    check: known.damaged || options.suspect === true,
    jobs: changed.map((file) => ({ file, knownHash: hashes.get(file.path) ?? '' })),
    removed: diff.remove,
    leftOut: diff.leftOut,
    purge: diff.remove.some((path) => exists(join(options.root.dir, path))),
    listedAtMs: job.listedAtMs,
    parseEntry: (options.parseEntry ?? workerEntry('parse-worker')).href,
  };
  const onProgress = (progress: IndexProgress): void => options.onProgress?.(progress);
  return runIndexThread({ input, onProgress, signal: options.signal ?? new AbortController().signal });
}

/** Still there and no longer listed: it became ignored or forbidden. */
function exists(abs: string): boolean {
  return lstatSync(abs, { throwIfNoEntry: false }) !== undefined;
}

function conclude(job: Job, result: Exclude<PassResult, { kind: 'again' }>, rebuilt: boolean): UpdateOutcome {
  if (result.kind === 'held') return readOnly(noteOfHolder(result.holder));
  const { written, removed } = result;
  const counts = { written, removed };
  if (result.kind === 'failed') {
    const note = noteOfFailure(result.failure, { indexDir: job.indexDir, detail: result.detail });
    return { ...counts, outcome: written + removed > 0 ? 'updated' : 'read-only', note };
  }
  if (result.stopped) return { ...counts, outcome: 'updated', note: aborted() };
  const note: IndexNote = { code: 'index-corrupt', text: messages.indexRebuilt() };
  return { ...counts, outcome: 'updated', ...(rebuilt ? { note } : {}) };
}

function readOnly(note: IndexNote): UpdateOutcome {
  return { outcome: 'read-only', written: 0, removed: 0, note };
}

function aborted(): IndexNote {
  return { code: 'aborted', text: messages.indexStopped() };
}
