/**
 * What a file says must not move the cursor, set a clipboard, reorder a line or hide. Every character a reader cannot
 * see is written out, the same on a terminal and in a pipe.
 */

/**
 * Controls (C0, DEL, C1), whatever Unicode calls ignorable (zero width, bidi, tags, variation selectors, BOM, fillers),
 * the bidi marks it does not, line and paragraph separators, interlinear marks and lone surrogates. Kept: tab, and the
 * two selectors FE0E and FE0F that choose how an emoji looks.
 */
const INVISIBLE =
  /(?!\t|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cs}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** The same inside finished JSON, where line breaks are layout and C0 cannot occur in strings any more. */
const INVISIBLE_IN_JSON =
  /(?!\t|\n|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Nearly every line: told in a tenth of the time the full test takes. */
const PLAIN = /^[\t\x20-\x7e]*$/;

/** One line of text with every invisible character as `<U+202E>`; tabs and ordinary Unicode stay. */
export function escapeText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(INVISIBLE, visible);
}

/** `escapeText` for a line with highlights: ranges ([start, end), UTF-16 units) cover the same characters after it. */
export function escapeLine(text: string, ranges: [number, number][]): { text: string; ranges: [number, number][] } {
  if (PLAIN.test(text)) return { text, ranges };
  const grown: { at: number; by: number }[] = [];
  const escaped = text.replace(INVISIBLE, (char, at: number) => {
    const mark = visible(char);
    grown.push({ at: at + char.length, by: mark.length - char.length });
    return mark;
  });
  if (grown.length === 0) return { text, ranges };
  const move = (offset: number): number =>
    grown.reduce((sum, growth) => (growth.at <= offset ? sum + growth.by : sum), offset);
  return { text: escaped, ranges: ranges.map(([start, end]): [number, number] => [move(start), move(end)]) };
}

/** Finished JSON with every invisible character as `\uXXXX`: `JSON.parse` gives the same content back. */
export function escapeJson(json: string): string {
  return json.replace(INVISIBLE_IN_JSON, (char) =>
    [...Array(char.length).keys()].map((at) => `\\u${hex(char.charCodeAt(at))}`).join(''),
  );
}

function visible(char: string): string {
  return `<U+${hex(char.codePointAt(0) ?? 0).toUpperCase()}>`;
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}
