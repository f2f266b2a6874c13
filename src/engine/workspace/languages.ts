/**
 * Which language a file is in, by name and first line. The table comes from GitHub's linguist
 * (scripts/generate-languages.ts); ids are lower-case: `typescript`, `tsx`, `python`, `cpp`, `csharp`, `bash`.
 */
import table from './languages.generated.json' with { type: 'json' };

type Index = Readonly<Record<string, number>>;

/** Used as JSON gives them: copying the 2,700 entries into Maps would cost every command 4 ms. */
const ids: readonly string[] = table.ids;
const extensions: Index = table.extensions;
const filenames: Index = table.filenames;
const interpreters: Index = table.interpreters;
const aliases: Index = table.aliases;

/**
 * Language id of a file, or null. The exact file name decides, then the longest known extension (`.blade.php` before
 * `.php`), then `firstLine` where it is given: a `#!` line or an opening `<?php`.
 */
export function languageOf(path: string, firstLine?: string): string | null {
  const name = baseName(path);
  return lookUp(filenames, name) ?? byExtension(name.toLowerCase()) ?? (firstLine ? byFirstLine(firstLine) : null);
}

/** Language id for a name people type (`ts`, `c++`, `golang`, `TypeScript`), or null when no language is called so. */
export function languageId(alias: string): string | null {
  const folded = alias.trim().toLowerCase();
  if (ids.includes(folded)) return folded;
  return lookUp(aliases, folded) ?? lookUp(aliases, folded.replaceAll(' ', '-'));
}

function byExtension(name: string): string | null {
  // From the second character on: `.bashrc` is a name, not an extension.
  for (let dot = name.indexOf('.', 1); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const id = lookUp(extensions, name.slice(dot + 1));
    if (id !== null) return id;
  }
  return null;
}

function byFirstLine(line: string): string | null {
  if (/^\s*<\?(php|=)/i.test(line)) return 'php';
  const command = /^#!\s*(\S+)(?:\s+(.*))?$/.exec(line.trimEnd());
  if (command === null) return null;
  const program = baseName(command[1] ?? '');
  // `env -S tsx --flag`, `env FOO=1 python3`: the first word that is neither option nor assignment.
  const words = program === 'env' ? (command[2] ?? '').split(/\s+/).filter((word) => !/^-|=/.test(word)) : [program];
  const interpreter = baseName(words[0] ?? '');
  // `python3.12` is not in the table, `python` is.
  return lookUp(interpreters, interpreter) ?? lookUp(interpreters, interpreter.replace(/[\d.]+$/, ''));
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Own keys only: a file may be called `constructor`. */
function lookUp(index: Index, key: string): string | null {
  const at = Object.hasOwn(index, key) ? index[key] : undefined;
  return at === undefined ? null : (ids[at] ?? null);
}
