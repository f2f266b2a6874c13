import {
  headOf,
  IDENTIFIER,
  importing,
  type LanguageTable,
  nameBySearch,
  type Reading,
  type Site,
} from '../language-table.ts';

const TYPE = new RegExp(`\\b(class|struct|enum|actor|extension|protocol)\\s+(${IDENTIFIER}(?:\\.${IDENTIFIER})*)`);
const FUNCTION = new RegExp(`\\bfunc\\s+(${IDENTIFIER}|[^\\s\\w(<]+)`, 'g');
const PROPERTY = new RegExp(`\\b(?:let|var)\\s+(${IDENTIFIER})`, 'g');
const ALIAS = new RegExp(`\\b(?:typealias|associatedtype)\\s+(${IDENTIFIER})`, 'g');
const CASE = new RegExp(`\\bcase\\s+`, 'g');
const INITIALISER = /\b(init)\b/g;

export const swift: LanguageTable = {
  nodes: {
    class_declaration: { read: readType },
    protocol_declaration: { read: readType },
    function_declaration: { read: (site) => searched(site, FUNCTION, { kind: 'fn' }) },
    protocol_function_declaration: { read: (site) => searched(site, FUNCTION, { kind: 'fn', bodyless: true }) },
    init_declaration: { read: (site) => searched(site, INITIALISER, { kind: 'method' }) },
    protocol_property_declaration: { read: (site) => searched(site, PROPERTY, { kind: 'const' }) },
    typealias_declaration: { read: (site) => searched(site, ALIAS, { kind: 'type' }) },
    associatedtype_declaration: { read: (site) => searched(site, ALIAS, { kind: 'type' }) },
    enum_entry: { read: readCases },
    import_declaration: {
      read: importing((text) => {
        const specifier = /\bimport\s+(?:(?:class|struct|enum|protocol|func|var|let|typealias)\s+)?([\w.]+)/.exec(
          text,
        )?.[1];
        return specifier === undefined ? [] : [{ specifier, names: [] }];
      }),
    },
  },
  outline: { property_declaration: (site) => searched(site, PROPERTY, { kind: 'const' }) },
  descend: ['class_declaration', 'class_body', 'enum_class_body'],
  branches: [
    'if_statement',
    'guard_statement',
    'for_statement',
    'while_statement',
    'repeat_while_statement',
    'switch_entry',
    'catch_block',
    'ternary_expression',
  ],
  attached: /^(?:\/\/|\/\*|\*|@)/,
  signature: 'brace',
  exported: (head) => !/\b(?:private|fileprivate)\b/.test(head),
  members: { fn: 'method', const: 'field' },
  identifiers: ['simple_identifier', 'type_identifier'],
};

const KINDS = { class: 'class', struct: 'class', actor: 'class', enum: 'enum', protocol: 'interface' } as const;

/** One node kind for all types; an extension lends its members to a type that stands elsewhere. */
function readType(site: Site): Reading | null {
  const match = TYPE.exec(headOf(site, 2_000));
  const [whole, word = '', name = ''] = match ?? [];
  if (match === null || whole === undefined) return null;
  if (word === 'extension') return { scope: name };
  const kind = word in KINDS ? KINDS[word as keyof typeof KINDS] : 'class';
  return { symbols: [{ name, at: site.start + match.index + whole.length - name.length, kind }] };
}

function searched(
  site: Site,
  pattern: RegExp,
  symbol: { kind: 'fn' | 'method' | 'const' | 'type'; bodyless?: boolean },
): Reading | null {
  const found = nameBySearch(site, pattern);
  return found === null ? null : { symbols: [{ ...found, ...symbol }] };
}

/** `case a, b(Int)`: several in one entry. */
function readCases(site: Site): Reading | null {
  CASE.lastIndex = 0;
  const text = headOf(site, 1_000);
  const start = CASE.exec(text) === null ? 0 : CASE.lastIndex;
  const names = text.slice(start).matchAll(new RegExp(`(?:^|,)\\s*(${IDENTIFIER})(?:\\s*\\([^()]*\\))?`, 'g'));
  return {
    symbols: [...names].map((match) => ({
      name: match[1] ?? '',
      at: site.start + start + match.index + match[0].indexOf(match[1] ?? ''),
      kind: 'const',
    })),
  };
}
