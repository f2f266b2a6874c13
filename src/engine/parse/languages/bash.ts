import {
  branchUnless,
  headOf,
  type LanguageTable,
  nameByHead,
  named,
  type Reading,
  type Site,
} from '../language-table.ts';

const VARIABLE = /(\w+)(?:\[[^\]]*\])?\+?=/y;
const SOURCE = /^(?:source|\.)\s+(?:"([^"\n]+)"|'([^'\n]+)'|(\S+))/;

export const bash: LanguageTable = {
  nodes: {
    function_definition: { read: named('fn') },
    case_item: { read: branchUnless(/\(?\s*\*\s*\)/y) },
  },
  outline: { variable_assignment: readVariable, command: readSource },
  descend: ['declaration_command', 'if_statement', 'list'],
  branches: ['if_statement', 'elif_clause', 'for_statement', 'c_style_for_statement', 'while_statement'],
  attached: /^#(?!!)/,
  attachedBlocks: [],
  signature: 'line',
  exported: () => true,
  identifiers: ['word', 'variable_name', 'command_name'],
};

function readVariable(site: Site): Reading | null {
  const found = nameByHead(site, VARIABLE) === null ? null : /^\w+/.exec(headOf(site, 200));
  return found === null ? null : { symbols: [{ name: found[0], at: site.start, kind: 'const' }] };
}

function readSource(site: Site): Reading | null {
  const match = SOURCE.exec(headOf(site));
  const specifier = match?.[1] ?? match?.[2] ?? match?.[3];
  return specifier === undefined ? null : { imports: [{ specifier, names: [] }] };
}
