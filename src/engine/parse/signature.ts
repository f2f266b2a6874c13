/** The head of a definition on one line: `export async function load(id: string): Promise<User>`. */

/** Longest signature in characters; types.ts promises it. */
const SIGNATURE_CHARS = 200;
/** Characters looked at: folding whitespace and annotations shortens them. */
const SCANNED_CHARS = 1_200;

/**
 * Where a head ends: at a brace that opens no type or value, at the brace of a body even after `=`, at the colon before
 * a block, at the line's end, or with the text.
 */
export type HeadStyle = 'brace' | 'body' | 'colon' | 'line' | 'whole';

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);
/** A brace after one of these opens a type or a value, not the body. */
const TYPE_BRACE_AFTER = new Set([':', '=', '|', '&', '<', ',', '(', '?']);
const ANNOTATIONS =
  /^(?:@(?!interface\b)[\w.$:]+\s*(?:\((?:[^()"']|"[^"]*"|'[^']*'|\([^()]*\))*\))?\s*|\[[^\]\n]*\](?=[\s\w[])\s*|#\[[^\]\n]*\]\s*)+/;

/** White space and what only line breaks need folded, at most 200 characters, no annotations. `text` starts at the definition. */
export function signatureOf(text: string, style: HeadStyle): string {
  const start = text.slice(0, SCANNED_CHARS);
  // Where blocks are braces, annotations belong to the node; elsewhere `@` starts no annotation.
  const isAnnotated = (style === 'brace' || style === 'body') && /^[@[#]/.test(start);
  const scanned = isAnnotated ? start.replace(ANNOTATIONS, '') : start;
  const isHashed = style === 'colon' || style === 'line';
  const head = withoutComments(scanned.slice(0, headEnd(scanned, style)), isHashed).trim();
  const folded = head
    .replace(/\s*[={,]$/, '')
    .replace(/\s+/g, ' ')
    .replace(/([([]) /g, '$1')
    .replace(/,? ([)\]])/g, '$1');
  return folded.length <= SIGNATURE_CHARS ? folded : `${folded.slice(0, SIGNATURE_CHARS - 1)}…`;
}

function withoutComments(head: string, isHashed: boolean): string {
  if (isHashed) return head.replace(/(?<=\s)# [^\n]*/g, ' ');
  return head.includes('/') ? head.replace(/\/\*[\s\S]*?(?:\*\/|$)|(?<=^|\s)\/\/[^\n]*/g, ' ') : head;
}

function headEnd(text: string, style: HeadStyle): number {
  if (style === 'whole') return text.length;
  let depth = 0;
  let last = '';
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (depth === 0 && endsHead(char, last, style)) return index;
    // Rust's clauses may end in a comma: `where T: Ord, {`.
    if (depth === 0 && char === '{' && last === ',' && /\bwhere\b/.test(text.slice(0, index))) return index;
    if (char === '"') index = stringEnd(text, index);
    // Where a head ends with its line, a brace at the end of the line opens the body.
    if (OPENING.has(char) && !(style === 'line' && char === '{')) depth++;
    else if (CLOSING.has(char) && depth > 0) depth--;
    if (char !== ' ' && char !== '\t' && char !== '\n' && char !== '\r') last = char;
  }
  return text.length;
}

/** Offset of the closing quote on the same line; the opening one's when there is none. */
function stringEnd(text: string, open: number): number {
  STRING.lastIndex = open;
  return STRING.test(text) ? STRING.lastIndex - 1 : open;
}

const STRING = /"(?:[^"\\\n]|\\.)*"/y;

function endsHead(char: string, last: string, style: HeadStyle): boolean {
  if (style === 'line') return char === '\n' && last !== ',' && last !== '\\';
  if (char === ';') return true;
  if (style === 'colon') return char === ':' && last !== '';
  return char === '{' && (!TYPE_BRACE_AFTER.has(last) || (style === 'body' && last === '='));
}
