// Builds dist/ (types by the compiler, the program by the bundler) and links node_modules/.bin/iq. `--clean` starts from nothing, as `npm ci` does.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isNewEnough, MINIMUM_NODE } from '../bin/node-binary.mjs';
import { linkBin } from './link-bin.mjs';
import { ROOT, runTool } from './tool.mjs';

/**
 * @param {{ clean: boolean }} options
 * @returns {string | null} what went wrong
 */
function build({ clean }) {
  if (!isNewEnough()) return `building needs Node ${MINIMUM_NODE}; this is ${process.version}.`;
  if (!existsSync(join(ROOT, 'node_modules', 'typescript'))) {
    return 'building needs the development packages: install without --omit=dev.';
  }
  if (clean) rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  if (runTool('tsc', ['-b', 'src/cli']) !== 0) return 'the sources do not compile.';
  // Chunk names change with the sources; what was cached of older ones is of no use either.
  for (const folder of ['dist/lib', 'dist/.compile-cache'])
    rmSync(join(ROOT, folder), { recursive: true, force: true });
  if (runTool('rolldown', ['--config', 'rolldown.config.mjs']) !== 0) return 'the program could not be bundled.';
  linkBin(ROOT);
  return null;
}

const problem = build({ clean: process.argv.includes('--clean') });
if (problem) {
  console.error(`build: ${problem}`);
  process.exitCode = 1;
}
