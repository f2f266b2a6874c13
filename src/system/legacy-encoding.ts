/** Which encoding older than UTF-8 a text is in: Latin-1 or its Windows form, East Asian, or another alphabet. */
import { createRequire } from 'node:module';
import type * as Chardet from 'chardet';
import { eastAsianEncoding } from './east-asian.ts';

/** Bytes handed to the detectors: enough for statistics, and the cost is bounded. */
const SAMPLE_BYTES = 16 * 1024;
/** From this share of Latin-looking bytes beyond ASCII on the text is Latin; below the other, it is in no Latin script. */
const LATIN_SHARE = 0.75;
const NO_LATIN_SHARE = 0.4;
/**
 * chardet's confidence (0-100) from which it is believed against the likelier guess. Latin-1 is by far the most
 * frequent and chardet takes one word in twenty of it for Baltic at 20; Cyrillic is next.
 */
const AGAINST_LATIN_1 = { confidence: 60, lead: 20 };
const AGAINST_CYRILLIC = 25;
/** Letters beyond ASCII in a row that no Latin word has: `åäö` is a list of letters, not Cyrillic. */
const ALPHABET_RUN = 4;
/** Latin signs that stand before a letter (`µs`, `°C`, `¡Hola`); other single bytes there begin a Big5 character. */
const SIGNS_BEFORE_LETTERS: ReadonlySet<number> = new Set([0xa1, 0xa3, 0xa7, 0xa9, 0xb0, 0xb5, 0xbf]);
/** Names of chardet for Latin scripts; it says windows-125x for ISO 8859 with bytes from 0x80 to 0x9F. */
const LATIN_NAMES = /^(ISO-8859-[129]|windows-125[02478])$/;
const ALPHABET_NAMES = /^(ISO-8859-|windows-|KOI8)/;

const require = createRequire(import.meta.url);

/** The most likely encoding of bytes that are not UTF-8, by its lower-case name. There is always an answer. */
export function detectLegacyEncoding(bytes: Buffer): string {
  const sample = wordsBeyondAscii(bytes);
  const latin = latinShare(sample);
  const eastAsian = latin < LATIN_SHARE ? eastAsianEncoding(sample) : null;
  if (eastAsian) return eastAsian;
  const alphabet = latin < NO_LATIN_SHARE ? otherAlphabet(sample) : otherLatin(sample);
  return alphabet ?? (sample.some((byte) => byte >= 0x80 && byte <= 0x9f) ? 'windows-1252' : 'iso-8859-1');
}

/** The words with a byte beyond ASCII, blanks between: the code around them would drown the statistics. */
function wordsBeyondAscii(bytes: Buffer): Buffer {
  const words: Buffer[] = [];
  const blank = Buffer.from(' ');
  let kept = 0;
  for (let at = 0; at < bytes.length && kept < SAMPLE_BYTES; at++) {
    if ((bytes[at] ?? 0) < 0x80) continue;
    let start = at;
    while (start > 0 && isWordByte(bytes[start - 1])) start -= 1;
    while (at < bytes.length && at - start < SAMPLE_BYTES && isWordByte(bytes[at])) at += 1;
    // The byte after the word may be the second half of its last character.
    words.push(bytes.subarray(start, at + 1), blank);
    kept += at + 1 - start;
  }
  return Buffer.concat(words);
}

/** Share of the bytes beyond ASCII that stand as they do in Latin text: accents inside words, single signs. */
function latinShare(sample: Buffer): number {
  let beyond = 0;
  let latin = 0;
  for (let at = 0; at < sample.length; at++) {
    const start = at;
    while ((sample[at] ?? 0) >= 0x80) at += 1;
    if (at === start) continue;
    beyond += at - start;
    if (isLatinRun(sample, start, at)) latin += at - start;
  }
  return beyond === 0 ? 1 : latin / beyond;
}

function isLatinRun(sample: Buffer, start: number, end: number): boolean {
  const after = isLetter(sample[end]);
  const inside = after && isLetter(sample[start - 1]);
  const first = sample[start] ?? 0;
  if (end - start > 2) return false;
  if (sample.subarray(start, end).every(isAccentedLetter)) return after || isLetter(sample[start - 1]);
  // Letters of Central European alphabets lie below 0xC0.
  if (inside && first >= 0xa1) return true;
  if (end - start === 2) return false;
  // 0x92 is the apostrophe of Windows.
  return first === 0x92 ? inside : first >= 0xa1 && first <= 0xbf && (!after || SIGNS_BEFORE_LETTERS.has(first));
}

function otherAlphabet(sample: Buffer): string | null {
  if (!hasRun(sample, ALPHABET_RUN)) return null;
  const [best] = alphabets(sample).filter(({ name }) => !LATIN_NAMES.test(name));
  if (best && best.confidence >= AGAINST_CYRILLIC) return best.name.toLowerCase();
  // Both Cyrillic encodings have their letters here; small ones, most of any text, are high in one and low in the other.
  const high = sample.filter((byte) => byte >= 0xe0).length;
  const low = sample.filter((byte) => byte >= 0xc0 && byte < 0xe0).length;
  const others = sample.filter((byte) => byte >= 0x80 && byte < 0xc0).length;
  if (others * 4 > high + low) return null;
  return high >= low ? 'windows-1251' : 'koi8-r';
}

function otherLatin(sample: Buffer): string | null {
  const latin = alphabets(sample).filter(({ name }) => LATIN_NAMES.test(name));
  const [best] = latin;
  const latin1 = latin.find(({ name }) => name === 'ISO-8859-1' || name === 'windows-1252')?.confidence ?? 0;
  if (!best || best.confidence < AGAINST_LATIN_1.confidence) return null;
  return best.confidence >= latin1 + AGAINST_LATIN_1.lead ? best.name.toLowerCase() : null;
}

function alphabets(sample: Buffer): { name: string; confidence: number }[] {
  const chardet = require('chardet') as typeof Chardet;
  return chardet.analyse(sample).filter(({ name }) => ALPHABET_NAMES.test(name));
}

function hasRun(sample: Buffer, length: number): boolean {
  let run = 0;
  return sample.some((byte) => {
    run = byte >= 0x80 ? run + 1 : 0;
    return run >= length;
  });
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && (byte >= 0x80 || isLetter(byte));
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function isAccentedLetter(byte: number): boolean {
  return byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7;
}
