/** The folder of one root's index: private to the user. */
import { chmodSync, statSync } from 'node:fs';
import { makePrivateFolder } from '../../system/make-folder.ts';

/** Creates the folder (0700) where it is missing and closes it where it is open to others. Throws what the system throws. */
export function ensureIndexDir(dir: string): void {
  makePrivateFolder(dir);
  if ((statSync(dir).mode & 0o077) !== 0) chmodSync(dir, 0o700);
}
