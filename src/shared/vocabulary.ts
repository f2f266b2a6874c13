/**
 * The closed word lists of the contract, as values. Apart from the schemas, so that a command can check a flag
 * without loading zod (70 ms on Node 24).
 */

/** Verbs the engine answers. `auto` is the bare query: classified first, then run as one of the others or as prose. */
export const VERBS = ['auto', 'find', 'files', 'def', 'refs', 'sym', 'ast', 'outline', 'context'] as const;

/** Everything that may stand behind `iq` and is no query. */
export const COMMANDS = [...VERBS, 'multi', 'index', 'doctor'] as const;

/** What a file is for. Ranking treats tests, docs, generated and vendored files differently from `src`. */
export const FILE_CLASSES = ['src', 'tests', 'docs', 'config', 'generated', 'vendored'] as const;

export const SYMBOL_KINDS = [
  'fn',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'const',
  'field',
  'module',
  'macro',
  'route',
  'test',
] as const;

export const REF_KINDS = ['call', 'import', 'type', 'write'] as const;

/** Hard limits of one request; numbers beyond them are a usage error, never silently lowered. */
export const REQUEST_LIMITS = {
  queryChars: 10_000,
  budgetMin: 60,
  budgetMax: 25_000,
  limitMax: 10_000,
  contextMax: 200,
} as const;

/** Whether capitals matter to `find`; `smart`: only where the pattern has one. */
export const CASE_MODES = ['smart', 'sensitive', 'insensitive'] as const;

/** Tokens of an answer when nothing else is asked: a first page with code in it, cheap enough to ask often. */
export const BUDGET_DEFAULT = 1_500;

/** Why a file is not searched. Files behind the floor are in no list and no count. */
export const SKIP_REASONS = ['too-large', 'binary', 'unreadable', 'not-regular', 'vanished', 'not-indexed'] as const;
