/** A request as the command line that makes it, quoted for a POSIX shell. */
import type { SearchRequest } from '../../shared/contract.ts';
import { BUDGET_DEFAULT, COMMANDS } from '../../shared/vocabulary.ts';
import { escapeText } from './escape.ts';

/** A bare query of one of these words would be read as the verb. */
const TAKEN: ReadonlySet<string> = new Set(COMMANDS);

/**
 * `iq [verb] [flags] -- 'query'`, flags only where they differ from their defaults. `roots` are the `--root` values as the
 * user typed them (none: the default root).
 */
export function toCommand(request: SearchRequest, roots: readonly string[] = []): string {
  const flags = [
    ...roots.flatMap((root) => ['--root', root]),
    ...scopeFlags(request),
    ...matchFlags(request),
    ...outputFlags(request),
    ...(request.after === undefined ? [] : ['--after', request.after]),
  ];
  const verb = request.verb === 'auto' ? [] : [request.verb];
  const text = request.text === '' ? [] : [request.text];
  const dashes = request.text.startsWith('-') || (request.verb === 'auto' && TAKEN.has(request.text)) ? ['--'] : [];
  return ['iq', ...[...verb, ...flags, ...dashes, ...text].map(quote)].join(' ');
}

function scopeFlags({ scope }: SearchRequest): string[] {
  return [
    ...scope.in.flatMap((path) => ['--in', path]),
    ...scope.repo.flatMap((name) => ['--repo', name]),
    ...(scope.lang.length > 0 ? ['--lang', scope.lang.join(',')] : []),
    ...scope.glob.flatMap((glob) => ['--glob', glob]),
    ...scope.notGlob.flatMap((glob) => ['--not-glob', glob]),
    ...(scope.only.length > 0 ? ['--only', scope.only.join(',')] : []),
    ...(scope.ignored ? ['--ignored'] : []),
  ];
}

function matchFlags(request: SearchRequest): string[] {
  return [
    ...(request.literal ? ['--literal'] : []),
    ...(request.word ? ['--word'] : []),
    ...(request.case === 'smart' ? [] : ['--case', request.case]),
    ...(request.exact ? ['--exact'] : []),
    ...(request.kind === undefined ? [] : ['--kind', request.kind]),
    ...(request.features === '' ? [] : [`--features=${request.features}`]),
  ];
}

function outputFlags(request: SearchRequest): string[] {
  return [
    ...(request.context === 0 ? [] : ['-C', String(request.context)]),
    ...(request.budget === BUDGET_DEFAULT ? [] : ['--budget', String(request.budget)]),
    ...(request.limit === undefined ? [] : ['--limit', String(request.limit)]),
    ...(request.filesOnly ? ['--files-only'] : []),
    ...(request.count ? ['--count'] : []),
    ...(request.full ? ['--full'] : []),
    ...(request.why ? ['--why'] : []),
    ...(request.format === 'text' ? [] : [`--${request.format}`]),
  ];
}

/**
 * One shell word. Text with line breaks or characters nobody can see is written through `printf` with octal bytes, so that
 * the command stays one visible line and still means the same.
 */
export function quote(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  if (escapeText(word) === word && !word.includes('\t')) return `'${word.replaceAll("'", `'\\''`)}'`;
  const bytes = Array.from(word).map((char) => (/^[\w ./:=,@+]$/.test(char) ? char : octal(char)));
  return `"$(printf '${bytes.join('')}')"`;
}

function octal(char: string): string {
  return [...Buffer.from(char, 'utf8')].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
