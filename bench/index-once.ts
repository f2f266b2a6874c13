/**
 * Indexes one folder in this process and prints what it took as JSON: `node bench/index-once.ts DIR`, with IQ_INDEX_DIR
 * naming a fresh folder. A process of its own, because the peak of memory is one per process.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../src/engine/engine.ts';

export interface IndexCost {
  ms: number;
  peakMiB: number;
  indexMiB: number;
}

const [dir] = process.argv.slice(2);
const store = process.env['IQ_INDEX_DIR'];
if (!dir || !store) throw new Error('usage: IQ_INDEX_DIR=... node bench/index-once.ts DIR');

const start = performance.now();
const engine = await createEngine({ roots: [dir] });
await engine.index.bringUpToDate();
const ms = performance.now() - start;
await engine.close();
const cost: IndexCost = { ms, peakMiB: process.resourceUsage().maxRSS / 1024, indexMiB: bytesUnder(store) / 1024 ** 2 };
console.log(JSON.stringify(cost));

function bytesUnder(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(folder, name)));
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}
