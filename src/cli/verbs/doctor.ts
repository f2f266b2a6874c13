/** `doctor`: every dependency, what is off and why. */
import { messages } from '../../shared/messages.ts';
import { IqError } from '../../engine/errors.ts';
import { escapeText } from '../../engine/render/escape.ts';
import { diagnose } from '../../engine-host/diagnose.ts';
import { EXIT } from '../exit-code.ts';
import { jsonDocument } from '../json-document.ts';
import type { VerbCall } from '../verb-table.ts';
import { productVersion } from '../version.ts';

/** Exit code 0 when everything works, 1 when something is off. */
export async function doctor(call: VerbCall): Promise<number> {
  const { row, words, flags, terminal } = call;
  if (words[0] !== undefined) throw new IqError('usage', messages.tooManyWords({ verb: row.name, word: words[0] }));
  const checks = await diagnose(flags.root ?? []);
  const text = checks.map((check) => `${escapeText(messages.checkLine(check))}\n`).join('');
  await terminal.print(flags.json ? jsonDocument({ version: productVersion(), checks }, flags) : text);
  return checks.every((check) => check.ok) ? EXIT.hits : EXIT.none;
}
