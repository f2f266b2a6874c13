/** What an answer says was searched and what was not, by commands that list nothing themselves. */
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, engineOn, request } from '../../testing/ask.ts';
import { indexPath, indexRepo, letTimePass } from '../../testing/index-repo.ts';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import { withIndex } from '../../testing/dump-index.ts';
import type { Answer } from '../shared/contract.ts';
import { openIndexReader } from './store/read.ts';

function repoWithLargeFile(): TestRepo {
  const repo = makeRepo({ 'src/a.ts': 'export const one = 1;\n', 'large.txt': 'x', 'logo.png': Buffer.from([0, 1]) });
  truncateSync(join(repo.dir, 'large.txt'), 5_000_000);
  return repo;
}

const skipped = ({ receipt }: Answer): string[] =>
  receipt.skipped.map(({ path, reason }) => `${path} ${reason}`).sort();

test('find names the files that the listing left out, also in a process that never listed', async () => {
  using repo = repoWithLargeFile();
  await ask(repo, { verb: 'def', text: 'one' });
  const answer = await ask(repo, { verb: 'find', text: 'absent' });
  expect(skipped(answer)).toEqual(['large.txt too-large', 'logo.png binary']);
  expect(answer.receipt).toMatchObject({ listed: 3, searched: 1, skippedTotal: 2 });
  await using engine = await engineOn(repo);
  expect((await engine.index.status())[0]?.counts?.skipped).toBe(2);
});

test('what is left out is known anew when only that has changed, and then at rest', async () => {
  using repo = repoWithLargeFile();
  await indexRepo(repo);
  letTimePass(repo);
  repo.remove('large.txt');
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'updated', written: 0 });
  expect(withIndex(indexPath(repo), (db) => openIndexReader(db).leftOut())).toEqual([]);
  letTimePass(repo);
  expect(await indexRepo(repo)).toMatchObject({ outcome: 'fresh' });
});

test('with ignored files the receipt counts them too', async () => {
  using repo = makeRepo({ '.gitignore': 'out/\n', 'a.ts': 'const word = 1;\n', 'out/b.ts': 'const word = 2;\n' });
  await ask(repo, { verb: 'def', text: 'word' });
  const answer = await ask(repo, { verb: 'find', text: 'word', scope: { ignored: true } });
  expect(answer.receipt).toMatchObject({ total: 2, searched: 3, listed: 3 });
});

test('an answer without a look at the disk does not call the index fresh', async () => {
  using repo = makeRepo({ 'a.ts': 'export const one = 1;\n' });
  await indexRepo(repo);
  expect((await ask(repo, { verb: 'find', text: 'one' })).freshness).toMatchObject({ unchecked: true });
  await using engine = await engineOn(repo);
  await engine.search(request({ verb: 'def', text: 'one' }));
  const after = await engine.search(request({ verb: 'find', text: 'one' }));
  expect(after.freshness.unchecked, 'looked at before in this process').toBeUndefined();
  expect(after.freshness.ageMs, 'and found equal').toBe(0);
});
