/** Uses of a name: live whole-word text, each use told apart (call, import, type, write) by the syntax around it. */
import { messages } from '../../shared/messages.ts';
import { REF_PARSE_FILES } from '../options.ts';
import type { Hit } from '../types.ts';
import { retrieved, type Retriever, type RetrievalScope } from './retriever.ts';
import { lastPart } from './symbols.ts';
import { textRetriever } from './text.ts';

export const referenceRetriever: Retriever = async (query, scope, signal) => {
  const name = lastPart(query.pattern);
  const text = { literal: true, word: true, case: 'sensitive' } as const;
  const found = await textRetriever({ ...query, pattern: name, text }, scope, signal);
  const byPath = Map.groupBy(found.hits, (hit) => hit.path);
  const hits: Hit[] = [];
  let parsed = 0;
  for (const [path, list] of byPath) {
    signal.throwIfAborted();
    hits.push(...(parsed++ < REF_PARSE_FILES ? withKinds(path, list, { name, scope }) : list));
    if (parsed % 16 === 0) await new Promise(setImmediate);
  }
  const notes = [...found.notes];
  if (byPath.size > REF_PARSE_FILES) {
    notes.push({ code: 'refs-limit', text: messages.refsLimit({ done: REF_PARSE_FILES, total: byPath.size }) });
  }
  if (query.kind === undefined) return { ...found, hits, notes };
  return retrieved(
    hits.filter((hit) => hit.refKind === query.kind),
    { notes, totalIsLowerBound: found.totalIsLowerBound || byPath.size > REF_PARSE_FILES },
  );
};

function withKinds(path: string, hits: Hit[], o: { name: string; scope: RetrievalScope }): Hit[] {
  const language = hits[0]?.language ?? null;
  const text = language === null ? null : o.scope.readText(path);
  if (language === null || text === null) return hits;
  const kinds = o.scope.referenceKinds({ text, language, name: o.name });
  return hits.map((hit) => {
    const ofLine = kinds.filter((kind) => kind.line === hit.line);
    const exact = ofLine.find((kind) => kind.column === hit.column) ?? ofLine[0];
    return exact === undefined ? hit : { ...hit, refKind: exact.kind };
  });
}
