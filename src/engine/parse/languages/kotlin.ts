import {
  branchUnless,
  headOf,
  importing,
  type LanguageTable,
  nameBySearch,
  type Reading,
  type Site,
} from '../language-table.ts';

const NAME = '(`[^`]+`|[A-Za-z_\\u0080-\\uffff][\\w\\u0080-\\uffff]*)';
const TYPE = new RegExp(`\\b(?:class|interface|object)\\s+${NAME}`, 'g');
/** Type parameters and the receiver of an extension stand between `fun` and the name. */
const FUNCTION = new RegExp(`\\bfun\\s+(?:<[^>]*>\\s*)?(?:[\\w<>?*,. ]+\\.)?${NAME}\\s*\\(`, 'g');
const PROPERTY = new RegExp(`\\b(?:val|var)\\s+(?:<[^>]*>\\s*)?(?:[\\w<>?*,. ]+\\.)?${NAME}`, 'g');
const ALIAS = new RegExp(`\\btypealias\\s+${NAME}`, 'g');
const FIRST = new RegExp(NAME, 'g');

export const kotlin: LanguageTable = {
  nodes: {
    class_declaration: { read: readClass },
    object_declaration: { read: (site) => searched(site, TYPE, 'class') },
    companion_object: { read: readCompanion },
    function_declaration: { read: readFunction },
    secondary_constructor: { read: (site) => ({ symbols: [{ name: 'constructor', at: site.start, kind: 'method' }] }) },
    class_parameter: { read: readParameter },
    enum_entry: { read: (site) => searched(site, FIRST, 'const') },
    type_alias: { read: (site) => searched(site, ALIAS, 'type') },
    when_entry: { read: branchUnless(/else\s*->/y) },
    import_header: {
      read: importing((text) => {
        const path = /^import\s+([\w.`]+?)(?:\.(\*|[\w`]+))?(?:\s+as\s+\w+)?\s*$/.exec(text.trim());
        const [, scope, name] = path ?? [];
        return scope === undefined
          ? []
          : [{ specifier: name === '*' || name === undefined ? scope : `${scope}.${name}`, names: [name ?? scope] }];
      }),
    },
  },
  outline: { property_declaration: (site) => searched(site, PROPERTY, 'const') },
  descend: ['class_declaration', 'object_declaration', 'companion_object', 'class_body', 'enum_class_body'],
  branches: ['if_expression', 'for_statement', 'while_statement', 'do_while_statement', 'catch_block'],
  attached: /^(?:\/\/|\/\*|\*|@)/,
  signature: 'brace',
  exported: (head) => !/\b(?:private|internal|protected)\b/.test(head),
  members: { fn: 'method', const: 'field' },
  identifiers: ['simple_identifier', 'type_identifier'],
};

function searched(site: Site, pattern: RegExp, kind: 'class' | 'fn' | 'const' | 'type'): Reading | null {
  const found = nameBySearch(site, pattern);
  return found === null ? null : { symbols: [{ ...unquoted(found), kind }] };
}

/** A member of an interface has neither braces nor `=`. */
function readFunction(site: Site): Reading | null {
  const found = nameBySearch(site, FUNCTION);
  if (found === null) return null;
  const bodyless = !/[{=]/.test(site.source.slice(site.start, site.end));
  return { symbols: [{ ...unquoted(found), kind: 'fn', bodyless }] };
}

function unquoted(found: { name: string; at: number }): { name: string; at: number } {
  return found.name.startsWith('`') ? { name: found.name.slice(1, -1), at: found.at + 1 } : found;
}

function readClass(site: Site): Reading | null {
  const found = nameBySearch(site, TYPE);
  if (found === null) return null;
  const before = site.source.slice(site.start, found.at);
  const kind = /\binterface\s+$/.test(before) ? 'interface' : /\benum\s+class\s+$/.test(before) ? 'enum' : 'class';
  return { symbols: [{ ...unquoted(found), kind }] };
}

/** What stands in a companion belongs to the class around: it is called on that. */
function readCompanion(site: Site): Reading | null {
  const name = new RegExp(`^[^{]*?\\bobject\\s+${NAME}`).exec(headOf(site, 200))?.[1];
  return name === undefined ? null : { symbols: [{ name, at: site.source.indexOf(name, site.start), kind: 'class' }] };
}

/** `class A(val b: Int)` declares a property, `class A(b: Int)` does not. */
function readParameter(site: Site): Reading | null {
  return /^[^:]*\b(?:val|var)\s/.test(headOf(site, 200)) ? searched(site, PROPERTY, 'const') : null;
}
