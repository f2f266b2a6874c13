/**
 * One round of index-speed.ts, in a process of its own. `tree`: the files of a folder are read and tree-sitter makes
 * trees of them, no more. `parse`: they are read and parsed as the product does it, into symbols, imports and chunks,
 * and nothing is stored. `index`: its index is built. Prints a Round as JSON. Runs bundled, as the product does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bringUpToDate, INDEX_FILE } from '../src/engine/index/bring-up-to-date.ts';
import { parseAll } from '../src/engine/index/parse-all.ts';
import { openForReading } from '../src/engine/store/open.ts';
import { openIndexReader } from '../src/engine/store/read.ts';
import type { Listing } from '../src/engine/types.ts';
import { openWorkspace } from '../src/engine/workspace/workspace.ts';
import { indexDirFor } from '../src/system/paths.ts';

export interface Round {
  seconds: number;
  /** Processor time of all threads: what stays comparable on a busy machine. */
  cpuSeconds: number;
  files: number;
  textBytes: number;
  indexBytes: number;
  peakMb: number;
}

const ENTRIES = { tree: './tree-worker.js', parse: './parse-worker.js' };

const [root = '.', kind = 'index'] = process.argv.slice(2);
let cpuAtStart = process.cpuUsage();
console.log(JSON.stringify(await (kind === 'tree' || kind === 'parse' ? withoutStore(ENTRIES[kind]) : coldIndex())));

async function list(): Promise<Listing> {
  const workspace = await openWorkspace([root], { trackedFiles: () => null });
  return workspace.list();
}

async function withoutStore(worker: string): Promise<Round> {
  const { files } = await list();
  cpuAtStart = process.cpuUsage();
  const began = performance.now();
  const jobs = files.map((file) => ({ file, knownHash: '' }));
  const entry = new URL(worker, import.meta.url);
  const threads = availableParallelism();
  for await (const _ of parseAll({ jobs, entry, threads, trailDir: null, onStuck: () => undefined }));
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
    const opened = openForReading(join(indexDirFor(root), INDEX_FILE));
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
  const seconds = (performance.now() - began) / 1000;
  return { seconds, cpuSeconds, peakMb: process.resourceUsage().maxRSS / 1024, ...rest };
}
