/**
 * Numbers that shape behaviour and are shared between files or tuned by the benchmarks: name, unit, value, reason. A
 * number that only one file knows the meaning of stands there.
 */
import { REQUEST_LIMITS } from '../shared/vocabulary.ts';

/** One size gate for the index and for ripgrep (`--max-filesize`), so both agree by construction. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Wanted chunk length in characters: a definition with its body mostly fits. */
export const CHUNK_CHARS = 1_500;
/**
 * Longest single chunk before it is split: types thick with comments stay whole up to here. Cut small, one file of 1,061
 * lines became 126 chunks; whole units gained .015 to .07 nDCG@10 on such files.
 */
export const CHUNK_MAX_CHARS = 4_000;
/** Definitions up to this many characters join their small neighbours in one chunk: a one-line constant is no answer. */
export const CHUNK_SMALL_CHARS = 500;
/** Lines of a window in text without definitions, and how many of them two windows share. */
export const WINDOW_LINES = 40;
export const WINDOW_OVERLAP = 5;

/** A parse that takes longer is set aside as lexical: some grammars go quadratic on hostile input. */
export const PARSE_TIMEOUT_MS = 5_000;
/** ... counted in processor time where the system tells it. A thread that waits instead may take this long. */
export const PARSE_STALL_MS = 60_000;
/** A file over which the process ended this often in a row, the last times while parsed alone, loses its grammar. */
export const LEXICAL_AFTER_ENDS = 3;
/** How often running parses are looked at; a timeout is at most this much late. */
export const PARSE_WATCH_MS = 250;
/** Parse threads at most: one writer cannot keep up with more. */
export const PARSE_THREADS_MAX = 8;
/** Files that make one more parse thread worth its start (100 ms, mostly loading grammars). */
export const PARSE_FILES_PER_THREAD = 32;
/** JavaScript heap of a parse thread; one that needs more dies, and its file is indexed without a grammar. */
export const PARSE_HEAP_MB = 512;
/** Text after which a parse thread lets the event loop free its syntax trees: 15 MB of them at ~60x. */
export const PARSE_YIELD_BYTES = 256 * 1024;
/** Parsed files that may wait for the writer: enough for a commit's length (200 ms), little enough for memory. */
export const PARSE_WINDOW_FILES = 512;
export const PARSE_WINDOW_BYTES = 16 * 1024 * 1024;
/** How long a thread may take to end before it counts as stuck in a native call. */
export const THREAD_STOP_MS = 2_000;
/** Progress is told this often at most: 20 times a second is as much as a bar can show. */
export const PROGRESS_INTERVAL_MS = 50;
/** Passes tried in a row when the index changes or breaks under the first. */
export const INDEX_ATTEMPTS = 3;
/** Files over this many characters are not parsed structurally: parse memory is ~60x text (measured by parse tests). */
export const PARSE_MAX_CHARS = 1_500_000;
/** A line longer than this marks a file as minified: structure is worthless there and lines are cut when shown. */
export const LONG_LINE_CHARS = 10_000;
/**
 * A line over CHUNK_MAX_CHARS is indexed in pieces of that length, and at most this many of them (256,000 characters):
 * the rest of a 4 MB line is data that live search finds, and nobody asks for in words.
 */
export const LONG_LINE_PIECES = 64;

/** ripgrep: wall clock, and stdout as far as a flood of matches may fill memory. */
export const RG_TIMEOUT_MS = 10_000;
export const RG_MAX_STDOUT_BYTES = 64 * 1024 * 1024;
/** ... and where it is read as it comes and fills none: more than ripgrep writes in that time. */
export const RG_MAX_STREAM_BYTES = 32 * 1024 * 1024 * 1024;
export const RG_REGEX_SIZE_LIMIT = '1M';
/** ripgrep is fastest with 4-6 threads; its own default of up to 12 took three times as long on a large tree. */
export const RG_MAX_THREADS = 6;
/** A listing may take longer than a search: 1,000,000 files on a cold disk. A partial one is worth nothing. */
export const LIST_TIMEOUT_MS = 60_000;
/** Names of about 3,000,000 files. */
export const LIST_MAX_STDOUT_BYTES = 256 * 1024 * 1024;
/**
 * A listing that has not ended after this long is looked at: an ignore file that is a pipe or a device blocks ripgrep
 * for ever or fills its memory (by 0.4 GB a second). Ordinary trees are listed in a third of it.
 */
