/** Builds what retrievers see of one search: the index, the filters, the floor, and live tools, as one value. */
import { type Stats, statSync } from 'node:fs';
import { messages } from '../shared/messages.ts';
import { systemCode, unreadableCause } from '../system/system-error.ts';
import { IqError } from './errors.ts';
import { compileFilter } from './plan/filter.ts';
import type { RetrievalScope } from './retrieve/retriever.ts';
import type { IndexView } from './store/index-view.ts';
import type { FileFilter, FileRow, FileTraits, ListedFile } from './types.ts';
import { classifyPath } from './workspace/file-class.ts';
import { languageOf } from './workspace/languages.ts';
import type { Workspace } from './workspace/workspace.ts';

export interface ScopeParts {
  workspace: Workspace;
  index: IndexView | null;
  /** What the index knows of files; empty without one. */
  rows: ReadonlyMap<string, FileRow>;
  filter: FileFilter;
  files: () => Promise<ListedFile[]>;
  legacyEncoded: () => readonly FileRow[];
  /** Parsers are loaded on first use: `find` in a command must not pay for grammars. */
  parsers: Parsers | null;
}

export type Parsers = Pick<RetrievalScope, 'parse' | 'checkPattern' | 'matchStructure' | 'referenceKinds'>;

export function searchScope(parts: ScopeParts): RetrievalScope {
  const { workspace, index } = parts;
  const places = parts.filter.in.map((typed) => ({ typed, path: placeOf(typed, workspace) }));
  const filter = { ...parts.filter, in: places.map(({ path }) => path) };
  const traits = traitsOf(parts);
  const accepts = compileFilter(filter, workspace.roots);
  const targets = targetFolders({ repo: filter.repo, places }, workspace);
  return {
    index,
    filter,
    narrows: Object.values(filter).some((value) => Array.isArray(value) && value.length > 0),
    traits,
    accepts,
    admits: (path) => workspace.floor.admitsName(path) && workspace.floor.admits(workspace.toAbs(path)),
    toAbs: (path) => workspace.toAbs(path),
    toPath: (abs) => workspace.toPath(abs),
    typedPath: (typed) => workspace.typedPath(typed),
    targets: () => targets,
    files: parts.files,
    legacyEncoded: parts.legacyEncoded,
    ripgrep: (call) => workspace.ripgrep({ ...call, ignored: filter.ignored }),
    read: (path) => workspace.read(path),
    readText: (path) => {
      const read = workspace.read(path);
      return read.ok ? read.text : null;
    },
    ...(parts.parsers ?? NO_PARSERS),
  };
}

const NO_PARSERS: Parsers = {
  parse: notLoaded,
  checkPattern: notLoaded,
  matchStructure: notLoaded,
  referenceKinds: notLoaded,
};

function notLoaded(): never {
  throw new Error('this verb needs parsers: set `parses` in verb-table.ts');
}

/** Traits by path: the index knows classes that need the text (generated files). */
function traitsOf({ rows, workspace: { roots } }: ScopeParts): (path: string) => FileTraits {
  // A root named `tests` says nothing about the files in it.
  const insideRoot = (path: string): string =>
    path.slice(roots.find(({ prefix }) => path.startsWith(prefix))?.prefix.length ?? 0);
  return (path) => {
    const row = rows.get(path);
    return row ?? { path, language: languageOf(path), class: classifyPath(insideRoot(path)) };
  };
}

/**
 * Where ripgrep starts: the roots, or the places `--in` names. ripgrep searches an explicitly named file whatever the
 * ignore rules say, so a file target is only taken as its folder and narrowed by the filter.
 */
function targetFolders(
  { repo, places }: { repo: string[]; places: { typed: string; path: string }[] },
  workspace: Workspace,
): string[] {
  const roots = workspace.roots.filter((root) => repo.length === 0 || repo.includes(root.name));
  if (roots.length === 0)
    throw new IqError('usage', messages.unknownRepo({ repo, known: workspace.roots.map(({ name }) => name) }));
  if (places.length === 0) return roots.map((root) => root.dir);
  const folders = places.map(({ typed, path }) => {
    const abs = workspace.toAbs(path);
    const forbidden = new IqError('path-forbidden', messages.inForbidden({ path: typed }));
    // Asked before the disk is: that a secret is there, or not, is not told either.
    const isAdmitted = workspace.floor.admitsName(path);
    if (!isAdmitted && !workspace.floor.admitsFolder(path)) throw forbidden;
    const stat = statOf(abs, typed);
    if (!isAdmitted && stat?.isDirectory() !== true) throw forbidden;
    if (stat === undefined) throw new IqError('path-not-found', messages.inNotFound({ path: typed }));
    return stat.isDirectory() ? abs : abs.slice(0, abs.lastIndexOf('/')) || '/';
  });
  return [...new Set(folders)];
}

/** The workspace path of a place that was given to search in; IqError for one outside. */
function placeOf(place: string, workspace: Workspace): string {
  const path = workspace.typedPath(place);
  if (path === null) throw new IqError('path-outside-root', messages.pathOutside({ path: place }));
  return path;
}

/** Undefined when nothing is there; IqError when the system does not say. */
function statOf(abs: string, place: string): Stats | undefined {
  try {
    return statSync(abs, { throwIfNoEntry: false });
  } catch (cause) {
    const code = systemCode(cause);
    if (code === undefined) throw cause;
    // A file on the way.
    if (code === 'ENOTDIR') return undefined;
    const detail = messages.fileUnreadable({ cause: unreadableCause(code), code });
    throw new IqError('path-unreadable', messages.inUnreadable({ path: place, detail }), { cause });
  }
}
