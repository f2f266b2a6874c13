/** The folder of one root's index: private to the user. */
import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Creates the folder (0700) where it is missing and closes it where it is open to others. Throws what the system throws. */
export function ensureIndexDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}
