/** `outline <path>`: the skeleton of a file, parsed as it is now. */
import type { RankedHit } from '../types.ts';
import { parsedRefs } from './parsed-ref.ts';
import { readPath } from './resolve-path.ts';
import { singleFile } from './single-file.ts';
import type { VerbPlan } from './verb.ts';

export const outline: VerbPlan = async (context) => {
  const { path, text } = await readPath(context.query.text, context.scope);
  const traits = context.scope.traits(path);
  const { symbols, note } = context.scope.parse(path, text);
  const refs = parsedRefs(symbols);
  const hits = symbols.map(({ line, endLine, column, kind }, index): RankedHit => {
    const symbol = refs[index];
    return {
      path,
      line,
      endLine,
      column,
      leg: 'symbol',
      score: 1,
      fileClass: traits.class,
      language: traits.language,
      tags: [{ name: kind }],
      parts: [{ name: 'outline', op: 'add', value: 1 }],
      ...(symbol === undefined ? {} : { symbol }),
    };
  });
  hits.sort((a, b) => a.line - b.line);
  return singleFile(context, { path, hits, notes: note === undefined ? [] : [{ code: 'lexical', text: note }] });
};
