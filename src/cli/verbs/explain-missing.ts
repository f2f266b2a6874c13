import { EXIT } from '../exit-code.ts';
import { escapeText } from '../../engine/render/escape.ts';
import { jsonDocument } from '../json-document.ts';
import type { VerbCall } from '../verb-table.ts';
import { withEngine } from '../with-engine.ts';

/** `--explain-missing PATH`: which rule keeps a file out of every search. Exit code 1 when there is no such file. */
export function explainMissing(call: VerbCall, path: string): Promise<number> {
  return withEngine(call, async (engine, clearProgress) => {
    const explanation = await engine.explainMissing(path);
    clearProgress();
    const asJson = call.flags.json === true || call.flags.ndjson === true;
    await call.terminal.print(asJson ? jsonDocument(explanation, call.flags) : `${escapeText(explanation.sentence)}\n`);
    return explanation.state === 'missing' || explanation.state === 'outside' ? EXIT.none : EXIT.hits;
  });
}
