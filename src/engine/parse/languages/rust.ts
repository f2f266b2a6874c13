import {
  branchUnless,
  type FoundImport,
  headOf,
  IDENTIFIER,
  type LanguageTable,
  nameByField,
  nameByHead,
  named,
  type Site,
} from '../language-table.ts';

const VISIBILITY = '(?:pub(?:\\s*\\([^)]*\\))?\\s+)?';
const QUALIFIERS = '(?:(?:default|const|async|unsafe|extern(?:\\s*"[^"]*")?)\\s+)*';
const FUNCTION = new RegExp(`${VISIBILITY}${QUALIFIERS}fn\\s+((?:r#)?${IDENTIFIER})`, 'y');
const item = (word: string) => new RegExp(`${VISIBILITY}(?:unsafe\\s+)?${word}\\s+(?:mut\\s+)?(${IDENTIFIER})`, 'y');
const FIELD = new RegExp(`${VISIBILITY}(${IDENTIFIER})`, 'y');

export const rust: LanguageTable = {
  nodes: {
    function_item: { read: named('fn', FUNCTION) },
    function_signature_item: { read: named('fn', FUNCTION, { bodyless: true }) },
    struct_item: { read: named('class', item('struct')) },
    union_item: { read: named('class', item('union')) },
    enum_item: { read: named('enum', item('enum')) },
    match_arm: { read: branchUnless(/_\s*=>/y) },
    enum_variant: { read: named('const', FIELD) },
    trait_item: { read: named('interface', item('trait')) },
    type_item: { read: named('type', item('type')) },
    associated_type: { read: named('type', item('type')) },
    const_item: { read: named('const', item('const')) },
    static_item: { read: named('const', item('static')) },
    field_declaration: { read: named('field', FIELD) },
    mod_item: { read: readModule },
    macro_definition: { read: named('macro') },
    impl_item: { read: readImpl },
    use_declaration: { read: readUse },
    extern_crate_declaration: { read: readUse },
  },
  words: {
    struct_item: 'struct',
    union_item: 'union',
    enum_item: 'enum',
    enum_variant: 'enum',
    trait_item: 'trait',
    type_item: 'type',
    associated_type: 'type',
    const_item: 'const',
    static_item: 'static',
    mod_item: 'mod',
    macro_definition: 'macro_rules',
    impl_item: 'impl',
    use_declaration: 'use',
    extern_crate_declaration: 'crate',
    if_expression: 'if',
    for_expression: 'for',
    while_expression: 'while',
    loop_expression: 'loop',
    match_arm: '=>',
  },
  branches: ['if_expression', 'for_expression', 'while_expression', 'loop_expression'],
  attached: /^(?:\/\/|#!?\[|\*|\/\*)/,
  attachedBlocks: [
    { open: /^\/\*/, close: /\*\/$/ },
    { open: /^#!?\[/, close: /^\)?\]$/ },
  ],
  signature: 'brace',
  exported: (head, _name, parent) =>
    parent === 'interface' || parent === 'enum' || /\bpub\b/.test(head) || /\bmacro_rules!/.test(head),
  identifiers: ['identifier', 'field_identifier', 'type_identifier', 'shorthand_field_identifier'],
};

/** `mod x;` names a file beside this one: an import as much as a definition. */
function readModule(site: Site) {
  const found = nameByHead(site, item('mod'));
  if (found === null) return null;
  if (site.source.charAt(site.end - 1) === '}') return { symbols: [{ ...found, kind: 'module' } as const] };
  return { imports: [{ specifier: `self::${found.name}`, names: [] }] };
}

/** `impl<T> Trait for a::Type<T>`: what stands inside belongs to Type. */
function readImpl(site: Site) {
  const type = nameByField(site, 'type');
  const scope = type === null ? null : baseName(type.name);
  return scope === null ? null : { scope };
}

function baseName(type: string): string | null {
  const plain = type.replace(/^[&*\s]*(?:'\w+\s+)?(?:(?:mut|dyn|const)\s+)*/, '').split(/[<({\s]/)[0] ?? '';
  return /\w+$/.exec(plain)?.[0] ?? null;
}

function readUse(site: Site) {
  const text = headOf(site, 4_000).replace(/\/\/.*/g, ' ');
  const crate = /^(?:pub\S*\s+)?extern\s+crate\s+(\w+)/.exec(text)?.[1];
  if (crate !== undefined) return { imports: [{ specifier: crate, names: [] }] };
  const tree = /\buse\s+([\s\S]*?);?\s*$/.exec(text)?.[1] ?? '';
  return { imports: [useTree(tree)] };
}

/** `a::{b, c::D as E}` imports from a the names b and D; a plain `a::B` imports B from a. */
function useTree(tree: string): FoundImport {
  const open = tree.indexOf('{');
  if (open < 0) {
    const path = (tree.split(/\s+as\s+/)[0] ?? '').trim();
    const cut = path.lastIndexOf('::');
    return cut < 0 ? { specifier: path, names: [] } : { specifier: path.slice(0, cut), names: [path.slice(cut + 2)] };
  }
  const inside =
    tree
      .slice(open)
      .replace(/\s+as\s+\w+/g, '')
      .match(/[\w*]+(?=\s*(?:[,}]|$))/g) ?? [];
  return {
    specifier: tree
      .slice(0, open)
      .replace(/::\s*$/, '')
      .trim(),
    names: inside.filter((name) => name !== 'self'),
  };
}
