/**
 * Value types the engine's folders share. Pure data: no Node types, so `plan` can use them.
 * A "path" inside the engine is a workspace path: `/`-separated, relative to the root, and prefixed with
 * `<root name>/` when several roots are open. Only the workspace turns one into an absolute path.
 */
import type {
  FileClass,
  RefKind,
  ScorePart,
  SkippedFile,
  SkipReason,
  SymbolKind,
  SymbolRef,
  Tag,
} from '../shared/contract.ts';

/** A file the matcher lists and the floor admits. Times are milliseconds since the epoch, with fractions. */
export interface ListedFile {
  path: string;
  abs: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
}

/** What one listing found: files to search, and files that are listed but cannot be, each with its reason. */
export interface Listing {
  files: ListedFile[];
  skipped: SkippedFile[];
  /** Folders that could not be read (workspace paths). */
  unreadableFolders: string[];
}

/** The text of a file as it is now, or why there is none. */
export type TextRead =
  | { ok: true; text: string; encoding: string }
  | { ok: false; reason: SkipReason | 'forbidden'; detail: string };

export interface ParsedSymbol {
  name: string;
  kind: SymbolKind;
  /** One line, whitespace folded, at most 200 characters. */
  signature: string;
  /** 1-based lines, inclusive; the line of the name, not of decorators or comments, is `line`. */
  line: number;
  endLine: number;
  /** 1-based column of the name, UTF-16 units. */
  column: number;
  /** Index into the same array, or -1. Parents come before their members. */
  parent: number;
  /** Type it belongs to where that type stands in another file: `Server` of Go's `func (s *Server) Start()`. */
  owner?: string;
  exported: boolean;
  /** Branch count of the body + 1 (McCabe), 0 for symbols without one. */
  complexity: number;
}

export interface ParsedImport {
  /** As written: `./a.ts`, `os.path`, `<vector>`. */
  specifier: string;
  line: number;
  /** Imported names where the language says them. */
  names: string[];
}

/** A searchable unit. Lines 1-based, inclusive. */
export interface ParsedChunk {
  line: number;
  endLine: number;
  /** Index into symbols, or -1 for text between definitions. */
  symbol: number;
  /** Space-separated index terms of the chunk's text, made by `plan/tokens.ts`. */
  terms: string;
  /** Index terms of the symbol names the chunk defines. */
  nameTerms: string;
  /** First non-blank line, trimmed to 120 characters: where the chunk is found again after edits. */
  anchor: string;
  /** Hex content hash of the chunk's text: the key of its vector later. */
  hash: string;
}

export interface ParsedFile {
  language: string | null;
  /** `ast` where a grammar parsed it, `lexical` otherwise (also when a cap ended the parse). */
  parser: 'ast' | 'lexical';
  lines: number;
  symbols: ParsedSymbol[];
  imports: ParsedImport[];
  chunks: ParsedChunk[];
  /** Branch count over the whole file. */
  complexity: number;
  /** Why the file fell back to lexical, when a grammar exists. */
  note?: string;
}

/** What filters ask of a file: its path, language id and class. */
export interface FileTraits {
  path: string;
  language: string | null;
  class: FileClass;
}

/** What the store knows of a file without reading it. */
export interface FileFacts {
  id: number;
  path: string;
  size: number;
  mtimeMs: number;
  ctimeMs: number;
  /** Wall clock when it was indexed: a file changed within the clock's grain of this is compared by hash. */
  indexedAtMs: number;
  hash: string;
}

export interface FileRow extends FileFacts {
  language: string | null;
  class: FileClass;
  encoding: string;
  lines: number;
  complexity: number;
  parser: 'ast' | 'lexical';
}

export interface SymbolRow {
  id: number;
  path: string;
  name: string;
  qualifiedName: string;
  kind: SymbolKind;
  signature: string;
  line: number;
  endLine: number;
  column: number;
  exported: boolean;
  complexity: number;
  fileClass: FileClass;
}

/** The retrievers. A leg's hits carry a score brought to 0-1 within that leg. */
export type Leg = 'text' | 'bm25' | 'symbol' | 'file' | 'ast' | 'ref' | 'live';

/** A candidate as a retriever returns it. */
export interface Hit {
  path: string;
  line: number;
  endLine: number;
  /** 1-based, UTF-16 units. */
  column?: number;
  leg: Leg;
  /** 0-1 within its leg. */
  score: number;
  /** The line's text where the retriever has it (ripgrep, ast). */
  text?: string;
  ranges?: [number, number][];
  /** Text that must stand on `line` for the hit to be current; used to place it again after edits. */
  anchor?: string;
  symbol?: SymbolRef;
  /** Head of the definition this hit is, on one line (`ParsedSymbol.signature`). */
  signature?: string;
  fileClass: FileClass;
  language: string | null;
  /** Definition of exactly this name, case-sensitively (or differing in case only: 'folded'). */
  defines?: 'exact' | 'folded';
  refKind?: RefKind | 'def' | 'other';
  /** Lines to show as live code when the hit is packed; its symbol's span where absent. */
  codeSpan?: [number, number];
}

/** A hit after fusion: same place, all legs that found it, and the named parts of its score. */
export interface RankedHit extends Hit {
  tags: readonly Tag[];
  parts: ScorePart[];
}

/** Ranked files with their ranked hits: best first, ties broken by path and line, so bytes repeat. */
export interface RankedGroup {
  path: string;
  score: number;
  hits: RankedHit[];
  /** Where not all of the file's hits were kept: how many there are. */
  totalHits?: number;
}

/** Filters in force, from flags and from inside the query. All must hold; lists inside one filter are alternatives. */
export interface FileFilter {
  in: string[];
  repo: string[];
  languages: string[];
  globs: string[];
  notGlobs: string[];
  classes: FileClass[];
  /** `path:` filters: substring of the path, case-folded. */
  pathContains: string[];
  notPathContains: string[];
  notLanguages: string[];
  notClasses: FileClass[];
  ignored: boolean;
}

export type QueryKind = 'path' | 'identifier' | 'regex' | 'prose' | 'anchor';

/** The query after `plan/query.ts` read it. */
export interface ParsedQuery {
  raw: string;
  /** What is left when filters, phrases and /regex/ are taken out; trimmed. */
  text: string;
  kind: QueryKind;
  phrases: string[];
  regexes: string[];
  /** Words that must not occur: `-word`. */
  notWords: string[];
  filter: FileFilter;
  /** `path:line[:column]` pasted as a query. */
  anchor?: { path: string; line: number; column?: number };
  /** Filters as typed, for the header. */
  filterLabels: string[];
  /** The question asks about tests or documents themselves: their penalties lift. */
  wantsTests: boolean;
  wantsDocs: boolean;
}
