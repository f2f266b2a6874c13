/** The one composition of the parts: the command line opens its engine here, and so will every other host. */
import type { IndexProgress } from '../shared/contract.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import { defaultRoot } from '../engine/workspace/roots.ts';

export interface OpenOptions {
  /** Folders to search; none means the repository around the current folder, else that folder. */
  roots: readonly string[];
  onProgress?: (progress: IndexProgress) => void;
}

/** Throws an IqError when a root is missing or cannot be read. */
export function openEngine(options: OpenOptions): Promise<Engine> {
  const { onProgress } = options;
  return createEngine({ roots: rootsOf(options.roots), ...(onProgress ? { onProgress } : {}) });
}

/** The folders a command means. */
export function rootsOf(roots: readonly string[]): string[] {
  return roots.length > 0 ? [...roots] : [defaultRoot(process.cwd())];
}
