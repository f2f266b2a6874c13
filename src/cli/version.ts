import { createRequire } from 'node:module';

/** The version in package.json, which lies two folders above both the source and the built file. */
export function productVersion(): string {
  const found: unknown = createRequire(import.meta.url)('../../package.json');
  const version = typeof found === 'object' && found !== null && 'version' in found ? found.version : null;
  if (typeof version !== 'string') throw new Error('package.json has no version');
  return version;
}
