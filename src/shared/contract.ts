/**
 * The one place where a request, an answer and an event are described. Whoever takes a request from outside parses it
 * here, which fills in its defaults, and trusts it from then on; the command line has checked its flags itself and takes
 * the types alone, because the schemas load zod (70 ms). Nothing here knows Node, the DOM or Electron.
 */
import { z } from 'zod';
import {
  BUDGET_DEFAULT,
  CASE_MODES,
  FILE_CLASSES,
  REQUEST_LIMITS,
  type REF_KINDS,
  type SKIP_REASONS,
  type SYMBOL_KINDS,
  VERBS,
} from './vocabulary.ts';

export type Verb = (typeof VERBS)[number];

export type FileClass = (typeof FILE_CLASSES)[number];

export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export type RefKind = (typeof REF_KINDS)[number];

const strings = z.array(z.string()).default([]);

export const ScopeSchema = z.object({
  /** Path prefixes relative to the root (or `name/...` with several roots). */
  in: strings,
  /** Root names; empty means all roots. */
  repo: strings,
  /** Language ids or common short names: `ts`, `python`. */
  lang: strings,
  glob: strings,
  notGlob: strings,
  only: z.array(z.enum(FILE_CLASSES)).default([]),
  /** Also search files that ignore rules hide. Never lifts the floor. */
  ignored: z.boolean().default(false),
});
export type Scope = z.infer<typeof ScopeSchema>;

export const SearchRequestSchema = z.object({
  verb: z.enum(VERBS),
  text: z.string(),
  scope: ScopeSchema.default(() => ScopeSchema.parse({})),
  /** `find`: literal text instead of a regex. */
  literal: z.boolean().default(false),
  word: z.boolean().default(false),
  case: z.enum(CASE_MODES).default('smart'),
  /** `files`: the pattern is a glob and must match as such. */
  exact: z.boolean().default(false),
  /** `sym`: symbol kind; `refs`: reference kind. */
  kind: z.string().optional(),
  /** Lines of context around a hit (`-C`). */
  context: z.number().int().min(0).max(REQUEST_LIMITS.contextMax).default(0),
  /** Tokens, by the estimate of `render/tokens.ts`. Never exceeded by the output. */
  budget: z.number().int().min(REQUEST_LIMITS.budgetMin).max(REQUEST_LIMITS.budgetMax).default(BUDGET_DEFAULT),
  limit: z.number().int().min(1).max(REQUEST_LIMITS.limitMax).optional(),
  filesOnly: z.boolean().default(false),
  count: z.boolean().default(false),
  /** Show whole enclosing definitions instead of single lines. */
  full: z.boolean().default(false),
  why: z.boolean().default(false),
  /** The form the answer is printed in: the budget is measured on exactly that. */
  format: z.enum(['text', 'json', 'ndjson']).default('text'),
  /** Resume after this cursor (from an earlier answer). */
  after: z.string().optional(),
  /** Stage switches: `-coherence,-pathwords` or `only=bm25`. */
  features: z.string().default(''),
});
export type SearchRequest = z.infer<typeof SearchRequestSchema>;
export type OutputFormat = SearchRequest['format'];

export type Confidence = 'confident' | 'ambiguous' | 'weak';

/** One named term of a score. `add` terms are summed first, then `mul` terms multiply the sum, in order. */
export interface ScorePart {
  name: string;
  op: 'add' | 'mul';
  value: number;
}

/** Tag on a hit: why it is there. `score` is 0-1 where the leg has one. */
export interface Tag {
  name: string;
  score?: number;
}

/** Smallest definition around a line. Lines are 1-based and inclusive. */
export interface SymbolRef {
  name: string;
  kind: SymbolKind;
  line: number;
  endLine: number;
  /** `Outer.inner` where the language nests. */
  qualifiedName: string;
}

