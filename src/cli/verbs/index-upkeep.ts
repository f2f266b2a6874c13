/** `index status|rebuild|drop`: how the index of each root stands, build it again, delete it. */
import type { Note } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import type { Engine } from '../../engine/engine.ts';
import { IqError } from '../../engine/errors.ts';
import type { IndexStatus } from '../../engine/index-state.ts';
import { escapeText } from '../../engine/render/escape.ts';
import { EXIT } from '../exit-code.ts';
import { jsonDocument } from '../json-document.ts';
import type { VerbCall } from '../verb-table.ts';
import { withEngine } from '../with-engine.ts';

type Action = (engine: Engine, signal: AbortSignal) => Promise<Note[]>;

const ACTIONS: Record<string, Action> = {
  status: async () => [],
  rebuild: (engine, signal) => engine.index.rebuild(signal),
  drop: async (engine) => {
    await engine.index.drop();
    return [];
  },
};

/**
 * Prints how every root's index stands afterwards. Exit code 1 when one is missing or cannot be used; 2, with the reason
 * on stderr, when it was to be built and is not ready.
 */
export function indexUpkeep(call: VerbCall): Promise<number> {
  const { row, words, flags, terminal, signal } = call;
  const [name = 'status', excess] = words;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || excess !== undefined) {
    throw new IqError('usage', messages.tooManyWords({ verb: row.name, word: excess ?? name }));
  }
  return withEngine(call, async (engine, clearProgress) => {
    // That one speaks of an answer, and there is none; the state of the root says it too.
    const notes = (await action(engine, signal)).filter(({ code }) => code !== 'index-incomplete');
    const roots = await engine.index.status();
    clearProgress();
    const wanted: IndexStatus['state'] = name === 'drop' ? 'missing' : 'ready';
    const isDone = roots.every(({ state }) => state === wanted);
    const hasFailed = name === 'rebuild' && !isDone;
    const noted = hasFailed ? [] : notes.map((note) => messages.noteLine({ text: note.text }));
    const lines = [...roots.map(statusText), ...noted];
    const text = lines.map((line) => `${escapeLines(line)}\n`).join('');
    await terminal.print(flags.json ? jsonDocument({ action: name, roots, notes }, flags) : text);
    if (!hasFailed) return isDone ? EXIT.hits : EXIT.none;
    for (const { text: reason } of notes) await terminal.complain(`iq: ${escapeText(reason)}`);
    return EXIT.error;
  });
}

function statusText(status: IndexStatus): string {
  const { root, path, state, detail, counts, indexedAtMs } = status;
  return [
    root,
    `  ${messages.indexState({ state, ...(detail === undefined ? {} : { detail }) })}`,
    ...(counts ? [`  ${messages.indexCounts(counts)}`] : []),
    ...(indexedAtMs ? [`  ${messages.indexedAt({ at: new Date(indexedAtMs).toISOString() })}`] : []),
    `  ${path}`,
  ].join('\n');
}

function escapeLines(text: string): string {
  return text.split('\n').map(escapeText).join('\n');
}
