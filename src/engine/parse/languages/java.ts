import { IDENTIFIER, importing, type LanguageTable, named, type Reading, type Site } from '../language-table.ts';

const NAME = new RegExp(`(${IDENTIFIER})`, 'y');

export const java: LanguageTable = {
  nodes: {
    class_declaration: { read: named('class') },
    record_declaration: { read: named('class') },
    interface_declaration: { read: named('interface') },
    annotation_type_declaration: { read: named('interface') },
    enum_declaration: { read: named('enum') },
    enum_constant: { read: named('const', NAME) },
    method_declaration: { read: named('method') },
    constructor_declaration: { read: named('method') },
    compact_constructor_declaration: { read: named('method') },
    annotation_type_element_declaration: { read: named('method', undefined, { bodyless: true }) },
    field_declaration: { read: readFields },
    constant_declaration: { read: readFields },
    import_declaration: {
      read: importing((text) => {
        const path = /^import\s+(?:static\s+)?([\w.\s]*?)(?:\.\s*(\*|\w+))?\s*;?$/.exec(text);
        const [, scope, name] = path ?? [];
        // A class is the unit of import: the specifier names it in full.
        return scope === undefined
          ? []
          : [{ specifier: name === '*' || name === undefined ? scope : `${scope}.${name}`, names: [name ?? '*'] }];
      }),
    },
  },
  words: {
    class_declaration: 'class',
    record_declaration: 'record',
    interface_declaration: 'interface',
    annotation_type_declaration: 'interface',
    annotation_type_element_declaration: 'interface',
    constant_declaration: 'interface',
    enum_declaration: 'enum',
    enum_constant: 'enum',
    compact_constructor_declaration: 'record',
    import_declaration: 'import',
    if_statement: 'if',
    for_statement: 'for',
    enhanced_for_statement: 'for',
    while_statement: 'while',
    do_statement: 'do',
    switch_label: 'case',
    catch_clause: 'catch',
    ternary_expression: '?',
  },
  branches: [
    'if_statement',
    'for_statement',
    'enhanced_for_statement',
    'while_statement',
    'do_statement',
    'switch_label',
    'catch_clause',
    'ternary_expression',
  ],
  attached: /^(?:\/\/|\/\*|\*|@)/,
  signature: 'brace',
  exported: (head, _name, parent) => parent === 'interface' || parent === 'enum' || /\bpublic\b/.test(head),
  identifiers: ['identifier', 'type_identifier'],
};

/** `int a = 1, b`: several in one declaration. */
function readFields(site: Site): Reading {
  const symbols = site.node.fieldChildren('declarator').map((declarator) => {
    const at = declarator.range().start.index;
    NAME.lastIndex = at;
    return { name: NAME.exec(site.source)?.[1] ?? '', at, kind: 'field' } as const;
  });
  return { symbols: symbols.filter((symbol) => symbol.name !== '') };
}
