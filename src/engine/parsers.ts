/** Parsing as retrievers and verbs use it, loaded on first use: grammars cost a plain text search time for nothing. */
import { messages } from '../shared/messages.ts';
import { IqError } from './errors.ts';
import type { Parsers } from './search-scope.ts';
import { languageOf } from './workspace/languages.ts';

let loaded: Promise<Parsers> | null = null;

export function loadParsers(): Promise<Parsers> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Parsers> {
  const [{ parseFile }, structure, { referenceKinds }] = await Promise.all([
    import('./parse/parse-file.ts'),
    import('./parse/structure.ts'),
    import('./parse/references.ts'),
  ]);
  return {
    parse: (path, text) => parseFile({ path, text, language: languageOf(path, text.slice(0, 200).split('\n', 1)[0]) }),
    checkPattern: ({ language, pattern }) => {
      const checked = structure.checkPattern(language, pattern);
      if (checked.ok) return checked;
      return {
        ok: false,
        sentence: messages.badPattern({ reason: checked.reason, position: checked.position ?? null }),
      };
    },
    matchStructure: (input) => {
      const matched = structure.matchPattern(input);
      if (!matched.ok)
        throw new IqError('bad-pattern', messages.badPattern({ reason: matched.reason, position: null }));
      return matched.matches;
    },
    referenceKinds,
  };
}
