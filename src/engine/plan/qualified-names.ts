/** Qualified names of a file's symbols: `Outer.inner`, from each symbol's parent index. */
import type { ParsedSymbol } from '../types.ts';

/** One name per symbol, in the same order. A parent comes before its children in `symbols`, or is -1. */
export function qualifiedNames(symbols: readonly ParsedSymbol[]): string[] {
  const names: string[] = [];
  for (const [index, symbol] of symbols.entries()) {
    const parent = symbol.parent >= 0 && symbol.parent < index ? names[symbol.parent] : undefined;
    names.push(parent === undefined ? symbol.name : `${parent}.${symbol.name}`);
  }
  return names;
}
