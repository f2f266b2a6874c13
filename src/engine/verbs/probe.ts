/** Zero hits are no dead end: wider readings of the same query are counted, and the first that has hits is offered. */
import { messages } from '../../shared/messages.ts';
import { isIqError } from '../errors.ts';
import type { RetrieverQuery } from '../retrieve/retriever.ts';
import { textRetriever } from '../retrieve/text.ts';
import type { VerbContext } from './verb.ts';

type Probe = { name: 'asRegex' | 'asLiteral' | 'anyCase' | 'partOfWord'; text: Partial<RetrieverQuery['text']> };

/** Smart case already ignores case where the pattern has no capital: searching again would find the same nothing. */
function probesFor(query: RetrieverQuery): Probe[] {
  const { text, pattern } = query;
  const metacharacters = /[\\^$.|?*+()[\]{}]/.test(pattern);
  return [
    ...(text.literal && metacharacters ? [{ name: 'asRegex', text: { literal: false } } as const] : []),
    ...(!text.literal && metacharacters ? [{ name: 'asLiteral', text: { literal: true } } as const] : []),
    ...(text.word ? [{ name: 'partOfWord', text: { word: false } } as const] : []),
    ...(text.case === 'sensitive' || (text.case === 'smart' && /\p{Lu}/u.test(pattern))
      ? [{ name: 'anyCase', text: { case: 'insensitive' } } as const]
      : []),
  ];
}

/** A sentence naming the first wider reading with hits and how many, or null. */
export async function zeroHitHint(query: RetrieverQuery, context: VerbContext): Promise<string | null> {
  for (const probe of probesFor(query)) {
    const total = await count({ ...query, text: { ...query.text, ...probe.text } }, context);
    if (total > 0) return messages.probe({ reading: probe.name, hits: total, pattern: query.pattern });
  }
  return null;
}

async function count(query: RetrieverQuery, context: VerbContext): Promise<number> {
  try {
    return (await textRetriever(query, context.scope, context.signal)).total;
  } catch (error) {
    // A literal such as `foo(` is no regex: that reading simply has nothing to offer.
    if (isIqError(error) && error.code !== 'aborted') return 0;
    throw error;
  }
}
