/**
 * Words of a text -> their terms, each word worked out once. Words are hashed while they are scanned and compared in
 * place, so that a word seen before costs no substring: a quarter less time than a regex and a Map over 25 MB.
 */

/** Codes below this are looked up; every code from here on is part of a candidate word. */
const ASCII = 128;
/** Slots per remembered word: half empty, so that a probe ends after two steps on average. */
const SLOTS_PER_WORD = 2;
/** From this length on V8 makes a substring a view of its parent. */
const SLICED_STRING_CHARS = 13;

export interface WordMemoOptions {
  /** Of codes below 128; all others are part of a word. */
  isWordCode: (code: number) => boolean;
  /** Terms of a word, space-joined; '' for none. */
  work: (word: string) => string;
  /** A power of two: how many words are remembered. A full memo starts afresh, which bounds it. */
  words: number;
  /** Longer words are worked out each time: they are data, and a megabyte of it must not be kept. */
  longest: number;
}

export class WordMemo {
  readonly #options: WordMemoOptions;
  readonly #isWord: Uint8Array;
  /** Place of a word among the words + 1, by its hash; 0 is empty. */
  readonly #slots: Int32Array;
  #words: string[] = [];
  #terms: string[] = [];
  /** The text that is being scanned. */
  #text = '';

  constructor(options: WordMemoOptions) {
    this.#options = options;
    this.#isWord = Uint8Array.from({ length: ASCII }, (_, code) => Number(options.isWordCode(code)));
    this.#slots = new Int32Array(options.words * SLOTS_PER_WORD);
  }

  /** Terms of each word in order, one string per word; words without terms are left out. */
  termsOf(text: string): string[] {
    this.#text = text;
    const isWord = this.#isWord;
    const out: string[] = [];
    for (let at = 0; at < text.length; at++) {
      let code = text.charCodeAt(at);
      if (code < ASCII && isWord[code] === 0) continue;
      const start = at;
      let hash = 0;
      do {
        hash = (Math.imul(hash, 31) + code) | 0;
        at += 1;
        code = at < text.length ? text.charCodeAt(at) : 0;
      } while (code >= ASCII || isWord[code] === 1);
      const terms =
        at - start > this.#options.longest ? this.#options.work(text.slice(start, at)) : this.#lookUp(start, at, hash);
      if (terms !== '') out.push(terms);
    }
    this.#text = '';
    return out;
  }

  #lookUp(start: number, end: number, hash: number): string {
    const mask = this.#slots.length - 1;
    let slot = (hash ^ (hash >>> 15)) & mask;
    for (let place = this.#slots[slot] ?? 0; place !== 0; place = this.#slots[slot] ?? 0) {
      if (this.#isSame(this.#words[place - 1] ?? '', start, end)) return this.#terms[place - 1] ?? '';
      slot = (slot + 1) & mask;
    }
    const word = ownCopy(this.#text.slice(start, end));
    const terms = this.#options.work(word);
    if (this.#words.length < this.#options.words) {
      this.#terms.push(terms);
      this.#slots[slot] = this.#words.push(word);
    } else {
      this.#slots.fill(0);
      this.#words = [];
      this.#terms = [];
    }
    return terms;
  }

  #isSame(word: string, start: number, end: number): boolean {
    if (word.length !== end - start) return false;
    for (let at = 0; at < word.length; at++) {
      if (word.charCodeAt(at) !== this.#text.charCodeAt(start + at)) return false;
    }
    return true;
  }
}

/** V8 keeps the whole file alive for a long substring of it; joining characters makes a string of its own. */
function ownCopy(word: string): string {
  return word.length < SLICED_STRING_CHARS ? word : Array.from(word).join('');
}
