/** What JavaScript assigns to names: functions and classes assigned to variables, exports and prototypes. */
import { type FoundSymbol, headOf, IDENTIFIER, nameByHead, type Reading, type Site } from '../language-table.ts';

export const CLASS_VALUE = /^(?:[^=]|=>)*=\s*class\b/;
const OWN_NAME = new RegExp(`^[^=]*=\\s*(?:async\\s+)?(?:function\\s*\\*?|class)\\s+(?!extends\\b)(${IDENTIFIER})`);
const LEFT = new RegExp(`(${IDENTIFIER}(?:\\.#?${IDENTIFIER})*)\\s*=(?![=>])\\s*`, 'y');

const DECLARED = new RegExp(`(${IDENTIFIER})`, 'y');

/** `name = function`, `name = class`: the query picked the node by its value. */
export function readCallable(site: Site): Reading | null {
  const found = nameByHead(site, DECLARED);
  return found === null ? null : { symbols: [{ ...found, kind: CLASS_VALUE.test(headOf(site)) ? 'class' : 'fn' }] };
}

/** An assignment of a function, picked by the query. */
export function readFunctionAssignment(site: Site): Reading | null {
  return readAssignment(site, true);
}

/** `exports.a = `, `module.exports = `, `A.prototype.b = `, `a.b = function`, `a = function`. */
export function readAssignment(site: Site, callable: boolean): Reading | null {
  LEFT.lastIndex = site.start;
  const left = LEFT.exec(site.source)?.[1];
  if (left === undefined) return null;
  const value = site.source.slice(LEFT.lastIndex, Math.min(site.end, LEFT.lastIndex + 200));
  const path = left.split('.');
  const target = { site, left, value, callable, name: path.at(-1) ?? left };
  if (left === 'module.exports' || left === 'exports') return moduleExports(target);
  if (path.length > 1 && /^(?:module\.)?exports$/.test(path.slice(0, -1).join('.'))) return namedExport(target);
  if (path.at(-1) === 'prototype') return { scope: path.at(-2) ?? left };
  return assigned(target, path);
}

interface Target {
  site: Site;
  /** The text left of `=`. */
  left: string;
  /** The first characters of the value. */
  value: string;
  /** Whether the value is a function. */
  callable: boolean;
  /** The last part of `left`. */
  name: string;
}

function moduleExports({ site, left, value, callable }: Target): Reading | null {
  const own = OWN_NAME.exec(headOf(site))?.[1];
  if (own !== undefined) {
    const kind = CLASS_VALUE.test(headOf(site)) ? 'class' : 'fn';
    return { symbols: [{ name: own, at: site.source.indexOf(own, site.start + left.length), kind }], exports: [own] };
  }
  if (callable) return { symbols: [{ name: left, at: site.start, kind: 'fn' }], exports: [left] };
  if (value.startsWith('{')) {
    return { symbols: [{ name: left, at: site.start, kind: 'module' }], exports: [left, ...listedNames(site)] };
  }
  const alias = new RegExp(`^(${IDENTIFIER})\\s*;?\\s*$`).exec(value)?.[1];
  return alias === undefined ? null : { exports: [alias] };
}

/** Names of an exported object literal: `{ a, b: c }` exports a and c, which are defined elsewhere in the file. */
function listedNames(site: Site): string[] {
  const names = headOf(site, 4_000).matchAll(
    new RegExp(`[{,]\\s*(?:${IDENTIFIER}\\s*:\\s*)?(${IDENTIFIER})(?=\\s*[,}])`, 'g'),
  );
  return [...names].map((match) => match[1] ?? '');
}

function namedExport(target: Target): Reading | null {
  const { value, name } = target;
  // `exports.a = a` and the `exports.a = void 0` of compiled files define nothing.
  if (value.startsWith('void 0') || /^(?:module\.)?exports\./.test(value)) return null;
  if (new RegExp(`^${name.replaceAll('$', '\\$')}\\b(?!\\s*[.(=])`).test(value)) return { exports: [name] };
  return { symbols: [symbolOf(target)], exports: [name] };
}

function assigned(target: Target, path: readonly string[]): Reading | null {
  const { value } = target;
  const isPrototype = path.at(-2) === 'prototype';
  if (!target.callable && !isPrototype && !value.startsWith('class')) return null;
  const symbol = symbolOf(target);
  if (path.length === 1) return { symbols: [symbol] };
  const owner = isPrototype ? path.at(-3) : path.at(-2);
  const kind = symbol.kind === 'fn' ? 'method' : symbol.kind === 'const' ? 'field' : symbol.kind;
  return { symbols: [{ ...symbol, kind, ...(owner === undefined || owner === 'this' ? {} : { owner }) }] };
}

function symbolOf({ site, left, name, callable }: Target): FoundSymbol {
  const kind = callable ? 'fn' : CLASS_VALUE.test(headOf(site)) ? 'class' : 'const';
  return { name, at: site.start + left.length - name.length, kind };
}
