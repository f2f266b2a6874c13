/**
 * What parse threads work on, on disk: a crash inside a grammar takes the whole process with it, and the next pass must
 * know which file not to trust. One small file per thread, overwritten in place (3 us per file parsed).
 */
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = 'parsing-';

export interface Trail {
  note(path: string): void;
  close(): void;
}

/** The trail of one thread. Ends at the first line feed; what stands behind it is older. */
export function openTrail(indexDir: string, thread: number): Trail {
  const descriptor = openSync(join(indexDir, PREFIX + thread), 'w', 0o600);
  return {
    note: (path) => void writeSync(descriptor, `${JSON.stringify(path)}\n`, 0),
    close: () => closeSync(descriptor),
  };
}

/** Files that were being parsed when the last pass ended without an end. */
export function readTrails(indexDir: string): string[] {
  return trailFiles(indexDir).flatMap((file) => {
    const line = readFileSync(file, 'utf8').split('\n', 1)[0] ?? '';
    try {
      const path: unknown = JSON.parse(line);
      return typeof path === 'string' ? [path] : [];
    } catch {
      // Empty, or written half when the power went.
      return [];
    }
  });
}

export function removeTrails(indexDir: string): void {
  for (const file of trailFiles(indexDir)) rmSync(file, { force: true });
}

function trailFiles(indexDir: string): string[] {
  return readdirSync(indexDir)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(indexDir, name));
}
