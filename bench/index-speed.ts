/**
 * What a cold index of a folder costs, and its ratio to reading and parsing the same files through the same threads:
 * parsing as the product does it (symbols, imports, chunks), and tree-sitter's trees alone as the floor under any index.
 * Use: `npm run bench:index -- DIR [rounds]`. The three are run in turn and the best round of each counts, in processes
 * of their own, so that none warms the others up but for the disk cache. All run bundled, as the product does: from
 * source, each thread would first strip the types of its modules, which is a quarter of indexing a small folder.
 */
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import product from '../rolldown.config.mjs';
import type { Round } from './index-round.ts';

const REPOSITORY = join(import.meta.dirname, '..');
/** Inside the repository: what is bundled looks for its native modules from where it lies. */
const BUNDLE = join(REPOSITORY, 'dist', 'bench');

type Kind = 'tree' | 'parse' | 'index';
const KINDS: readonly Kind[] = ['tree', 'parse', 'index'];

const [dir = '.', rounds = '3'] = process.argv.slice(2);
const root = realpathSync(dir);
await bundle();
compare();

async function bundle(): Promise<void> {
  await build({
    ...product,
    cwd: REPOSITORY,
    input: {
      'index-round': 'bench/index-round.ts',
      'tree-worker': 'bench/tree-worker.ts',
      'index-worker': 'src/engine/index/index-worker.ts',
      'parse-worker': 'src/engine/index/parse-worker.ts',
    },
    output: { ...product.output, dir: BUNDLE },
  });
}

function compare(): void {
  const best: Partial<Record<Kind, Round>> = {};
  for (let round = 0; round < Number(rounds); round++) {
    for (const kind of KINDS) {
      const next = run(kind);
      const known = best[kind];
      if (known === undefined || next.seconds < known.seconds) best[kind] = next;
    }
  }
  const { tree, parse, index } = best;
  if (tree === undefined || parse === undefined || index === undefined) return;
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  console.log(`${root}: ${index.files} files, ${mb(index.textBytes)} MB of text, ${availableParallelism()} cores`);
  print('read and trees alone', tree);
  print('read and parse alone', parse);
  print('cold index', index);
  console.log(`index / read and parse  ${ratio(index, parse)}`);
  console.log(`index / read and trees  ${ratio(index, tree)}`);
  console.log(`per 1,000 files         ${((index.seconds / index.files) * 1000).toFixed(2)} s`);
  console.log(
    `index / text            ${(index.indexBytes / index.textBytes).toFixed(2)} (${mb(index.indexBytes)} MB)`,
  );
}

function print(what: string, { seconds, cpuSeconds, peakMb }: Round): void {
  console.log(
    `${what.padEnd(24)}${seconds.toFixed(2)} s, ${cpuSeconds.toFixed(2)} s of processor, peak ${peakMb.toFixed(0)} MB`,
  );
}

function ratio(a: Round, b: Round): string {
  return `${(a.seconds / b.seconds).toFixed(2)} (processor ${(a.cpuSeconds / b.cpuSeconds).toFixed(2)})`;
}

function run(kind: Kind): Round {
  const output = execFileSync(process.execPath, [join(BUNDLE, 'index-round.js'), root, kind], { encoding: 'utf8' });
  return JSON.parse(output) as Round;
}
