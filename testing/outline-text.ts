/** A parsed file as lines to compare: what a test of a language table expects is then readable as an outline. */
import type { ParsedFile } from '../src/engine/types.ts';

/** `kind Qualified.name first-last exported? cN`, then imports as `import line specifier: names`. */
export function outlineText(parsed: ParsedFile): string[] {
  const names: string[] = [];
  const symbols = parsed.symbols.map((symbol) => {
    const parent = names[symbol.parent];
    const name = [parent, symbol.owner && `<${symbol.owner}>`, symbol.name].filter(Boolean).join('.');
    names.push(name);
    const lines = symbol.line === symbol.endLine ? `${symbol.line}` : `${symbol.line}-${symbol.endLine}`;
    const marks = [symbol.exported ? 'exported' : '', symbol.complexity > 0 ? `c${symbol.complexity}` : ''];
    return [symbol.kind, name, lines, ...marks].filter(Boolean).join(' ');
  });
  const imports = parsed.imports.map(
    ({ line, specifier, names: list }) => `import ${line} ${specifier}${list.length > 0 ? `: ${list.join(' ')}` : ''}`,
  );
  return [...symbols, ...imports];
}
