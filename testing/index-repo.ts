/** Indexes a test folder as the engine does, one pass at a time. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  bringUpToDate,
  INDEX_FILE,
  type UpdateOptions,
  type UpdateOutcome,
} from '../src/engine/index/bring-up-to-date.ts';
import { RACY_WINDOW_MS } from '../src/engine/options.ts';
import type { Listing } from '../src/engine/types.ts';
import { openIndexReader } from '../src/engine/store/read.ts';
import { openWorkspace } from '../src/engine/workspace/workspace.ts';
import type { SkippedFile } from '../src/shared/contract.ts';
import { indexDirFor } from '../src/system/paths.ts';
import { withIndex } from './dump-index.ts';
import type { TestRepo } from './make-repo.ts';

/** What an index of one folder would be made of. */
export async function listFolder(dir: string): Promise<Listing> {
  const workspace = await openWorkspace([dir], { trackedFiles: () => null });
  return workspace.list();
}

/** Where the index of a test folder lies. */
export function indexPath(repo: Pick<TestRepo, 'dir' | 'indexDir'>): string {
  process.env['IQ_INDEX_DIR'] = repo.indexDir;
  return join(indexDirFor(repo.dir), INDEX_FILE);
}

/** Files the index of a test folder knows and does not search. */
export function skippedIn(repo: TestRepo): Pick<SkippedFile, 'path' | 'reason'>[] {
  const skipped = withIndex(indexPath(repo), (db) => openIndexReader(db).skipped());
  return skipped.map(({ path, reason }) => ({ path, reason }));
}

/** One pass over a test folder, into the test's own index folder. */
export async function indexRepo(repo: TestRepo, options: Partial<UpdateOptions> = {}): Promise<UpdateOutcome> {
  process.env['IQ_INDEX_DIR'] = repo.indexDir;
  const listing = options.listing ?? (await listFolder(repo.dir));
  return bringUpToDate({ root: { name: 'repo', dir: repo.dir, prefix: '' }, ...options, listing });
}

/** As if the last pass had been some time after the files changed: nothing is compared by hash any more. */
export function letTimePass(repo: TestRepo): void {
  const db = new Database(indexPath(repo));
  for (const table of ['files', 'skipped']) {
    db.prepare(`UPDATE ${table} SET indexed_at_ms = indexed_at_ms + ?`).run(RACY_WINDOW_MS + 1);
  }
  db.close();
}
