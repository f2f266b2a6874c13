/** The one composition of the parts: the command line opens its engine here, and so will every other host. */
import { isAbsolute, parse } from 'node:path';
import type { IndexProgress } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { systemCode } from '../system/system-error.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import { IqError } from '../engine/errors.ts';
import { defaultRoot } from '../engine/workspace/roots.ts';

export interface OpenOptions {
  /** Folders to search; none means the repository around the current folder, else that folder. */
  roots: readonly string[];
  onProgress?: (progress: IndexProgress) => void;
}

/** Throws an IqError when a root is missing or cannot be read. */
export function openEngine(options: OpenOptions): Promise<Engine> {
  const { onProgress } = options;
  const roots = rootsOf(options.roots);
  leaveDeletedFolder();
  return createEngine({ roots, ...(onProgress ? { onProgress } : {}) });
}

/** The folders a command means. IqError where they depend on the current folder and that was deleted. */
export function rootsOf(roots: readonly string[]): string[] {
  if (roots.length > 0 && roots.every((root) => isAbsolute(root))) return [...roots];
  const folder = currentFolder();
  if (folder === null) throw new IqError('root-missing', messages.currentFolderGone());
  return roots.length > 0 ? [...roots] : [defaultRoot(folder)];
}

/** Node starts no thread in a folder that is gone. No relative path can mean anything there, so nothing is lost. */
function leaveDeletedFolder(): void {
  if (currentFolder() === null) process.chdir(parse(process.execPath).root);
}

/** Null when it was deleted. */
function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  }
}
