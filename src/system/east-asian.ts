/**
 * Tells the double-byte encodings apart by likelihood: how probable are these bytes as text of each. A character
 * costs little when it is an everyday one, more when it is in the first level of its standard (which has what text
 * needs), very much elsewhere. Four characters are mostly enough; statistics of letter frequency need a page.
 */
import { createRequire } from 'node:module';
import type * as Iconv from 'iconv-lite';
import { COMMON_HAN, COMMON_HANGUL, COMMON_JAPANESE } from './common-characters.ts';

/** One malformed sequence among this many characters is damage, not another encoding. */
const CHARACTERS_PER_ERROR = 50;
const ERROR_PROBABILITY = 1e-6;
/** What the bytes are when they are no East Asian text: letters of some alphabet, which lie from 0xC0 on. */
const ALPHABET = { prior: 0.1, letter: 0.97 / 64, other: 0.03 / 64 };

interface DoubleByte {
  encoding: string;
  /** How often source is in it, among these. */
  prior: number;
  /** Everyday characters, and the share of text they make up. */
  common: string;
  commonShare: number;
  /** Probability of any other character: share of its row in text / characters of that row. 0: malformed. */
  other(lead: number, trail: number): number;
  /** Probability of a single byte that is a character of its own. 0: it is none. */
  single?(byte: number): number;
  /** `common` in this encoding, lead << 8 | trail; made when first needed. */
  commonCodes?: ReadonlySet<number>;
}

const DOUBLE_BYTE: DoubleByte[] = [
  { encoding: 'gbk', prior: 0.5, common: COMMON_HAN, commonShare: 0.55, other: otherGbk },
  {
    encoding: 'shift_jis',
    prior: 0.2,
    common: COMMON_JAPANESE,
    commonShare: 0.8,
    other: otherShiftJis,
    // Half-width kana: every GBK text is such kana too, and hardly any text has them.
    single: (byte) => (isIn(byte, 0xa1, 0xdf) ? 0.01 / 63 : 0),
  },
  { encoding: 'euc-kr', prior: 0.15, common: COMMON_HANGUL, commonShare: 0.65, other: otherEucKr },
  { encoding: 'big5', prior: 0.1, common: COMMON_HAN, commonShare: 0.55, other: otherBig5 },
  { encoding: 'euc-jp', prior: 0.05, common: COMMON_JAPANESE, commonShare: 0.8, other: otherEucJp },
];

const require = createRequire(import.meta.url);

/** The double-byte encoding the bytes are most likely in, or null when an alphabet is likelier. ASCII is skipped. */
export function eastAsianEncoding(sample: Buffer): string | null {
  let best: string | null = null;
  let likelihood = alphabetLikelihood(sample);
  for (const candidate of DOUBLE_BYTE) {
    if (!isWellFormed(sample, candidate)) continue;
    const own = likelihoodOf(sample, candidate);
    if (own > likelihood) {
      likelihood = own;
      best = candidate.encoding;
    }
  }
  return best;
}

/** Logarithm, as all likelihoods here. */
function alphabetLikelihood(sample: Buffer): number {
  let sum = Math.log(ALPHABET.prior);
  for (const byte of sample) if (byte >= 0x80) sum += Math.log(byte >= 0xc0 ? ALPHABET.letter : ALPHABET.other);
  return sum;
}

function likelihoodOf(sample: Buffer, candidate: DoubleByte): number {
  candidate.commonCodes ??= codesOf(candidate);
  const { commonCodes, commonShare } = candidate;
  const common = Math.log(commonShare / commonCodes.size);
  let sum = Math.log(candidate.prior);
  eachCharacter(sample, candidate, (probability, code) => {
    sum += commonCodes.has(code) ? common : Math.log(probability || ERROR_PROBABILITY);
  });
  return sum;
}

function isWellFormed(sample: Buffer, candidate: DoubleByte): boolean {
  let characters = 0;
  let errors = 0;
  eachCharacter(sample, candidate, (probability) => {
    characters += 1;
    if (probability === 0) errors += 1;
  });
  return errors * CHARACTERS_PER_ERROR <= characters;
}

/** Visits each character beyond ASCII with its probability as an uncommon one; a malformed one is one byte long. */
function eachCharacter(sample: Buffer, from: DoubleByte, visit: (probability: number, code: number) => void): void {
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    const single = from.single?.(lead) ?? 0;
    if (single > 0) visit(single, lead);
    else {
      const trail = sample[at + 1] ?? 0;
      const probability = from.other(lead, trail);
      visit(probability, (lead << 8) | trail);
      if (probability > 0) at += 1;
    }
  }
}

function codesOf(candidate: DoubleByte): ReadonlySet<number> {
  const iconv = require('iconv-lite') as typeof Iconv;
  const codes = Array.from(candidate.common, (character) => iconv.encode(character, candidate.encoding));
  // A character the encoding lacks becomes one question mark.
  return new Set(codes.filter((code) => code.length === 2).map((code) => code.readUInt16BE(0)));
}

function otherGbk(lead: number, trail: number): number {
  if (!isIn(lead, 0x81, 0xfe) || !isIn(trail, 0x40, 0xfe) || trail === 0x7f) return 0;
  if (lead >= 0xa1 && trail >= 0xa1) {
    if (isIn(lead, 0xb0, 0xd7)) return 0.38 / 3_275;
    if (isIn(lead, 0xd8, 0xf7)) return 0.015 / 3_008;
    if (lead === 0xa1 || lead === 0xa3) return 0.05 / 188;
  }
  return 0.005 / 17_000;
}

function otherShiftJis(lead: number, trail: number): number {
  if (!isIn(lead, 0x81, 0x9f) && !isIn(lead, 0xe0, 0xfc)) return 0;
  if (!isIn(trail, 0x40, 0xfc) || trail === 0x7f) return 0;
  if (lead === 0x81) return 0.06 / 180;
  if (lead === 0x82 || lead === 0x83) return 0.05 / 200;
  return isIn(lead, 0x88, 0x98) ? 0.13 / 2_600 : 0.005 / 4_000;
}

function otherEucKr(lead: number, trail: number): number {
  if (!isIn(lead, 0xa1, 0xfd) || !isIn(trail, 0xa1, 0xfe) || lead === 0xc9) return 0;
  if (isIn(lead, 0xb0, 0xc8)) return 0.28 / 2_200;
  return lead === 0xa1 || lead === 0xa3 ? 0.05 / 188 : 0.01 / 5_500;
}

function otherBig5(lead: number, trail: number): number {
  if (!isIn(lead, 0xa1, 0xf9) || (!isIn(trail, 0x40, 0x7e) && !isIn(trail, 0xa1, 0xfe))) return 0;
  if (lead <= 0xa3) return 0.04 / 400;
  if (lead <= 0xc5 || (lead === 0xc6 && trail <= 0x7e)) return 0.4 / 4_900;
  return lead <= 0xc8 ? 0 : 0.01 / 7_652;
}

function otherEucJp(lead: number, trail: number): number {
  if (lead === 0x8e) return isIn(trail, 0xa1, 0xdf) ? 0.001 / 63 : 0;
  if (!isIn(lead, 0xa1, 0xf4) || !isIn(trail, 0xa1, 0xfe)) return 0;
  if (lead === 0xa4 || lead === 0xa5) return 0.05 / 180;
  if (lead === 0xa1 || lead === 0xa3) return 0.06 / 188;
  return isIn(lead, 0xb0, 0xcf) ? 0.13 / 2_600 : 0.005 / 5_000;
}

function isIn(byte: number, low: number, high: number): boolean {
  return byte >= low && byte <= high;
}
