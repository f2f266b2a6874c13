/** Qualified names of a file's symbols: `Outer.inner`, from each symbol's parent, or its owner in another file. */
import type { ParsedSymbol } from '../types.ts';

/** One name per symbol, in the same order. A parent comes before its children in `symbols`, or is -1. */
export function qualifiedNames(symbols: readonly Pick<ParsedSymbol, 'name' | 'parent' | 'owner'>[]): string[] {
  const names: string[] = [];
  for (const [index, { name, parent, owner }] of symbols.entries()) {
    const around = parent >= 0 && parent < index ? names[parent] : undefined;
    const above = owner === undefined ? [around] : [around, ...owner.split(/\.|::/)];
    names.push([...above, name].filter(Boolean).join('.'));
  }
  return names;
}
