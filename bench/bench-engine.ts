/** Opens an engine for a bench: its index lies in a folder of its own, so that nothing of the user is touched. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SearchRequestSchema, type SearchRequest, type Verb } from '../src/shared/contract.ts';
import { createEngine, type Engine } from '../src/engine/engine.ts';

export interface BenchEngine {
  engine: Engine;
  /** Brings the index up to date; milliseconds. */
  indexed: number;
  close(): Promise<void>;
}

/** A folder for indexes that lasts as long as this process; every engine and child process of a bench uses it. */
export function useScratchIndexes(): string {
  const dir = mkdtempSync(join(tmpdir(), 'iq-bench-'));
  process.env['IQ_INDEX_DIR'] = dir;
  process.on('exit', () => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export async function openBenchEngine(dir: string): Promise<BenchEngine> {
  const start = performance.now();
  const engine = await createEngine({ roots: [dir] });
  await engine.index.bringUpToDate();
  return {
    engine,
    indexed: performance.now() - start,
    close: async () => {
      await engine.close();
    },
  };
}

/** A request with the defaults of the contract. */
export function request(verb: Verb, text: string, more: Partial<SearchRequest> = {}): SearchRequest {
  return { ...SearchRequestSchema.parse({ verb, text }), ...more };
}
