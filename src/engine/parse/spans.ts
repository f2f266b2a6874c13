/** Definitions as nested line ranges: the skeleton that chunks are cut along. */
import type { ParsedSymbol } from '../types.ts';
import { attachedStart } from './attached-lines.ts';
import type { BuiltSymbols } from './build-symbols.ts';
import type { Source } from './definition-head.ts';
import type { TreeFacts } from './find-definitions.ts';

/** Lines are 0-based and inclusive; children lie inside, in order, and share no line. */
export interface Span {
  first: number;
  last: number;
  /** Index into the symbols; -1 for a scope. */
  symbol: number;
  /** Stays in one piece where it can: types and interfaces, which say little in parts. */
  whole: boolean;
  /** Its small members go by its name where they share a piece with it: classes do that, namespaces do not. */
  titled: boolean;
  children: Span[];
}

/** Nested ranges of all definitions with a place of their own; fields and enum members stay with their type. */
export function spansOf(facts: TreeFacts, built: BuiltSymbols, source: Source): Span[] {
  const roots: Span[] = [];
  const open: { span: Span; end: number }[] = [];
  for (const [index, definition] of facts.definitions.entries()) {
    const symbol = built.indexOf[index] ?? -1;
    const parsed = built.symbols[symbol];
    if (parsed === undefined && definition.symbol !== null) continue;
    if (parsed !== undefined && staysInside(parsed, built.symbols)) continue;
    const line = source.lines.at(definition.start);
    const last = Math.max(line, source.lines.at(definition.end - 1));
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= definition.from) open.pop();
    const parent = open.at(-1)?.span;
    const siblings = parent?.children ?? roots;
    const before = siblings.at(-1);
    const floor = before === undefined ? (parent?.first ?? 0) : before.last + 1;
    // One line may hold several definitions; it belongs to the first.
    const first = Math.max(line, floor);
    if (first > last || (parent !== undefined && last > parent.last)) continue;
    if (parent !== undefined && parent.first === first && parent.last === last) {
      replaceMark(parent, symbol, built.symbols);
      continue;
    }
    const span = {
      first,
      last,
      symbol,
      whole: isWhole(parsed),
      titled: parsed !== undefined && parsed.kind !== 'module',
      children: [],
    };
    if (first === line) span.first = attachedStart({ ...source, line, floor });
    siblings.push(span);
    open.push({ span, end: definition.end });
  }
  return roots;
}

function staysInside(symbol: ParsedSymbol, symbols: readonly ParsedSymbol[]): boolean {
  if (symbol.kind === 'field') return true;
  return symbol.kind === 'const' && symbols[symbol.parent]?.kind === 'enum';
}

function isWhole(symbol: ParsedSymbol | undefined): boolean {
  return symbol !== undefined && (symbol.kind === 'interface' || symbol.kind === 'type' || symbol.kind === 'enum');
}

/** A route is a mark on a function: the function is what the lines are. */
function replaceMark(parent: Span, symbol: number, symbols: readonly ParsedSymbol[]): void {
  if (symbols[parent.symbol]?.kind === 'route' && symbol >= 0) parent.symbol = symbol;
}
