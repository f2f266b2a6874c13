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

const VALUE = new RegExp(`\\b(?:val|var)\\s+(${IDENTIFIER})`, 'g');

export const scala: LanguageTable = {
  nodes: {
    class_definition: { read: named('class') },
    object_definition: { read: named('class') },
    package_object: { read: named('module') },
    trait_definition: { read: named('interface') },
    enum_definition: { read: named('enum') },
    simple_enum_case: { read: named('const') },
    full_enum_case: { read: named('const') },
    function_definition: { read: named('fn') },
    function_declaration: { read: named('fn', undefined, { bodyless: true }) },
    type_definition: { read: named('type') },
    given_definition: { read: named('const') },
    case_clause: { read: branchUnless(/case\s+_\s*=>/y) },
    import_declaration: { read: importing(readImport) },
  },
  outline: { val_definition: readValue, var_definition: readValue },
  descend: [
    'package_clause',
    'class_definition',
    'object_definition',
    'trait_definition',
    'enum_definition',
    'package_object',
    'template_body',
    'enum_body',
  ],
  branches: ['if_expression', 'for_expression', 'while_expression', 'do_while_expression'],
  attached: /^(?:\/\/|\/\*|\*|@)/,
  signature: 'brace',
  exported: (head) => !/\b(?:private|protected)\b/.test(head),
  members: { fn: 'method', const: 'field' },
  identifiers: ['identifier', 'type_identifier', 'operator_identifier'],
};

function readValue(site: Site): Reading | null {
  const found = nameBySearch(site, VALUE, headOf(site).length);
  return found === null ? null : { symbols: [{ ...found, kind: 'const' }] };
}

/** `import a.b.{C, D => E}` imports C and D of a.b. */
function readImport(text: string) {
  const path = /^import\s+([\w.]+?)(?:\.(?:\{([^}]*)\}|(\*|_|\w+)))?\s*$/s.exec(text.trim());
  const [, scope, list, name] = path ?? [];
  if (scope === undefined) return [];
  if (list !== undefined) {
    const names = list.split(',').map((item) => item.trim().split(/\s*(?:=>|\bas\b)\s*/)[0] ?? '');
    return [{ specifier: scope, names: names.filter((item) => item !== '') }];
  }
  const isWhole = name === undefined || name === '_' || name === '*';
  return [
    { specifier: isWhole ? scope : `${scope}.${name}`, names: [name === undefined ? scope : isWhole ? '*' : name] },
  ];
}
