/**
 * Writes src/engine/workspace/languages.generated.json from linguist-languages (a development dependency: importing
 * it at run time costs 143 ms and 833 modules). Run: `npx node scripts/generate-languages.ts`.
 *
 * Shape, kept small because every command loads it: `ids` once, everything else points into it by index.
 * Extensions are lower-case and without the leading dot; file names keep their case.
 */
import { writeFileSync } from 'node:fs';
import * as linguist from 'linguist-languages';

interface Language {
  name: string;
  type: string;
  extensions?: readonly string[];
  filenames?: readonly string[];
  interpreters?: readonly string[];
  aliases?: readonly string[];
}

/** Ids that differ from the lower-cased, hyphenated name: the words people and grammars use. */
const IDS: Record<string, string> = {
  'C++': 'cpp',
  'C#': 'csharp',
  'F#': 'fsharp',
  'Q#': 'qsharp',
  Shell: 'bash',
  'Objective-C++': 'objective-cpp',
  'JSON with Comments': 'jsonc',
  'Protocol Buffer': 'protobuf',
  'Go Module': 'go-mod',
  'Go Checksums': 'go-sum',
  'Ignore List': 'gitignore',
  reStructuredText: 'rst',
};

/**
 * The reading of extensions that several languages claim, where the one that owns it by name is not the one that
 * code repositories mean. Everything else goes to the language that lists the extension first.
 * `h` is C: C++ headers cannot be told by name, and a C++ grammar is tried where C's fails.
 */
const EXTENSIONS: Record<string, string> = {
  asm: 'Assembly',
  cfg: 'INI',
  cgi: 'Perl',
  cl: 'Common Lisp',
  d: 'D',
  ex: 'Elixir',
  f: 'Fortran',
  for: 'Fortran',
  fs: 'F#',
  gd: 'GDScript',
  h: 'C',
  'gradle.kts': 'Kotlin',
  html: 'HTML',
  json: 'JSON',
  lsp: 'Common Lisp',
  m: 'Objective-C',
  md: 'Markdown',
  ml: 'OCaml',
  mm: 'Objective-C++',
  php: 'PHP',
  pl: 'Perl',
  pm: 'Perl',
  properties: 'Java Properties',
  r: 'R',
  rs: 'Rust',
  s: 'Unix Assembly',
  sql: 'SQL',
  t: 'Perl',
  ts: 'TypeScript',
  tsx: 'TSX',
  txt: 'Text',
  v: 'Verilog',
  yaml: 'YAML',
  yml: 'YAML',
  yy: 'Yacc',
};

/** Extensions that mean so many things that a name would be a guess: no language is the honest answer. */
const UNDECIDED = 'b bas cls e g gml i inc j k l mod mp msg n p pp pro q res sc sch st star sw tl tpl typ w x'.split(
  ' ',
);

/** Names people type after `--lang` that linguist does not list. */
const ALIASES: Record<string, string> = {
  kt: 'Kotlin',
  kts: 'Kotlin',
  py3: 'Python',
  cs: 'C#',
  h: 'C',
  docker: 'Dockerfile',
  vb: 'Visual Basic .NET',
  vim: 'Vim script',
  hpp: 'C++',
  cc: 'C++',
  cxx: 'C++',
  jsx: 'JavaScript',
  mjs: 'JavaScript',
  node: 'JavaScript',
  ex: 'Elixir',
  exs: 'Elixir',
  objc: 'Objective-C',
  proto: 'Protocol Buffer',
  tf: 'HCL',
  fish: 'fish',
  swift: 'Swift',
};

const RANK: Record<string, number> = { programming: 0, markup: 1, data: 2, prose: 3 };

const all = (Object.values(linguist) as Language[]).toSorted((a, b) => (a.name < b.name ? -1 : 1));
const ids = all.map((language) => IDS[language.name] ?? slug(language.name));
const indexOfName = new Map(all.map((language, index) => [language.name, index]));

function slug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', 'p')
    .replaceAll('#', 'sharp')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function indexOf(name: string): number {
  const index = indexOfName.get(name);
  if (index === undefined) throw new Error(`linguist has no language named ${name}`);
  return index;
}

/** The owner of a shared key: whoever lists it first, then programming before markup before data, then by name. */
function claim(keysOf: (language: Language) => readonly string[] | undefined): Record<string, number> {
  const best = new Map<string, { index: number; rank: number }>();
  all.forEach((language, index) => {
    (keysOf(language) ?? []).forEach((key, position) => {
      const rank = (position === 0 ? 0 : 10) + (RANK[language.type] ?? 9);
      const held = best.get(key);
      if (held === undefined || rank < held.rank) best.set(key, { index, rank });
    });
  });
  return Object.fromEntries([...best].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, { index }]) => [key, index]));
}

const extensions = claim((language) => language.extensions?.map((extension) => extension.slice(1).toLowerCase()));
for (const [extension, name] of Object.entries(EXTENSIONS)) extensions[extension] = indexOf(name);
for (const extension of UNDECIDED) delete extensions[extension];
const interpreters = claim((language) => language.interpreters);
for (const [command, name] of [
  ['node', 'JavaScript'],
  ['perl', 'Perl'],
] as const)
  interpreters[command] = indexOf(name);
const aliases = claim((language) => [language.name.toLowerCase(), ...(language.aliases ?? [])]);
for (const [alias, name] of Object.entries(ALIASES)) aliases[alias] = indexOf(name);
for (const [index, id] of ids.entries()) {
  if (ids.indexOf(id) !== index) throw new Error(`two languages share the id ${id}`);
  delete aliases[id];
}

const table = { ids, extensions, filenames: claim((language) => language.filenames), interpreters, aliases };
const target = new URL('../src/engine/workspace/languages.generated.json', import.meta.url);
writeFileSync(target, `${JSON.stringify(table)}\n`);
