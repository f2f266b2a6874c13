/** Uses of a name: live whole-word text, each use told apart (call, import, type, write) by the syntax around it. */
import { messages } from '../../shared/messages.ts';
import { PARSE_MAX_CHARS, REF_PARSE_FILES } from '../options.ts';
import { lastPart } from '../plan/name-parts.ts';
import type { Hit } from '../types.ts';
import { retrieved, type Retriever, type RetrievalScope } from './retriever.ts';
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
    // Of uses that were only counted, or whose file was not parsed, nobody knows the kind.
    { notes, totalIsLowerBound: found.totalIsLowerBound || hits.length < found.total || hits.some(isUntold) },
  );
};

/** Code whose uses were not told apart. */
function isUntold(hit: Hit): boolean {
  return hit.refKind === undefined && hit.language !== null;
}

function withKinds(path: string, hits: Hit[], o: { name: string; scope: RetrievalScope }): Hit[] {
  const language = hits[0]?.language ?? null;
  const text = language === null ? null : o.scope.readText(path);
  // As when it is indexed: a tree of that much text does not fit into memory.
  if (language === null || text === null || text.length > PARSE_MAX_CHARS) return hits;
  const kinds = Map.groupBy(o.scope.referenceKinds({ text, language, name: o.name }), (kind) => kind.line);
  return hits.map((hit) => {
    const ofLine = kinds.get(hit.line) ?? [];
    const exact = ofLine.find((kind) => kind.column === hit.column) ?? ofLine[0];
    return exact === undefined ? hit : { ...hit, refKind: exact.kind };
  });
}
