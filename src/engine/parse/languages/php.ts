import {
  type FoundImport,
  importing,
  type LanguageTable,
  nameBySearch,
  named,
  type Reading,
  type Site,
} from '../language-table.ts';

const ROUTE = /(?:Route::|\$\w+->)(get|post|put|patch|delete|options|any|match)\(\s*(['"])(\/[^'"\n]*)\2\s*,/y;
const CALLS_OF_INTEREST = /(?:Route::|->)(?:get|post|put|patch|delete|options|any|match)\(\s*['"]\//;
const DEFINE = /define\s*\(\s*['"](\w+)['"]/y;

export const php: LanguageTable = {
  nodes: {
    namespace_definition: { read: named('module') },
    class_declaration: { read: named('class') },
    trait_declaration: { read: named('class') },
    interface_declaration: { read: named('interface') },
    enum_declaration: { read: named('enum') },
    enum_case: { read: named('const') },
    function_definition: { read: named('fn') },
    method_declaration: { read: named('method') },
    const_element: { read: named('const', /(\w+)/y) },
    property_element: { read: named('field', /\$(\w+)/y) },
    property_promotion_parameter: { read: (site) => searched(site, 'field', /\$(\w+)/g) },
    function_call_expression: {
      read: (site) => named('const', DEFINE)({ ...site }) ?? null,
      where: 'program > expression_statement > function_call_expression',
      when: /\bdefine\s*\(/,
    },
    scoped_call_expression: {
      read: readRoute,
      where: 'expression_statement > scoped_call_expression',
      when: CALLS_OF_INTEREST,
    },
    member_call_expression: {
      read: readRoute,
      where: 'expression_statement > member_call_expression',
      when: CALLS_OF_INTEREST,
    },
    namespace_use_declaration: { read: importing(readUse) },
    require_expression: { read: importing(readRequire) },
    require_once_expression: { read: importing(readRequire) },
    include_expression: { read: importing(readRequire) },
    include_once_expression: { read: importing(readRequire) },
  },
  branches: [
    'if_statement',
    'else_if_clause',
    'for_statement',
    'foreach_statement',
    'while_statement',
    'do_statement',
    'case_statement',
    'match_conditional_expression',
    'catch_clause',
    'conditional_expression',
  ],
  attached: /^(?:\/\/|\/\*|\*|#)/,
  signature: 'brace',
  exported: (head) => !/\b(?:private|protected)\b/.test(head),
  identifiers: ['name'],
};

function searched(site: Site, kind: 'field', pattern: RegExp): Reading | null {
  const found = nameBySearch(site, pattern);
  return found === null ? null : { symbols: [{ ...found, kind, promoted: true }] };
}

function readRoute(site: Site): Reading | null {
  ROUTE.lastIndex = site.start;
  const route = ROUTE.exec(site.source);
  if (route === null) return null;
  const path = route[3] ?? '';
  const name = `${(route[1] ?? '').toUpperCase()} ${path}`;
  return { symbols: [{ name, at: site.start + route[0].lastIndexOf(path), kind: 'route', leaf: true }] };
}

/** `use A\{B, C as D}` imports B and C of A; `use A\B` imports A\B. */
function readUse(text: string): FoundImport[] {
  const group = /^use\s+(?:function\s+|const\s+)?\\?([\w\\]+?)\\?\s*\{([^}]*)\}/.exec(text);
  if (group !== null) return [{ specifier: group[1] ?? '', names: items(group[2] ?? '') }];
  return items(text.replace(/^use\s+(?:function\s+|const\s+)?/, '').replace(/;\s*$/, '')).map((path) => ({
    specifier: path.replace(/^\\/, ''),
    names: [path.split('\\').at(-1) ?? path],
  }));
}

function items(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim().split(/\s+as\s+/i)[0] ?? '')
    .filter((item) => item !== '');
}

function readRequire(text: string): FoundImport[] {
  const path = /(['"])([^'"\n]+)\1/.exec(text)?.[2];
  if (path === undefined) return [];
  return [{ specifier: text.includes('__DIR__') ? `.${path.startsWith('/') ? '' : '/'}${path}` : path, names: [] }];
}
