/** A bare query, read: what is asked, how it is classified (the first kind that fits wins), and the filters inside it. */
import type { FileClass } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { FILE_CLASSES } from '../../shared/vocabulary.ts';
import type { ErrorCode } from '../errors.ts';
import type { FileFilter, ParsedQuery } from '../types.ts';
import { parseAnchor } from './anchor.ts';
import { classify } from './classify.ts';
import { hasWildcard } from './is-glob.ts';
import { asksForDocs, asksForTests, namesTests } from './intent.ts';
import { withoutCall } from './path-shape.ts';
import { queryTokens, type QueryToken } from './query-tokens.ts';

export type ReadQuery = { ok: true; query: ParsedQuery } | { ok: false; error: { code: ErrorCode; message: string } };

type FilterToken = Extract<QueryToken, { kind: 'filter' }>;

const KEYS = ['lang', 'path', 'file', 'in', 'repo', 'glob', 'only', 'author', 'changed', 'hot'] as const;
/** They narrow by git history, which is not indexed yet; ignoring them would answer another question. */
const HISTORY_KEYS: ReadonlySet<string> = new Set(['author', 'changed', 'hot']);
const CLASS_ALIASES: Readonly<Record<string, FileClass>> = { test: 'tests', doc: 'docs', source: 'src', code: 'src' };

/**
 * Reads `raw`. Filters inside it join those of `flags`: values of one filter are alternatives, different filters must
 * all hold. `languages` hold what was typed; the caller turns names into ids. Fails with a code and a sentence when the
 * query is empty or holds a filter that is unknown or not built.
 */
export function parseQuery(raw: string, flags: FileFilter): ReadQuery {
  // No operating system takes a NUL in an argument, so none can be searched for.
  const typed = raw.replaceAll('\0', ' ').trim();
  const pasted = parseAnchor(typed);
  const tokens: QueryToken[] =
    pasted === null ? queryTokens(typed, new Set<string>(KEYS)) : [{ kind: 'text', raw: typed }];
  const filters = readFilters(tokens, flags);
  if (!filters.ok) return filters;
  const asked = tokens.filter((token) => token.kind === 'text').map((token) => token.raw);
  // Untouched text keeps its own spacing.
  const text = asked.length === tokens.length ? typed : asked.join(' ');
  const query = understood({ raw, text, tokens, filter: filters.filter, flags });
  const nothing = text === '' && tokens.length === 0 && query.filterLabels.length === 0;
  return nothing ? failed('query-empty', messages.bareQueryEmpty()) : { ok: true, query };
}

interface Parts {
  raw: string;
  text: string;
  tokens: QueryToken[];
  filter: FileFilter;
  flags: FileFilter;
}

function understood({ raw, text, tokens, filter, flags }: Parts): ParsedQuery {
  const phrases = tokens.filter((token) => token.kind === 'phrase');
  const regexes = tokens.filter((token) => token.kind === 'regex').map((token) => token.value);
  const anchor = parseAnchor(text);
  const kind = anchor === null ? classify(text, phrases.length + regexes.length > 0) : 'anchor';
  const named = kind === 'identifier' || kind === 'path' ? namesTests(text) : asksForTests(text);
  const paths = [...filter.in, ...filter.globs, ...filter.pathContains].join(' ');
  return {
    raw,
    text: anchor?.path ?? readable(text, kind),
    kind,
    phrases: phrases.filter((token) => !token.negated).map((token) => token.value),
    regexes,
    notWords: tokens.flatMap((token) => {
      if (token.kind === 'not') return [token.value];
      return token.kind === 'phrase' && token.negated ? [token.value] : [];
    }),
    filter,
    ...(anchor === null ? {} : { anchor }),
    filterLabels: [...flagLabels(flags), ...tokens.filter((token) => token.kind !== 'text').map((token) => token.raw)],
    wantsTests: named || filter.classes.includes('tests') || namesTests(paths),
    wantsDocs: filter.classes.includes('docs') || (kind === 'prose' && asksForDocs(text)),
  };
}

