import { indexTerms } from '../plan/tokens.ts';

/** Directory names next to the file that are searched as words (retrieval 1.7). */
const DIRECTORIES = 3;

/** Index terms of a file's place: its stem twice, then the last directory names (retrieval 1.7: stem counts double). */
export function pathTerms(path: string): string {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  const dot = name.indexOf('.', 1);
  const stem = indexTerms(dot < 0 ? name : name.slice(0, dot));
  return [stem, stem, indexTerms(parts.slice(-DIRECTORIES).join(' '))].filter((terms) => terms !== '').join(' ');
}
