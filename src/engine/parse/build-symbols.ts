/** Definitions -> symbols: parents, visibility, signatures, complexity; parents always come before their members. */
import type { SymbolKind } from '../../shared/contract.ts';
import type { ParsedSymbol } from '../types.ts';
import { definitionSignature, modifiersOf, type Source } from './definition-head.ts';
import type { Definition, TreeFacts } from './find-definitions.ts';
import type { LanguageTable } from './language-table.ts';

/** `indexOf[i]` is the place of definition i among the symbols, -1 for scopes. */
export interface BuiltSymbols {
  symbols: ParsedSymbol[];
  indexOf: number[];
}

/** Longest name kept: test titles are sentences, and nobody searches for more of one. */
const NAME_CHARS = 200;

const TYPES: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum', 'type']);
const CALLABLE: ReadonlySet<SymbolKind> = new Set(['fn', 'method', 'test', 'route']);
/** What a receiver or prototype may name: constructor functions and object constants are types in JavaScript. */
const OWNERS: ReadonlySet<SymbolKind> = new Set([...TYPES, 'fn', 'const', 'module']);

interface Draft {
  definition: Definition;
  /** Definition this one stands in or belongs to, as an index into the drafts; -1 for none. */
  parent: number;
  owner: string | null;
  kind: SymbolKind;
  /** Scopes, and what is too small to be a symbol. */
  isDropped: boolean;
}

export function buildSymbols(facts: TreeFacts, source: Source): BuiltSymbols {
  const drafts = nest(facts.definitions);
  const types = typesByName(drafts);
  for (const [index, draft] of drafts.entries()) adopt(draft, index, types);
  for (const draft of drafts) draft.kind = memberKind(draft, drafts, source.table);
  const order = parentsFirst(drafts);
  const indexOf = drafts.map(() => -1);
  for (const [index, draft] of order.entries()) indexOf[draft] = index;
  const symbols: ParsedSymbol[] = [];
  for (const index of order) {
    const draft = drafts[index];
    if (draft === undefined || draft.isDropped) continue;
    const parent = indexOf[draft.parent] ?? -1;
    // Two types that each claim the other (`A.B = class`, `B.A = class`) keep the one that comes first.
    symbols.push(symbolOf({ draft, parent: parent < symbols.length ? parent : -1, symbols, facts, source }));
  }
  return { symbols, indexOf };
}

/** Parents by textual containment; the definitions come in the order of the text, outer before inner. */
function nest(definitions: readonly Definition[]): Draft[] {
  const open: number[] = [];
  const drafts: Draft[] = [];
  for (const [index, definition] of definitions.entries()) {
    while (open.length > 0 && isOver(definitions[open.at(-1) ?? 0], definition)) open.pop();
    const around = open.at(-1) ?? -1;
    const scope = definitions[around]?.scope ?? null;
    const owner = definition.symbol?.owner ?? scope;
    const inside = scope === null ? around : (drafts[around]?.parent ?? -1);
    const isField = definition.symbol?.kind === 'field' && CALLABLE.has(drafts[inside]?.kind ?? 'type');
    const isPromoted = isField && definition.symbol?.promoted === true;
    const parent = isPromoted ? (drafts[inside]?.parent ?? -1) : inside;
    // Fields of an anonymous type inside a function are details of it.
    const isDropped = definition.symbol === null || (isField && !isPromoted);
    drafts.push({ definition, parent, owner, kind: definition.symbol?.kind ?? 'module', isDropped });
    if (definition.symbol?.leaf !== true) open.push(index);
  }
  return drafts;
}

/** One node may define several names (`a, b = 1, 2`): they stand side by side. */
function isOver(open: Definition | undefined, next: Definition): boolean {
  return open === undefined || open.end <= next.from || (open.from === next.from && open.end === next.end);
}

function typesByName(drafts: readonly Draft[]): Map<string, number> {
  const types = new Map<string, number>();
  for (const [index, draft] of drafts.entries()) {
    const symbol = draft.definition.symbol;
    if (symbol === null || !OWNERS.has(symbol.kind)) continue;
    // A local function or an enum member of that name is no type.
    if (!TYPES.has(symbol.kind) && drafts[draft.parent] !== undefined) continue;
    const known = drafts[types.get(symbol.name) ?? -1]?.kind;
    // A type wins over a function or constant of the same name; the first of equals stays.
    if (known === undefined || (TYPES.has(symbol.kind) && !TYPES.has(known))) types.set(symbol.name, index);
  }
  return types;
}

