/** The entry of the `iq` command: bin/iq.mjs imports this file. */
import { listenForInterrupt } from './interrupt.ts';
import { run } from './run.ts';
import { openTerminal } from './terminal.ts';

const interrupt = listenForInterrupt();
const code = await run(process.argv.slice(2), openTerminal(process), interrupt.signal);
// Everything printed was awaited, so nothing is cut here; and a command must end even if something still ran.
process.exit(interrupt.exitCode() ?? code);
