/** `ast <pattern> --lang L`: structure, by ast-grep. */
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import { astRetriever } from '../retrieve/ast.ts';
import { ranked } from './ranked.ts';
import { retrieverQuery, type VerbPlan } from './verb.ts';

export const ast: VerbPlan = async (context) => {
  const [language, ...others] = new Set(context.query.filter.languages);
  if (language === undefined) throw new IqError('usage', messages.astNeedsLanguage());
  if (others.length > 0) throw new IqError('usage', messages.astOneLanguage({ languages: [language, ...others] }));
  const checked = context.scope.checkPattern({ language, pattern: context.query.text });
  if (!checked.ok) throw new IqError('bad-pattern', checked.sentence);
  const query = { ...retrieverQuery(context, context.query.text), kind: language };
  const found = await astRetriever(query, context.scope, context.signal);
  const result = ranked(context, found, { kind: 'verb', mode: 'lines' });
  const parsed = { code: 'parsed-as', text: messages.patternParsedAs({ kind: checked.parsedAs }) };
  return { ...result, notes: [...result.notes, parsed] };
};
