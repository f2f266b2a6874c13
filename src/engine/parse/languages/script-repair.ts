/** TypeScript that the grammar misreads although it is right, rewritten at equal length. */

/** Type arguments longer than this are left alone: the walk back to their start stays short whatever the text. */
const TYPE_ARGUMENTS_CHARS = 2_000;

/**
 * Blanks the type arguments of tagged templates. With two of them in one chain of calls (``.a(sql<{ id: number }>`x`)``,
 * then another) the grammar takes the second template's end for a beginning, and all that follows for text.
 */
export function withoutTemplateTypes(text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let close = text.indexOf('>`'); close >= 0; close = text.indexOf('>`', close + 1)) {
    const open = typeArgumentsStart(text, close);
    if (open === null) continue;
    parts.push(text.slice(done, open), text.slice(open, close + 1).replace(/[^\r\n]/g, ' '));
    done = close + 1;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}

/** Where the `<` stands that `close` closes, right behind the tag; null for a comparison and for the end of markup. */
function typeArgumentsStart(text: string, close: number): number | null {
  let depth = 0;
  for (let at = close; at > Math.max(0, close - TYPE_ARGUMENTS_CHARS); at--) {
    const char = text[at];
    // A template inside of types, or the text of another template.
    if (char === '`') return null;
    if (char === '>' && text[at - 1] !== '=') depth += 1;
    if (char === '<') depth -= 1;
    if (depth === 0) return /[\p{L}\p{N}_$)\]]/u.test(text[at - 1] ?? '') ? at : null;
  }
  return null;
}
