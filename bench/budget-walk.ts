/**
 * Promises of the output, on random requests: `npm run bench:budget -- [--count N] [--walks N] [--seed N]`. No printed
 * answer costs more than its budget; the same request prints the same bytes; following the cursor shows every hit once.
 */
import { parseArgs } from 'node:util';
import type { SearchRequest } from '../src/shared/contract.ts';
import { isIqError } from '../src/engine/errors.ts';
import type { Engine } from '../src/engine/engine.ts';
import { MAX_HITS } from '../src/engine/options.ts';
import { print } from '../src/engine/render/print.ts';
import { estimateTokens } from '../src/engine/render/tokens.ts';
import { openBenchEngine, useScratchIndexes } from './bench-engine.ts';
import { corpusFiles } from './corpus-files.ts';
import { corpusDir, readCorpora, type Corpus } from './golden.ts';
import { createRandom, type Random } from './random.ts';
import { randomRequest, readTexts, walkRequest, type Texts } from './random-requests.ts';
import { percentile } from './statistics.ts';
import { walkPages } from './walk-pages.ts';

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    walks: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

interface Tally {
  answered: number;
  refused: Map<string, number>;
  /** Share of the budget each answer used. */
  used: number[];
  walked: number;
  pages: number;
  hits: number;
  failures: string[];
}

process.exitCode = await main();

async function main(): Promise<number> {
  const random = createRandom(Number(flags.seed));
  useScratchIndexes();
  const corpora = readCorpora().filter((corpus) => corpus.golden);
  const tally: Tally = { answered: 0, refused: new Map(), used: [], walked: 0, pages: 0, hits: 0, failures: [] };
  for (const corpus of corpora) {
    const at = corpusDir(corpus);
    if (!at.ok) {
      console.log(`${corpus.name}: skipped. ${at.reason}`);
      return 1;
    }
    await runCorpus({ corpus, dir: at.dir, share: 1 / corpora.length, random, tally });
  }
  report(tally);
  return tally.failures.length > 0 ? 1 : 0;
}

async function runCorpus(o: {
  corpus: Corpus;
  dir: string;
  share: number;
  random: Random;
  tally: Tally;
}): Promise<void> {
  const texts = readTexts({ dir: o.dir, paths: await corpusFiles(o.dir), random: o.random, count: 80 });
  const bench = await openBenchEngine(o.dir);
  try {
    for (let i = 0; i < Number(flags.count) * o.share; i += 1) {
      await checkAnswer(bench.engine, randomRequest(texts, o.random), o.tally);
    }
    for (let i = 0; i < Number(flags.walks) * o.share; i += 1) await checkWalk(bench.engine, texts, o);
  } finally {
    await bench.close();
  }
}

async function checkAnswer(engine: Engine, asked: SearchRequest, tally: Tally): Promise<void> {
  const first = await printed(engine, asked, tally);
  if (first === null) return;
  tally.answered += 1;
  const cost = estimateTokens(first);
  tally.used.push(cost / asked.budget);
  if (cost > asked.budget) tally.failures.push(`${cost} tokens for ${JSON.stringify(asked)}`);
  if ((await printed(engine, asked, tally)) !== first) tally.failures.push(`other bytes for ${JSON.stringify(asked)}`);
}

/** The printed answer, or null when the request is refused with a sentence (a file without an outline, say). */
async function printed(engine: Engine, asked: SearchRequest, tally: Tally): Promise<string | null> {
  try {
    return print(await engine.search(asked), asked.format);
  } catch (error) {
    if (!isIqError(error)) throw error;
    tally.refused.set(error.code, (tally.refused.get(error.code) ?? 0) + 1);
    return null;
  }
}

async function checkWalk(engine: Engine, texts: Texts, o: { random: Random; tally: Tally }): Promise<void> {
  const asked = walkRequest(texts, o.random);
  try {
    const { places, pages, last } = await walkPages(engine, asked);
    o.tally.walked += 1;
    o.tally.pages += pages;
    o.tally.hits += places.length;
    const missing = Math.min(last.receipt.total, MAX_HITS) - places.length;
    if (missing !== 0) o.tally.failures.push(`${missing} hits not shown for ${JSON.stringify(asked)}`);
    const twice = places.length - new Set(places).size;
    if (twice > 0) o.tally.failures.push(`${twice} hits shown twice for ${JSON.stringify(asked)}`);
  } catch (error) {
    if (!isIqError(error)) throw error;
    o.tally.failures.push(`${error.message} while walking ${JSON.stringify(asked)}`);
  }
}

function report(tally: Tally): void {
  const refused = [...tally.refused].map(([code, count]) => `${code} ${count}`).join(', ') || 'none';
  const [half, most] = [percentile(tally.used, 50), Math.max(...tally.used)].map(
    (share) => `${(share * 100).toFixed(1)} %`,
  );
  console.log(`${tally.answered} answers; refused with a sentence: ${refused}`);
  console.log(`budget used: median ${half}, most ${most}`);
  console.log(`${tally.walked} results walked by cursor: ${tally.pages} pages, ${tally.hits} hits`);
  console.log(`failures: ${tally.failures.length}\n${tally.failures.slice(0, 20).join('\n')}`);
}
