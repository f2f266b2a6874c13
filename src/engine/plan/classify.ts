/** How a bare query is read when nobody named a verb. First match wins: path, identifier, regex, else prose. */
import type { QueryKind } from '../types.ts';
import { compiles, isIdentifier, isPathShaped, isRegex, withoutCall } from './path-shape.ts';

/**
 * Kind of `text`, the query without its filters. `narrowed`: phrases or regexes stand beside it, so an empty text still
 * looks for something. Pasted anchors are told apart before (anchor.ts).
 */
export function classify(text: string, narrowed: boolean): Exclude<QueryKind, 'anchor'> {
  // Only filters: the files they allow. Only a phrase or a regex: its lines.
  if (text === '') return narrowed ? 'regex' : 'path';
  // `=>`, `&& !`: nothing a question could be made of, so it is looked for as typed, where it compiles.
  if (!/[\p{L}\p{N}_$]/u.test(text) && !isPathShaped(text)) return compiles(text) ? 'regex' : 'prose';
  if (/\s/.test(text)) return 'prose';
  if (isPathShaped(text)) return 'path';
  if (isIdentifier(withoutCall(text))) return 'identifier';
  if (isRegex(text)) return 'regex';
  // One word that is nothing else (`foo(`, `C++`, `kebab-name`) is looked for as a whole word.
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text) ? 'prose' : 'identifier';
}
