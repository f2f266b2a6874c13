/** Bytes to text: UTF-8 first and fast, then UTF-16, then the older encodings. Null means binary. */
import { isAscii, isUtf8 } from 'node:buffer';
import { createRequire } from 'node:module';
import type * as Iconv from 'iconv-lite';
import { detectLegacyEncoding } from './legacy-encoding.ts';
import { decodeUtf16, utf16Order } from './utf16.ts';

export interface DecodedText {
  /** Without a byte order mark; line ends as they are. Well-formed: what cannot be decoded is U+FFFD. */
  text: string;
  /** Lower-case, as the web's encoding standard names it: `utf-8`, `utf-16le`, `gbk`, `shift_jis`, `windows-1252`. */
  encoding: string;
}

/** What UTF-16 is told by. */
const HEAD_BYTES = 8 * 1024;
/**
 * Bytes that are no UTF are binary when more than one in this many is a control character that text has no use for.
 * Compressed data has one in nine, legacy text none but for the odd stray.
 */
const BYTES_PER_CONTROL = 200;
/** UTF-8 with damage has at least this many good sequences per bad byte; GBK read as UTF-8 has one per ten bad bytes. */
const GOOD_PER_BAD = 4;
/** Bad bytes after which the ratio so far decides: other encodings are told within a line, not within 4 MB. */
const ENOUGH_BAD = 100;

const require = createRequire(import.meta.url);
let iconv: typeof Iconv | undefined;

/**
 * Decodes a whole file. Valid UTF-8 always wins, whatever else the bytes could mean; a NUL that UTF-16 does not
 * explain makes a file binary wherever it stands, as ripgrep has it: what one calls searched, the other must not skip.
 */
export function decodeText(bytes: Buffer): DecodedText | null {
  const head = bytes.length > HEAD_BYTES ? bytes.subarray(0, HEAD_BYTES) : bytes;
  const order = utf16Order(head);
  if (order) return { text: decodeUtf16(bytes, order), encoding: `utf-16${order}` };
  if (bytes.includes(0)) return null;
  // Every indexed file passes here: both checks run at memory speed.
  if (isAscii(bytes)) return { text: bytes.toString('latin1'), encoding: 'utf-8' };
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const body = marked ? bytes.subarray(3) : bytes;
  if (isUtf8(body) || marked || isDamagedUtf8(body)) return { text: body.toString('utf8'), encoding: 'utf-8' };
  if (hasControls(bytes)) return null;
  return decodeLegacy(bytes);
}

/** Latin-1 needs no table; the others load 40 ms of them, once and only where such a file exists. */
function decodeLegacy(bytes: Buffer): DecodedText {
  const encoding = detectLegacyEncoding(bytes);
  if (encoding === 'iso-8859-1') return { text: bytes.toString('latin1'), encoding };
  iconv ??= require('iconv-lite') as typeof Iconv;
  return { text: iconv.decode(bytes, encoding), encoding };
}

function isDamagedUtf8(bytes: Buffer): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80) continue;
    const length = sequenceLength(lead);
    if (length > 0 && isUtf8(bytes.subarray(at, at + length))) {
      good += 1;
      at += length - 1;
    } else bad += 1;
    if (bad > ENOUGH_BAD && good < bad * GOOD_PER_BAD) return false;
  }
  return good >= bad * GOOD_PER_BAD;
}

/** Bytes of a UTF-8 sequence that starts with `lead`, or 0 when none does. */
function sequenceLength(lead: number): number {
  if (lead < 0xc2 || lead > 0xf4) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

function hasControls(bytes: Buffer): boolean {
  let controls = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    // Backspace to return are text, the DOS end-of-file mark and escape too.
    if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1a && byte !== 0x1b) controls += 1;
  }
  return controls * BYTES_PER_CONTROL > bytes.length;
}
