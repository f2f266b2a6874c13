import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** Absolute path of the checkout. */
export const ROOT = join(import.meta.dirname, '..');

/**
 * Runs a program of node_modules/.bin in the checkout, its output passed through. The folder comes first in PATH, so
 * that tools written for `node` get the Node that came with `npm ci`.
 * @param {string} name
 * @param {string[]} args
 * @returns {number} the exit code; 1 when it could not be started or a signal ended it
 */
export function runTool(name, args) {
  const bin = join(ROOT, 'node_modules', '.bin');
  const { status, error } = spawnSync(name, args, {
    cwd: ROOT,
    stdio: 'inherit',
    // npm writes .cmd files on Windows, which only a shell starts; every argument here is a constant of these scripts.
    shell: process.platform === 'win32',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` },
  });
  if (error) console.error(`${name}: ${error.message}`);
  return status ?? 1;
}
