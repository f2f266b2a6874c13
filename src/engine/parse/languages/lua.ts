import { headOf, type LanguageTable, nameByField, type Reading, type Site } from '../language-table.ts';

const TARGET = /(?:local\s+)?([A-Za-z_][\w.]*)((?:\s*,\s*[A-Za-z_]\w*)*)(?:\s*<\w+>)?\s*=\s*/y;
const REQUIRE = /\brequire\s*\(?\s*(['"])([^'"\n]+)\1|\brequire\s*\[\[([^\]\n]+)\]\]/g;

const FUNCTION_VALUE = 'assignment_statement:has(> expression_list:has(> function_definition))';

export const lua: LanguageTable = {
  nodes: {
    function_declaration: { read: readFunction },
    assignment_statement: { read: readAssignment, where: FUNCTION_VALUE },
    field: { read: readField, where: 'field:has(> function_definition)' },
  },
  outline: {
    assignment_statement: readAssignment,
    // A module is the table that the file returns.
    return_statement: (site) => ({ exports: [/^return\s+(\w+)\s*;?\s*$/.exec(headOf(site, 200))?.[1] ?? ''] }),
  },
  descend: ['variable_declaration'],
  branches: ['if_statement', 'elseif_statement', 'for_statement', 'while_statement', 'repeat_statement'],
  sweep: (source) =>
    source.includes('require')
      ? [...source.matchAll(REQUIRE)].map((match) => ({
          offset: match.index,
          found: { specifier: match[2] ?? match[3] ?? '', names: [] },
        }))
      : [],
  attached: /^--/,
  attachedBlocks: [{ open: /^--\[=*\[/, close: /\]=*\](?:--)?$/ }],
  signature: 'line',
  exported: (head) => !/\blocal\b/.test(head),
  identifiers: ['identifier'],
};

/** `function a.b:c()`: c of b. */
function readFunction(site: Site): Reading | null {
  const found = nameByField(site, 'name');
  return found === null ? null : { symbols: [split(found, 'fn')] };
}

function split(found: { name: string; at: number }, kind: 'fn' | 'const') {
  const cut = Math.max(found.name.lastIndexOf('.'), found.name.lastIndexOf(':'));
  if (cut < 0) return { ...found, kind };
  const owner = found.name.slice(0, cut).replaceAll(':', '.');
  const isMethod = found.name.charAt(cut) === ':';
  return { name: found.name.slice(cut + 1), at: found.at + cut + 1, kind: isMethod ? 'method' : kind, owner } as const;
}

function readAssignment(site: Site): Reading | null {
  TARGET.lastIndex = site.start;
  const match = TARGET.exec(site.source);
  const [whole, target, others = ''] = match ?? [];
  if (whole === undefined || target === undefined) return null;
  const value = site.source.slice(TARGET.lastIndex, TARGET.lastIndex + 20);
  // A module that is required is a use of it.
  if (/^require\b/.test(value)) return null;
  const kind = /^function\b/.test(value) ? 'fn' : 'const';
  const symbol = split({ name: target, at: site.start + whole.indexOf(target) }, kind);
  if (kind === 'const' && 'owner' in symbol) return null;
  const more = others
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => ({ name, at: site.start + whole.indexOf(name, target.length), kind: 'const' as const }));
  return { symbols: [symbol, ...more] };
}

function readField(site: Site): Reading | null {
  const name = /^(?:\[\s*['"])?([A-Za-z_]\w*)/.exec(headOf(site, 100))?.[1];
  if (name === undefined) return null;
  return { symbols: [{ name, at: site.source.indexOf(name, site.start), kind: 'method' }] };
}