/** A method that names its type belongs to it where the type stands in the same file. */
function adopt(draft: Draft, index: number, types: ReadonlyMap<string, number>): void {
  if (draft.owner === null) return;
  const owner = types.get(draft.owner) ?? types.get(draft.owner.split('.').at(-1) ?? '');
  if (owner === undefined || owner === index) return;
  draft.parent = owner;
  draft.owner = null;
}

function memberKind(draft: Draft, drafts: readonly Draft[], table: LanguageTable): SymbolKind {
  const parent = drafts[draft.parent];
  const isMember = draft.owner !== null || (parent !== undefined && isTypeLike(parent.kind, table));
  // Enum members are constants in every language.
  if (!isMember || (parent?.kind === 'enum' && draft.kind === 'const')) return draft.kind;
  return (table.members ?? { fn: 'method' })[draft.kind] ?? draft.kind;
}

function isTypeLike(kind: SymbolKind, table: LanguageTable): boolean {
  return TYPES.has(kind) || (kind === 'module' && table.modulesHoldMethods === true);
}

/** Order of the text, except that a type comes before the methods that stand before it. */
function parentsFirst(drafts: readonly Draft[]): number[] {
  const order: number[] = [];
  const placed = new Set<number>();
  for (const [index, draft] of drafts.entries()) {
    const chain: number[] = [];
    for (let next = index; next >= 0 && !placed.has(next); next = drafts[next]?.parent ?? -1) {
      placed.add(next);
      chain.push(next);
    }
    if (draft.isDropped) chain.shift();
    order.push(...chain.reverse());
  }
  return order;
}

interface Building {
  draft: Draft;
  parent: number;
  symbols: readonly ParsedSymbol[];
  facts: TreeFacts;
  source: Source;
}

function symbolOf({ draft, parent, symbols, facts, source }: Building): ParsedSymbol {
  const { definition, kind, owner } = draft;
  const { text, lines } = source;
  const found = definition.symbol;
  const at = found?.at ?? definition.from;
  const line = lines.at(at);
  const name = (found?.name ?? '').slice(0, NAME_CHARS);
  const isCallable = CALLABLE.has(kind) && found?.bodyless !== true && !isDeclaration(text, definition);
  return {
    name,
    kind,
    signature: definitionSignature(definition, kind, source),
    line: line + 1,
    endLine: Math.max(line, lines.at(definition.end - 1)) + 1,
    column: at - lines.start(line) + 1,
    parent,
    exported: isExported({ draft, name, parent: symbols[parent], facts, source }),
    complexity: isCallable ? 1 + countBetween(facts.branches, definition.from, definition.end) : 0,
    ...(owner === null ? {} : { owner }),
  };
}

/** Abstract methods and prototypes end in `;`, expression bodies do so too. */
function isDeclaration(text: string, { from, end }: Definition): boolean {
  return text.charCodeAt(end - 1) === 59 && end - from < 2_000 && !text.slice(from, end).includes('=>');
}

function isExported(o: {
  draft: Draft;
  name: string;
  parent: ParsedSymbol | undefined;
  facts: TreeFacts;
  source: Source;
}): boolean {
  const { draft, name, parent, facts, source } = o;
  if (draft.definition.symbol?.hidden === true) return false;
  if (parent === undefined && facts.exports.has(name)) return true;
  if (parent !== undefined && (!parent.exported || CALLABLE.has(parent.kind))) return false;
  const modifiers = modifiersOf(draft.definition, parent !== undefined, source);
  return source.table.exported(modifiers, name, parent?.kind ?? null);
}

/** How many of the ascending offsets lie in [start, end). */
function countBetween(offsets: readonly number[], start: number, end: number): number {
  return firstAtLeast(offsets, end) - firstAtLeast(offsets, start);
}

function firstAtLeast(offsets: readonly number[], wanted: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
