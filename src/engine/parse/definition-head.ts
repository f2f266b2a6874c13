/** The text before and around a definition's name: its signature, and where its modifiers stand. */
import type { SymbolKind } from '../../shared/contract.ts';
import type { Definition } from './find-definitions.ts';
import type { LanguageTable } from './language-table.ts';
import type { LineTable } from './line-table.ts';
import { type HeadStyle, signatureOf } from './signature.ts';

export interface Source {
  text: string;
  lines: LineTable;
  table: LanguageTable;
}

/** Characters before a name in which its modifiers stand. */
const HEAD_CHARS = 400;

/** Of a test or route, the line that names it: its "head" is a call that holds the whole body. */
export function definitionSignature(definition: Definition, kind: SymbolKind, source: Source): string {
  const { text, lines } = source;
  if (kind === 'test' || kind === 'route') {
    const line = lines.at(definition.symbol?.at ?? definition.from);
    return signatureOf(text.slice(lines.start(line), lines.start(line + 1)).trim(), 'whole');
  }
  return signatureOf(text.slice(signatureStart(definition, source), definition.end), headStyle(kind, source.table));
}

function headStyle(kind: SymbolKind, table: LanguageTable): HeadStyle {
  if (table.signature === 'colon' && (kind === 'const' || kind === 'field')) return 'line';
  const isFunction = kind === 'fn' || kind === 'method';
  return table.signature === 'brace' && isFunction ? 'body' : table.signature;
}

/** A declarator starts at its name (or the `$` before it), and what stands before it on the line belongs to it. */
function signatureStart(definition: Definition, { text, lines }: Source): number {
  const at = definition.symbol?.at;
  if (at === undefined || at > definition.from + 1) return definition.from;
  const lineStart = lines.start(lines.at(at));
  return lineStart + afterBoundary(text.slice(lineStart, at));
}

/** Modifiers stand inside a member's node, but before a declarator and before what is exported at the top. */
export function modifiersOf(definition: Definition, isMember: boolean, { text, lines }: Source): string {
  const { from } = definition;
  const at = definition.symbol?.at ?? from;
  const start = isMember && from < at ? from : lines.start(lines.at(from));
  const head = text.slice(Math.max(start, at - HEAD_CHARS), at);
  return head.slice(afterBoundary(head));
}

/** Where the text after the last brace or semicolon starts: one line may hold several definitions. */
function afterBoundary(text: string): number {
  return Math.max(text.lastIndexOf('{'), text.lastIndexOf('}'), text.lastIndexOf(';')) + 1;
}
