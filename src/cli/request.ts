import type { OutputFormat, SearchRequest, Verb } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { BUDGET_DEFAULT } from '../shared/vocabulary.ts';
import { IqError } from '../engine/errors.ts';
import type { Flags } from './flags.ts';

/**
 * The request of one command, every default filled in. By hand and not by the schema: what the flags could hold is
 * checked already, and the schema would load zod.
 */
export function toRequest(verb: Verb, text: string, flags: Flags): SearchRequest {
  return {
    verb,
    text,
    scope: {
      in: flags.in ?? [],
      repo: flags.repo ?? [],
      lang: flags.lang ?? [],
      glob: flags.glob ?? [],
      notGlob: flags.notGlob ?? [],
      only: flags.only ?? [],
      ignored: flags.ignored ?? false,
    },
    literal: flags.literal ?? false,
    word: flags.word ?? false,
    case: flags.case ?? 'smart',
    exact: flags.exact ?? false,
    kind: flags.kind,
    context: flags.context ?? 0,
    budget: flags.budget ?? BUDGET_DEFAULT,
    limit: flags.limit,
    filesOnly: flags.filesOnly ?? false,
    count: flags.count ?? false,
    full: flags.full ?? false,
    why: flags.why ?? false,
    format: formatOf(flags),
    after: flags.after,
    features: flags.features ?? '',
  };
}

function formatOf(flags: Flags): OutputFormat {
  if (flags.json && flags.ndjson)
    throw new IqError('usage', messages.flagsExclude({ one: '--json', other: '--ndjson' }));
  if (flags.json) return 'json';
  return flags.ndjson ? 'ndjson' : 'text';
}
