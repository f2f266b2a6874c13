/** Folders of our own: indexes, caches, settings. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder that only the user may enter (0700), and those above it that are missing. Throws what the system
 * throws. Not Node's `recursive`: where a folder cannot be made although its parent is there (`/proc/x`), that tries
 * for ever.
 */
export function makePrivateFolder(dir: string): void {
  if (existsSync(dir)) return;
  if (dirname(dir) !== dir) makePrivateFolder(dirname(dir));
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch (error) {
    // Another process was faster.
    if (!existsSync(dir)) throw error;
  }
}
