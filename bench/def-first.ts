/** `def` on names sampled from the sources: how many have their definition as the very first hit. */
import type { Engine } from '../src/engine/engine.ts';
import { request } from './bench-engine.ts';
import { corpusFiles } from './corpus-files.ts';
import { sampleDefinitions, type Definition } from './definitions.ts';

/** Fixed, so that every run asks for the same names. */
const SEED = 1;

export async function defFirst(o: {
  engine: Engine;
  dir: string;
  language: string;
  count: number;
}): Promise<{ asked: number; wrong: string[] }> {
  const files = await corpusFiles(o.dir);
  const definitions = sampleDefinitions({ dir: o.dir, files, language: o.language, count: o.count, seed: SEED });
  const wrong: string[] = [];
  for (const definition of definitions) {
    const found = await firstHit(o.engine, definition);
    if (found !== `${definition.path}:${definition.line}`) {
      wrong.push(`${definition.name}: ${definition.path}:${definition.line}, found ${found ?? 'nothing'}`);
    }
  }
  return { asked: definitions.length, wrong };
}

async function firstHit(engine: Engine, { name }: Definition): Promise<string | null> {
  const { groups } = await engine.search(request('def', name));
  const [group] = groups;
  const [hit] = group?.hits ?? [];
  return group && hit ? `${group.path}:${hit.line}` : null;
}
