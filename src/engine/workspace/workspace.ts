/** A workspace: its roots, the floor over them, and the only ways from a workspace path to the disk. */
import { lstatSync } from 'node:fs';
import type { Note } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { decodeText } from '../../system/decode.ts';
import { readRegularFile } from '../../system/file-reader.ts';
import { IqError, isIqError } from '../errors.ts';
import { MAX_FILE_BYTES } from '../options.ts';
import type { FileFacts, Listing, TextRead } from '../types.ts';
import { withoutCovered } from './covered-roots.ts';
import { createFloor, type Floor, placeOfFolder } from './floor.ts';
import { type IgnoreTrap, isTrap, trapFlags, trapsAtRoots } from './ignore-traps.ts';
import { listFiles } from './listing.ts';
import { type RipgrepRequest, type RipgrepResult, runRipgrep } from './ripgrep.ts';
import { openRoots, type Root, toAbsolutePath, toWorkspacePath } from './roots.ts';
import { typedPath } from './typed-path.ts';

export interface SearchCall
  extends Pick<RipgrepRequest, 'args' | 'targets' | 'onStdout' | 'signal' | 'maxStdoutBytes'> {
  /** Also search what ignore rules hide. */
  ignored?: boolean;
}

export interface SearchOutcome {
  /** Set when the run ended early: what was seen counts, the rest is unknown. It is among the notes too. */
  incomplete?: string;
  notes: Note[];
}

export interface Workspace {
  roots: Root[];
  floor: Floor;
  /** Throws an IqError (`path-outside-root`) for a path that leads out. */
  toAbs(path: string): string;
  /** Null outside of the roots. */
  toPath(abs: string): string | null;
  /** What a person gave (absolute, `./a`, `a//b`, through a link to a root) as a workspace path; null outside of the roots. */
  typedPath(typed: string): string | null;
  /** Everything that is searched, and what is skipped and why. Throws an IqError where that cannot be told in full. */
  list(options?: { ignored?: boolean; signal?: AbortSignal }): Promise<Listing>;
  /** The text of a file as it is now, past the floor and the size gate. */
  read(path: string): TextRead;
  /** True when size and times are still those of `facts`. */
  isUnchanged(path: string, facts: Pick<FileFacts, 'size' | 'mtimeMs' | 'ctimeMs'>): boolean;
  /** Live ripgrep under the rules of the listing. Hits are not yet through the floor: their receiver asks it. */
  ripgrep(call: SearchCall): Promise<SearchOutcome>;
}

export interface WorkspaceDeps {
  /** Files git tracks below a folder, or null where there is no git: the floor lets the authored part of `.iq` pass. */
  trackedFiles: (dir: string) => ReadonlySet<string> | null;
}

/** Opens folders as one workspace. Throws an IqError that names the folder that cannot be opened. */
export async function openWorkspace(dirs: readonly string[], deps: WorkspaceDeps): Promise<Workspace> {
  const opened = openRoots(dirs);
  requireFree(opened);
  const roots = opened.length > 1 ? await withoutCovered(opened) : opened;
  const floor = createFloor({ roots, trackedFiles: deps.trackedFiles });
  // What the last listing found, so that a live search avoids it too.
  let traps: IgnoreTrap[] = [];
  const toAbs = (path: string): string => toAbsolutePath(roots, path);
  return {
    roots,
    floor,
    toAbs,
    toPath: (abs) => toWorkspacePath(roots, abs),
    typedPath: (typed) => typedPath(roots, typed),
    list: async (options = {}) => {
      const listing = await listFiles({ roots, floor, knownTraps: traps, ...options });
      if (!options.ignored) traps = listing.traps;
      return { files: listing.files, skipped: listing.skipped, unreadableFolders: listing.unreadableFolders };
    },
    read: (path) => readText({ path, roots, floor }),
    isUnchanged: (path, facts) => isUnchanged(toAbs(path), facts),
    ripgrep: async ({ ignored, ...call }) => {
      const avoided = new Set([...traps.filter(isTrap), ...trapsAtRoots(roots)]);
      const more = ignored ? ['--no-ignore'] : trapFlags([...avoided], roots);
      const result = await runRipgrep({ ...call, args: [...more, ...call.args] });
      return outcomeOf(result, { roots, floor });
    },
  };
}

/** A root behind the floor would look like an empty one. */
function requireFree(roots: readonly Root[]): void {
  const closed = roots.find(({ dir }) => ['forbidden', 'slice-state'].includes(placeOfFolder(dir)));
  if (closed !== undefined) throw new IqError('path-forbidden', messages.rootForbidden({ dir: closed.dir }));
}

function readText({ path, roots, floor }: { path: string; roots: Root[]; floor: Floor }): TextRead {
  const forbidden = { ok: false, reason: 'forbidden', detail: messages.pathForbidden({ path }) } as const;
  if (!floor.admitsName(path)) return forbidden;
  const abs = absOrNull(roots, path);
  if (abs === null) return forbidden;
  if (!canLookAt(abs)) {
    // What the system does not even show has no content to protect, and the reader knows why.
    const refused = readRegularFile(abs, MAX_FILE_BYTES);
    return refused.ok ? forbidden : refused;
  }
  if (!floor.admits(abs)) return forbidden;
  const read = readRegularFile(abs, MAX_FILE_BYTES);
  if (!read.ok) return read;
  const decoded = decodeText(read.bytes);
  if (decoded === null) return { ok: false, reason: 'binary', detail: binaryDetail(read.bytes) };
  return { ok: true, ...decoded };
}

function binaryDetail(bytes: Buffer): string {
  const offset = bytes.indexOf(0);
  return offset < 0 ? messages.binaryText() : messages.binaryAt({ offset });
}

function absOrNull(roots: readonly Root[], path: string): string | null {
  try {
    return toAbsolutePath(roots, path);
  } catch (error) {
    if (isIqError(error)) return null;
    throw error;
  }
}

function canLookAt(abs: string): boolean {
  try {
    return lstatSync(abs, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isUnchanged(abs: string, facts: Pick<FileFacts, 'size' | 'mtimeMs' | 'ctimeMs'>): boolean {
  try {
    const stat = lstatSync(abs, { throwIfNoEntry: false });
    return stat?.size === facts.size && stat.mtimeMs === facts.mtimeMs && stat.ctimeMs === facts.ctimeMs;
  } catch {
    return false;
  }
}

function outcomeOf(result: RipgrepResult, { roots, floor }: { roots: Root[]; floor: Floor }): SearchOutcome {
  const paths = result.unreadable.flatMap(({ abs }) => toWorkspacePath(roots, abs) ?? []);
  const shown = [...new Set(paths.filter((path) => floor.admitsName(path)))].toSorted();
  const notes: Note[] = [];
  if (shown.length > 0) notes.push({ code: 'unreadable', text: messages.unreadablePlaces({ paths: shown }) });
  if (result.incomplete === undefined) return { notes };
  notes.push({ code: 'search-partial', text: result.incomplete });
  return { notes, incomplete: result.incomplete };
}
