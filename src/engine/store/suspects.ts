/** Files during whose parse the process ended, and how often in a row: by a crash, or by chance when it was killed. */
import type { Database } from 'better-sqlite3';

/** Counts one more end for each of the paths; returns all counts. */
export function countSuspects(db: Database, paths: readonly string[]): Map<string, number> {
  const count = db.prepare<[string]>(
    'INSERT INTO suspects VALUES (?, 1) ON CONFLICT (path) DO UPDATE SET ends = ends + 1',
  );
  const countAll = db.transaction(() => {
    for (const path of paths) count.run(path);
  });
  if (paths.length > 0) countAll.immediate();
  return new Map(db.prepare<[], [string, number]>('SELECT path, ends FROM suspects').raw().all());
}

/** After a file was parsed, or a pass came to its end. */
export function clearSuspects(db: Database, path: string | null): void {
  if (path === null) db.prepare('DELETE FROM suspects').run();
  else db.prepare('DELETE FROM suspects WHERE path = ?').run(path);
}
