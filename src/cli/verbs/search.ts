/** Every verb that asks the engine one question, and the bare query. */
import type { Verb } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../../engine/errors.ts';
import { exitCodeFor } from '../exit-code.ts';
import { renderAnswer } from '../render-answer.ts';
import { toRequest } from '../request.ts';
import type { VerbCall } from '../verb-table.ts';
import { withEngine } from '../with-engine.ts';
import { explainMissing } from './explain-missing.ts';

/** Asks the question of `verb`; with `--explain-missing` it asks about a file instead. */
export async function search(verb: Verb, call: VerbCall): Promise<number> {
  const { row, words, flags, terminal, signal } = call;
  if (flags.explainMissing !== undefined) return explainMissing(call, flags.explainMissing);
  if (words.length === 0) {
    throw new IqError('usage', messages.nothingAsked({ verb: row.name, argument: row.argument }));
  }
  const request = toRequest(verb, words.join(' '), flags);
  return withEngine(call, async (engine, clearProgress) => {
    const answer = await engine.search(request, signal);
    clearProgress();
    await terminal.print(renderAnswer(answer, request.format, terminal.colour));
    return exitCodeFor(answer);
  });
}
