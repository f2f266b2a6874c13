/**
 * What a language table says: which syntax nodes define symbols, import, branch, or scope others. One table per
 * language under `languages/`; `find-definitions.ts` reads a file with it in a single query of the tree.
 */
import type { SgNode } from '@ast-grep/napi';
import type { SymbolKind } from '../../shared/contract.ts';
import type { HeadStyle } from './signature.ts';

/** A matched node and the text it lies in. Offsets are UTF-16 units. */
export interface Site {
  source: string;
  start: number;
  end: number;
  node: SgNode;
}

export interface FoundSymbol {
  name: string;
  /** Offset of the name. */
  at: number;
  kind: SymbolKind;
  /** The type this belongs to when it does not stand inside it: Go receivers, `A::b`, `Foo.prototype.bar`. */
  owner?: string;
  /** Declared without a body: prototypes, interface methods. */
  bodyless?: boolean;
  /** Where the symbol starts and ends, where it is less than the node that was read. */
  from?: number;
  end?: number;
  /** A field that a constructor's parameters declare: it belongs to the type, not to the constructor. */
  promoted?: boolean;
  /** Not exported whatever the text around it says: prototypes count less than definitions. */
  hidden?: boolean;
  /** Names inside it do not belong to it (routes, marks on a function). */
  leaf?: boolean;
}

export interface FoundImport {
  specifier: string;
  names: string[];
}

/** What one node says. Everything left out means nothing. */
export interface Reading {
  symbols?: FoundSymbol[];
  imports?: FoundImport[];
  /** Names exported by a list apart from their definitions. */
  exports?: string[];
  /** Symbols inside belong to the type of this name, which stands elsewhere: Rust `impl`, Swift `extension`. */
  scope?: string;
  /** Decision points this node adds. */
  branches?: number;
  /** Belongs to the definition inside: a decorator or template head around it. */
  wrap?: boolean;
  /** Children of this node belong to the outline too. */
  inside?: boolean;
}

export interface NodeRule {
  /** null: the node says nothing here. */
  read: (site: Site) => Reading | null;
  /**
   * Selector (ast-grep's CSS-like ones) that picks the nodes; the plain kind when left out. It looks at children only
   * (`:has(> x)`): asking for a parent walks down from the root each time, and costs a file of many locals as much as
   * its parse. What must stand in a certain place belongs to `outline`.
   */
  where?: string;
  /** The rule is used only on texts in which this occurs: tests and routes are calls, and calls are many. */
  when?: RegExp;
}

export interface LanguageTable {
  /** Node kind -> rule, for definitions wherever they stand. */
  nodes: Readonly<Record<string, NodeRule>>;
  /** Node kind -> reader, for what counts only outside of functions: reached from the root through `descend`. */
  outline?: Readonly<Record<string, NodeRule['read']>>;
  /** Node kinds whose children belong to the outline. */
  descend?: readonly string[];
  /** Rewrites the text before it is parsed, at equal length, where macros would mislead the grammar. */
  prepare?: (text: string) => string;
  /** Rewrites, at equal length, what is right and misleads the grammar; used only on texts whose tree has errors. */
  repair?: (text: string) => string;
  /**
   * Node kind -> text without which no such node exists. Looking up the name of a kind costs the query about 2 us: a
   * small file is parsed in the time that thirty of them take.
   */
  words?: Readonly<Record<string, string>>;
  /** Node kinds that are decision points. A `default` label is none; where it has another form, see `branchUnless`. */
  branches: readonly string[];
  /** Node kinds around a definition that belong to it: decorators, template heads. */
  wraps?: readonly string[];
  /** Imports that no statement holds (`require`), found over the whole text. */
  sweep?: (source: string) => { offset: number; found: FoundImport }[];
  /** A line above a definition that belongs to it: comments, annotations. Tested on the trimmed line. */
  attached: RegExp;
  /** Blocks above a definition that belong to it, by their first and last trimmed line; C comments when left out. */
  attachedBlocks?: readonly { open: RegExp; close: RegExp }[];
  /** Where a signature ends. */
  signature: HeadStyle;
  /** `head` is the text from the line's (or definition's) start to the name; members ask for their parent's kind. */
  exported: (head: string, name: string, parent: SymbolKind | null) => boolean;
  /** Kinds a symbol takes as a direct member of a type. */
  members?: Partial<Record<SymbolKind, SymbolKind>>;
  /** Functions of a module are called methods (Ruby). */
  modulesHoldMethods?: boolean;
  /** Leaf node kinds that hold names, for telling uses apart. */
  identifiers: readonly string[];
}

/** An identifier in most languages: letters of any script, digits, `_` and `$`. */
export const IDENTIFIER = '[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*';

/** Symbol of the node's name: group 1 of `head` matched at the node's start (sticky), else the grammar's name field. */
export function named(kind: SymbolKind, head?: RegExp, extra?: Partial<FoundSymbol>): NodeRule['read'] {
  return (site) => {
    const found = (head === undefined ? null : nameByHead(site, head)) ?? nameByField(site, 'name');
    return found === null ? null : { symbols: [{ ...found, kind, ...extra }] };
  };
}

/** A field call costs about 4 us, a sticky regex a tenth of that. */
export function nameByHead(site: Site, head: RegExp): { name: string; at: number } | null {
  head.lastIndex = site.start;
  const match = head.exec(site.source);
  const name = match?.[1];
  if (match === null || name === undefined || head.lastIndex > site.end) return null;
  return { name, at: match.index + match[0].lastIndexOf(name) };
}

/** The text of a field of the node, and where it stands. */
export function nameByField(site: Site, field: string): { name: string; at: number } | null {
  const range = site.node.field(field)?.range();
  if (range === undefined || range.end.index <= range.start.index) return null;
  return { name: site.source.slice(range.start.index, range.end.index), at: range.start.index };
}

/** First match of a `g` regex inside the node; its group 1 is the name. `limit`: characters from the node's start. */
export function nameBySearch(site: Site, pattern: RegExp, limit = 2_000): { name: string; at: number } | null {
  const text = site.source.slice(site.start, Math.min(site.end, site.start + limit));
  pattern.lastIndex = 0;
  const match = pattern.exec(text);
  const name = match?.[1];
  if (match === null || name === undefined) return null;
  return { name, at: site.start + match.index + match[0].lastIndexOf(name) };
}

/** The node's text, cut after `limit` characters: heads are short, bodies are not needed. */
export function headOf(site: Site, limit = 400): string {
  return site.source.slice(site.start, Math.min(site.end, site.start + limit));
}

/** An arm is a decision point, unless it takes what is left: then `otherwise` (sticky) matches at its start. */
export function branchUnless(otherwise: RegExp): NodeRule['read'] {
  return ({ source, start }) => {
    otherwise.lastIndex = start;
    return otherwise.test(source) ? null : { branches: 1 };
  };
}

/** A rule that reads imports from the node's text. */
export function importing(read: (text: string) => FoundImport[]): NodeRule['read'] {
  return (site) => ({ imports: read(site.source.slice(site.start, site.end)) });
}
