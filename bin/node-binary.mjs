import { createRequire } from 'node:module';

/** The oldest Node that runs the product: its sources use what Node 24 brought. */
export const MINIMUM_NODE = 24;

/** True when the process itself is new enough. */
export function isNewEnough() {
  return Number(process.versions.node.split('.')[0]) >= MINIMUM_NODE;
}

/**
 * The Node that came with `npm ci` (an optional dependency per system), or null where there is none.
 * @returns {string | null} absolute path of the executable
 */
export function bundledNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}/bin/node${windows ? '.exe' : ''}`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    return null;
  }
}
