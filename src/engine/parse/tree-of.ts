import type { SgNode } from '@ast-grep/napi';
import { parseTree } from './grammars.ts';
import type { LanguageTable } from './language-table.ts';
import { ERROR_KIND } from './table-reader.ts';

/**
 * The tree of a text as its table wants it parsed; offsets are those of `text`. A text with errors that the table can
 * repair is parsed once more, and the tree with fewer errors is the answer.
 */
export function treeOf(text: string, grammar: string, table: LanguageTable | null): SgNode {
  const prepared = table?.prepare?.(text) ?? text;
  const root = parseTree(grammar, prepared);
  const repaired = table?.repair?.(prepared) ?? prepared;
  if (repaired === prepared) return root;
  const errors = countErrors(root);
  if (errors === 0) return root;
  const other = parseTree(grammar, repaired);
  return countErrors(other) < errors ? other : root;
}

function countErrors(root: SgNode): number {
  return root.findAll({ rule: { kind: ERROR_KIND } }).length;
}
