/** Random requests over a corpus: verbs, texts, formats, views and budgets as people and agents might combine them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFormat, SearchRequest, Verb } from '../src/shared/contract.ts';
import { REQUEST_LIMITS } from '../src/shared/vocabulary.ts';
import { minimumBudget } from '../src/engine/render/build-answer.ts';
import { request } from './bench-engine.ts';
import type { Random } from './random.ts';

const FORMATS: readonly OutputFormat[] = ['text', 'text', 'json', 'ndjson'];
const VERBS: readonly Verb[] = ['auto', 'auto', 'find', 'files', 'def', 'refs', 'sym', 'outline', 'context'];
/** Words of a question without any meaning in common. */
const QUESTION_WORDS = 3;

/** A word in this many of the files read gives a result of several pages. */
const COMMON_FILES = 4;
/** Budgets of walked results: small, so that there are pages. */
const WALK_BUDGET = { from: 1_000, factor: 5 } as const;

export interface Texts {
  paths: string[];
  words: string[];
  /** Words in several files. */
  common: string[];
}

/** Paths of a corpus and words from `count` of its files. */
export function readTexts(o: { dir: string; paths: string[]; random: Random; count: number }): Texts {
  const files = new Map<string, number>();
  for (const path of o.random.sample(o.paths, o.count)) {
    const text = readFileSync(join(o.dir, path), 'utf8').slice(0, 20_000);
    for (const word of new Set(text.match(/[A-Za-z_]\w{2,40}/g) ?? [])) files.set(word, (files.get(word) ?? 0) + 1);
  }
  const common = [...files].filter(([, count]) => count >= COMMON_FILES).map(([word]) => word);
  return { paths: o.paths, words: [...files.keys()], common };
}

/** A request with a result of several pages, most of the time. */
export function walkRequest(texts: Texts, random: Random): SearchRequest {
  const format = random.pick(FORMATS);
  const budget = Math.round(WALK_BUDGET.from * WALK_BUDGET.factor ** random.next());
  return request(random.pick(['find', 'refs', 'sym', 'auto']), random.pick(texts.common), {
    format,
    budget,
    full: random.next() < 0.15,
  });
}

/** One random request. Its budget is spread evenly over orders of magnitude, from the least its format can hold. */
export function randomRequest(texts: Texts, random: Random): SearchRequest {
  const verb = random.pick(VERBS);
  const format = random.pick(FORMATS);
  return request(verb, randomText(verb, texts, random), {
    format,
    budget: randomBudget(minimumBudget(format), random),
    context: random.next() < 0.2 ? random.below(6) : 0,
    full: random.next() < 0.15,
    why: random.next() < 0.15,
    filesOnly: random.next() < 0.1,
    count: random.next() < 0.1,
    ...(random.next() < 0.1 ? { limit: 1 + random.below(30) } : {}),
  });
}

function randomBudget(least: number, random: Random): number {
  const factor = REQUEST_LIMITS.budgetMax / least;
  return Math.min(REQUEST_LIMITS.budgetMax, Math.round(least * factor ** random.next()));
}

function randomText(verb: Verb, texts: Texts, random: Random): string {
  const word = random.pick(texts.words);
  if (verb === 'outline') return random.pick(texts.paths);
  if (verb === 'context') return `${random.pick(texts.paths)}:${1 + random.below(40)}`;
  if (verb === 'files') return random.next() < 0.5 ? word : (random.pick(texts.paths).split('/').at(-1) ?? word);
  if (verb === 'find') return random.next() < 0.3 ? `${word.slice(0, 3)}\\w+` : word;
  if (verb === 'sym') return random.next() < 0.5 ? `${word.slice(0, 4)}*` : word;
  if (verb !== 'auto' || random.next() < 0.4) return word;
  return random.sample(texts.words, QUESTION_WORDS).join(' ');
}
