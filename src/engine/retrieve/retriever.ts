/**
 * What every retriever takes and gives back: `(query, scope, signal) => hits`. A retriever is one file here and one
 * entry in the list of the verb that uses it. What it needs of other folders (ripgrep, reading, parsing) comes in
 * through the scope, so that retrievers import nothing but plan and store.
 */
import type { Note, RefKind, SearchRequest } from '../../shared/contract.ts';
import type { StructureMatch } from '../parse/structure.ts';
import type { IndexView } from '../store/index-view.ts';
import type { FileFilter, FileRow, FileTraits, Hit, ListedFile, ParsedFile, ParsedQuery, TextRead } from '../types.ts';
import type { SearchCall, SearchOutcome } from '../workspace/workspace.ts';

export interface TextOptions {
  literal: boolean;
  word: boolean;
  case: SearchRequest['case'];
}

/** What is asked of a retriever: the query as read, and the pattern or name the verb takes from it. */
export interface RetrieverQuery {
  query: ParsedQuery;
  /** The regex, name, glob or structural pattern, where the verb has one; else the query's text. */
  pattern: string;
  text: TextOptions;
  /** Symbol kind (`sym`), reference kind (`refs`), or language (`ast`). */
  kind?: string;
  exact?: boolean;
  /** Files are listed, not lines: every file counts, also beyond the hits that are kept. */
  everyFile?: boolean;
}

export interface RetrievalScope {
  /** Null while there is no index that can be read: retrievers fall back to live search. */
  index: IndexView | null;
  filter: FileFilter;
  /** Whether `accepts` refuses anything at all: where it does not, a search skips the filter. */
  narrows: boolean;
  /** All filters in force, for a file whose traits are known. */
  accepts(file: FileTraits): boolean;
  /** Traits by path, from the index or from the name. */
  traits(path: string): FileTraits;
  /** The floor, asked for every path before it is shown or read. */
  admits(path: string): boolean;
  /** Indexed files in an encoding that ripgrep does not detect by itself. */
  legacyEncoded(): readonly FileRow[];
  toAbs(path: string): string;
  toPath(abs: string): string | null;
  /** A path as a person gave it; null outside of the roots. */
  typedPath(typed: string): string | null;
  /** Roots, or the folders and files that `--in` narrows them to; absolute. */
  targets(): string[];
  files(): Promise<ListedFile[]>;
  /** Live ripgrep; whether it sees ignored files is the filter's to say. */
  ripgrep(call: Omit<SearchCall, 'ignored'>): Promise<SearchOutcome>;
  read(path: string): TextRead;
  readText(path: string): string | null;
  parse(path: string, text: string): ParsedFile;
  checkPattern(input: {
    language: string;
    pattern: string;
  }): { ok: true; parsedAs: string } | { ok: false; sentence: string };
  matchStructure(input: { text: string; language: string; pattern: string }): StructureMatch[];
  referenceKinds(input: {
    text: string;
    language: string;
    name: string;
  }): { line: number; column: number; kind: RefKind | 'def' | 'other' }[];
}

export interface Retrieved {
  hits: Hit[];
  /** Hits in total, kept or not. */
  total: number;
  totalFiles: number;
  /** Hits by file, where more were counted than `hits` holds. */
  hitsByFile?: ReadonlyMap<string, number>;
  /** A cap or a limit ended the search: `total` is what was seen until then. */
  totalIsLowerBound: boolean;
  notes: Note[];
}

export type Retriever = (query: RetrieverQuery, scope: RetrievalScope, signal: AbortSignal) => Promise<Retrieved>;

/** The result of a retriever that found `hits` and nothing else to say. */
export function retrieved(hits: Hit[], more: Partial<Retrieved> = {}): Retrieved {
  const totalFiles = more.totalFiles ?? new Set(hits.map((hit) => hit.path)).size;
  return { hits, total: hits.length, totalIsLowerBound: false, notes: [], ...more, totalFiles };
}
