/**
 * Offsets of a text's lines. A line ends at `\n`, as ripgrep and the grammars count; a `\r` before it belongs to the
 * line's end, a lone `\r` does not end a line.
 */
export interface LineTable {
  /** Number of lines; a trailing `\n` opens no further line. An empty text has none. */
  count: number;
  /** Offset of the first character of a 0-based line; of the text's end for `count`. */
  start(line: number): number;
  /** 0-based line that holds an offset. */
  at(offset: number): number;
}

/** Builds the table in one pass over the text. Offsets are UTF-16 units. */
export function lineTable(text: string): LineTable {
  const starts: number[] = text.length === 0 ? [] : [0];
  for (let end = text.indexOf('\n'); end !== -1 && end + 1 < text.length; end = text.indexOf('\n', end + 1)) {
    starts.push(end + 1);
  }
  const count = starts.length;
  return {
    count,
    start: (line) => (line < count ? (starts[line] ?? 0) : text.length),
    at: (offset) => lineAt(starts, offset),
  };
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