export interface AnswerHit {
  /** Opaque result id: windows send it back instead of a path. */
  id: string;
  /** 1-based first line. */
  line: number;
  /** 1-based last line of the span this hit stands for (`line` for a single line). */
  endLine: number;
  /** 1-based, in UTF-16 units, where the leg knows it. */
  column?: number;
  /** The verified line as it is on disk now, or the part of it around the highlight when it is long; '' when `changed` and gone. */
  text: string;
  /** UTF-16 units left out before and after `text`, where the line is too long to show. */
  cut?: [number, number];
  /** Highlights in `text`: [start, end) in UTF-16 units. */
  ranges: [number, number][];
  /** Live code lines for hits that arrive packed (prose, `--full`, `-C`): from `codeLine` on. */
  code?: string;
  codeLine?: number;
  /** Lines of the definition that `code` leaves out. */
  codeCut?: number;
  /** The hit is the file itself (found by its name), no line in it. */
  wholeFile?: true;
  tags: Tag[];
  symbol?: SymbolRef;
  /** A definition found by its name: its head on one line, where neither `text` nor `code` says all of it. */
  signature?: string;
  score: number;
  parts?: ScorePart[];
  /** Set when the file changed after it was indexed and the hit could only be placed roughly. */
  changed?: string;
}

export interface AnswerGroup {
  path: string;
  /** The budget was too small for the whole path: its beginning is left out. */
  pathCut?: true;
  language?: string;
  class: FileClass;
  encoding?: string;
  hits: AnswerHit[];
  /** Hits of this file in the whole result, shown or not. */
  totalHits: number;
}

export interface Anchor {
  path: string;
  line: number;
  symbol?: string;
  /** For `related`: where it is called most. */
  caller?: { path: string; line: number; symbol?: string };
}

export type SkipReason = (typeof SKIP_REASONS)[number];

export interface SkippedFile {
  path: string;
  reason: SkipReason;
  /** A sentence: `1.2 MB is over the limit of 4 MB`. */
  detail: string;
}

export interface Receipt {
  /** Files the matcher lists, minus the floor, inside the scope. */
  listed: number;
  searched: number;
  /** As many as fit; `skippedTotal` and `skippedByReason` count all. */
  skipped: SkippedFile[];
  skippedTotal: number;
  skippedByReason?: Partial<Record<SkipReason, number>>;
  truncated: boolean;
  /** Hits shown and in total; `totalIsLowerBound` when a cap ended the search early. */
  shown: number;
  total: number;
  totalFiles: number;
  totalIsLowerBound: boolean;
}

export interface Freshness {
  /** Sequence numbers: the answer is fresh when they are equal. */
  seen: number;
  applied: number;
  /** Milliseconds since the index last equalled the disk, 0 while it does for all this process knows; null without an index. */
  ageMs: number | null;
  /** The disk was not compared with the index for this answer, nor before it in this process. */
  unchecked?: true;
}

/** How the query was read. `escalatedFrom` is set when an exact reading matched nothing and prose took over. */
export interface QueryReading {
  kind: 'path' | 'identifier' | 'regex' | 'prose' | 'anchor' | 'verb';
  verb: Verb;
  /** The text left after filters were taken out. */
  text: string;
  /** Human-readable filters in force, scope flags included. */
  filters: string[];
  escalatedFrom?: string;
}

export interface Note {
  code: string;
  /** A sentence people can act on, from the message catalogue. */
  text: string;
}

/** What an answer lists: hits, only files (`--files-only`), or the number of hits per file (`--count`). */
export type AnswerView = 'hits' | 'files' | 'count';

export interface Answer {
  view: AnswerView;
  reading: QueryReading;
  groups: AnswerGroup[];
  related: Anchor[];
  /** Ranked anchors that did not fit. */
  candidates: Anchor[];
  answer?: Anchor;
  confidence: Confidence;
  confidenceReason: string;
  hint?: string;
  freshness: Freshness;
  receipt: Receipt;
  features: string[];
  route?: { primitive: string; reason: string };
  notes: Note[];
  /** Notes that did not fit. */
  notesCut?: number;
  /** The budget had room for hits alone: sentences, stages and lists are left out. */
  brief?: true;
  /** The command that shows the next page, quoted for a POSIX shell; absent when it did not fit or nothing is left. */
  more?: string;
  /** Where the next page starts; absent when this one ends the result. */
  cursor?: string;
}

export interface IndexProgress {
  phase: 'listing' | 'parsing' | 'writing' | 'done';
  done: number;
  total: number;
  /** File last finished, for the progress line. */
  path?: string;
}
