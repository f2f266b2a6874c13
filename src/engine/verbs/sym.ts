/** `sym <pattern>`: symbols by fuzzy or wildcard name. */
import { SYMBOL_KINDS } from '../../shared/vocabulary.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import { symbolRetriever } from '../retrieve/symbols.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbPlan } from './verb.ts';

export const sym: VerbPlan = async (context) => {
  const { kind } = context.request;
  if (kind !== undefined && !(SYMBOL_KINDS as readonly string[]).includes(kind)) {
    throw new IqError('usage', messages.badKind({ kind, known: SYMBOL_KINDS }));
  }
  if (context.scope.index === null) throw new IqError('index-missing', messages.needsIndex({ verb: 'sym' }));
  const found = await symbolRetriever(retrieverQuery(context, context.query.text), context.scope, context.signal);
  return ranked(context, found, { kind: 'identifier', mode: 'name' });
};
