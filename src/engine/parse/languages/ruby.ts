import { headOf, type LanguageTable, nameByField, nameByHead, type Reading, type Site } from '../language-table.ts';

const CONSTANT = /([A-Z]\w*)/y;
const REQUIRE = /(require|require_relative|load|autoload)\b\s*\(?\s*(?::\w+\s*,\s*)?(['"])([^'"\n]+)\2/y;
const ACCESSOR =
  /(?:attr_accessor|attr_reader|attr_writer|cattr_accessor|mattr_accessor|has_many|has_one|belongs_to|scope)\b[ \t(]+/y;
const SYMBOL = /:(\w+[?!]?)/g;
const TEST =
  /(?:RSpec\.)?(?:describe|context|it|specify|feature|scenario|test)\b[ \t(]+(?:(['"])((?:\\.|(?!\1)[^\\\n])*)\1|([A-Z][\w:]*))/y;
const ROUTE = /(get|post|put|patch|delete|match)\b[ \t(]+(['"])(\/?[^'"\n]*)\2/y;

export const ruby: LanguageTable = {
  nodes: {
    module: { read: (site) => defined(site, 'module') },
    class: { read: (site) => defined(site, 'class') },
    method: { read: (site) => defined(site, 'fn') },
    singleton_method: { read: (site) => defined(site, 'method') },
    alias: { read: readAlias },
  },
  outline: { assignment: readConstant, call: readCall },
  descend: ['class', 'module', 'body_statement', 'singleton_class', 'do_block'],
  branches: [
    'if',
    'elsif',
    'unless',
    'while',
    'until',
    'for',
    'when',
    'in_clause',
    'rescue',
    'if_modifier',
    'unless_modifier',
    'while_modifier',
    'until_modifier',
    'rescue_modifier',
    'conditional',
  ],
  attached: /^#/,
  attachedBlocks: [{ open: /^=begin/, close: /^=end/ }],
  signature: 'line',
  exported: (_head, name) => !name.startsWith('_'),
  members: { fn: 'method' },
  modulesHoldMethods: true,
  identifiers: [
    'identifier',
    'constant',
    'instance_variable',
    'class_variable',
    'global_variable',
    'simple_symbol',
    'hash_key_symbol',
  ],
};

/** `class A::B` is B of A. */
function defined(site: Site, kind: 'module' | 'class' | 'fn' | 'method'): Reading | null {
  const found = nameByField(site, 'name');
  if (found === null) return null;
  const cut = kind === 'class' || kind === 'module' ? found.name.lastIndexOf('::') : -1;
  if (cut < 0) return { symbols: [{ ...found, kind }] };
  const owner = found.name.slice(0, cut).replaceAll('::', '.');
  return { symbols: [{ name: found.name.slice(cut + 2), at: found.at + cut + 2, kind, owner }] };
}

function readAlias(site: Site): Reading | null {
  const found = nameByField(site, 'name');
  return found === null ? null : { symbols: [{ name: found.name.replace(/^:/, ''), at: found.at, kind: 'method' }] };
}

function readConstant(site: Site): Reading | null {
  const found = nameByHead(site, CONSTANT);
  if (found === null) return null;
  const kind = /=\s*(?:Struct|Class|Data)\.(?:new|define)\b/.test(headOf(site, 200)) ? 'class' : 'const';
  return { symbols: [{ ...found, kind }] };
}

/** Calls that say something at the level of a file or class: requires, accessors, tests, routes. */
function readCall(site: Site): Reading | null {
  REQUIRE.lastIndex = site.start;
  const required = REQUIRE.exec(site.source);
  if (required !== null) {
    const specifier = required[3] ?? '';
    // `require_relative 'x'` is relative to the file, and only the word says so.
    const isRelative = required[1] === 'require_relative' && !specifier.startsWith('.');
    return { imports: [{ specifier: isRelative ? `./${specifier}` : specifier, names: [] }] };
  }
  return readAccessors(site) ?? readBlock(site);
}

function readAccessors(site: Site): Reading | null {
  ACCESSOR.lastIndex = site.start;
  if (ACCESSOR.exec(site.source) === null) return null;
  const from = ACCESSOR.lastIndex;
  const declares = site.source.startsWith('attr', site.start) || site.source.startsWith('attr', site.start + 1);
  const text = site.source.slice(from, Math.min(site.end, from + 400));
  // `has_many :posts, through: :x` names one thing; `attr_reader :a, :b` names all.
  const symbols = [...text.matchAll(SYMBOL)].slice(0, declares ? 50 : 1);
  return {
    symbols: symbols.map((match) => ({ name: match[1] ?? '', at: from + match.index + 1, kind: 'field' })),
  };
}

function readBlock(site: Site): Reading | null {
  TEST.lastIndex = site.start;
  const test = TEST.exec(site.source);
  if (test !== null) {
    const name = test[2] ?? test[3] ?? '';
    return { symbols: [{ name, at: site.start + test[0].lastIndexOf(name), kind: 'test' }], inside: true };
  }
  ROUTE.lastIndex = site.start;
  const route = ROUTE.exec(site.source);
  // `namespace :admin do`, `class_methods do`: what stands inside still belongs to the outline.
  if (route === null) return /\bdo\b[^\n]*$/m.test(headOf(site, 200)) ? { inside: true } : null;
  const path = route[3] ?? '';
  const name = `${(route[1] ?? '').toUpperCase()} ${path}`;
  return { symbols: [{ name, at: site.start + route[0].lastIndexOf(path), kind: 'route', leaf: true }] };
}
