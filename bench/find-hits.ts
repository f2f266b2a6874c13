/** The same search by spawned ripgrep and by the engine, hit by hit. */
import { relative, sep } from 'node:path';
import type { SearchRequest } from '../src/shared/contract.ts';
import { REQUEST_LIMITS } from '../src/shared/vocabulary.ts';
import type { Engine } from '../src/engine/engine.ts';
import { MAX_HITS } from '../src/engine/options.ts';
import { ripgrepPath, SEARCH_FLAGS } from '../src/engine/workspace/ripgrep.ts';
import { request } from './bench-engine.ts';
import type { FindPattern } from './find-patterns.ts';
import { spawnPlain, type Finished } from './spawn-plain.ts';
import { walkPages } from './walk-pages.ts';

export function findRequest(pattern: FindPattern): SearchRequest {
  const { text, ...options } = pattern;
  return request('find', text, options);
}

/** ripgrep with the flags the engine gives it for this search (its default number of threads included). */
export function spawnRipgrep(dir: string, { text, literal, word, case: casing }: FindPattern): Promise<Finished> {
  const caseFlag =
    casing === 'sensitive' ? '--case-sensitive' : casing === 'insensitive' ? '--ignore-case' : '--smart-case';
  const asked = [...(literal ? ['--fixed-strings'] : []), ...(word ? ['--word-regexp'] : []), '-e', text];
  const args = ['--no-config', '--color=never', ...SEARCH_FLAGS, '--json', '--crlf', caseFlag, ...asked, '--', dir];
  return spawnPlain(ripgrepPath(), args);
}

export interface Compared {
  same: boolean;
  total: number;
  totalFiles: number;
  /** What was compared, or what differs. */
  note: string;
}

/** Compares every hit up to the number the engine keeps, and the totals beyond. Hits behind the floor are set aside. */
export async function compareHits(engine: Engine, dir: string, pattern: FindPattern): Promise<Compared> {
  const plain = linesOf((await spawnRipgrep(dir, pattern)).stdout, dir);
  const { places, last } = await walkPages(engine, { ...findRequest(pattern), budget: REQUEST_LIMITS.budgetMax });
  const ours = new Set(places.map((place) => place.replace(/:\d+$/, '')));
  const missing = plain.filter((line) => !ours.has(line));
  const hidden = await forbiddenOf(engine, missing, plain.length > MAX_HITS);
  const { total, totalFiles } = last.receipt;
  const expected = plain.length - hidden;
  const plainLines = new Set(plain);
  const extra = [...ours].filter((line) => !plainLines.has(line));
  const same = total === expected && extra.length === 0 && ours.size === Math.min(expected, MAX_HITS);
  const floor = hidden > 0 ? `, ${hidden} behind the floor` : '';
  const note = same
    ? `${ours.size} of ${total}${floor}`
    : `rg ${expected}, total ${total}, shown ${ours.size}, extra ${extra.length}`;
  return { same, total, totalFiles, note };
}

/** How many of these hits lie in files that no search may show. Beyond the kept hits a file tells for all its lines. */
async function forbiddenOf(engine: Engine, lines: string[], onlySome: boolean): Promise<number> {
  let hidden = 0;
  const states = new Map<string, string>();
  for (const line of lines) {
    const path = line.replace(/:\d+$/, '');
    let state = states.get(path);
    if (state === undefined) states.set(path, (state = (await engine.explainMissing(path)).state));
    if (state === 'forbidden') hidden += 1;
    else if (!onlySome) return hidden;
  }
  return hidden;
}

/** `path:line` of every match event, once per line, in ripgrep's order. */
function linesOf(stdout: Buffer, dir: string): string[] {
  const lines = new Set<string>();
  for (const event of stdout.toString('utf8').split('\n')) {
    if (!event.startsWith('{"type":"match"')) continue;
    const { data } = JSON.parse(event) as { data: { path: { text?: string }; line_number: number } };
    const path = relative(dir, data.path.text ?? '')
      .split(sep)
      .join('/');
    lines.add(`${path}:${data.line_number}`);
  }
  return [...lines];
}
