/**
 * Ranking quality on the golden sets: `npm run bench:quality -- [--repo NAME] [--part tune|check] [--features SPEC]
 * [--against SPEC] [--no-write]`. A run over everything with default features rewrites `bench/results/<corpus>.txt`, so
 * that a change of ranking shows as a diff. While tuning, `--part tune` keeps the check half unread.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parseFeatures } from '../src/engine/features.ts';
import { openBenchEngine, useScratchIndexes } from './bench-engine.ts';
import { corpusDir, PARTS, readCorpora, readGolden, type Corpus, type GoldenQuery } from './golden.ts';
import { compareRuns, goldenLines, reportTable } from './quality-report.ts';
import type { Measured } from './measured.ts';
import { measure } from './run-golden.ts';
import type { Engine } from '../src/engine/engine.ts';

const RESULTS = join(import.meta.dirname, 'results');

const { values: flags } = parseArgs({
  options: {
    repo: { type: 'string' },
    part: { type: 'string' },
    features: { type: 'string', default: '' },
    against: { type: 'string' },
    'no-write': { type: 'boolean', default: false },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const wrong = usageError();
  if (wrong !== null) {
    console.error(wrong);
    return 2;
  }
  useScratchIndexes();
  const corpora = readCorpora().filter((corpus) => corpus.golden && (flags.repo ?? corpus.name) === corpus.name);
  const all: Measured[] = [];
  const against: Measured[] = [];
  let skipped = 0;
  for (const corpus of corpora) {
    const at = corpusDir(corpus);
    if (at.ok) await runCorpus({ corpus, dir: at.dir, all, against });
    else {
      skipped += 1;
      console.log(`${corpus.name}: skipped. ${at.reason}`);
    }
  }
  if (all.length > 0 && corpora.length > 1) console.log(`== all corpora\n${reportTable(all)}`);
  if (against.length > 0)
    console.log(`== '${flags.features}' against '${flags.against}'\n${compareRuns(all, against)}`);
  return skipped > 0 ? 1 : 0;
}

function usageError(): string | null {
  if (flags.part !== undefined && !(PARTS as readonly string[]).includes(flags.part))
    return `unknown part: ${flags.part}`;
  if (flags.repo !== undefined && !readCorpora().some((corpus) => corpus.golden && corpus.name === flags.repo)) {
    return `no golden set for: ${flags.repo}`;
  }
  for (const spec of [flags.features, flags.against ?? '']) {
    const parsed = parseFeatures(spec);
    if (!parsed.ok) return `unknown feature: ${parsed.unknown}`;
  }
  return null;
}

async function runCorpus(o: { corpus: Corpus; dir: string; all: Measured[]; against: Measured[] }): Promise<void> {
  const queries = readGolden(o.corpus.name).queries.filter((query) => (flags.part ?? query.part) === query.part);
  const bench = await openBenchEngine(o.dir);
  try {
    const measured = await measureAll(bench.engine, queries, flags.features);
    o.all.push(...measured);
    if (flags.against !== undefined) o.against.push(...(await measureAll(bench.engine, queries, flags.against)));
    console.log(`== ${o.corpus.name} at ${o.corpus.commit.slice(0, 12)}, indexed in ${bench.indexed.toFixed(0)} ms`);
    console.log(reportTable(measured));
    if (flags.features === '' && flags.part === undefined && !flags['no-write']) writeResults(o.corpus.name, measured);
  } finally {
    await bench.close();
  }
}

async function measureAll(engine: Engine, queries: GoldenQuery[], features: string): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const query of queries) measured.push(await measure(engine, query, features));
  return measured;
}

function writeResults(corpus: string, measured: Measured[]): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, `${corpus}.txt`), goldenLines(measured));
}
