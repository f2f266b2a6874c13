/** Filters as one predicate over a file's path, language and class. All filters must hold; values of one are alternatives. */
import type { FileClass } from '../../shared/contract.ts';
import type { FileFilter, FileTraits } from '../types.ts';
import { compileGlobs } from './glob.ts';
import { foldText } from './tokens.ts';

export interface FilterRoot {
  name: string;
  /** `''` with one root, `name/` with several. */
  prefix: string;
}

type Test = (file: FileTraits) => boolean;

/** A filter that lets everything pass. */
export const NO_FILTER: FileFilter = {
  in: [],
  repo: [],
  languages: [],
  globs: [],
  notGlobs: [],
  classes: [],
  pathContains: [],
  notPathContains: [],
  notLanguages: [],
  notClasses: [],
  ignored: false,
};

/**
 * Compiles a filter. `languages` are language ids (aliases are resolved by the caller). `in` takes workspace paths and,
 * with several roots, also paths relative to any root; globs see the path relative to its root, and the workspace path.
 */
export function compileFilter(filter: FileFilter, roots: readonly FilterRoot[]): Test {
  const longestFirst = roots.toSorted((a, b) => b.prefix.length - a.prefix.length);
  const tests = [
    ...placeTests(filter, longestFirst),
    ...globTests(filter, longestFirst),
    ...listTests(filter.languages, filter.notLanguages, (file, id) => isInLanguage(file.language, id)),
    ...listTests<FileClass>(filter.classes, filter.notClasses, (file, name) => file.class === name),
    ...containsTests(filter),
  ];
  return (file) => tests.every((test) => test(file));
}

function placeTests(filter: FileFilter, roots: readonly FilterRoot[]): Test[] {
  const tests: Test[] = [];
  if (filter.repo.length > 0) {
    const wanted = new Set(filter.repo);
    tests.push((file) => wanted.has(rootOf(file.path, roots)?.name ?? ''));
  }
  if (filter.in.length > 0) {
    const places = filter.in.map(cleanPlace);
    tests.push((file) => {
      const paths = [file.path, relativePath(file.path, roots)].map((path) => path.normalize('NFC'));
      return places.some((place) => paths.some((path) => isBelow(path, place)));
    });
  }
  return tests;
}

function globTests(filter: FileFilter, roots: readonly FilterRoot[]): Test[] {
  // `--glob '!x'` is how ripgrep writes --not-glob.
  const negated = filter.globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const wanted = compileGlobs(filter.globs.filter((glob) => !glob.startsWith('!')));
  const unwanted = compileGlobs([...filter.notGlobs, ...negated]);
  const matches = (test: (path: string) => boolean, path: string): boolean => {
    const relative = relativePath(path, roots);
    return test(relative) || (relative !== path && test(path));
  };
  return [
    ...(filter.globs.length > negated.length ? [(file: FileTraits) => matches(wanted, file.path)] : []),
    ...(filter.notGlobs.length + negated.length > 0 ? [(file: FileTraits) => !matches(unwanted, file.path)] : []),
  ];
}

function listTests<T>(
  wanted: readonly T[],
  unwanted: readonly T[],
  fits: (file: FileTraits, value: T) => boolean,
): Test[] {
  const has = (list: readonly T[], file: FileTraits): boolean => list.some((value) => fits(file, value));
  return [
    ...(wanted.length > 0 ? [(file: FileTraits) => has(wanted, file)] : []),
    ...(unwanted.length > 0 ? [(file: FileTraits) => !has(unwanted, file)] : []),
  ];
}

/** Whether a file in `language` is meant by `id`: TSX is TypeScript with tags, so `--lang ts` means both. */
export function isInLanguage(language: string | null, id: string): boolean {
  return language === id || (id === 'typescript' && language === 'tsx');
}

function containsTests(filter: FileFilter): Test[] {
  const wanted = filter.pathContains.map(foldText);
  const unwanted = filter.notPathContains.map(foldText);
  if (wanted.length + unwanted.length === 0) return [];
  return [
    (file) => {
      const path = foldText(file.path);
      return (
        (wanted.length === 0 || wanted.some((part) => path.includes(part))) &&
        !unwanted.some((part) => path.includes(part))
      );
    },
  ];
}

function rootOf(path: string, roots: readonly FilterRoot[]): FilterRoot | undefined {
  return roots.find((root) => path.startsWith(root.prefix));
}

function relativePath(path: string, roots: readonly FilterRoot[]): string {
  return path.slice(rootOf(path, roots)?.prefix.length ?? 0);
}

/** `./src/` -> `src`; the root itself is the empty place. */
function cleanPlace(place: string): string {
  return place
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')
    .replace(/\/+$/, '')
    .replace(/^\.$/, '');
}

function isBelow(path: string, place: string): boolean {
  return place === '' || path === place || path.startsWith(`${place}/`);
}
