/**
 * Cuts a query into text, "phrases", /regexes/, filters and excluded words. Whatever does not close or does not fit is
 * text as typed: nothing a person types is an error here. A query that is one regex is handed on even where it does not
 * compile, for ripgrep to say why.
 */
import { compiles, isPathShaped } from './path-shape.ts';

export type QueryToken =
  | { kind: 'text'; raw: string }
  | { kind: 'phrase'; raw: string; value: string; negated: boolean }
  | { kind: 'regex'; raw: string; value: string }
  | { kind: 'filter'; raw: string; key: string; value: string; negated: boolean }
  | { kind: 'not'; raw: string; value: string };

/** Tokens in order of appearance. Filter keys are recognised when they are among `keys` (lower-case) and have a value. */
export function queryTokens(query: string, keys: ReadonlySet<string>): QueryToken[] {
  const tokens: QueryToken[] = [];
  let rest = query.trimStart();
  const broken = brokenRegex(query.trim());
  if (broken !== null) return [broken];
  while (rest !== '') {
    const token = phraseAt(rest) ?? regexAt(rest) ?? filterAt(rest, keys) ?? notAt(rest) ?? textAt(rest);
    tokens.push(token);
    rest = rest.slice(token.raw.length).trimStart();
  }
  return withBrokenRegex(tokens);
}

/** The same beside filters: they do not change what is looked for. */
function withBrokenRegex(tokens: QueryToken[]): QueryToken[] {
  const filters = tokens.filter((token) => token.kind === 'filter');
  const texts = tokens.filter((token) => token.kind === 'text');
  if (filters.length === 0 || filters.length + texts.length < tokens.length) return tokens;
  const broken = brokenRegex(texts.map(({ raw }) => raw).join(' '));
  return broken === null ? tokens : [...filters, broken];
}

/** `"..."` up to an unescaped quote that ends the token; `\"` inside stands for a quote. */
function phraseAt(rest: string): QueryToken | null {
  const found = /^(-?)"((?:[^"\\]|\\[\s\S])+)"(?=\s|$)/.exec(rest);
  if (found === null) return null;
  const value = (found[2] ?? '')
    .replace(/\\(["\\])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return value === '' ? null : { kind: 'phrase', raw: found[0], value, negated: found[1] === '-' };
}

/** Where the search for the closing slash ends, so that a query of opening ones is read in linear time. */
const REGEX_MAX_CHARS = 2_000;

/**
 * `/.../` with optional flags, no unescaped slash inside (that is a path), no blank at either end (`a / b / c` is text)
 * and a pattern that compiles. Flags i, m and s become a group that ripgrep reads; g, u and y say nothing there.
 */
function regexAt(rest: string): QueryToken | null {
  if (!rest.startsWith('/')) return null;
  const found = /^\/((?![\s*/])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([gimsuy]*)(?=\s|$)/.exec(
    rest.slice(0, REGEX_MAX_CHARS),
  );
  if (found === null) return null;
  const [raw, body = '', flags = ''] = found;
  if (/\S/.test(rest.charAt(raw.length)) || /\s$/.test(body) || !compiles(body)) return null;
  return { kind: 'regex', raw, value: regexValue(body, flags) };
}

function regexValue(body: string, flags: string): string {
  const kept = ['i', 'm', 's'].filter((flag) => flags.includes(flag)).join('');
  const pattern = body.replaceAll('\\/', '/');
  return kept === '' ? pattern : `(?${kept})${pattern}`;
}

/** `/(/` and nothing besides. Paths come first (`/[id/`), and folders may be called `+page`. */
function brokenRegex(query: string): QueryToken | null {
  const found = /^\/((?![\s*/]|\+\w)(?:[^/\\\n]|\\.)+)\/([gimsuy]*)$/.exec(query.slice(0, REGEX_MAX_CHARS));
  const [raw, body = '', flags = ''] = found ?? [];
  if (raw !== query || /\s$/.test(body) || compiles(body) || isPathShaped(raw)) return null;
  return { kind: 'regex', raw, value: regexValue(body, flags) };
}

function filterAt(rest: string, keys: ReadonlySet<string>): QueryToken | null {
  const found = /^(-?)([A-Za-z]+):(?:"((?:[^"\\]|\\.)+)"(?=\s|$)|([^\s":][^\s]*))/.exec(rest);
  const key = (found?.[2] ?? '').toLowerCase();
  if (found === null || !keys.has(key)) return null;
  const value = found[3]?.replace(/\\(["\\])/g, '$1') ?? found[4] ?? '';
  return { kind: 'filter', raw: found[0], key, value, negated: found[1] === '-' };
}

/** `-word`: a name or a word after one dash. `--flag`, `-1`, `->` and `-` are text. */
function notAt(rest: string): QueryToken | null {
  const found = /^-([\p{L}_$@][^\s"]*)(?=\s|$)/u.exec(rest);
  return found === null ? null : { kind: 'not', raw: found[0], value: found[1] ?? '' };
}

function textAt(rest: string): QueryToken {
  return { kind: 'text', raw: /^\S+/.exec(rest)?.[0] ?? rest };
}
