/**
 * Half-typed code: below an unfinished expression or parameter list the grammars of JavaScript and TypeScript take a
 * function declaration for an expression, and all that follows for its body.
 */
import { type FoundSymbol, IDENTIFIER, nameByHead, type Reading, type Site } from '../language-table.ts';

/** A named function at the left margin: only texts with one are asked for function expressions. */
export const MARGIN_FUNCTION = /^(?:export\s+)?(?:async\s+)?function\s*\*?\s*[\w$]/m;

const FUNCTION = new RegExp(`(?:async\\s+)?function\\s*\\*?\\s*(${IDENTIFIER})`, 'y');
/** What begins the next declaration; variables may stand at the margin of an unindented body too. */
const NEXT = /^(?:export|declare|abstract|async|function|class|interface|enum|namespace)\b/m;
/** Variables that hold no function: those are found as such. */
const VARIABLE = new RegExp(
  `^(?:export\\s+)?(?:const|let|var)\\s+(${IDENTIFIER})\\s*[=:](?!.*(?:=>|\\bfunction\\b|\\bclass\\b))`,
  'gm',
);

/** A function with a name at the left margin is a declaration, whatever the tree says: no expression begins there. */
export function misreadFunction(site: Site): Reading | null {
  const { source, start, end } = site;
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start);
  const found = /^(?:export\s+)?$/.test(before) ? nameByHead(site, FUNCTION) : null;
  if (found === null) return null;
  const body = found.at + found.name.length;
  const next = NEXT.exec(source.slice(body, end));
  if (next === null) return { symbols: [{ ...found, kind: 'fn' }] };
  const own = { ...found, kind: 'fn', from: start, end: body + next.index } as const;
  return { symbols: [own, ...variablesIn(source, { start: own.end, end })] };
}

function variablesIn(source: string, o: { start: number; end: number }): FoundSymbol[] {
  return [...source.slice(o.start, o.end).matchAll(VARIABLE)].map((match) => {
    const from = o.start + match.index;
    const name = match[1] ?? '';
    const lineEnd = source.indexOf('\n', from);
    return {
      name,
      at: source.indexOf(name, from + match[0].lastIndexOf(name)),
      kind: 'const',
      from,
      end: lineEnd < 0 ? o.end : lineEnd,
    };
  });
}
