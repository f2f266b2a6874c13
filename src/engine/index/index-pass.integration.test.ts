import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { withIndex } from '../../../testing/dump-index.ts';
import { indexPath, indexRepo } from '../../../testing/index-repo.ts';
import { makeRepo } from '../../../testing/make-repo.ts';
import { openIndexReader } from '../store/read.ts';
import type { PassInput } from './index-messages.ts';
import { runPass } from './index-pass.ts';

test('a pass whose comparison is older than the index changes nothing', async () => {
  using repo = makeRepo({ 'a.ts': 'export const kept = 1;\n' });
  await indexRepo(repo);
  const dbPath = indexPath(repo);
  const generation = withIndex(dbPath, (db) => openIndexReader(db).generation());
  const input: PassInput = {
    indexDir: dirname(dbPath),
    dbPath,
    leaseToken: randomUUID(),
    generation: generation - 1,
    check: false,
    jobs: [],
    leftOut: null,
    removed: ['a.ts'],
    purge: false,
    listedAtMs: Date.now(),
    parseEntry: 'file:///never/used.ts',
    stop: new Int32Array(new SharedArrayBuffer(4)),
  };
  const hooks = { onProgress: () => undefined, onStuck: () => undefined };
  expect(await runPass(input, hooks)).toEqual({ kind: 'again', rebuilt: null });
  expect(withIndex(dbPath, (db) => openIndexReader(db).counts().files)).toBe(1);
  expect(await runPass({ ...input, generation }, hooks)).toEqual({
    kind: 'done',
    written: 0,
    removed: 1,
    stopped: false,
  });
});
