/** C and C++: one table, less the kinds that the C grammar lacks. Names hide inside declarators: `**(*name(void))(int)`. */
import {
  type FoundSymbol,
  headOf,
  importing,
  type LanguageTable,
  nameByField,
  type NodeRule,
  named,
  type Reading,
  type Site,
} from '../language-table.ts';
import { declaredName, declaredVariables } from './c-declarators.ts';

const TEST_MACRO = /(?:TYPED_TEST|TEST)(?:_[A-Z]+)*\s*\(\s*(\w+)\s*(?:,\s*(\w+)\s*)?\)/y;
/** `class EXPORT Name : Base {`: the macro makes the grammar see a function. */
const EXPORT_MACRO = /(?<=\b(?:class|struct)\s+)[A-Z][A-Z0-9_]{2,}(?=\s+\w+(?:\s+final)?\s*[:{])/g;

const CONTAINERS = [
  'preproc_ifdef',
  'preproc_if',
  'preproc_else',
  'preproc_elif',
  'declaration_list',
  'linkage_specification',
];

const BRANCHES = [
  'if_statement',
  'for_statement',
  'while_statement',
  'do_statement',
  'case_statement',
  'conditional_expression',
];

const WORDS: Readonly<Record<string, string>> = {
  struct_specifier: 'struct',
  union_specifier: 'union',
  enum_specifier: 'enum',
  enumerator: 'enum',
  type_definition: 'typedef',
  preproc_def: 'define',
  preproc_function_def: 'define',
  preproc_include: 'include',
  if_statement: 'if',
  for_statement: 'for',
  while_statement: 'while',
  do_statement: 'do',
  case_statement: 'case',
  conditional_expression: '?',
};

const COMMON: Record<string, NodeRule> = {
  function_definition: { read: readFunction },
  field_declaration: { read: readDeclaration },
  struct_specifier: { read: named('class'), where: 'struct_specifier:has(> field_declaration_list)' },
  union_specifier: { read: named('class'), where: 'union_specifier:has(> field_declaration_list)' },
  enum_specifier: { read: named('enum'), where: 'enum_specifier:has(> enumerator_list)' },
  enumerator: { read: named('const', /(\w+)/y) },
  type_definition: { read: readTypedef },
  preproc_def: { read: named('macro') },
  preproc_function_def: { read: named('macro') },
  preproc_include: {
    read: importing((text) => {
      const specifier = /#\s*include\s*(<[^>]+>|"[^"]+")/.exec(text)?.[1];
      return specifier === undefined ? [] : [{ specifier: specifier.replaceAll('"', ''), names: [] }];
    }),
  },
};

export const c: LanguageTable = {
  nodes: COMMON,
  outline: { declaration: readDeclaration },
  descend: CONTAINERS,
  words: WORDS,
  branches: BRANCHES,
  attached: /^(?:\/\/|\/\*|\*)/,
  signature: 'brace',
  exported: (head, _name, parent) => parent !== null || !/\bstatic\b/.test(head),
  members: { fn: 'method', const: 'field' },
  identifiers: ['identifier', 'field_identifier', 'type_identifier', 'statement_identifier'],
};

export const cpp: LanguageTable = {
  ...c,
  nodes: {
    ...COMMON,
    struct_specifier: { read: readClass, where: 'struct_specifier:has(> field_declaration_list)' },
    class_specifier: { read: readClass, where: 'class_specifier:has(> field_declaration_list)' },
    namespace_definition: { read: named('module') },
    alias_declaration: { read: named('type') },
    concept_definition: { read: named('interface') },
  },
  descend: [
    ...CONTAINERS,
    'namespace_definition',
    'template_declaration',
    'class_specifier',
    'struct_specifier',
    'field_declaration_list',
  ],
  words: {
    ...WORDS,
    class_specifier: 'class',
    namespace_definition: 'namespace',
    alias_declaration: 'using',
    concept_definition: 'concept',
    template_declaration: 'template',
    for_range_loop: 'for',
    catch_clause: 'catch',
  },
  branches: [...BRANCHES, 'for_range_loop', 'catch_clause'],
  wraps: ['template_declaration'],
  attached: /^(?:\/\/|\/\*|\*|\[\[|template\b)/,
  prepare: (text) => text.replace(EXPORT_MACRO, (macro) => ' '.repeat(macro.length)),
  identifiers: [...c.identifiers, 'namespace_identifier'],
};

/** The name of a specialisation (`hash<A>`) is the template's; `struct A::B` is B of A. */
function readClass(site: Site): Reading | null {
  const found = nameByField(site, 'name');
  if (found === null) return null;
  const path = (found.name.split('<')[0] ?? '').split(/\s*::\s*/);
  const name = path.pop() ?? '';
  const owner = path.join('.');
  const at = found.at + found.name.indexOf(name, owner.length);
  return { symbols: [{ name, at, kind: 'class', ...(owner === '' ? {} : { owner }) }] };
}

function readFunction(site: Site) {
  TEST_MACRO.lastIndex = site.start;
  const test = TEST_MACRO.exec(site.source);
  if (test !== null) {
    const name = [test[1], test[2]].filter((part) => part !== undefined).join('.');
    return { symbols: [{ name, at: site.start + test[0].indexOf(test[1] ?? ''), kind: 'test' } as const] };
  }
  const declarator = nameByField(site, 'declarator');
  const found = declarator === null ? null : declaredName(declarator.name, declarator.at);
  if (found === null) return null;
  const hasBody = !/=\s*(?:delete|default|0)\s*;$/.test(
    site.source.slice(Math.max(site.start, site.end - 20), site.end),
  );
  return { symbols: [{ ...found, kind: found.owner === undefined ? 'fn' : 'method', bodyless: !hasBody } as const] };
}

/** Prototypes, variables, fields, methods without a body. Prototypes count less than the definitions they announce. */
function readDeclaration(site: Site): Reading | null {
  const unit = /^(?:export\s+)?import\s+([\w.:]+|<[^>]+>)/.exec(headOf(site, 200))?.[1];
  if (unit !== undefined) return { imports: [{ specifier: unit, names: [] }] };
  const declarator = nameByField(site, 'declarator');
  if (declarator === null) return null;
  const prototype = declaredName(declarator.name, declarator.at);
  if (prototype !== null) return { symbols: [{ ...prototype, kind: 'fn', bodyless: true, hidden: true }] };
  const symbols = declaredVariables(site, declarator.at).map(
    (found): FoundSymbol => ({ ...found, kind: 'const', leaf: true }),
  );
  return { symbols };
}

/** `typedef struct x { ... } name;`, `typedef int (*name)(int);` */
function readTypedef(site: Site) {
  const declarator = nameByField(site, 'declarator');
  if (declarator === null) return null;
  const pointer = /^\W*\(\s*(?:\w+\s+)?[*^&]\s*(?:const\s+)?(\w+)/.exec(declarator.name)?.[1];
  const name = pointer ?? /\w+/.exec(declarator.name)?.[0];
  if (name === undefined) return null;
  // The fields of a named struct belong to the struct, those of an anonymous one to the type.
  const leaf = /^typedef\s+(?:struct|union|enum)\s+\w+\s*\{/.test(headOf(site, 200));
  return { symbols: [{ name, at: declarator.at + declarator.name.indexOf(name), kind: 'type', leaf } as const] };
}
