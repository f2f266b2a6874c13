import { indexTerms } from '../plan/tokens.ts';

/** Directory names next to the file that are searched as words; those further up are shared by most files. */
const DIRECTORIES = 3;

/** The last folder and its terms: files come folder by folder. */
let lastFolder = { path: '', terms: '' };

/** Index terms of a file's place: its stem twice, the best summary people write, then the last directory names. */
export function pathTerms(path: string): string {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const dot = name.indexOf('.', 1);
  const stem = indexTerms(dot < 0 ? name : name.slice(0, dot));
  return [stem, stem, folderTerms(path.slice(0, Math.max(0, slash)))].filter((terms) => terms !== '').join(' ');
}

function folderTerms(folder: string): string {
  if (folder === lastFolder.path) return lastFolder.terms;
  const names = folder.split('/').slice(-DIRECTORIES);
  lastFolder = { path: folder, terms: indexTerms(names.join(' ')) };
  return lastFolder.terms;
}
