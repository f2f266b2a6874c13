/** Parsed files and folders for tests of the index store. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexTerms } from '../src/engine/plan/tokens.ts';
import type { IndexBatch, IndexedFile } from '../src/engine/store/write.ts';
import type { ParsedChunk, ParsedSymbol } from '../src/engine/types.ts';

export interface TestFolder extends Disposable {
  dir: string;
  /** The index below it; its folder does not exist yet. */
  dbPath: string;
}

export function makeFolder(): TestFolder {
  const dir = mkdtempSync(join(tmpdir(), 'iq-store-'));
  return {
    dir,
    dbPath: join(dir, 'root', 'index.db'),
    [Symbol.dispose]: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A file whose chunks are the given texts, one line each, and whose symbols are the given names. */
export function sampleFile(path: string, texts: string[], names: string[] = []): IndexedFile {
  const symbols = names.map((name, at): ParsedSymbol => sampleSymbol({ name, line: at + 1, endLine: at + 1 }));
  const chunks = texts.map(
    (text, at): ParsedChunk => ({
      line: at + 1,
      endLine: at + 1,
      symbol: at < names.length ? at : -1,
      terms: indexTerms(text),
      nameTerms: indexTerms(names[at] ?? ''),
      anchor: text.slice(0, 120),
      hash: '00112233445566778899aabbccddeeff',
    }),
  );
  return {
    row: {
      path,
      size: texts.join('\n').length,
      mtimeMs: 1_000.5,
      ctimeMs: 1_000.25,
      indexedAtMs: 9_000,
      hash: 'f'.repeat(32),
      language: 'typescript',
      class: 'src',
      encoding: 'utf-8',
    },
    parsed: {
      language: 'typescript',
      parser: 'ast',
      lines: texts.length,
      symbols,
      imports: [{ specifier: './other.ts', line: 1, names: ['other'] }],
      chunks,
      complexity: 1,
    },
  };
}

export function sampleSymbol(some: Partial<ParsedSymbol> & { name: string }): ParsedSymbol {
  return {
    kind: 'fn',
    signature: `function ${some.name}()`,
    line: 1,
    endLine: 1,
    column: 1,
    parent: -1,
    exported: true,
    complexity: 1,
    ...some,
  };
}

export function batch(some: Partial<IndexBatch>): IndexBatch {
  return { files: [], skipped: [], unchanged: [], removed: [], ...some };
}

/** Files below a folder whose bytes hold the text, in any case. */
export function filesHolding(dir: string, text: string): string[] {
  const wanted = text.toLowerCase();
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dir, name)).isFile())
    .filter((name) => readFileSync(join(dir, name), 'latin1').toLowerCase().includes(wanted));
}
