/** `context <path:line>`: the definition around a line, parsed as it is now; `-C n` grows it. */
import { CONTEXT_WINDOW_LINES } from '../options.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import { qualifiedNames } from '../plan/qualified-names.ts';
import type { ParsedSymbol, RankedHit } from '../types.ts';
import { readPath } from './resolve-path.ts';
import { singleFile } from './single-file.ts';
import type { VerbPlan } from './verb.ts';

export const context: VerbPlan = async (verb) => {
  const anchor = verb.query.anchor;
  if (anchor === undefined) throw new IqError('usage', messages.contextNeedsAnchor());
  if (anchor.line === 0) throw new IqError('usage', messages.noLineZero({ path: anchor.path }));
  const { path, text } = await readPath(anchor.path, verb.scope);
  const lines = text.split('\n').length;
  if (anchor.line > lines) throw new IqError('usage', messages.lineBeyondEnd({ path, line: anchor.line, lines }));
  const { symbols } = verb.scope.parse(path, text);
  const traits = verb.scope.traits(path);
  const around = enclosing(symbols, anchor.line);
  const names = qualifiedNames(symbols);
  const grow = verb.request.context;
  const window = around ?? { line: anchor.line - CONTEXT_WINDOW_LINES, endLine: anchor.line + CONTEXT_WINDOW_LINES };
  const hit: RankedHit = {
    path,
    line: anchor.line,
    endLine: anchor.line,
    ...(anchor.column === undefined ? {} : { column: anchor.column }),
    leg: 'symbol',
    score: 1,
    fileClass: traits.class,
    language: traits.language,
    tags: [{ name: 'context' }],
    parts: [{ name: 'asked', op: 'add', value: 1 }],
    codeSpan: [Math.max(1, window.line - grow), Math.min(lines, window.endLine + grow)],
    ...(around === null
      ? {}
      : {
          symbol: {
            name: around.name,
            kind: around.kind,
            line: around.line,
            endLine: around.endLine,
            qualifiedName: names[symbols.indexOf(around)] ?? around.name,
          },
        }),
  };
  return singleFile(verb, { path, hits: [hit], notes: [], pack: true });
};

/** The smallest definition that holds the line. */
function enclosing(symbols: ParsedSymbol[], line: number): ParsedSymbol | null {
  const holding = symbols.filter(
    (symbol) => symbol.line <= line && line <= symbol.endLine && symbol.endLine > symbol.line,
  );
  holding.sort((a, b) => a.endLine - a.line - (b.endLine - b.line));
  return holding[0] ?? null;
}
