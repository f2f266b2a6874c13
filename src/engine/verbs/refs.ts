/** `refs <symbol>`: its uses, live, by kind. */
import { REF_KINDS } from '../../shared/vocabulary.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import { referenceRetriever } from '../retrieve/references.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbPlan } from './verb.ts';

export const refs: VerbPlan = async (context) => {
  const { kind } = context.request;
  if (kind !== undefined && !(REF_KINDS as readonly string[]).includes(kind)) {
    throw new IqError('usage', messages.badKind({ kind, known: REF_KINDS }));
  }
  const found = await referenceRetriever(retrieverQuery(context, context.query.text), context.scope, context.signal);
  return ranked(context, found, { kind: 'identifier', mode: 'lines' });
};
