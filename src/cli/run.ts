import { messages } from '../shared/messages.ts';
import { isIqError } from '../engine/errors.ts';
import { escapeText } from '../engine/render/escape.ts';
import type { Arguments } from './arguments.ts';
import { readArguments } from './arguments.ts';
import { EXIT } from './exit-code.ts';
import type { Terminal } from './terminal.ts';
import { productVersion } from './version.ts';

/** One command from argv to exit code. Failures are printed here: one sentence, no stack. */
export async function run(argv: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<number> {
  try {
    return await runArguments(readArguments(argv), terminal, signal);
  } catch (error) {
    if (signal.aborted) return EXIT.error;
    await terminal.complain(sentenceFor(error, terminal.streams.env['IQ_DEBUG']));
    return EXIT.error;
  }
}

async function runArguments(read: Arguments, terminal: Terminal, signal: AbortSignal): Promise<number> {
  if (read.kind === 'run') {
    const { row, words, flags } = read;
    const verb = await row.load();
    return await verb({ row, words, flags, terminal, signal });
  }
  await terminal.print(read.kind === 'help' ? read.text : `iq ${productVersion()}\n`);
  return EXIT.hits;
}

/** What the user reads about a failure. A stack belongs to whoever asked for it with IQ_DEBUG. */
function sentenceFor(error: unknown, debug: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const sentence = isIqError(error) ? message : messages.internalError({ message });
  const stack = debug && error instanceof Error ? `\n${error.stack ?? ''}` : '';
  return `iq: ${escapeText(sentence)}${stack}`;
}
