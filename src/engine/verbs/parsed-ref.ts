/** A definition of a file that was parsed just now, as hits carry it. */
import type { SymbolRef } from '../../shared/contract.ts';
import { qualifiedNames } from '../plan/qualified-names.ts';
import type { ParsedSymbol } from '../types.ts';

/** References for all symbols of one file, in their order. */
export function parsedRefs(symbols: readonly ParsedSymbol[]): SymbolRef[] {
  const names = qualifiedNames(symbols);
  return symbols.map(({ name, kind, line, endLine }, index) => {
    return { name, kind, line, endLine, qualifiedName: names[index] ?? name };
  });
}
