/** Every flag as one row: how it is typed, what it says in the help, how its value is read. */
import type { FileClass, SearchRequest } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { CASE_MODES, FILE_CLASSES, REF_KINDS, REQUEST_LIMITS, SYMBOL_KINDS } from '../shared/vocabulary.ts';
import { IqError } from '../engine/errors.ts';

/** What was typed, read and checked. */
export interface Flags {
  root?: string[];
  in?: string[];
  repo?: string[];
  lang?: string[];
  glob?: string[];
  notGlob?: string[];
  only?: FileClass[];
  ignored?: true;
  budget?: number;
  limit?: number;
  context?: number;
  filesOnly?: true;
  count?: true;
  full?: true;
  json?: true;
  ndjson?: true;
  after?: string;
  features?: string;
  why?: true;
  explainMissing?: string;
  literal?: true;
  word?: true;
  case?: SearchRequest['case'];
  exact?: true;
  kind?: string;
}

export interface FlagRow {
  /** As commander reads it: `-C, --context <n>`. A flag without `<...>` is a switch. */
  typed: string;
  about: string;
  /** Turns the typed value into the stored one; `before` is what earlier uses of the flag gave. Throws an IqError. */
  read?: (value: string, before: unknown) => unknown;
}

export const SCOPE_FLAGS: readonly FlagRow[] = [
  { typed: '--root <dir>', about: messages.flagRoot(), read: append('--root') },
  { typed: '--in <path>', about: messages.flagIn(), read: append('--in') },
  { typed: '--repo <name>', about: messages.flagRepo(), read: append('--repo') },
  { typed: '--lang <list>', about: messages.flagLang(), read: appendList('--lang') },
  { typed: '--glob <glob>', about: messages.flagGlob(), read: append('--glob') },
  { typed: '--not-glob <glob>', about: messages.flagNotGlob(), read: append('--not-glob') },
  {
    typed: '--only <list>',
    about: messages.flagOnly({ known: FILE_CLASSES }),
    read: oneOrMoreOf('--only', FILE_CLASSES),
  },
  { typed: '--ignored', about: messages.flagIgnored() },
];

export const OUTPUT_FLAGS: readonly FlagRow[] = [
  {
    typed: '--budget <tokens>',
    about: messages.flagBudget(),
    read: integer('--budget', REQUEST_LIMITS.budgetMin, REQUEST_LIMITS.budgetMax),
  },
  { typed: '--limit <n>', about: messages.flagLimit(), read: integer('--limit', 1, REQUEST_LIMITS.limitMax) },
  { typed: '-C, --context <n>', about: messages.flagContext(), read: integer('-C', 0, REQUEST_LIMITS.contextMax) },
  { typed: '--files-only', about: messages.flagFilesOnly() },
  { typed: '--count', about: messages.flagCount() },
  { typed: '--full', about: messages.flagFull() },
  { typed: '--json', about: messages.flagJson() },
  { typed: '--ndjson', about: messages.flagNdjson() },
  { typed: '--after <cursor>', about: messages.flagAfter() },
  { typed: '--features <spec>', about: messages.flagFeatures() },
  { typed: '--why', about: messages.flagWhy() },
  { typed: '--explain-missing <path>', about: messages.flagExplainMissing() },
];

export const FIND_FLAGS: readonly FlagRow[] = [
  { typed: '--literal', about: messages.flagLiteral() },
  { typed: '--word', about: messages.flagWord() },
  { typed: '--case <mode>', about: messages.flagCase({ known: CASE_MODES }), read: oneOf('--case', CASE_MODES) },
];
export const FILES_FLAGS: readonly FlagRow[] = [{ typed: '--exact', about: messages.flagExact() }];
export const SYM_FLAGS: readonly FlagRow[] = [kindFlag(SYMBOL_KINDS)];
export const REFS_FLAGS: readonly FlagRow[] = [kindFlag(REF_KINDS)];
/** Of the verbs that print a report and not an answer. */
export const REPORT_FLAGS: readonly FlagRow[] = [
  { typed: '--root <dir>', about: messages.flagRoot(), read: append('--root') },
  { typed: '--json', about: messages.flagJson() },
];

/** The names a row answers to: `['-C', '--context']`. */
export function namesOf(row: FlagRow): string[] {
  return row.typed.split(/,? /).filter((part) => part.startsWith('-'));
}

/** True when the flag stands before a value. */
export function takesValue(row: FlagRow): boolean {
  return row.typed.includes('<');
}

function kindFlag(known: readonly string[]): FlagRow {
  return { typed: '--kind <kind>', about: messages.flagKind({ known }), read: oneOf('--kind', known) };
}

/** An empty value narrows nothing, and the answer would look as if it did: usually it is a variable that is not set. */
function append(flag: string): (value: string, before: unknown) => string[] {
  return (value, before) => {
    if (value.trim() === '') throw new IqError('usage', messages.flagNeedsValue({ flag }));
    return [...earlier(before), value];
  };
}

function appendList(flag: string): (value: string, before: unknown) => string[] {
  return (value, before) => {
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    if (items.length === 0) throw new IqError('usage', messages.flagNeedsValue({ flag }));
    return [...earlier(before), ...items];
  };
}

function earlier(before: unknown): string[] {
  return Array.isArray(before) ? before.map(String) : [];
}

function integer(flag: string, min: number, max: number): (value: string) => number {
  return (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new IqError('usage', messages.badNumber({ flag, value, min, max }));
  };
}

function oneOf(flag: string, known: readonly string[]): (value: string) => string {
  return (value) => {
    if (known.includes(value)) return value;
    throw new IqError('usage', messages.badChoice({ flag, value, known }));
  };
}

function oneOrMoreOf(flag: string, known: readonly string[]): FlagRow['read'] {
  const check = oneOf(flag, known);
  const list = appendList(flag);
  return (value, before) => list(value, before).map(check);
}
