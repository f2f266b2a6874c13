/** The text of one file, by line. */

export interface Source {
  encoding: string;
  /** Number of lines; a line break at the very end opens no further line. */
  lines: number;
  /** The 1-based line without its break; '' outside the file. */
  line(number: number): string;
}

/**
 * Lines end at LF alone, and one CR before it belongs to the break: the numbers agree with ripgrep's. A lone CR, U+2028,
 * form feeds and the like are characters of the line.
 */
export function openSource(file: { text: string; encoding: string }): Source {
  const { text } = file;
  const starts = lineStarts(text);
  return {
    encoding: file.encoding,
    lines: starts.length,
    line(number) {
      const start = starts[number - 1];
      if (start === undefined) return '';
      const feed = text.indexOf('\n', start);
      if (feed < 0) return text.slice(start);
      return text.slice(start, feed > start && text[feed - 1] === '\r' ? feed - 1 : feed);
    },
  };
}

function lineStarts(text: string): number[] {
  const starts: number[] = [];
  for (let start = 0; start < text.length; ) {
    starts.push(start);
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return starts;
}
