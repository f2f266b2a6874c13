/**
 * `find` in one long-lived engine against spawned ripgrep with the same flags: `npm run bench:find -- [--repo NAME]
 * [--rounds N]`. Both are called in turn, so that a slow moment of the machine hits both; the times are medians.
 * Ends with 1 when a pattern has other hits or the median ratio is above the limit.
 */
import { parseArgs } from 'node:util';
import type { Engine } from '../src/engine/engine.ts';
import { openBenchEngine, useScratchIndexes } from './bench-engine.ts';
import { FIND_PATTERNS, type FindPattern } from './find-patterns.ts';
import { compareHits, findRequest, spawnRipgrep } from './find-hits.ts';
import { corpusDir, readCorpora } from './golden.ts';
import { table } from './quality-report.ts';
import { median } from './statistics.ts';

/** The promise: a long-lived engine costs at most this much of what ripgrep itself costs. */
const MAX_RATIO = 1.3;

const { values: flags } = parseArgs({
  options: { repo: { type: 'string', default: 'terraform' }, rounds: { type: 'string', default: '7' } },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const corpus = readCorpora().find((one) => one.name === flags.repo);
  const at = corpus ? corpusDir(corpus) : { ok: false as const, reason: `no corpus named ${flags.repo}` };
  if (!at.ok) {
    console.log(`skipped. ${at.reason}`);
    return 1;
  }
  useScratchIndexes();
  const bench = await openBenchEngine(at.dir);
  console.log(`${flags.repo}: index ready in ${bench.indexed.toFixed(0)} ms; ${flags.rounds} rounds`);
  try {
    return await comparePatterns(bench.engine, at.dir);
  } finally {
    await bench.close();
  }
}

async function comparePatterns(engine: Engine, dir: string): Promise<number> {
  const rows = [['pattern', 'hits', 'files', 'rg ms', 'find ms', 'ratio', 'same hits']];
  const ratios: number[] = [];
  let different = 0;
  for (const pattern of FIND_PATTERNS) {
    const { plain, ours } = await timePattern(engine, dir, pattern);
    const hits = await compareHits(engine, dir, pattern);
    if (!hits.same) different += 1;
    ratios.push(median(ours) / median(plain));
    rows.push([
      label(pattern),
      String(hits.total),
      String(hits.totalFiles),
      median(plain).toFixed(1),
      median(ours).toFixed(1),
      (median(ours) / median(plain)).toFixed(2),
      hits.same ? hits.note : `NO: ${hits.note}`,
    ]);
  }
  const ratio = median(ratios);
  console.log(table(rows));
  console.log(
    `median ratio over ${ratios.length} patterns: ${ratio.toFixed(2)} (limit ${MAX_RATIO}); different hits: ${different}`,
  );
  return different > 0 || ratio > MAX_RATIO ? 1 : 0;
}

async function timePattern(
  engine: Engine,
  dir: string,
  pattern: FindPattern,
): Promise<{ plain: number[]; ours: number[] }> {
  const plain: number[] = [];
  const ours: number[] = [];
  await engine.search(findRequest(pattern));
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    const search = async (): Promise<void> => {
      const start = performance.now();
      await engine.search(findRequest(pattern));
      ours.push(performance.now() - start);
    };
    const spawn = async (): Promise<void> => {
      plain.push((await spawnRipgrep(dir, pattern)).ms);
    };
    // Who goes first changes every round: the second of a pair may find warmer caches.
    for (const step of round % 2 === 0 ? [search, spawn] : [spawn, search]) await step();
  }
  return { plain, ours };
}

function label({ text, literal, word, case: casing }: FindPattern): string {
  return [text, literal ? '-F' : '', word ? '-w' : '', casing ?? ''].filter(Boolean).join(' ');
}
