/** Elixir: every definition is a call in the tree, told apart by the word it starts with. */
import { branchUnless, headOf, type LanguageTable, type Reading, type Site } from '../language-table.ts';

const WORD = /([a-z_]+)\b[ \t(]*/y;
const FUNCTION_NAME = /((?:unquote\([^)]*\))|[a-z_]\w*[?!]?|[^\s\w(]+)/y;
const MODULE_NAME = /([A-Z][\w.]*|__MODULE__)/y;
const TITLE = /"((?:\\.|[^"\\\n])*)"/y;
const FOR = /\bfor:\s*\[?\s*([A-Z][\w.]*)/;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'def',
  'defp',
  'defdelegate',
  'defguard',
  'defguardp',
  'defn',
  'defnp',
  'defcallback',
]);
const MACROS: ReadonlySet<string> = new Set(['defmacro', 'defmacrop']);
const IMPORTS: ReadonlySet<string> = new Set(['alias', 'import', 'use', 'require']);
const BRANCHES: ReadonlySet<string> = new Set(['if', 'unless', 'for']);
const TESTS: ReadonlySet<string> = new Set(['test', 'describe', 'property']);

export const elixir: LanguageTable = {
  nodes: {
    stab_clause: { read: branchUnless(/_\s*->/y) },
    call: { read: readBranch, where: 'call:has(> do_block)' },
  },
  outline: { call: readCall, unary_operator: readAttribute },
  descend: ['do_block', 'body'],
  branches: ['rescue_block', 'else_block'],
  attached: /^[#@]/,
  attachedBlocks: [{ open: /^@\w*doc\s+(?:~[sS])?"""/, close: /^"""$/ }],
  signature: 'line',
  exported: (head) => !/\bdef(?:macro|guard|n)?p\b/.test(head),
  identifiers: ['identifier', 'alias', 'atom', 'keyword'],
};

function readCall(site: Site): Reading | null {
  WORD.lastIndex = site.start;
  const word = WORD.exec(site.source)?.[1];
  if (word === undefined) return null;
  const from = WORD.lastIndex;
  if (FUNCTIONS.has(word)) return named(FUNCTION_NAME, { site, from }, 'fn');
  if (MACROS.has(word)) return named(FUNCTION_NAME, { site, from }, 'macro');
  if (word === 'defmodule') return { ...named(MODULE_NAME, { site, from }, 'module'), inside: true };
  if (word === 'defprotocol') return { ...named(MODULE_NAME, { site, from }, 'interface'), inside: true };
  if (word === 'defimpl') return { ...implementation(site, from), inside: true };
  if (TESTS.has(word)) return { ...named(TITLE, { site, from }, 'test'), inside: word === 'describe' };
  if (IMPORTS.has(word)) return imported(site, from);
  return null;
}

function readBranch(site: Site): Reading | null {
  WORD.lastIndex = site.start;
  return BRANCHES.has(WORD.exec(site.source)?.[1] ?? '') ? { branches: 1 } : null;
}

type DefinedKind = 'fn' | 'macro' | 'module' | 'interface' | 'test';

function named(pattern: RegExp, { site, from }: { site: Site; from: number }, kind: DefinedKind): Reading | null {
  pattern.lastIndex = from;
  const match = pattern.exec(site.source);
  const name = match?.[1];
  if (match === null || name === undefined) return null;
  return { symbols: [{ name, at: from + match[0].indexOf(name), kind }] };
}

/** `defimpl P, for: T` is T's implementation. */
function implementation(site: Site, from: number): Reading | null {
  const type = FOR.exec(headOf(site, 300))?.[1];
  if (type !== undefined) return { scope: type };
  return named(MODULE_NAME, { site, from }, 'module');
}

/** `alias A.{B, C}` imports both. */
function imported(site: Site, from: number): Reading | null {
  const text = site.source.slice(from, Math.min(site.end, from + 1_000));
  const match = /^([A-Z][\w.]*?)(?:\.\{([^}]*)\})?(?=[\s,)]|$)/.exec(text);
  const [, specifier, list] = match ?? [];
  if (specifier === undefined) return null;
  const names = (list ?? '').split(',').map((name) => name.trim());
  return { imports: [{ specifier, names: names.filter((name) => name !== '') }] };
}

const ATTRIBUTE = /@([a-z_]\w*)\s+(?!do\b)\S/y;
const TYPE_ATTRIBUTE = /@(?:type|typep|opaque|callback)\s+([a-z_]\w*)/y;
/** Attributes that describe what follows instead of defining a constant. */
const DESCRIBING: ReadonlySet<string> = new Set(
  'optional_callbacks moduledoc doc spec impl behaviour derive typedoc type typep opaque callback deprecated since tag'.split(
    ' ',
  ),
);

function readAttribute(site: Site): Reading | null {
  TYPE_ATTRIBUTE.lastIndex = site.start;
  const type = TYPE_ATTRIBUTE.exec(site.source)?.[1];
  if (type !== undefined)
    return { symbols: [{ name: type, at: TYPE_ATTRIBUTE.lastIndex - type.length, kind: 'type' }] };
  ATTRIBUTE.lastIndex = site.start;
  const name = ATTRIBUTE.exec(site.source)?.[1];
  if (name === undefined || DESCRIBING.has(name)) return null;
  return { symbols: [{ name, at: site.start + 1, kind: 'const' }] };
}
