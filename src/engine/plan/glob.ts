/**
 * Globs as `rg -g` reads them: gitignore rules (a pattern without a slash matches at any depth, one with a slash from
 * the root, a folder takes everything below it), plus `{a,b}` alternatives, which gitignore does not know.
 */
import ignore from 'ignore';

/** More alternatives than this in one glob are a mistake; braces beyond are taken literally. */
const MAX_ALTERNATIVES = 200;

/** True for paths (`/`-separated, relative) that any of the globs matches. Case-sensitive, like ripgrep. */
export function compileGlobs(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs
    .flatMap(expandBraces)
    .flatMap(withLiteralBrackets)
    .map((pattern) => pattern.replace(/^\.\//, '/'));
  if (patterns.length === 0) return () => false;
  const matcher = ignore({ ignorecase: false });
  for (const pattern of patterns) matcher.add({ pattern: literalSigns(pattern) });
  return (path) => ignore.isPathValid(path) && matcher.ignores(path);
}

/** `app/[id]/page.tsx` is what a route file is called: brackets are read as a class, and as they stand. */
function withLiteralBrackets(pattern: string): string[] {
  if (!/^[^\\]*\[[^\\]*\]/.test(pattern)) return [pattern];
  return [pattern, pattern.replace(/[[\]]/g, '\\$&')];
}

/** `*.{ts,tsx}` -> `*.ts`, `*.tsx`. Nested groups work; an unbalanced brace or a group without a comma is literal. */
export function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [glob];
  while (open.length > 0) {
    const next = open.shift() ?? '';
    const group = open.length + done.length < MAX_ALTERNATIVES ? firstGroup(next) : null;
    if (group === null) done.push(next);
    else open.unshift(...group.items.map((item) => next.slice(0, group.start) + item + next.slice(group.end)));
  }
  return done;
}

interface BraceGroup {
  start: number;
  end: number;
  items: string[];
}

/** First balanced `{...}` with a comma at its own level. */
function firstGroup(glob: string): BraceGroup | null {
  for (let start = glob.indexOf('{'); start >= 0; start = glob.indexOf('{', start + 1)) {
    const group = groupAt(glob, start);
    if (group !== null && group.items.length > 1) return group;
  }
  return null;
}

function groupAt(glob: string, start: number): BraceGroup | null {
  const items: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < glob.length; at++) {
    const sign = glob[at];
    if (isEscaped(glob, at)) continue;
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    if ((sign === ',' && depth === 1) || depth === 0) {
      items.push(glob.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { start, end: at + 1, items };
  }
  return null;
}

function isEscaped(text: string, at: number): boolean {
  return at > 0 && text[at - 1] === '\\' && !isEscaped(text, at - 1);
}

/** `!` and `#` mean something at the start of an ignore line, and nothing in a glob. */
function literalSigns(pattern: string): string {
  return /^[!#]/.test(pattern) ? `\\${pattern}` : pattern;
}
