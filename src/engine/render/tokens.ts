/**
 * The one estimate of what text costs a language model. A real tokenizer brings a table of megabytes; this is one
 * pass over the characters without allocation. Costs are whole hundredths of a token, so that sums repeat exactly.
 */
const MARK = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const BLANK = 4;
const BREAK = 5;
const WIDE = 6;

const CLASS = Uint8Array.from({ length: 128 }, (_, code) => asciiClass(code));
const VOWEL = Uint8Array.from({ length: 128 }, (_, code) =>
  'aeiouyAEIOUY'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Hundredths of a token; fitted on code, prose and noise (see `estimateTokens`). */
const COST = {
  token: 100,
  /** Letters of a word beyond `freeLetters`; beyond `longWord` it is no word any more and falls apart. */
  letter: 6,
  freeLetters: 5,
  longLetter: 50,
  longWord: 16,
  /** Every capital of a run beyond the first. */
  capital: 20,
  /** Every fourth and later consonant in a row: no word either. */
  consonant: 50,
  /** A single mark that joins the word behind it. */
  joined: 40,
  /** Further marks of a run, when another or the same as before; a line break behind marks. */
  mark: 62,
  sameMark: 10,
  breakAfterMark: 30,
  /** Scripts, per UTF-16 unit. */
  latin: 60,
  alphabet: 40,
  abugida: 70,
  symbol: 150,
  cjk: 110,
  surrogate: 190,
  privateUse: 200,
} as const;

/**
 * Tokens `text` costs, rounded up. It follows how byte-pair tokenizers cut text: a word (split at camelCase) is a token
 * and a bit more when it is long, up to three digits are one, one blank joins the word behind it.
 * Against o200k_base over 460 source files: 1.04-1.19 of the true count per language, at worst 0.94 for one file.
 * Chinese, Japanese, Korean, Cyrillic, Arabic, Hindi, Thai and emoji are overcounted (1.2-2), random marks are 0.91,
 * random base64 0.81; random characters of rare scripts, which no text has, go down to 0.4.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(hundredths(text) / 100);
}

/**
 * `estimateTokens` for texts that share most of their lines, as the drafts of one answer do: remembers lines. No run but
 * line breaks themselves crosses a line, so the sum is the estimate, or a little more where empty lines stand.
 */
export function createTokenCounter(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    let cost = 0;
    for (let start = 0; start < text.length; ) {
      const feed = text.indexOf('\n', start);
      const end = feed < 0 ? text.length : feed + 1;
      const line = text.slice(start, end);
      const lineCost = known.get(line) ?? hundredths(line);
      known.set(line, lineCost);
      cost += lineCost;
      start = end;
    }
    return Math.ceil(cost / 100);
  };
}

function hundredths(text: string): number {
  let cost = 0;
  let at = 0;
  while (at < text.length) {
    const end = runEnd(text, at);
    cost += runCost(text, at, end);
    at = end;
  }
  return cost;
}

function asciiClass(code: number): number {
  if (code >= 97 && code <= 122) return LOWER;
  if (code >= 65 && code <= 90) return UPPER;
  if (code >= 48 && code <= 57) return DIGIT;
  if (code === 10 || code === 13) return BREAK;
  return code === 32 || code === 9 ? BLANK : MARK;
}

function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 128 ? (CLASS[code] ?? MARK) : WIDE;
}

/** End of the run that starts at `at`: capitals and the small letters behind them are one run. */
function runEnd(text: string, at: number): number {
  const first = classAt(text, at);
  let end = at + 1;
  while (end < text.length && classAt(text, end) === first) end += 1;
  if (first === UPPER) while (end < text.length && classAt(text, end) === LOWER) end += 1;
  return end;
}

function runCost(text: string, start: number, end: number): number {
  const length = end - start;
  switch (classAt(text, start)) {
    case LOWER:
    case UPPER:
      return wordCost(text, start, end);
    case DIGIT:
      return Math.ceil(length / 3) * COST.token;
    case BLANK:
      return blankCost(text, end, length);
    case BREAK:
      return start > 0 && classAt(text, start - 1) === MARK ? COST.breakAfterMark : COST.token;
    case MARK:
      return markCost(text, start, end);
    default:
      return wideCost(text, start, end);
  }
}

function wordCost(text: string, start: number, end: number): number {
  const length = end - start;
  let cost = COST.token + Math.max(0, length - COST.freeLetters) * COST.letter;
  cost += Math.max(0, length - COST.longWord) * COST.longLetter;
  // A word glued to a letter or digit before it is camelCase, or base64: there three consonants already tell.
  const most = start > 0 && isLetterOrDigit(classAt(text, start - 1)) ? 2 : 3;
  let consonants = 0;
  let capitals = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    consonants = VOWEL[code] === 1 ? 0 : consonants + 1;
    if (consonants > most) cost += COST.consonant;
    if (CLASS[code] === UPPER) capitals += 1;
  }
  return cost + Math.max(0, capitals - 1) * COST.capital;
}

function isLetterOrDigit(kind: number): boolean {
  return kind === LOWER || kind === UPPER || kind === DIGIT;
}

/** One blank joins a word or a mark behind it; a run is one token up to a screenful of indentation. */
function blankCost(text: string, end: number, length: number): number {
  if (length > 1) return Math.ceil(length / 64) * COST.token;
  return end < text.length && classAt(text, end) === DIGIT ? COST.token : 0;
}

function markCost(text: string, start: number, end: number): number {
  const next = end < text.length ? classAt(text, end) : BREAK;
  if (end - start === 1 && (next === LOWER || next === UPPER)) return COST.joined;
  let cost: number = COST.token;
  for (let at = start + 1; at < end; at += 1) {
    cost += text.charCodeAt(at) === text.charCodeAt(at - 1) ? COST.sameMark : COST.mark;
  }
  return cost;
}

/** Outside ASCII: Chinese, Japanese and Korean about one per character, alphabets less, signs and emoji more. */
function wideCost(text: string, start: number, end: number): number {
  let cost = 0;
  for (let at = start; at < end; at += 1) cost += wideUnit(text.charCodeAt(at));
  return cost;
}

function wideUnit(code: number): number {
  if (code < 0x0250) return COST.latin;
  if (code < 0x0700) return COST.alphabet;
  if (code < 0x2000) return COST.abugida;
  if (code < 0x2e80) return COST.symbol;
  if (code < 0xd7b0) return COST.cjk;
  return code < 0xe000 ? COST.surrogate : COST.privateUse;
}
