/** A request, read: the query classified (bare queries) or taken as the verb's pattern, all filters in one value. */
import type { Scope, SearchRequest } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { REQUEST_LIMITS } from '../shared/vocabulary.ts';
import { IqError } from './errors.ts';
import { parseAnchor } from './plan/anchor.ts';
import { globProblem } from './plan/glob-problem.ts';
import { flagLabels, parseQuery } from './plan/query.ts';
import type { FileFilter, ParsedQuery } from './types.ts';
import { languageId } from './workspace/languages.ts';

/** Throws an IqError for queries that are empty, too long, or hold filters that are unknown, broken or not built. */
export function readRequest(request: SearchRequest, expand?: (text: string) => string): ParsedQuery {
  if (request.text.length > REQUEST_LIMITS.queryChars) {
    throw new IqError(
      'query-too-long',
      messages.queryTooLong({ length: request.text.length, limit: REQUEST_LIMITS.queryChars }),
    );
  }
  const filter = toFilter(request.scope);
  const query = request.verb === 'auto' ? bareQuery(request.text, filter) : verbQuery(request, filter);
  requireGlobs(query.filter);
  return query.kind === 'prose' && expand !== undefined ? { ...query, text: expand(query.text) } : query;
}

/** A broken glob would let nothing pass, and the answer would look as if nothing were there. */
function requireGlobs({ globs, notGlobs }: FileFilter): void {
  for (const glob of [...globs, ...notGlobs]) {
    const problem = globProblem(glob);
    if (problem !== null) throw new IqError('bad-pattern', problem);
  }
}

function bareQuery(text: string, flags: FileFilter): ParsedQuery {
  const read = parseQuery(text, flags);
  if (!read.ok) throw new IqError(read.error.code, read.error.message);
  const filter = { ...read.query.filter };
  filter.languages = filter.languages.map(toLanguage);
  filter.notLanguages = filter.notLanguages.map(toLanguage);
  return { ...read.query, filter };
}

/** A verb takes its text as it is: `find lang:ts` looks for that text. */
function verbQuery(request: SearchRequest, filter: FileFilter): ParsedQuery {
  const text = request.verb === 'find' ? request.text : request.text.trim();
  if (text === '' && request.verb !== 'files')
    throw new IqError('query-empty', messages.queryEmpty({ verb: request.verb }));
  const anchor = request.verb === 'context' ? parseAnchor(text) : null;
  return {
    raw: request.text,
    text,
    kind: anchor === null ? 'prose' : 'anchor',
    phrases: [],
    regexes: [],
    notWords: [],
    filter,
    ...(anchor === null ? {} : { anchor }),
    filterLabels: flagLabels(filter),
    wantsTests: false,
    wantsDocs: false,
  };
}

function toFilter(scope: Scope): FileFilter {
  return {
    in: scope.in,
    repo: scope.repo,
    languages: scope.lang.map(toLanguage),
    globs: scope.glob,
    notGlobs: scope.notGlob,
    classes: scope.only,
    pathContains: [],
    notPathContains: [],
    notLanguages: [],
    notClasses: [],
    ignored: scope.ignored,
  };
}

function toLanguage(alias: string): string {
  const id = languageId(alias);
  if (id === null) throw new IqError('bad-language', messages.badLanguage({ alias }));
  return id;
}
