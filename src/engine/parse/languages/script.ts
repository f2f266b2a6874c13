/** TypeScript, TSX and JavaScript: one table, less the kinds that the JavaScript grammar lacks. */
import type { SymbolKind } from '../../../shared/contract.ts';
import {
  headOf,
  IDENTIFIER,
  type LanguageTable,
  nameByField,
  nameByHead,
  type NodeRule,
  named,
  type Reading,
  type Site,
} from '../language-table.ts';
import { SCRIPT_OUTLINE } from './script-outline.ts';
import { MARGIN_FUNCTION, misreadFunction } from './script-misread.ts';
import { withoutTemplateTypes } from './script-repair.ts';
import { readCall, readImport, sweepImports } from './script-statements.ts';
import { readCallable, readFunctionAssignment } from './script-values.ts';

const FUNCTION = new RegExp(`(?:async\\s+)?function\\s*\\*?\\s*(${IDENTIFIER})`, 'y');
const CLASS = new RegExp(`(?:abstract\\s+)?class\\s+(${IDENTIFIER})`, 'y');
const INTERFACE = new RegExp(`interface\\s+(${IDENTIFIER})`, 'y');
const TYPE = new RegExp(`type\\s+(${IDENTIFIER})`, 'y');
const ENUM = new RegExp(`(?:const\\s+)?enum\\s+(${IDENTIFIER})`, 'y');
const MODIFIERS =
  '(?:(?:public|private|protected|static|override|readonly|abstract|async|declare|accessor|get|set)\\s+)*';
const MEMBER = new RegExp(`${MODIFIERS}\\*?\\s*(#?${IDENTIFIER})`, 'y');

/** The first `=` that is no arrow, and what a function may start with: a look at the tree is spared everything else. */
const FUNCTION_START = new RegExp(`^(?:[^=]|=>)*=(?![=>])\\s*(?:async\\b|function\\b|${IDENTIFIER}\\s*=>|[(<])`);

/** A name after `{` or `,`, past comments, before `=`, `,` or the end. */
const ENUM_MEMBER = new RegExp(
  `[{,](?:\\s|\\/\\/.*|\\/\\*[^]*?\\*\\/)*(?:(${IDENTIFIER})|['"]([^'"\\n]+)['"])\\s*(?=[=,}/])`,
  'g',
);

