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

export interface Texts {
  paths: string[];
  words: string[];
}

/** Paths of a corpus and words from `count` of its files. */
export function readTexts(o: { dir: string; paths: string[]; random: Random; count: number }): Texts {
  const words = new Set<string>();
  for (const path of o.random.sample(o.paths, o.count)) {
    const text = readFileSync(join(o.dir, path), 'utf8').slice(0, 20_000);
    for (const word of text.match(/[A-Za-z_]\w{2,40}/g) ?? []) words.add(word);
  }
  return { paths: o.paths, words: [...words] };
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
