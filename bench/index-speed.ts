/**
 * What a cold index of a folder costs, and its ratio to reading and parsing the same files through the same threads.
 * Use: `npx node bench/index-speed.ts DIR [rounds]`. Both are run alternately and the best round of each counts, in
 * processes of their own, so that neither warms the other up but for the disk cache.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUpToDate } from '../src/engine/index/bring-up-to-date.ts';
import { parseAll } from '../src/engine/index/parse-all.ts';
import { openForReading } from '../src/engine/store/open.ts';
import { openIndexReader } from '../src/engine/store/read.ts';
import type { Listing } from '../src/engine/types.ts';
import { openWorkspace } from '../src/engine/workspace/workspace.ts';
import { indexDirFor } from '../src/system/paths.ts';

interface Round {
  seconds: number;
  /** Processor time of all threads: what stays comparable on a busy machine. */
  cpuSeconds: number;
  files: number;
  textBytes: number;
  indexBytes: number;
  peakMb: number;
}

const [dir = '.', rounds = '3', mode] = process.argv.slice(2);
const root = realpathSync(dir);
let cpuAtStart = process.cpuUsage();

if (mode === undefined) compare();
else console.log(JSON.stringify(await (mode === 'parse' ? parseOnly() : coldIndex())));

function compare(): void {
  const best = { parse: bestOf('parse', []), index: bestOf('index', []) };
  for (let round = 0; round < Number(rounds); round++) {
    best.parse = bestOf('parse', [best.parse]);
    best.index = bestOf('index', [best.index]);
  }
  const { parse, index } = best;
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  console.log(`${root}: ${index.files} files, ${mb(index.textBytes)} MB of text, ${availableParallelism()} cores`);
  const line = (round: Round): string =>
    `${round.seconds.toFixed(2)} s, ${round.cpuSeconds.toFixed(2)} s of processor, peak ${round.peakMb.toFixed(0)} MB`;
  console.log(`read and parse alone  ${line(parse)}`);
  console.log(`cold index            ${line(index)}`);
  const ratio = (part: 'seconds' | 'cpuSeconds'): string => (index[part] / parse[part]).toFixed(2);
  console.log(`ratio                 ${ratio('seconds')} (processor ${ratio('cpuSeconds')})`);
  console.log(`per 1,000 files       ${((index.seconds / index.files) * 1000).toFixed(2)} s`);
  console.log(`index / text          ${(index.indexBytes / index.textBytes).toFixed(2)} (${mb(index.indexBytes)} MB)`);
}

function bestOf(kind: 'parse' | 'index', earlier: Round[]): Round {
  const output = execFileSync(process.execPath, [import.meta.filename, root, '1', kind], { encoding: 'utf8' });
  const round = JSON.parse(output) as Round;
  return [...earlier, round].reduce((best, next) => (next.seconds < best.seconds ? next : best));
}

async function list(): Promise<Listing> {
  const workspace = await openWorkspace([root], { trackedFiles: () => null });
  return workspace.list();
}

async function parseOnly(): Promise<Round> {
  const { files } = await list();
  cpuAtStart = process.cpuUsage();
  const began = performance.now();
  const jobs = files.map((file) => ({ file, knownHash: '' }));
  const entry = new URL('./parse-only-worker.ts', import.meta.url);
  for await (const _ of parseAll({
    jobs,
    entry,
    threads: availableParallelism(),
    trailDir: null,
    onStuck: () => undefined,
  }));
  return measured(began, { files: files.length, textBytes: 0, indexBytes: 0 });
}

async function coldIndex(): Promise<Round> {
  const indexDir = mkdtempSync(join(tmpdir(), 'iq-speed-'));
  process.env['IQ_INDEX_DIR'] = indexDir;
  try {
    const listing = await list();
    cpuAtStart = process.cpuUsage();
    const began = performance.now();
    const outcome = await bringUpToDate({ root: { name: 'root', dir: root, prefix: '' }, listing });
    if (outcome.note !== undefined) throw new Error(outcome.note.text);
    const round = measured(began, { files: listing.files.length, textBytes: 0, indexBytes: 0 });
    const opened = openForReading(join(indexDirFor(root), 'index.db'));
    if (!opened.ok) throw new Error(opened.detail);
    const { textBytes, indexBytes } = openIndexReader(opened.db).counts();
    return { ...round, textBytes, indexBytes };
  } finally {
    rmSync(indexDir, { recursive: true, force: true });
  }
}

function measured(began: number, rest: Pick<Round, 'files' | 'textBytes' | 'indexBytes'>): Round {
  const { user, system } = process.cpuUsage(cpuAtStart);
  const cpuSeconds = (user + system) / 1e6;
  return {
    seconds: (performance.now() - began) / 1000,
    cpuSeconds,
    peakMb: process.resourceUsage().maxRSS / 1024,
    ...rest,
  };
}
