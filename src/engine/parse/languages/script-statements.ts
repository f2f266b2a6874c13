/** JavaScript statements that say something without defining a name: imports, export lists, tests and routes. */
import { type FoundImport, headOf, IDENTIFIER, type Reading, type Site } from '../language-table.ts';

const FROM = /\bfrom\s*(['"])([^'"\n]+)\1\s*;?[^'"]*$/;
const BARE = /^import\s*(['"])([^'"\n]+)\1/;
const BRACES = /\{([^}]*)\}/;
const NAME = new RegExp(IDENTIFIER);

export function readImport(site: Site): Reading | null {
  const text = site.source.slice(site.start, site.end);
  const specifier = (FROM.exec(text) ?? BARE.exec(text))?.[2];
  if (specifier === undefined) return null;
  const clause = (text.slice('import'.length).split(/\bfrom\b|['"]/)[0] ?? '').replace(/^\s*type\s+(?=[{*\w$])/, '');
  const named = listed(clause).map((item) => item.name);
  const outside = clause.replace(BRACES, ' ');
  const whole = /\*\s*as\b/.test(outside) ? ['*'] : [];
  const standard = NAME.exec(outside.replace(/\*\s*as\s+\S+/, ' '))?.[0];
  return { imports: [{ specifier, names: [...(standard === undefined ? [] : [standard]), ...whole, ...named] }] };
}

/** `export { a, b as c }` exports a and b; with `from` it is an import of another module as well. */
export function readExport(site: Site): Reading | null {
  const text = site.source.slice(site.start, site.end);
  if (!/^export\s*(?:type\s*)?[{*]/.test(text)) return null;
  const names = listed(text).map((item) => item.name);
  const specifier = FROM.exec(text)?.[2];
  if (specifier === undefined) return { exports: names };
  return { imports: [{ specifier, names: /^export\s*(?:type\s*)?\*/.test(text) ? ['*'] : names }] };
}

/** Names before `as` inside the first braces. */
function listed(text: string): { name: string }[] {
  const inside = BRACES.exec(text)?.[1] ?? '';
  const items = inside.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ').split(',');
  return items.flatMap((item) => {
    const name = NAME.exec(item.replace(/^\s*type\s+(?!as\b)/, ''))?.[0];
    return name === undefined ? [] : [{ name }];
  });
}

const REQUIRE = /(?:\{([^{}]*)\}\s*=\s*(?:await\s+)?)?(?<![.\w$])(?:require|import)\(\s*(['"])([^'"\n]+)\2\s*\)/g;

/** `require('x')` and `import('x')` wherever they stand. Comments are not told apart: a false edge costs little. */
export function sweepImports(source: string): { offset: number; found: FoundImport }[] {
  if (!source.includes('require(') && !source.includes('import(')) return [];
  return [...source.matchAll(REQUIRE)].map((match) => ({
    offset: match.index + match[0].lastIndexOf('('),
    found: {
      specifier: match[3] ?? '',
      names: (match[1] ?? '').split(',').flatMap((item) => NAME.exec(item)?.[0] ?? []),
    },
  }));
}

const TEST = /(?:[A-Za-z_$][\w$]*\.)?[xf]?(?:describe|suite|context|it|test|bench)((?:\.\w+)*)\s*(\(|`)/y;
const TITLE = /\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/y;
/** `test.each(table)('title', ...)`: the title stands in the second pair of parentheses. */
const SECOND_CALL = /[)`]\s*\(\s*(?=['"`])/g;
const ROUTE = /[\w$.()]+\.(get|post|put|patch|delete|del|all|head|options)\(\s*(['"`])(\/[^'"`\n]*)\2\s*,/y;

export function readCall(site: Site): Reading | null {
  ROUTE.lastIndex = site.start;
  const route = ROUTE.exec(site.source);
  if (route !== null) {
    const name = `${(route[1] ?? '').toUpperCase()} ${route[3] ?? ''}`;
    const at = site.start + route[0].lastIndexOf(route[3] ?? '');
    return { symbols: [{ name, at, kind: 'route', leaf: true }] };
  }
  TEST.lastIndex = site.start;
  const test = TEST.exec(site.source);
  if (test === null) return null;
  const opened = test[2] === '(' && !/\.each\b/.test(test[1] ?? '') ? TEST.lastIndex : secondCall(site);
  return opened === null ? null : titled(site, opened);
}

function secondCall(site: Site): number | null {
  SECOND_CALL.lastIndex = 0;
  const match = SECOND_CALL.exec(headOf(site, 4_000));
  return match === null ? null : site.start + SECOND_CALL.lastIndex;
}

function titled(site: Site, opened: number): Reading | null {
  TITLE.lastIndex = opened;
  const title = TITLE.exec(site.source);
  if (title === null || TITLE.lastIndex > site.end) return null;
  const at = opened + title[0].search(/['"`]/) + 1;
  return { symbols: [{ name: title[2] ?? '', at, kind: 'test' }] };
}
