/** `context <path:line>`: the definition around a line, parsed as it is now; `-C n` grows it. */
import { CONTEXT_WINDOW_LINES } from '../options.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import { smallestAround } from '../plan/enclosing.ts';
import type { RankedHit } from '../types.ts';
import { parsedRefs } from './parsed-ref.ts';
import { readPath } from './resolve-path.ts';
import { singleFile } from './single-file.ts';
import type { VerbPlan } from './verb.ts';

export const context: VerbPlan = async (verb) => {
  const anchor = verb.query.anchor;
  if (anchor === undefined) throw new IqError('usage', messages.contextNeedsAnchor());
  const { line } = anchor;
  if (line === 0) throw new IqError('usage', messages.noLineZero({ path: anchor.path }));
  const { path, text } = await readPath(anchor.path, verb.scope);
  const { symbols, lines } = verb.scope.parse(path, text);
  if (line > lines) throw new IqError('usage', messages.lineBeyondEnd({ path, line, lines }));
  const traits = verb.scope.traits(path);
  const refs = parsedRefs(symbols);
  const symbol = smallestAround(refs, line);
  // The code around a definition of one line (a constant, a field) is what holds it: the line itself is known already.
  const block = smallestAround(
    refs.filter((ref) => ref.endLine > ref.line),
    line,
  );
  const window = block ?? { line: line - CONTEXT_WINDOW_LINES, endLine: line + CONTEXT_WINDOW_LINES };
  const grow = verb.request.context;
  const hit: RankedHit = {
    path,
    line,
    endLine: line,
    ...(anchor.column === undefined ? {} : { column: anchor.column }),
    leg: 'symbol',
    score: 1,
    fileClass: traits.class,
    language: traits.language,
    tags: [{ name: 'context' }],
    parts: [{ name: 'asked', op: 'add', value: 1 }],
    codeSpan: [Math.max(1, window.line - grow), Math.min(lines, window.endLine + grow)],
    ...(symbol === null ? {} : { symbol }),
  };
  return singleFile(verb, { path, hits: [hit], notes: [], pack: true });
};
