/** Telling the uses of a name apart: call, import, type, write, definition, or something else. */
import type { RefKind } from '../../shared/contract.ts';
import { findDefinitions } from './find-definitions.ts';
import { grammarOf } from './grammars.ts';
import type { LanguageTable } from './language-table.ts';
import { languageTable } from './language-tables.ts';
import { lineTable } from './line-table.ts';
import { locateNodes } from './locate-nodes.ts';
import { treeOf } from './tree-of.ts';
import { useOf } from './use-kind.ts';

export interface Reference {
  /** 1-based. */
  line: number;
  /** 1-based, UTF-16 units. */
  column: number;
  kind: RefKind | 'def' | 'other';
}

/** Every whole-word occurrence of the name in the text, in order. In comments, strings and unparsed text it is 'other'. */
export function referenceKinds(input: { text: string; language: string; name: string }): Reference[] {
  const { text, language, name } = input;
  const offsets = occurrences(text, name);
  if (offsets.length === 0) return [];
  const kinds = kindsByOffset({ text, name, offsets }, grammarOf(language), languageTable(language));
  const lines = lineTable(text);
  return offsets.map((offset) => {
    const line = lines.at(offset);
    return { line: line + 1, column: offset - lines.start(line) + 1, kind: kinds.get(offset) ?? 'other' };
  });
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;

/** Where the name stands as a whole word, as ripgrep reads `--word-regexp`: letters of any script belong to words. */
function occurrences(text: string, name: string): number[] {
  const found: number[] = [];
  if (name === '') return found;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    const isInside = WORD.test(name.charAt(0)) && WORD.test(text.charAt(at - 1));
    const goesOn = WORD.test(name.charAt(name.length - 1)) && WORD.test(text.charAt(at + name.length));
    if (!isInside && !goesOn) found.push(at);
  }
  return found;
}

function kindsByOffset(
  { text, name, offsets }: { text: string; name: string; offsets: readonly number[] },
  grammar: string | null,
  table: LanguageTable | null,
): Map<number, Reference['kind']> {
  const kinds = new Map<number, Reference['kind']>();
  if (grammar === null || table === null) return kinds;
  const root = treeOf(text, grammar, table);
  const leaves = new Set(table.identifiers);
  for (const { offset, node, around } of locateNodes(root, offsets)) {
    const { start, end } = node.range();
    // `@name`, `:name`, `$name`: the sigil is part of the node, not of the word.
    const rest = text.slice(start.index, end.index).replace(name, '');
    if (!leaves.has(String(node.kind())) || rest.length > 3 || /\w/.test(rest)) continue;
    kinds.set(offset, useOf({ node, around, text, start: start.index, end: end.index }));
  }
  for (const { symbol } of findDefinitions(root, text, table).definitions) {
    if (symbol !== null && text.startsWith(name, symbol.at) && symbol.name.includes(name)) kinds.set(symbol.at, 'def');
  }
  return kinds;
}
