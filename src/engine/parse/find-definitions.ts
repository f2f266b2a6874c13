/** One query of the tree gives definitions, imports, export lists and decision points, in the order of the text. */
import type { SgNode } from '@ast-grep/napi';
import type { FoundImport, FoundSymbol, LanguageTable, NodeRule, Reading } from './language-table.ts';

/** A definition, or a scope that only lends its owner to the definitions inside. Offsets are UTF-16 units. */
export interface Definition {
  /** null for a scope. */
  symbol: FoundSymbol | null;
  /** Name of the type the definitions inside a scope belong to. */
  scope: string | null;
  /** Start with decorators and template heads. */
  start: number;
  /** Start of the definition itself. */
  from: number;
  end: number;
}

export interface TreeFacts {
  definitions: Definition[];
  imports: { offset: number; found: FoundImport }[];
  exports: ReadonlySet<string>;
  /** Offsets of decision points, ascending. */
  branches: number[];
}

/**
 * Reads a tree with its language's table. A node costs about 5 us to hand over (object, kind and range), so the query
 * selects as narrowly as its selectors can say.
 */
export function findDefinitions(root: SgNode, source: string, table: LanguageTable): TreeFacts {
  const reader = readerOf(table);
  const exports = new Set<string>();
  const facts = { definitions: [], imports: [], exports, branches: [] } satisfies TreeFacts;
  const found: Found = { facts, exports, source, wrap: null };
  const selector = reader.selector(source);
  for (const node of selector === '' ? [] : root.findAll({ rule: { kind: selector } })) readNode(node, reader, found);
  for (const sweep of table.sweep?.(source) ?? []) found.facts.imports.push(sweep);
  return facts;
}

interface Found {
  facts: TreeFacts;
  exports: Set<string>;
  source: string;
  /** A decorator or template head whose definition is still to come. */
  wrap: { start: number; end: number } | null;
}

/** A table made ready: what to select, and what each kind means. */
interface Reader {
  selector(source: string): string;
  nodes: ReadonlyMap<string, NodeRule>;
  branches: ReadonlySet<string>;
  wraps: ReadonlySet<string>;
}

const readers = new WeakMap<LanguageTable, Reader>();

function readerOf(table: LanguageTable): Reader {
  const known = readers.get(table);
  if (known !== undefined) return known;
  const nodes = new Map(Object.entries(table.nodes));
  const rules = [...nodes].map(([kind, rule]) => ({ rule, selectors: (rule.where ?? [kind]).join(', ') }));
  const always = rules.filter(({ rule }) => rule.when === undefined).map(({ selectors }) => selectors);
  const plain = [...always, ...table.branches, ...(table.wraps ?? []).filter((kind) => !nodes.has(kind))].join(', ');
  const sometimes = rules.filter(({ rule }) => rule.when !== undefined);
  const reader: Reader = {
    selector: (source) =>
      sometimes
        .filter(({ rule }) => rule.when?.test(source) === true)
        .reduce((all, { selectors }) => `${all}, ${selectors}`, plain),
    nodes,
    branches: new Set(table.branches),
    wraps: new Set(table.wraps),
  };
  readers.set(table, reader);
  return reader;
}

function readNode(node: SgNode, reader: Reader, found: Found): void {
  const kind = String(node.kind());
  const range = node.range();
  const start = range.start.index;
  const end = range.end.index;
  if (reader.branches.has(kind)) {
    if (!found.source.startsWith('default', start)) found.facts.branches.push(start);
    return;
  }
  if (reader.wraps.has(kind) && !insideWrap(found.wrap, start)) found.wrap = { start, end };
  const reading = reader.nodes.get(kind)?.read({ source: found.source, start, end, node }) ?? null;
  if (reading !== null) keep(reading, { start, end }, found);
}

function insideWrap(wrap: Found['wrap'], start: number): boolean {
  return wrap !== null && start < wrap.end;
}

function keep(reading: Reading, at: { start: number; end: number }, found: Found): void {
  const { facts, source } = found;
  const end = trimmedEnd(source, at);
  for (const item of reading.imports ?? []) facts.imports.push({ offset: at.start, found: item });
  for (const name of reading.exports ?? []) found.exports.add(name);
  for (let count = reading.branches ?? 0; count > 0; count--) facts.branches.push(at.start);
  if (reading.scope !== undefined) {
    facts.definitions.push({ symbol: null, scope: reading.scope, start: at.start, from: at.start, end });
  }
  for (const symbol of reading.symbols ?? []) {
    const start = insideWrap(found.wrap, at.start) ? (found.wrap?.start ?? at.start) : at.start;
    facts.definitions.push({ symbol, scope: null, start, from: at.start, end });
    // A leaf is a mark on a definition that is still to come.
    if (symbol.leaf !== true) found.wrap = null;
  }
}

/** Some grammars count the newline after a definition to it. */
function trimmedEnd(source: string, at: { start: number; end: number }): number {
  let end = at.end;
  while (end > at.start + 1 && source.charCodeAt(end - 1) <= 32) end--;
  return end;
}
