/** TypeScript, TSX and JavaScript: one table, less the kinds that the JavaScript grammar lacks. */
import type { SymbolKind } from '../../../shared/contract.ts';
import { headOf, IDENTIFIER, type LanguageTable, nameByField, nameByHead, type NodeRule, named, type Site } from '../language-table.ts';
import { CLASS_VALUE, FUNCTION_KINDS, holdsFunction, readAssignment } from './script-values.ts';
import { readCall, readExport, readImport, sweepImports } from './script-statements.ts';

const FUNCTION = new RegExp(`(?:async\\s+)?function\\s*\\*?\\s*(${IDENTIFIER})`, 'y');
const CLASS = new RegExp(`(?:abstract\\s+)?class\\s+(${IDENTIFIER})`, 'y');
const INTERFACE = new RegExp(`interface\\s+(${IDENTIFIER})`, 'y');
const TYPE = new RegExp(`type\\s+(${IDENTIFIER})`, 'y');
const ENUM = new RegExp(`(?:const\\s+)?enum\\s+(${IDENTIFIER})`, 'y');
const MODIFIERS = '(?:(?:public|private|protected|static|override|readonly|abstract|async|declare|accessor|get|set)\\s+)*';
const MEMBER = new RegExp(`${MODIFIERS}\\*?\\s*(#?${IDENTIFIER})`, 'y');
const DECLARED = new RegExp(`(${IDENTIFIER})`, 'y');

/** Tests and routes are calls; calls are looked at only in files that have such a thing. */
const CALLS_OF_INTEREST =
  /\b(?:describe|suite|context|it|test|bench)(?:\.\w+)*\s*\(|\.(?:get|post|put|patch|delete|del|all|head|options)\(\s*['"`]\//;

const IDENTIFIERS = [
  'identifier',
  'property_identifier',
  'private_property_identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
];

const COMMON: Record<string, NodeRule> = {
  function_declaration: { read: named('fn', FUNCTION) },
  generator_function_declaration: { read: named('fn', FUNCTION) },
  function_expression: { read: defaultExport('fn', FUNCTION), where: ['export_statement > function_expression'] },
  arrow_function: { read: defaultExport('fn'), where: ['export_statement > arrow_function'] },
  class: { read: defaultExport('class', CLASS), where: ['export_statement > class'] },
  class_declaration: { read: named('class', CLASS) },
  method_definition: { read: (site) => memberOf(site, 'method') },
  variable_declarator: {
    read: variable,
    where: [
      ...['program', 'export_statement'].flatMap((parent) => [
        `${parent} > lexical_declaration > variable_declarator`,
        `${parent} > variable_declaration > variable_declarator`,
      ]),
      ...[...FUNCTION_KINDS, 'class'].map((value) => `variable_declarator:has(> ${value})`),
    ],
  },
  pair: {
    read: (site) => memberOf(site, 'method'),
    where: ['variable_declarator', 'assignment_expression', 'export_statement'].flatMap((parent) =>
      FUNCTION_KINDS.map((value) => `${parent} > object > pair:has(> ${value})`),
    ),
  },
  assignment_expression: {
    read: readAssignment,
    where: [
      'program > expression_statement > assignment_expression',
      ...FUNCTION_KINDS.map((value) => `assignment_expression:has(> ${value})`),
    ],
  },
  call_expression: { read: readCall, where: ['expression_statement > call_expression'], when: CALLS_OF_INTEREST },
  import_statement: { read: readImport },
  export_statement: {
    read: readExport,
    where: ['export_clause', 'string', 'decorator'].map((child) => `export_statement:has(> ${child})`),
  },
};

const TYPED: Record<string, NodeRule> = {
  abstract_class_declaration: { read: named('class', CLASS) },
  interface_declaration: { read: named('interface', INTERFACE) },
  type_alias_declaration: { read: named('type', TYPE) },
  enum_declaration: { read: named('enum', ENUM) },
  enum_assignment: { read: named('const', DECLARED) },
  property_identifier: { read: named('const', DECLARED), where: ['enum_body > property_identifier'] },
  internal_module: { read: namespace },
  module: { read: namespace, where: ['module:has(> statement_block)'] },
  function_signature: { read: named('fn', FUNCTION, { bodyless: true }) },
  method_signature: { read: (site) => memberOf(site, 'method', true) },
  abstract_method_signature: { read: (site) => memberOf(site, 'method', true) },
  public_field_definition: { read: field },
  variable_declarator: {
    read: variable,
    where: [
      ...(COMMON['variable_declarator']?.where ?? []),
      'ambient_declaration > lexical_declaration > variable_declarator',
      'ambient_declaration > variable_declaration > variable_declarator',
      'internal_module > statement_block > lexical_declaration > variable_declarator',
    ],
  },
};

export const script = scriptTable(true);
export const javascript = scriptTable(false);

function scriptTable(typed: boolean): LanguageTable {
  return {
    nodes: { ...COMMON, ...(typed ? TYPED : { field_definition: { read: field } }) },
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
    wraps: ['export_statement'],
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
  return memberOf(site, holdsFunction(site, 'value') ? 'method' : 'field');
}

function memberOf(site: Site, kind: SymbolKind, bodyless?: boolean) {
  const found = nameByHead(site, MEMBER) ?? nameByField(site, 'name') ?? nameByField(site, 'key');
  if (found === null) return null;
  const quoted = /^(['"`])(.*)\1$/s.exec(found.name);
  const name = quoted === null ? found : { name: quoted[2] ?? '', at: found.at + 1 };
  return name.name === '' ? null : { symbols: [{ ...name, kind, ...(bodyless === true ? { bodyless } : {}) }] };
}

function variable(site: Site) {
  const found = nameByHead(site, DECLARED);
  // Destructured names are uses of a module, not definitions.
  if (found === null) return null;
  const kind = holdsFunction(site, 'value') ? 'fn' : CLASS_VALUE.test(headOf(site)) ? 'class' : 'const';
  return { symbols: [{ ...found, kind } as const] };
}

function namespace(site: Site) {
  const found = nameByField(site, 'name');
  if (found === null) return null;
  return { symbols: [{ name: found.name.replace(/^['"]|['"]$/g, ''), at: found.at, kind: 'module' } as const] };
}

/** `export default` without a name is known by that word. */
function defaultExport(kind: SymbolKind, head?: RegExp): NodeRule['read'] {
  return (site) => {
    const found = head === undefined ? null : nameByHead(site, head);
    return { symbols: [{ ...(found ?? { name: 'default', at: site.start }), kind }] };
  };
}