export const LIST_STALL_MS = 1_000;
/** ... and the search for such files looks at folders for at most this long. */
export const TRAP_SCAN_MS = 1_000;
/** ripgrep names what it ignores in 300 bytes each: room for 50,000 ignored entries (an ignored folder is one). */
export const DEBUG_STDERR_BYTES = 16 * 1024 * 1024;
/** Hits kept of one search: one letter matches a million lines. The rest is counted, not kept. */
export const MAX_HITS = 10_000;
export const GIT_TIMEOUT_MS = 5_000;
export const GIT_MAX_STDOUT_BYTES = 64 * 1024 * 1024;
/** Folders whose place under the floor is remembered: more than any listing has, at ~100 bytes each. */
export const FLOOR_MEMO_FOLDERS = 200_000;
/**
 * Entries looked at for second names of forbidden files (~1 s of walking). In a larger tree files with several names
 * are not admitted at all: whether one of them is forbidden cannot be told in time.
 */
export const FLOOR_WALK_MAX_ENTRIES = 500_000;
/** That walk is made again after this long at the earliest, and never takes more than this share of the time. */
export const FLOOR_WALK_MIN_AGE_MS = 5_000;
export const FLOOR_WALK_SHARE = 0.05;
/** How long the real path of a folder is believed: one search, during which the folder may be asked for 1,000 times. */
export const FLOOR_REAL_FOLDER_MS = 100;

/** First-stage pool: 50 chunks give about 10 distinct files (10 chunks cost .03-.05 nDCG@10), 200 leave room for rules. */
export const BM25_POOL = 200;
export const SYMBOL_POOL = 200;
/** Files the fuzzy stage hands from the cheap prefilter (fuzzysort) to the better ranker (fzf). */
export const FUZZY_PREFILTER = 1_000;

/** Longest word that is indexed: longer ones are base64 and minified data, no identifier anybody types. */
export const WORD_MAX_CHARS = 100;
/** Hex digits from which a word is a hash or a blob: a 64-bit number has 16. */
export const HEX_BLOB_CHARS = 16;
/** Distinct words whose terms are remembered while indexing, a power of two: about 12 MB per thread. */
export const TERM_MEMO_WORDS = 65_536;
/** Terms one query asks for: a pasted page has more, and the first hundreds decide. */
export const QUERY_TERMS_MAX = 300;

/** BM25 column weights: what a chunk defines says more than where it lies, and that more than a word in its body. */
export const BM25_WEIGHTS = { names: 3, path: 1.5, body: 1 } as const;

/** Boosts of the ranking rules, on scores brought to 0-1: a narrower range is swamped by them (nDCG@10 .83 -> .70). */
export const BOOST = {
  /** Definition of the asked name (name queries): large enough to lead any text hit. */
  definition: 3,
  /** ... and of a name that differs in case only. */
  foldedDefinition: 1.5,
  /** Source file named like the asked plain lower-case word: `widget` leads with widget.ts. */
  namedFile: 3.5,
  /** ... and half of it for a name that stands inside a question. */
  embeddedDefinition: 0.5,
  /** ... which no other leg found: less than a good chunk, more than a poor one. */
  injected: 0.25,
  /** File stem equals a query word / starts with one (>= 3 characters). */
  stemExact: 0.2,
  stemPrefix: 0.1,
  /** Share of query words found among the directory names. */
  pathWords: 0.15,
  /** Best chunk of the file gains by the file's share of the candidate mass. */
  coherence: 0.2,
} as const;

/** Text hits of a name query, by how much of the word they are: exact, other case, its start, its middle. */
export const WORD_QUALITY = { exact: 1, folded: 0.8, prefix: 0.5, substring: 0.3 } as const;
/** A file that mentions the asked path ranks below any decent match of a name, above scattered letters. */
export const PATH_MENTION = 0.3;
/** Line lists: share of n/(n+1) for n hits. Under a tenth, so that more hits never cross a class. */
export const MATCHES_WEIGHT = 0.1;
/** File lists: class factors count this much, to order twins (widget.ts, widget.test.ts) and nothing else. */
export const FILE_CLASS_SHARE = 0.1;

/**
 * Class penalties: multiply; lifted when the query asks for that class. Of all rules they carry the most (nDCG@10 .63 ->
 * .79 on 58 questions over three repositories): answers are implementation, and tests and examples crowd them out.
 */
export const CLASS_FACTOR = { src: 1, config: 0.9, docs: 0.7, tests: 0.3, generated: 0.3, vendored: 0.3 } as const;
/** Examples, fixtures and compatibility folders, by path: they hold the words of a question, not its answer. */
export const EXAMPLE_FACTOR = 0.3;
/** `.d.ts`, `__init__.py`, `package-info.java`: mostly re-exports. */
export const REEXPORT_FACTOR = 0.6;
/** n-th further hit of one file counts this ^ n: ten places should show several files. */
export const DIVERSITY_DECAY = 0.5;
/** Relative gap between the first two files under which an answer is ambiguous. */
export const CONFIDENCE_MARGIN = 0.05;

/** Packed code: groups and lines at most, half of the budget; the other half is for places beyond the first two. */
export const PACK_GROUPS = 2;
export const PACK_MAX_LINES = 120;
export const PACK_BUDGET_SHARE = 0.5;

