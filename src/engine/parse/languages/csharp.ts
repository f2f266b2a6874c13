import {
  branchUnless,
  headOf,
  IDENTIFIER,
  importing,
  type LanguageTable,
  nameBySearch,
  named,
  type Reading,
  type Site,
} from '../language-table.ts';

const NAME = new RegExp(`(@?${IDENTIFIER})`, 'y');
const OPERATOR = /\boperator\s*([^\s(]+)/g;

export const csharp: LanguageTable = {
  nodes: {
    namespace_declaration: { read: named('module') },
    file_scoped_namespace_declaration: { read: named('module') },
    class_declaration: { read: named('class') },
    struct_declaration: { read: named('class') },
    record_declaration: { read: named('class') },
    interface_declaration: { read: named('interface') },
    enum_declaration: { read: named('enum') },
    enum_member_declaration: { read: named('const') },
    delegate_declaration: { read: named('type') },
    method_declaration: { read: named('method') },
    constructor_declaration: { read: named('method') },
    operator_declaration: { read: readOperator },
    local_function_statement: { read: named('fn') },
    property_declaration: { read: named('field') },
    event_declaration: { read: named('field') },
    field_declaration: { read: readFields },
    event_field_declaration: { read: readFields },
    switch_expression_arm: { read: branchUnless(/_\s*=>/y) },
    using_directive: {
      read: importing((text) => {
        const specifier = /([\w.]+)(?:<[^>]*>)?\s*;?$/.exec(text)?.[1];
        return specifier === undefined ? [] : [{ specifier, names: [] }];
      }),
    },
  },
  words: {
    namespace_declaration: 'namespace',
    file_scoped_namespace_declaration: 'namespace',
    class_declaration: 'class',
    struct_declaration: 'struct',
    record_declaration: 'record',
    interface_declaration: 'interface',
    enum_declaration: 'enum',
    enum_member_declaration: 'enum',
    delegate_declaration: 'delegate',
    operator_declaration: 'operator',
    event_declaration: 'event',
    event_field_declaration: 'event',
    using_directive: 'using',
    if_statement: 'if',
    for_statement: 'for',
    foreach_statement: 'foreach',
    while_statement: 'while',
    do_statement: 'do',
    switch_section: 'case',
    switch_expression_arm: 'switch',
    catch_clause: 'catch',
    conditional_expression: '?',
  },
  branches: [
    'if_statement',
    'for_statement',
    'foreach_statement',
    'while_statement',
    'do_statement',
    'switch_section',
    'catch_clause',
    'conditional_expression',
  ],
  attached: /^(?:\/\/|\/\*|\*|\[.*\]$)/,
  signature: 'brace',
  exported: (head, _name, parent) =>
    parent === 'interface' || parent === 'enum' || /\b(?:public|namespace)\b/.test(head),
  identifiers: ['identifier'],
};

/** `int a = 1, b`: several in one declaration. Constants of a class are fields to whoever looks for them. */
function readFields(site: Site): Reading | null {
  const declaration = site.node.namedChildren().find((child) => child.kind() === 'variable_declaration');
  if (declaration === undefined) return null;
  const symbols = [];
  for (const child of declaration.namedChildren()) {
    if (child.kind() !== 'variable_declarator') continue;
    NAME.lastIndex = child.range().start.index;
    const name = NAME.exec(site.source)?.[1];
    if (name !== undefined) symbols.push({ name, at: NAME.lastIndex - name.length, kind: 'field' } as const);
  }
  return { symbols };
}

function readOperator(site: Site) {
  const found = nameBySearch(site, OPERATOR, headOf(site).length);
  return found === null
    ? null
    : { symbols: [{ name: `operator ${found.name}`, at: found.at, kind: 'method' } as const] };
}
