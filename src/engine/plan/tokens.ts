/**
 * Text -> index terms, for the index and for queries alike.
 *
 * A term holds folded (NFC, lower-case) letters, marks and digits of any script, `_` and `$`, and nothing else: no
 * space, no quote, no operator. An FTS5 table over pre-tokenised terms therefore needs
 * `tokenize = "ascii tokenchars '_$'"`; the ascii tokenizer takes every character above 127 as part of a token.
 */
import { HEX_BLOB_CHARS, QUERY_TERMS_MAX, TERM_MEMO_WORDS, WORD_MAX_CHARS } from '../options.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';
import { WordMemo } from './word-memo.ts';

/** Of ASCII. Everything above is let through into candidate words and told apart in `mixedTerms`. */
const ASCII_WORD = /[A-Za-z0-9_$]/;
const NON_ASCII = /[^\0-\x7f]/;
const CJK = '[[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\u30fc]&&[\\p{L}\\p{N}]]';
/** Group 1: a run of CJK characters. Otherwise a word of any other script. */
const RUN = new RegExp(`(${CJK}+)|[[\\p{L}\\p{N}\\p{M}_$]--${CJK}]+`, 'gv');
const PLAIN_WORD = /^[a-z]+$/;
const NOT_TERM = /[^\p{L}\p{N}\p{M}_$]+/u;

const ASCII_PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g;
const ANY_PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu;

const HEX_BLOB = new RegExp(`^(?:0x)?[0-9a-f]{${HEX_BLOB_CHARS},}$`);
/** Parts this short on average, in a word this long, are the camel humps of base64, not words. */
const BLOB_PART_CHARS = 2.5;
const BLOB_WORD_CHARS = 24;

/** Folds text for comparison: canonical composition (an NFD `é` meets an NFC one), then lower case. */
export function foldText(text: string): string {
  return (NON_ASCII.test(text) ? text.normalize('NFC') : text).toLowerCase();
}

/**
 * Folded camel, snake and digit parts of an identifier, unstemmed: `HTTPServer` -> http server, `getUserById2` -> get
 * user by id 2, `userIDs` -> user ids.
 */
export function splitIdentifier(word: string): string[] {
  const parts = NON_ASCII.test(word) ? word.normalize('NFC').match(ANY_PART) : word.match(ASCII_PART);
  return parts === null ? [] : parts.map((part) => part.toLowerCase());
}

/**
 * Index terms of a text, space-joined, in order, with repetitions (BM25 counts them). Per identifier: the whole, folded;
 * its stemmed parts; pairs of adjacent parts (`getuser`). Per run of CJK text: every character and every adjacent pair,
 * so that a query of one character works. Words over WORD_MAX_CHARS, hex and base64 blobs give nothing.
 */
export function indexTerms(text: string): string {
  return memo.termsOf(text).join(' ');
}

/**
 * Terms a query searches for: the same folding and stemming as the index, each term once, in order of appearance. Stop
 * words are left out unless nothing else is there. CJK runs of two characters or more ask for pairs only. At most
 * QUERY_TERMS_MAX terms.
 */
export function queryTerms(text: string): string[] {
  const words = foldable(text);
  const content = words.filter((word) => !isStopWord(foldText(word)));
  const terms = new Set<string>();
  for (const word of content.length === 0 ? words : content) {
    for (const term of queryTermsOfWord(word)) terms.add(term);
  }
  return [...terms].slice(0, QUERY_TERMS_MAX);
}

/** True when the text has words but only such as questions are full of. */
export function onlyStopWords(text: string): boolean {
  const words = foldable(text);
  return words.length > 0 && words.every((word) => isStopWord(foldText(word)));
}

/**
 * FTS5 MATCH expression: the OR of quoted terms. Whatever is not a term character separates terms, so no input gives a
 * syntax error, and no quoted string is a phrase (an index without positions refuses phrases). null: nothing to ask.
 */
export function ftsMatch(terms: readonly string[]): string | null {
  const clean = new Set(terms.flatMap((term) => term.split(NOT_TERM)).filter((term) => term !== ''));
  return clean.size === 0 ? null : [...clean].map((term) => `"${term}"`).join(' OR ');
}

const memo = new WordMemo({
  isWordCode: (code) => ASCII_WORD.test(String.fromCharCode(code)),
  work: (word) => (NON_ASCII.test(word) ? mixedTerms(word) : identifierTerms(word).join(' ')),
  words: TERM_MEMO_WORDS,
  longest: WORD_MAX_CHARS,
});

/** Terms of a stretch with characters above ASCII: punctuation is dropped here, CJK runs are told from words. */
function mixedTerms(stretch: string): string {
  const terms: string[] = [];
  for (const [run, cjk] of stretch.normalize('NFC').matchAll(RUN)) {
    terms.push(...(cjk === undefined ? identifierTerms(run) : [...characters(cjk), ...pairs(characters(cjk))]));
  }
  return terms.join(' ');
}

function queryTermsOfWord(word: string): string[] {
  const characterList = characters(word);
  if (isCjk(word)) return characterList.length === 1 ? characterList : pairs(characterList);
  const terms = identifierTerms(word);
  const content = terms.filter((term, index) => index === 0 || !isStopWord(term));
  return content.length === 0 ? terms : content;
}

/** Whole identifier first, then stemmed parts, then stemmed pairs; each once. */
function identifierTerms(word: string): string[] {
  if (word.length > WORD_MAX_CHARS) return [];
  const whole = foldText(word);
  if (isStopWord(whole)) return [whole];
  // The commonest shape needs no splitting.
  const parts = PLAIN_WORD.test(word) ? [word] : splitIdentifier(word);
  if (parts.length === 0 || isBlob(whole, parts)) return [];
  const terms = [whole];
  const add = (term: string): void => {
    if (!terms.includes(term)) terms.push(term);
  };
  const stems = parts.map(stem);
  for (const part of stems) add(part);
  for (const pair of pairs(stems)) add(pair);
  return terms;
}

function isBlob(word: string, parts: readonly string[]): boolean {
  if (word.length >= HEX_BLOB_CHARS && HEX_BLOB.test(word)) return true;
  return word.length >= BLOB_WORD_CHARS && word.length / parts.length < BLOB_PART_CHARS;
}

/** Words of a query in order; CJK runs are words of their own. */
function foldable(text: string): string[] {
  return text.normalize('NFC').match(RUN) ?? [];
}

/**
 * Compounds of adjacent plain words, stemmed like the pairs of an identifier's parts: `rate limiter` -> `ratelimiter`.
 * They tell file names. As search terms they helped unruled BM25 and nothing once the rules apply (35 questions, MRR -.01).
 */
export function compoundTerms(text: string): string[] {
  const words = foldable(text);
  const stems = words.map((word) => {
    const folded = foldText(word);
    return isCjk(word) || isStopWord(folded) || splitIdentifier(word).length !== 1 ? '' : stem(folded);
  });
  return stems.flatMap((current, index) => {
    const next = stems[index + 1] ?? '';
    return current !== '' && next !== '' && current.length + next.length <= WORD_MAX_CHARS ? [current + next] : [];
  });
}

const CJK_RUN = new RegExp(`^${CJK}+$`, 'v');

function isCjk(word: string): boolean {
  return CJK_RUN.test(word);
}

function characters(run: string): string[] {
  return Array.from(run);
}

function pairs(items: readonly string[]): string[] {
  return items.slice(1).map((item, index) => `${items[index] ?? ''}${item}`);
}
