/** Asks a real engine about a test folder, in process. */
import type { Answer, SearchRequest } from '../src/shared/contract.ts';
import { SearchRequestSchema } from '../src/shared/contract.ts';
import { createEngine, type Engine } from '../src/engine/engine.ts';
import type { TestRepo } from './make-repo.ts';

export type Ask = Partial<Omit<SearchRequest, 'scope'>> & { text: string; scope?: Partial<SearchRequest['scope']> };

/** A request with every default filled in; a roomy budget, so that tests see hits and not the budget. */
export function request(ask: Ask): SearchRequest {
  return SearchRequestSchema.parse({ verb: 'auto', budget: 20_000, ...ask });
}

/** Opens an engine on the test's folder with the test's own index folder; closes it at the end of the block. */
export async function engineOn(repo: TestRepo, roots: string[] = [repo.dir]): Promise<Engine & AsyncDisposable> {
  process.env['IQ_INDEX_DIR'] = repo.indexDir;
  const engine = await createEngine({ roots });
  return { ...engine, [Symbol.asyncDispose]: () => engine.close() };
}

/** One question, one engine: as a command would. */
export async function ask(repo: TestRepo, question: Ask): Promise<Answer> {
  await using engine = await engineOn(repo);
  return await engine.search(request(question));
}

/** `path:line` of every hit shown, in order. */
export function anchors(answer: Answer): string[] {
  return answer.groups.flatMap((group) => group.hits.map((hit) => `${group.path}:${hit.line}`));
}

export function paths(answer: Answer): string[] {
  return answer.groups.map((group) => group.path);
}
