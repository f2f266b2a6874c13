import type { Engine } from '../engine/engine.ts';
import { openEngine } from '../engine-host/compose.ts';
import { createProgressLine } from './progress.ts';
import type { VerbCall } from './verb-table.ts';

/**
 * Opens the engine of a command, shows index work on stderr, and closes the engine whatever happens. `use` calls
 * `clearProgress` before it prints.
 */
export async function withEngine<T>(
  call: VerbCall,
  use: (engine: Engine, clearProgress: () => void) => Promise<T>,
): Promise<T> {
  const { stderr } = call.terminal.streams;
  const progress = createProgressLine({
    write: (text) => stderr.write(text),
    redraws: call.terminal.redraws,
    ...(stderr.columns === undefined ? {} : { columns: stderr.columns }),
    now: () => performance.now(),
  });
  const engine = await openEngine({ roots: call.flags.root ?? [], onProgress: progress.update });
  try {
    return await use(engine, progress.clear);
  } finally {
    progress.clear();
    await engine.close();
  }
}
