/** What counts in JavaScript only outside of functions: variables, export lists, default exports, module.exports. */
import {
  type FoundSymbol,
  headOf,
  IDENTIFIER,
  nameByHead,
  type NodeRule,
  type Reading,
  type Site,
} from '../language-table.ts';
import { readExport } from './script-statements.ts';
import { CLASS_VALUE, readAssignment } from './script-values.ts';

const ASSIGNMENT = /^[\w$.#]+\s*=(?![=>])/;
const FIRST = new RegExp(`(?:const|let|var)\\s+(${IDENTIFIER})(?![\\w$])`, 'y');
const NEXT = new RegExp(`(${IDENTIFIER})`, 'y');
const VARIABLES = /^export\s+(?:declare\s+)?(?:const(?!\s+enum\b)|let|var)\b/;
const DEFAULT =
  /^export\s+default\s+(?:(async\s+)?function\s*\*?\s*\(|class\s*(?:extends\b|\{)|(?:async\s*)?\(|[\w$]+\s*=>)/;

export const SCRIPT_OUTLINE: Readonly<Record<string, NodeRule['read']>> = {
  lexical_declaration: readVariables,
  variable_declaration: readVariables,
  export_statement: readExported,
  expression_statement: readStatement,
};

/** Functions among them are found by the query as well, and are kept as that says. */
function readVariables(site: Site): Reading {
  const head = nameByHead(site, FIRST);
  if (head !== null && isSingle(site.source, site)) return { symbols: isRequired(site) ? [] : [variable(head, site)] };
  const symbols: FoundSymbol[] = [];
  for (const node of site.node.namedChildren()) {
    if (node.kind() !== 'variable_declarator') continue;
    const range = node.range();
    const declarator = { ...site, start: range.start.index, end: range.end.index };
    // Destructured names are uses of a module, not definitions.
    const found = nameByHead(declarator, NEXT);
    if (found !== null && !isRequired(declarator))
      symbols.push({ ...variable(found, declarator), from: declarator.start, end: declarator.end });
  }
  return { symbols };
}

/** `const fs = require('fs')` is an import, not a definition. */
function isRequired(site: Site): boolean {
  return /^[\w$\s]*=\s*require\s*\(/.test(headOf(site, 100));
}

function variable(found: { name: string; at: number }, site: Site): FoundSymbol {
  return { ...found, kind: CLASS_VALUE.test(headOf(site)) ? 'class' : 'const' };
}

/** One declarator: no comma outside of brackets. Where quotes might hide one, the tree is asked. */
function isSingle(source: string, { start, end }: { start: number; end: number }): boolean {
  const comma = source.indexOf(',', start);
  if (comma < 0 || comma >= end) return true;
  if (end - start > 400) return false;
  let depth = 0;
  for (let index = start; index < end; index++) {
    const char = source.charCodeAt(index);
    if (char === 40 || char === 91 || char === 123) depth++;
    else if (char === 41 || char === 93 || char === 125) depth--;
    else if (char === 34 || char === 39 || char === 96 || char === 47 || (char === 44 && depth === 0)) return false;
  }
  return true;
}

function readExported(site: Site): Reading | null {
  const head = headOf(site, 200);
  if (VARIABLES.test(head)) {
    const start = site.start + head.search(/\b(?:const|let|var)\b/);
    const node = site.node.field('declaration');
    return node === null ? null : readVariables({ ...site, start, node });
  }
  if (head.startsWith('@')) return { wrap: true };
  return defaultExport(site, head) ?? readExport(site);
}

/** A default export without a name is known by that word. */
function defaultExport(site: Site, head: string): Reading | null {
  if (!DEFAULT.test(head)) return null;
  const isClass = /^export\s+default\s+class\b/.test(head);
  const isFunction = /^export\s+default\s+(?:async\s+)?function\b/.test(head) || isArrow(site);
  if (!isClass && !isFunction) return null;
  return { symbols: [{ name: 'default', at: site.start + head.indexOf('default'), kind: isClass ? 'class' : 'fn' }] };
}

function isArrow(site: Site): boolean {
  return site.node.namedChildren().some((child) => child.kind() === 'arrow_function');
}

/** `module.exports = ...` and its kin; a namespace stands in a statement too. */
function readStatement(site: Site): Reading | null {
  const head = headOf(site, 200);
  if (/^(?:namespace|module)\s/.test(head)) return { inside: true };
  if (!ASSIGNMENT.test(head)) return null;
  const node = site.node.namedChildren().find((child) => child.kind() === 'assignment_expression');
  if (node === undefined) return null;
  const { start, end } = node.range();
  const reading = readAssignment({ source: site.source, start: start.index, end: end.index, node }, false);
  const symbols = reading?.symbols?.map((symbol) => ({ ...symbol, from: start.index, end: end.index }));
  return symbols === undefined ? reading : { ...reading, symbols };
}