/** Tests and routes are calls; calls are looked at only in files that have such a thing. */
const CALLS_OF_INTEREST =
  /\b(?:describe|suite|context|it|test|bench)(?:\.\w+)*\s*\(|\.(?:get|post|put|patch|delete|del|all|head|options)\(\s*['"`]\//;

/** A call with a text and something callable among its arguments: 7 of 8 calls are no such call. */
const TITLED_CALL =
  'call_expression:has(> arguments:has(> :is(string, template_string))' +
  ':has(> :is(arrow_function, function_expression, identifier, member_expression, array)))';

const IDENTIFIERS = [
  'identifier',
  'property_identifier',
  'private_property_identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
];

const FUNCTIONS = ':is(arrow_function, function_expression, generator_function)';

const WORDS: Readonly<Record<string, string>> = {
  function_declaration: 'function',
  generator_function_declaration: 'function',
  function_signature: 'function',
  class_declaration: 'class',
  abstract_class_declaration: 'abstract',
  abstract_method_signature: 'abstract',
  field_definition: 'class',
  public_field_definition: 'class',
  interface_declaration: 'interface',
  type_alias_declaration: 'type',
  enum_declaration: 'enum',
  internal_module: 'namespace',
  import_statement: 'import',
  if_statement: 'if',
  for_statement: 'for',
  for_in_statement: 'for',
  while_statement: 'while',
  do_statement: 'do',
  switch_case: 'case',
  catch_clause: 'catch',
  ternary_expression: '?',
};

const COMMON: Record<string, NodeRule> = {
  function_declaration: { read: named('fn', FUNCTION) },
  generator_function_declaration: { read: named('fn', FUNCTION) },
  // Below an unfinished expression or parameter list a declaration is taken for an expression.
  function_expression: { read: misreadFunction, when: MARGIN_FUNCTION, where: 'function_expression' },
  class_declaration: { read: named('class', CLASS) },
  method_definition: { read: (site) => memberOf(site, 'method') },
  // Functions and classes are definitions at any depth.
  variable_declarator: {
    read: readCallable,
    where: 'variable_declarator:has(> :is(arrow_function, function_expression, generator_function, class))',
  },
  pair: {
    read: (site) => memberOf(site, 'method'),
    where: `:is(variable_declarator, assignment_expression, export_statement) > object > pair:has(> ${FUNCTIONS})`,
    when: /:\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/,
  },
  assignment_expression: {
    read: readFunctionAssignment,
    where: `assignment_expression:has(> ${FUNCTIONS})`,
    when: /[\w$]\s*=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/,
  },
  call_expression: { read: readCall, where: TITLED_CALL, when: CALLS_OF_INTEREST },
  import_statement: { read: readImport },
};

const TYPED: Record<string, NodeRule> = {
  abstract_class_declaration: { read: named('class', CLASS) },
  interface_declaration: { read: named('interface', INTERFACE) },
  type_alias_declaration: { read: named('type', TYPE) },
  enum_declaration: { read: enumeration },
  internal_module: { read: namespace },
  function_signature: { read: named('fn', FUNCTION, { bodyless: true }) },
  method_signature: { read: (site) => memberOf(site, 'method', true) },
  abstract_method_signature: { read: (site) => memberOf(site, 'method', true) },
  public_field_definition: { read: field },
};

export const script = scriptTable(true);
export const javascript = scriptTable(false);

function scriptTable(typed: boolean): LanguageTable {
  return {
    nodes: { ...COMMON, ...(typed ? TYPED : { field_definition: { read: field } }) },
    outline: {
      ...SCRIPT_OUTLINE,
      ...(typed ? { module: (site: Site) => ({ ...namespace(site), inside: true }) } : {}),
    },
    ...(typed ? { repair: withoutTemplateTypes } : {}),
    descend: typed ? ['ambient_declaration', 'internal_module', 'statement_block'] : [],
    words: WORDS,
    branches: [
      'if_statement',
      'for_statement',
      'for_in_statement',
      'while_statement',
      'do_statement',
      'switch_case',
      'catch_clause',
      'ternary_expression',
    ],
    sweep: sweepImports,
    attached: /^(?:\/\/|\/\*|\*|@)/,
    signature: 'brace',
    exported: (head, name, parent) =>
      parent === null ? /\b(?:export|declare)\b/.test(head) : !/\bprivate\b/.test(head) && !name.startsWith('#'),
    members: { fn: 'method', const: 'field' },
    identifiers: typed ? [...IDENTIFIERS, 'type_identifier'] : IDENTIFIERS,
  };
}

/** A field that holds a function is a method to whoever calls it. */
function field(site: Site) {
  const value = FUNCTION_START.test(headOf(site, 600)) ? site.node.field('value')?.kind() : undefined;
  return memberOf(site, value === 'arrow_function' || value === 'function_expression' ? 'method' : 'field');
}

function memberOf(site: Site, kind: SymbolKind, bodyless?: boolean) {
  const found = nameByHead(site, MEMBER) ?? nameByField(site, 'name') ?? nameByField(site, 'key');
  if (found === null) return null;
  const quoted = /^(['"`])(.*)\1$/s.exec(found.name);
  const name = quoted === null ? found : { name: quoted[2] ?? '', at: found.at + 1 };
  return name.name === '' ? null : { symbols: [{ ...name, kind, ...(bodyless === true ? { bodyless } : {}) }] };
}

function namespace(site: Site) {
  const found = nameByField(site, 'name');
  if (found === null) return null;
  return { symbols: [{ name: found.name.replace(/^['"]|['"]$/g, ''), at: found.at, kind: 'module' } as const] };
}

/** Members are read from the text: a query for them would look at every property name of the file. */
function enumeration(site: Site): Reading | null {
  const found = nameByHead(site, ENUM);
  if (found === null) return null;
  const open = site.source.indexOf('{', found.at);
  const body = open < 0 ? '' : site.source.slice(open, site.end);
  const members = [...body.matchAll(ENUM_MEMBER)].map((match) => {
    const name = match[1] ?? match[2] ?? '';
    const at = open + match.index + match[0].lastIndexOf(name);
    return { name, at, kind: 'const', from: at, end: at + name.length } as const;
  });
  return { symbols: [{ ...found, kind: 'enum' }, ...members] };
}
