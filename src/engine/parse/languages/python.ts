import {
  branchUnless,
  IDENTIFIER,
  type FoundImport,
  type FoundSymbol,
  headOf,
  type LanguageTable,
  nameByHead,
  named,
  type Reading,
  type Site,
} from '../language-table.ts';

const FUNCTION = new RegExp(`(?:async\\s+)?def\\s+(${IDENTIFIER})`, 'y');
const CLASS = new RegExp(`class\\s+(${IDENTIFIER})`, 'y');
const TYPE = new RegExp(`type\\s+(${IDENTIFIER})`, 'y');
const TARGET = new RegExp(`(${IDENTIFIER})\\s*(?=[:=,])`, 'y');
const ASSIGNED = /^[^=:]*(?::|=(?!=))/;
const NEXT_TARGET = new RegExp(`\\s*,\\s*(${IDENTIFIER})\\s*(?=[:=,])`, 'y');
/** Flask, FastAPI and their kin: `@app.route('/x')`, `@router.get("/x")`. */
const ROUTE =
  /@[\w.]+\.(route|get|post|put|patch|delete|head|options|websocket|api_route)\(\s*[rf]?(['"])(\/[^'"\n]*)\2/g;

export const python: LanguageTable = {
  nodes: {
    class_definition: { read: named('class', CLASS) },
    function_definition: { read: named('fn', FUNCTION) },
    decorated_definition: { read: readDecorators },
    type_alias_statement: { read: named('type', TYPE) },
    case_clause: { read: branchUnless(/case\s+_\s*:/y) },
    import_statement: { read: readImports },
    import_from_statement: { read: readImports },
    future_import_statement: { read: readImports },
  },
  outline: { expression_statement: readTargets },
  descend: [
    'class_definition',
    'decorated_definition',
    'block',
    'if_statement',
    'else_clause',
    'try_statement',
    'except_clause',
  ],
  words: {
    class_definition: 'class',
    function_definition: 'def',
    decorated_definition: '@',
    type_alias_statement: 'type',
    import_statement: 'import',
    import_from_statement: 'from',
    future_import_statement: '__future__',
    if_statement: 'if',
    elif_clause: 'elif',
    for_statement: 'for',
    while_statement: 'while',
    except_clause: 'except',
    case_clause: 'case',
    conditional_expression: 'else',
  },
  branches: [
    'if_statement',
    'elif_clause',
    'for_statement',
    'while_statement',
    'except_clause',
    'conditional_expression',
  ],
  attached: /^[#@]/,
  attachedBlocks: [],
  signature: 'colon',
  exported: (_head, name) => !name.startsWith('_') || name.startsWith('__'),
  members: { fn: 'method', const: 'field' },
  identifiers: ['identifier'],
};

function readTargets(site: Site): Reading | null {
  const symbols: FoundSymbol[] = [];
  for (let found = nameByHead(site, TARGET); found !== null; ) {
    symbols.push({ ...found, kind: 'const' });
    const end = found.at + found.name.length;
    found = nameByHead({ ...site, start: end }, NEXT_TARGET);
  }
  // `a, b` alone on a line is an expression.
  return symbols.length > 0 && ASSIGNED.test(headOf(site)) ? { symbols } : null;
}

/** Decorators belong to their definition; some make it a route. */
function readDecorators(site: Site): Reading {
  const text = site.source.slice(site.start, Math.min(site.end, site.start + 1_000));
  const decorators = text.slice(0, text.search(/^\s*(?:async\s+)?(?:def|class)\b/m));
  const symbols = [...decorators.matchAll(ROUTE)].map((match) => {
    const path = match[3] ?? '';
    const method = match[1] === 'route' || match[1] === 'api_route' ? 'ANY' : (match[1] ?? '').toUpperCase();
    return {
      name: `${method} ${path}`,
      at: site.start + match.index + match[0].lastIndexOf(path),
      kind: 'route' as const,
      leaf: true,
    };
  });
  return { symbols, wrap: true };
}

/** `import a.b as c, d` and `from .x import (a, b as c)`. */
function readImports(site: Site) {
  const text = site.source.slice(site.start, site.end).replace(/#.*|\\\n/g, ' ');
  const from = /^from\s+([\w.]+)\s+import\s+\(?([^)]*)/s.exec(text);
  if (from !== null) return { imports: [{ specifier: from[1] ?? '', names: before(from[2] ?? '') }] };
  const modules = before(text.replace(/^import\s+/, ''));
  return { imports: modules.map((specifier): FoundImport => ({ specifier, names: [] })) };
}

/** Items of a comma list, each without its `as` name. */
function before(list: string): string[] {
  return list
    .split(',')
    .map((item) => item.trim().split(/\s+as\s+/)[0] ?? '')
    .filter((item) => item !== '');
}
