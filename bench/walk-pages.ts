/** Follows the cursor of an answer to the end. */
import type { Answer, SearchRequest } from '../src/shared/contract.ts';
import type { Engine } from '../src/engine/engine.ts';

/** A walk that needs more pages than this does not end: every page shows at least one hit. */
const MAX_PAGES = 20_000;

export interface Walk {
  /** `path:line:column` of every hit, in the order of the pages. */
  places: string[];
  pages: number;
  last: Answer;
}

export async function walkPages(engine: Engine, first: SearchRequest): Promise<Walk> {
  const places: string[] = [];
  let last = await engine.search(first);
  let pages = 1;
  places.push(...placesOf(last));
  while (last.cursor !== undefined) {
    if (pages >= MAX_PAGES) throw new Error(`the cursor of "${first.text}" does not end`);
    last = await engine.search({ ...first, after: last.cursor });
    places.push(...placesOf(last));
    pages += 1;
  }
  return { places, pages, last };
}

function placesOf(answer: Answer): string[] {
  return answer.groups.flatMap((group) => group.hits.map((hit) => `${group.path}:${hit.line}:${hit.column ?? 0}`));
}
