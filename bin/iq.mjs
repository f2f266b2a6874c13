#!/usr/bin/env node
// Starts the command line. This file and what it imports must run on any Node since 20: an older Node only looks for
// the one that came with `npm ci` and hands over to it.
import module from 'node:module';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledNode, isNewEnough, MINIMUM_NODE } from './node-binary.mjs';

const entry = new URL('../dist/lib/main.js', import.meta.url);

if (!isNewEnough()) await handOver();
else if (!existsSync(entry)) fail('iq is not built yet: run `npm ci` in its folder.');
else {
  // Beside the code and not in the shared temporary folder, where somebody else could plant code for us to run.
  module.enableCompileCache(fileURLToPath(new URL('../dist/.compile-cache', import.meta.url)));
  await import(entry.href);
}

async function handOver() {
  const node = bundledNode();
  if (!node) return fail(`iq needs Node ${MINIMUM_NODE} or newer; this is ${process.version}.`);
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' });
  // A signal from the terminal reaches both processes; one sent to this process alone has to be passed on.
  /** @type {NodeJS.Signals[]} */
  const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of passedOn) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`iq could not start ${node}: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code ?? 2);
    else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence);
  process.exitCode = 2;
}
