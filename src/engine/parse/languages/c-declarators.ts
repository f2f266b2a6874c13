/** Names inside C and C++ declarators, read from their text. */
import type { Site } from '../language-table.ts';

export interface Declared {
  name: string;
  at: number;
  /** `A::B` of `A::B::name`. */
  owner?: string;
}

const OPERATOR =
  'operator\\s*(?:\\(\\s*\\)|\\[\\s*\\]|""\\s*\\w+|new(?:\\[\\])?|delete(?:\\[\\])?|[^\\s\\w(]+|[\\w:<>*& ]+?)';
/** Qualifiers, then the name, then the parameters; template arguments are blanked out before. */
const FUNCTION = new RegExp(`((?:[A-Za-z_]\\w*\\s*::\\s*)*)(${OPERATOR}|~\\s*[A-Za-z_]\\w*|[A-Za-z_]\\w*)\\s*\\(`, 'g');
/** Words before a parenthesis that name no function. */
const NO_NAME = /^(?:__attribute__|__declspec|alignas|decltype|noexcept|throw|const|volatile)$/;

/** The function a declarator declares, or null when it declares a variable: `int (*cb)(int)` is one. */
export function declaredName(declarator: string, at: number): Declared | null {
  const text = withoutTemplates(declarator);
  // An initialiser is no parameter list, and a parenthesised pointer is a variable, unless it wraps a function.
  const head = initialised(text);
  FUNCTION.lastIndex = 0;
  for (let match = FUNCTION.exec(head); match !== null; match = FUNCTION.exec(head)) {
    const [whole, scope = '', name = ''] = match;
    if (NO_NAME.test(name)) continue;
    const offset = match.index + whole.indexOf(name, scope.length);
    const owner = scope.replace(/\s+/g, '').split('::').filter(Boolean).join('.');
    return {
      name: name.replace(/\s+/g, name.startsWith('operator') ? ' ' : ''),
      at: at + offset,
      ...(owner === '' ? {} : { owner }),
    };
  }
  return null;
}

function initialised(text: string): string {
  const equals = /(?<!operator\s*)(?<![=!<>+\-*/%&|^])=(?!=)/.exec(text);
  return equals === null ? text : text.slice(0, equals.index);
}

/** Template arguments blanked out at equal length, innermost first; operators like `operator<` are kept. */
function withoutTemplates(text: string): string {
  let current = text;
  for (let round = 0; round < 4 && current.includes('<') && current.includes('>'); round++) {
    const next = current.replace(/(?<!operator\s*[<>]?)<[^<>()]*>/g, (part) => ' '.repeat(part.length));
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Variables of a declaration, from its first declarator on: `a = 1, *b[2]` -> a, b. */
export function declaredVariables(site: Site, from: number): Declared[] {
  const text = withoutTemplates(site.source.slice(from, Math.min(site.end, from + 2_000)));
  const found: Declared[] = [];
  let depth = 0;
  let expecting = true;
  for (const match of text.matchAll(/[([{]|[)\]}]|,|=|:|[A-Za-z_]\w*(?:\s*::\s*\w+)*/g)) {
    const token = match[0];
    if (/^[A-Za-z_]/.test(token)) {
      if (!expecting || token === 'const' || token === 'volatile' || token === 'restrict') continue;
      const name = /\w+$/.exec(token)?.[0] ?? token;
      const owner = token
        .slice(0, -name.length)
        .replace(/[\s:]+/g, '.')
        .replace(/\.$/, '');
      const at = from + match.index + token.length - name.length;
      found.push({ name, at, ...(owner === '' ? {} : { owner }) });
      expecting = false;
    } else if ('([{'.includes(token)) depth++;
    else if (')]}'.includes(token)) depth--;
    else if (depth === 0) expecting = token === ',';
  }
  return found;
}
