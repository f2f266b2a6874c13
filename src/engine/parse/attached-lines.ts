/** Comments, decorators and annotations directly above a definition belong to it. */
import type { LanguageTable } from './language-table.ts';
import type { LineTable } from './line-table.ts';

/** Longest comment followed upwards, in lines. */
const ATTACHED_LINES = 200;

/**
 * First line of what belongs to the definition that starts on `line`; never above `floor`. Lines are 0-based.
 * Lexical on purpose: comments are siblings in the trees, and asking for siblings costs more than reading lines.
 */
export function attachedStart(o: {
  text: string;
  lines: LineTable;
  table: LanguageTable;
  line: number;
  floor: number;
}): number {
  const { text, lines, table, line } = o;
  const top = Math.max(o.floor, line - ATTACHED_LINES);
  const lineText = (index: number) => text.slice(lines.start(index), lines.start(index + 1)).trim();
  let first = line;
  while (first > top) {
    const above = lineText(first - 1);
    const block = (table.attachedBlocks ?? BLOCK_COMMENT).find(({ close }) => close.test(above));
    const opened = block === undefined ? -1 : openedAt({ open: block.open, from: first - 1, top, lineText });
    if (opened >= 0) first = opened;
    else if (table.attached.test(above)) first -= 1;
    else break;
  }
  return first;
}

const BLOCK_COMMENT = [{ open: /^\/\*/, close: /\*\/$/ }];

function openedAt(o: { open: RegExp; from: number; top: number; lineText: (index: number) => string }): number {
  for (let index = o.from; index >= o.top; index--) if (o.open.test(o.lineText(index))) return index;
  return -1;
}
