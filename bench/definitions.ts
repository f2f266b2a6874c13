/**
 * Definitions found in source text by plain regular expressions: a truth for `def` that is independent of the product's
 * parsers and index. Only names that are defined once in the whole corpus are handed out.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from './random.ts';

export interface Definition {
  name: string;
  path: string;
  /** 1-based line of the name. */
  line: number;
}

interface Language {
  extension: RegExp;
  /** Lines that surely define a name (group `name`); a sample is drawn from these. */
  strict: RegExp;
  /** Lines that may define one; a name with more than one such line is no candidate. */
  loose: RegExp;
}

const TYPESCRIPT: Language = {
  extension: /\.[cm]?tsx?$/,
  strict:
    /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|enum|const) (?<name>[A-Za-z_$][\w$]*)/,
  loose:
    /^\s*(?:(?:export|default|declare|abstract|async|static|public|private|protected|override|readonly|get|set) )*(?:(?:function\*?|class|interface|type|enum|const|let|var|namespace) )?#?(?<name>[A-Za-z_$][\w$]*)(?=\s*[(<:=?{]|\s*$| extends | implements )/,
};
const PYTHON: Language = {
  extension: /\.pyi?$/,
  strict: /^\s*(?:async )?(?:def|class) (?<name>\w+)/,
  loose: /^\s*(?:(?:async )?(?:def|class) )?(?<name>\w+)(?=\s*[(:=]|\s*$)/,
};
const GO: Language = {
  extension: /\.go$/,
  strict: /^(?:func (?:\([^)]*\) )?|type |var |const )(?<name>[A-Za-z_]\w*)(?=[([ ])/,
  loose: /^\s*(?:func (?:\([^)]*\) )?|type |var |const )?(?<name>[A-Za-z_]\w*)(?=[([ ]|\s*$)/,
};
const LANGUAGES: Readonly<Record<string, Language>> = { typescript: TYPESCRIPT, python: PYTHON, go: GO };

/** Shorter names stand in too much text to have one definition. */
const MIN_NAME = 4;

/**
 * `count` definitions whose name is defined once in `files`, drawn with `seed`, at most one of each file (a huge fixture
 * would be most of a sample); ordered by path.
 */
export function sampleDefinitions(o: {
  dir: string;
  files: string[];
  language: string;
  count: number;
  seed: number;
}): Definition[] {
  const language = LANGUAGES[o.language];
  if (!language) throw new Error(`no patterns for ${o.language}`);
  const strict: Definition[] = [];
  const places = new Map<string, number>();
  for (const path of o.files.filter((file) => language.extension.test(file)).sort()) {
    for (const [index, text] of readFileSync(join(o.dir, path), 'utf8').split('\n').entries()) {
      const name = language.strict.exec(text)?.groups?.['name'];
      if (name !== undefined) strict.push({ name, path, line: index + 1 });
      const maybe = name ?? language.loose.exec(text)?.groups?.['name'];
      if (maybe !== undefined) places.set(maybe, (places.get(maybe) ?? 0) + 1);
    }
  }
  const unique = strict.filter(({ name }) => name.length >= MIN_NAME && places.get(name) === 1);
  const random = createRandom(o.seed);
  const perFile = [...Map.groupBy(unique, ({ path }) => path).values()].map((list) => random.pick(list));
  return random.sample(perFile, o.count).sort((a, b) => (a.path < b.path ? -1 : 1));
}
