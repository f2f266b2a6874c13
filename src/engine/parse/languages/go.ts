import { headOf, IDENTIFIER, importing, type LanguageTable, nameByHead, named, type Site } from '../language-table.ts';

const FUNCTION = new RegExp(`func\\s+(${IDENTIFIER})`, 'y');
const METHOD = new RegExp(
  `func\\s*\\(\\s*(?:${IDENTIFIER}\\s+)?\\*?\\s*(?:${IDENTIFIER}\\.)?(${IDENTIFIER})(?:\\[[^\\]]*\\])?\\s*\\)\\s*(${IDENTIFIER})`,
  'y',
);
const NAME = new RegExp(`(${IDENTIFIER})`, 'y');
const NEXT_NAME = new RegExp(`\\s*,\\s*(${IDENTIFIER})`, 'y');
const SPECIFICATION = /^[^"`]*["`]([^"`]+)["`]/;

export const go: LanguageTable = {
  nodes: {
    function_declaration: { read: named('fn', FUNCTION) },
    method_declaration: { read: readMethod },
    type_spec: { read: readType },
    type_alias: { read: named('type', NAME) },
    method_elem: { read: named('method', NAME, { bodyless: true }) },
    field_declaration: {
      read: (site) => readNames(site, 'field'),
    },
    import_spec: {
      read: importing((text) => {
        const specifier = SPECIFICATION.exec(text)?.[1];
        return specifier === undefined ? [] : [{ specifier, names: [] }];
      }),
    },
  },
  outline: { const_spec: (site) => readNames(site, 'const'), var_spec: (site) => readNames(site, 'const') },
  descend: ['const_declaration', 'var_declaration', 'var_spec_list'],
  words: {
    method_declaration: 'func',
    function_declaration: 'func',
    type_spec: 'type',
    type_alias: 'type',
    method_elem: 'interface',
    field_declaration: 'struct',
    import_spec: 'import',
    if_statement: 'if',
    for_statement: 'for',
    expression_case: 'case',
    type_case: 'case',
    communication_case: 'case',
  },
  branches: ['if_statement', 'for_statement', 'expression_case', 'type_case', 'communication_case'],
  attached: /^\/\//,
  signature: 'brace',
  exported: (_head, name) => /^\p{Lu}/u.test(name),
  identifiers: ['identifier', 'field_identifier', 'type_identifier', 'package_identifier'],
};

function readMethod(site: Site) {
  METHOD.lastIndex = site.start;
  const match = METHOD.exec(site.source);
  const [, owner, name] = match ?? [];
  if (owner === undefined || name === undefined) return named('method')(site);
  return { symbols: [{ name, at: METHOD.lastIndex - name.length, kind: 'method', owner } as const] };
}

function readType(site: Site) {
  const found = nameByHead(site, NAME);
  if (found === null) return null;
  const word = /^[^\s[]+(?:\s*\[[^\n]*?\](?=\s+\w))?\s+(\w+)/.exec(headOf(site))?.[1];
  const kind = word === 'struct' ? 'class' : word === 'interface' ? 'interface' : 'type';
  return { symbols: [{ ...found, kind } as const] };
}

/** `A, B int`: several names in one line. An embedded type has none of its own. */
function readNames(site: Site, kind: 'field' | 'const') {
  const symbols = [];
  if (kind === 'field' && !/^[\w\u0080-\uffff]+(?:\s*,\s*[\w\u0080-\uffff]+)*[ \t]+[^\s`"/]/.test(headOf(site)))
    return null;
  for (let found = nameByHead(site, NAME); found !== null; ) {
    if (found.name !== '_') symbols.push({ ...found, kind } as const);
    found = nameByHead({ ...site, start: found.at + found.name.length }, NEXT_NAME);
  }
  return { symbols };
}