/** The form the retrievers look for: names without their empty call, paths relative and with forward slashes. */
function readable(text: string, kind: ParsedQuery['kind']): string {
  if (kind === 'identifier') return withoutCall(text);
  return kind === 'path' ? text.replaceAll('\\', '/').replace(/^(?:\.\/)+(?=.)/, '') : text;
}

type ReadFilters = { ok: true; filter: FileFilter } | { ok: false; error: { code: ErrorCode; message: string } };

function readFilters(tokens: readonly QueryToken[], flags: FileFilter): ReadFilters {
  const filter: FileFilter = structuredCloneOf(flags);
  for (const token of tokens) {
    if (token.kind !== 'filter') continue;
    const problem = addFilter(filter, token);
    if (problem !== null) return failed('usage', problem);
  }
  return { ok: true, filter };
}

function structuredCloneOf(filter: FileFilter): FileFilter {
  return {
    in: [...filter.in],
    repo: [...filter.repo],
    languages: [...filter.languages],
    globs: [...filter.globs],
    notGlobs: [...filter.notGlobs],
    classes: [...filter.classes],
    pathContains: [...filter.pathContains],
    notPathContains: [...filter.notPathContains],
    notLanguages: [...filter.notLanguages],
    notClasses: [...filter.notClasses],
    ignored: filter.ignored,
  };
}

/** Adds one filter in place; returns the sentence that says what is wrong with it, or null. */
function addFilter(filter: FileFilter, token: FilterToken): string | null {
  const { key, value, negated, raw } = token;
  if (HISTORY_KEYS.has(key)) return messages.filterNotBuilt({ filter: raw, key });
  // A comma separates alternatives where a value cannot hold one.
  const values = key === 'lang' || key === 'only' ? value.split(',').filter(Boolean) : [value];
  if (key === 'only') return addClasses(negated ? filter.notClasses : filter.classes, values, raw);
  if (negated && (key === 'in' || key === 'repo')) return messages.filterNotNegatable({ filter: raw, key });
  const list = listOf(filter, token);
  for (const item of values) if (!list.includes(item)) list.push(item);
  return null;
}

function listOf(filter: FileFilter, { key, value, negated }: FilterToken): string[] {
  if (key === 'in') return filter.in;
  if (key === 'repo') return filter.repo;
  if (key === 'lang') return negated ? filter.notLanguages : filter.languages;
  // `path:src/*.ts`; `path:[id]` is a plain part of a path.
  if (key === 'glob' || hasWildcard(value)) return negated ? filter.notGlobs : filter.globs;
  return negated ? filter.notPathContains : filter.pathContains;
}

function addClasses(list: FileClass[], names: readonly string[], raw: string): string | null {
  for (const name of names) {
    const folded = name.toLowerCase();
    const found = FILE_CLASSES.find((known) => known === folded) ?? CLASS_ALIASES[folded];
    if (found === undefined) return messages.filterBadClass({ filter: raw, known: FILE_CLASSES });
    if (!list.includes(found)) list.push(found);
  }
  return null;
}

/** Filters that came as flags, as people would type them inside a query. */
export function flagLabels(flags: FileFilter): string[] {
  return [
    ...flags.in.map((place) => `in:${place}`),
    ...flags.repo.map((name) => `repo:${name}`),
    ...flags.languages.map((language) => `lang:${language}`),
    ...flags.globs.map((glob) => `glob:${glob}`),
    ...flags.notGlobs.map((glob) => `-glob:${glob}`),
    ...flags.classes.map((name) => `only:${name}`),
    ...(flags.ignored ? ['ignored'] : []),
  ];
}

function failed(code: ErrorCode, message: string): { ok: false; error: { code: ErrorCode; message: string } } {
  return { ok: false, error: { code, message } };
}
