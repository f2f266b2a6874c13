/** Every number that shapes behaviour: name, unit, value, reason. */

/** One size gate for the index and for ripgrep (`--max-filesize`), so both agree by construction (design 5). */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Wanted chunk length in characters: a definition with its body mostly fits (retrieval 1.7). */
export const CHUNK_CHARS = 1_500;
/** Longest single chunk before it is split: types thick with comments stay whole up to here (retrieval 9.6). */
export const CHUNK_MAX_CHARS = 4_000;
/** Lines of a window in text without definitions, and how many of them two windows share. */
export const WINDOW_LINES = 40;
export const WINDOW_OVERLAP = 5;

/** A parse that takes longer is set aside as lexical: some grammars go quadratic on hostile input (retrieval 1.8). */
export const PARSE_TIMEOUT_MS = 5_000;
/** Files over this many characters are not parsed structurally: parse memory is ~60x text (measured by parse tests). */
export const PARSE_MAX_CHARS = 1_500_000;
/** A line longer than this marks a file as minified: structure is worthless there and lines are cut when shown. */
export const LONG_LINE_CHARS = 10_000;

/** ripgrep: wall clock and stdout caps (reliability 5). */
export const RG_TIMEOUT_MS = 10_000;
export const RG_MAX_STDOUT_BYTES = 64 * 1024 * 1024;
export const RG_REGEX_SIZE_LIMIT = '1M';
/** Hits kept of one search; the rest is counted, not kept (cases F18). */
export const MAX_HITS = 10_000;
export const GIT_TIMEOUT_MS = 5_000;
export const GIT_MAX_STDOUT_BYTES = 64 * 1024 * 1024;

/** First-stage pool: 50 chunks give about 10 distinct files (retrieval 9.7); 200 leaves room for the rules. */
export const BM25_POOL = 200;
export const SYMBOL_POOL = 200;
/** Files the fuzzy stage hands from the cheap prefilter to the better ranker (dependencies, fuzzy file matching). */
export const FUZZY_PREFILTER = 1_000;

/** BM25 column weights: symbol names, path words, body (retrieval 2.2 ripvec 3/1.5/1). */
export const BM25_WEIGHTS = { names: 3, path: 1.5, body: 1 } as const;

/** Rules of retrieval 1.7, 2.1 and 9, on scores brought to 0-1. */
export const BOOST = {
  /** Definition of the asked name (name queries): large enough to lead any text hit. */
  definition: 3,
  /** ... and half of it for a name that stands inside a question. */
  embeddedDefinition: 0.5,
  /** File stem equals a query word / starts with one (>= 3 characters). */
  stemExact: 0.2,
  stemPrefix: 0.1,
  /** Share of query words found among the directory names. */
  pathWords: 0.15,
  /** Best chunk of the file gains by the file's share of the candidate mass. */
  coherence: 0.2,
} as const;

/** Class penalties (retrieval 9.1): multiply; lifted when the query asks for that class. */
export const CLASS_FACTOR = { src: 1, config: 0.9, docs: 0.7, tests: 0.3, generated: 0.3, vendored: 0.3 } as const;
/** Examples, fixtures and compatibility folders, by path (retrieval 1.7). */
export const EXAMPLE_FACTOR = 0.3;
/** `.d.ts`, `__init__.py`, `package-info.java`: mostly re-exports (retrieval 1.7). */
export const REEXPORT_FACTOR = 0.6;
/** n-th further hit of one file counts this ^ n (retrieval 1.7). */
export const DIVERSITY_DECAY = 0.5;
/** Relative gap between the first two files under which an answer is ambiguous. */
export const CONFIDENCE_MARGIN = 0.05;

/** Packed code: groups and lines at most, half of the budget (retrieval 6.2). */
export const PACK_GROUPS = 2;
export const PACK_MAX_LINES = 120;
export const PACK_BUDGET_SHARE = 0.5;

/** Files per write transaction: a kill loses at most this much work, and the WAL stays small. */
export const WRITE_BATCH_FILES = 200;
/** WAL is checkpointed at this size so that recovery after a kill stays well under 1 s (reliability 1.19). */
export const WAL_LIMIT_BYTES = 64 * 1024 * 1024;
/** A file whose change time is this close to its indexing time is compared by hash (cases W26). */
export const RACY_WINDOW_MS = 2_000;
/** Writer lease: a holder that has not renewed for this long, or whose process is gone, is taken over. */
export const LEASE_STALE_MS = 30_000;
