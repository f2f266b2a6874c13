/** `outline <path>`: the skeleton of a file, parsed as it is now. */
import type { RankedHit } from '../types.ts';
import { qualifiedNames } from '../plan/qualified-names.ts';
import { readPath } from './resolve-path.ts';
import { singleFile } from './single-file.ts';
import type { VerbPlan } from './verb.ts';

export const outline: VerbPlan = async (context) => {
  const { path, text } = await readPath(context.query.text, context.scope);
  const traits = context.scope.traits(path);
  const { symbols, note } = context.scope.parse(path, text);
  const names = qualifiedNames(symbols);
  const hits = symbols.map(
    (symbol, index): RankedHit => ({
      path,
      line: symbol.line,
      endLine: symbol.endLine,
      column: symbol.column,
      leg: 'symbol',
      score: 1,
      fileClass: traits.class,
      language: traits.language,
      tags: [{ name: symbol.kind }],
      parts: [{ name: 'outline', op: 'add', value: 1 }],
      symbol: {
        name: symbol.name,
        kind: symbol.kind,
        line: symbol.line,
        endLine: symbol.endLine,
        qualifiedName: names[index] ?? symbol.name,
      },
    }),
  );
  hits.sort((a, b) => a.line - b.line);
  return singleFile(context, { path, hits, notes: note === undefined ? [] : [{ code: 'lexical', text: note }] });
};
