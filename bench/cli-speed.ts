/**
 * What the command line costs: `npm run bench:cli -- [--repo NAME] [--rounds N]`. Per corpus: index time, peak memory and
 * size; first answers of cold and warm processes; what a process adds to the engine, beside `node -e 0` and ripgrep;
 * 50 sampled definitions.
 */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import type { Engine } from '../src/engine/engine.ts';
import { openBenchEngine, request, useScratchIndexes } from './bench-engine.ts';
import { defFirst } from './def-first.ts';
import { corpusDir, readCorpora, type Corpus } from './golden.ts';
import type { IndexCost } from './index-once.ts';
import { table } from './quality-report.ts';
import { spawnPlain } from './spawn-plain.ts';
import { median, percentile } from './statistics.ts';

const IQ = join(import.meta.dirname, '..', 'bin', 'iq.mjs');
const INDEX_ONCE = join(import.meta.dirname, 'index-once.ts');
/** Definitions asked for per corpus. */
const DEFINITIONS = 50;
/** Cold runs index the whole corpus, so there are few. */
const COLD_RUNS = 3;
/** One line of each kind of work: live text, names, a question. */
const ASKED = [['find', 'deprecated'], ['def', 'Config'], ['how are errors reported to the user']] as const;

const { values: flags } = parseArgs({
  options: { repo: { type: 'string' }, rounds: { type: 'string', default: '15' } },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const scratch = useScratchIndexes();
  let failed = 0;
  for (const corpus of readCorpora().filter(({ name }) => (flags.repo ?? name) === name)) {
    const at = corpusDir(corpus);
    if (at.ok) failed += await runCorpus(corpus, at.dir, scratch);
    else {
      failed += 1;
      console.log(`${corpus.name}: skipped. ${at.reason}`);
    }
  }
  return failed > 0 ? 1 : 0;
}

async function runCorpus(corpus: Corpus, dir: string, scratch: string): Promise<number> {
  console.log(`== ${corpus.name}`);
  await reportCold(dir, scratch);
  const bench = await openBenchEngine(dir);
  try {
    await reportWarm(bench.engine, dir);
    const { asked, wrong } = await defFirst({
      engine: bench.engine,
      dir,
      language: corpus.language,
      count: DEFINITIONS,
    });
    console.log(`def first: ${asked - wrong.length} of ${asked}\n${wrong.map((line) => `  ${line}\n`).join('')}`);
    return wrong.length > 0 ? 1 : 0;
  } finally {
    await bench.close();
  }
}

async function reportCold(dir: string, scratch: string): Promise<void> {
  const fresh = (): NodeJS.ProcessEnv => ({ ...process.env, IQ_INDEX_DIR: mkdtempSync(join(scratch, 'cold-')) });
  const costs: IndexCost[] = [];
  const firsts = ASKED.map((): number[] => []);
  for (let run = 0; run < COLD_RUNS; run += 1) {
    const { stdout, code, stderr } = await spawnPlain(process.execPath, [INDEX_ONCE, dir], fresh());
    if (code !== 0) throw new Error(`indexing failed: ${stderr}`);
    costs.push(JSON.parse(stdout.toString('utf8')) as IndexCost);
    for (const [index, asked] of ASKED.entries()) firsts[index]?.push(await iqMs(dir, asked, fresh()));
  }
  const of = (read: (cost: IndexCost) => number): number => median(costs.map(read));
  console.log(
    `index: ${of((cost) => cost.ms).toFixed(0)} ms, peak ${of((cost) => cost.peakMiB).toFixed(0)} MiB, ` +
      `on disk ${of((cost) => cost.indexMiB).toFixed(1)} MiB (median of ${COLD_RUNS})`,
  );
  for (const [index, asked] of ASKED.entries()) {
    console.log(`cold first answer, iq ${asked.join(' ')}: ${median(firsts[index] ?? []).toFixed(0)} ms`);
  }
}

/** All programs in turn, round by round, so that a slow moment of the machine hits each. */
async function reportWarm(engine: Engine, dir: string): Promise<void> {
  const rows = new Map<string, number[]>();
  const note = (name: string, ms: number): void => void rows.set(name, [...(rows.get(name) ?? []), ms]);
  for (let round = 0; round < Number(flags.rounds); round += 1) {
    note('node -e 0', (await spawnPlain(process.execPath, ['-e', '0'])).ms);
    note('rg deprecated', (await spawnPlain(rgPath, ['--no-config', '--hidden', '-e', 'deprecated', '--', dir])).ms);
    note('iq --version', (await spawnPlain(process.execPath, [IQ, '--version'])).ms);
    for (const asked of ASKED) {
      note(`iq ${asked.join(' ')}`, await iqMs(dir, asked, process.env));
      note(`engine ${asked.join(' ')}`, await engineMs(engine, asked));
    }
  }
  const cells = [...rows].map(([name, times]) => [name, median(times).toFixed(1), percentile(times, 95).toFixed(1)]);
  console.log(table([['warm', 'median ms', 'p95 ms'], ...cells]));
  const added = ASKED.map((asked) => {
    const difference =
      median(rows.get(`iq ${asked.join(' ')}`) ?? []) - median(rows.get(`engine ${asked.join(' ')}`) ?? []);
    return `${asked[0].split(' ')[0]} ${difference.toFixed(0)} ms`;
  });
  console.log(`a process adds to the engine: ${added.join(', ')}`);
}

async function iqMs(dir: string, asked: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { ms, code, stderr } = await spawnPlain(process.execPath, [IQ, ...asked, '--root', dir], env);
  if (code !== 0 && code !== 1) throw new Error(`iq ${asked.join(' ')} ended with ${code}: ${stderr}`);
  return ms;
}

async function engineMs(engine: Engine, asked: readonly string[]): Promise<number> {
  const [first = '', second] = asked;
  const start = performance.now();
  if (second === undefined) await engine.search(request('auto', first));
  else await engine.search(request(first === 'find' ? 'find' : 'def', second));
  return performance.now() - start;
}
