/** UTF-16 with and without a byte order mark. */

export type ByteOrder = 'le' | 'be';

/** One odd character in this many is tolerated: a cut pair at the end of the head, a stray control. */
const UNITS_PER_ODD = 200;
/** Text in a Latin script: most characters are ASCII. */
const LATIN_PLAIN_SHARE = 0.5;
/** Text in another script still has a line end in 200 characters, if no blank or sign ... */
const OTHER_PLAIN_SHARE = 0.005;
/**
 * ... and the bytes of its letters are not mostly printable ASCII, as they are where 8-bit text with a NUL in it is
 * read in pairs (Chinese has about half).
 */
const PRINTABLE_BYTE_SHARE = 0.65;

const PLAIN = /[\t\n\r\x20-\x7e]/g;
/** Nothing of this stands in text: controls, lone surrogates, private and unassigned code points. */
const ODD = /[[\p{Cc}--[\t\n\v\f\r]]\p{Cs}\p{Co}\p{Cn}]/gv;

/**
 * The byte order when `head` (the first bytes of a file) reads as UTF-16, else null. Without a mark only bytes with
 * a NUL among them are considered: all-Chinese UTF-16 without a mark, a blank or a line end cannot be told from others.
 */
export function utf16Order(head: Buffer): ByteOrder | null {
  const marked = markOf(head);
  if (marked) return isOdd(decodeUtf16(head, marked)) ? null : marked;
  if (head.length < 4 || !head.includes(0)) return null;
  // Read the wrong way round Chinese becomes unassigned code points, and a Latin text loses its plain characters.
  const [best, second] = (['le', 'be'] as const)
    .map((order) => ({ order, text: decodeUtf16(head, order) }))
    .filter(({ text }) => !isOdd(text))
    .map(({ order, text }) => ({ order, text, plain: text.match(PLAIN)?.length ?? 0 }))
    .sort((a, b) => b.plain - a.plain);
  if (!best || best.plain === second?.plain) return null;
  return isLanguage(head, best) ? best.order : null;
}

/** The text without its mark. A byte left over at the end is dropped; lone surrogates become U+FFFD. */
export function decodeUtf16(bytes: Buffer, order: ByteOrder): string {
  const start = markOf(bytes) === order ? 2 : 0;
  const body = bytes.subarray(start, bytes.length - ((bytes.length - start) % 2));
  return (order === 'le' ? body : Buffer.from(body).swap16()).toString('utf16le').toWellFormed();
}

function markOf(bytes: Buffer): ByteOrder | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : null;
}

function isOdd(text: string): boolean {
  return (text.match(ODD)?.length ?? 0) * UNITS_PER_ODD > text.length;
}

function isLanguage(head: Buffer, { text, plain }: { text: string; plain: number }): boolean {
  if (plain >= text.length * LATIN_PLAIN_SHARE) return true;
  if (plain < text.length * OTHER_PLAIN_SHARE) return false;
  const letterBytes = 2 * (text.length - plain);
  let printable = 0;
  for (const byte of head) if (byte >= 0x20 && byte <= 0x7e) printable += 1;
  // A plain character has one printable byte, its other one is the NUL.
  return printable - plain <= letterBytes * PRINTABLE_BYTE_SHARE;
}