/**
 * Files per write transaction: a kill loses at most this much work (about a second), and the WAL stays small. 200 made
 * 28 full-text segments of 5,000 files and cost a fifth more than 1,000 did.
 */
export const WRITE_BATCH_FILES = 500;
/** WAL is checkpointed at this size: opening after a kill took 64 ms with 64 MB of it, 225 ms with 256 MB. */
export const WAL_LIMIT_BYTES = 64 * 1024 * 1024;
/** ... and after this much source text, so that one transaction of large files cannot outgrow the WAL either. */
export const WRITE_BATCH_BYTES = 8 * 1024 * 1024;
/** Rows taken out per transaction when files are gone: their tombstones are small. */
export const REMOVE_BATCH_FILES = 2_000;
/** Below this SQLite loses committed writes when two connections reset the WAL at once. */
export const SQLITE_MIN_VERSION = '3.51.3';
/** How long a statement waits for another process's lock before the index counts as locked. */
export const BUSY_TIMEOUT_MS = 5_000;
/** Pages between automatic checkpoints (16 MB): SQLite's 4 MB costs an fsync per batch. */
export const WAL_CHECKPOINT_PAGES = 4_096;
/** FTS5 collects this much of a transaction before it writes a segment: one segment per batch, 30 % less build time than 1 MB. */
export const FTS_HASH_BYTES = 32 * 1024 * 1024;
/** FTS5 merges this many segments of one level at once; 16 writes half of what the default of 4 does. */
export const FTS_AUTOMERGE = 16;
/** Segments a bulk build may pile up for its one merge at the end (FTS5 has room for 2,000). */
export const FTS_BULK_SEGMENTS = 500;
/** Pages per step when all segments are merged into one: each step is its own transaction, so the WAL stays small. */
export const FTS_MERGE_STEP_PAGES = 500;
/** A pass that writes this share of the files is a bulk build: no merging on the way, and all segments merged at the end. */
export const FTS_BULK_SHARE = 0.2;
/** Free pages left in the index file: later passes fill them, and moving the last ones would cost more than they take. */
export const FREE_PAGES_SHARE = 0.1;
/** Pages given back per step. */
export const VACUUM_STEP_PAGES = 1_000;
/** An index up to this size is merged whenever files were removed (about 2 s), so that no trace of them stays; a larger
 * one only when a removed file still exists, which means that it became forbidden or ignored. */
export const PURGE_ALWAYS_BYTES = 96 * 1024 * 1024;
/** A file whose change time is this close to its indexing time is compared by hash: such a rewrite can look unchanged. */
export const RACY_WINDOW_MS = 10_000;
/** Writer lease: a holder that has not renewed for this long, or whose process is gone, is taken over. */
export const LEASE_STALE_MS = 30_000;

/** `ast` parses on one thread: a search over a whole repository says after this long how far it came. */
export const AST_TIME_LIMIT_MS = 10_000;
/** `refs` tells uses apart by parsing; files beyond these keep their text hits without a kind (~5 ms a file). */
export const REF_PARSE_FILES = 400;
/** Without an index `def` parses files that hold the name, those with a defining keyword before it first (~5 ms a file). */
export const DEF_PARSE_FILES = 400;
/** `context` outside any definition shows this many lines before and after. */
export const CONTEXT_WINDOW_LINES = 10;
/** `related`: neighbouring definitions of the answer that are named. */
export const RELATED_LIMIT = 3;
/** Files that join a name's answer: exact name or stem (files.ts scores those >= .45), and at most this many. */
export const NAMED_FILES_LIMIT = { score: 0.45, count: 5 } as const;

/** Longest part of a line that is shown, in UTF-16 units: three terminal lines, about 60 tokens. */
export const LINE_SHOWN_CHARS = 200;
/** `candidates:` at most, and the part of the budget kept free for them and for `related:` while hits are filled in. */
export const CANDIDATES_MAX = 20;
export const CANDIDATES_SHARE = 0.15;
export const RELATED_SHARE = 0.08;
/** Skipped files named in printed JSON; their number is always said. */
export const SKIPPED_SHOWN = 20;
/** The envelope takes at most this part of the budget before its sentences are shortened. */
export const ENVELOPE_SHARE = 0.6;
/** The `more:` command is printed up to this part of the budget; a longer one gives way to its cursor. */
export const COMMAND_SHARE = 0.25;
/** Smallest budget that holds any answer with one hit, per format: measured over hostile answers (render tests). */
export const BUDGET_MIN = { text: REQUEST_LIMITS.budgetMin, json: 360, ndjson: 370 } as const;

/** Highlights kept of one line: a megabyte of one letter has a million, and nobody sees more than the cut line shows. */
export const LINE_HIGHLIGHTS = 200;
