/** Results of verbs that answer about one file, in the file's own order. */
import type { Note } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import type { RankedHit } from '../types.ts';
import type { VerbContext, VerbResult } from './verb.ts';

export function singleFile(
  context: VerbContext,
  o: { path: string; hits: RankedHit[]; notes: Note[]; pack?: boolean },
): VerbResult {
  return {
    kind: context.query.kind === 'anchor' ? 'anchor' : 'verb',
    groups: o.hits.length === 0 ? [] : [{ path: o.path, score: 1, hits: o.hits }],
    total: o.hits.length,
    totalFiles: o.hits.length === 0 ? 0 : 1,
    totalIsLowerBound: false,
    related: [],
    confidence: o.hits.length === 0 ? 'ambiguous' : 'confident',
    confidenceReason: o.hits.length === 0 ? messages.noOutline({ path: o.path }) : messages.asAsked({ path: o.path }),
    notes: o.notes,
    pack: o.pack === true,
  };
}
