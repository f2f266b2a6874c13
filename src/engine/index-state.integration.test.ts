/** What an answer says of its index when a pass was cut short. */
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ask, engineOn, paths, request } from '../../testing/ask.ts';
import { indexPath, indexRepo } from '../../testing/index-repo.ts';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import { runIq, WITHOUT_OVERRIDE } from '../../testing/run-iq.ts';
import type { Answer } from '../shared/contract.ts';
import { createEngine } from './engine.ts';

const FILES = { 'src/cart.ts': 'export function cartTotal(): number {\n  return 1;\n}\n' };

/** Text that makes an index of some megabytes: every word is a new one. */
function bulk(files: number): Record<string, string> {
  const words = (n: number): string => Array.from({ length: 400 }, (_, at) => `w${n}q${at}x`).join('\n');
  return Object.fromEntries(Array.from({ length: files }, (_, n) => [`t${n}.txt`, words(n)]));
}

const isCurrent = ({ freshness }: Pick<Answer, 'freshness'>): boolean => freshness.seen === freshness.applied;
const codes = (answer: Pick<Answer, 'notes'>): string[] => answer.notes.map(({ code }) => code);

function setComplete(repo: TestRepo, value: 0 | 1): void {
  const db = new Database(indexPath(repo));
  db.prepare("UPDATE meta SET value = ? WHERE key = 'complete'").run(value);
  db.close();
}

test('a pass that a full disk cut short leaves an index that is behind, and the files are asked', async () => {
  using repo = makeRepo({ ...bulk(600), ...FILES });
  const { code, stdout, stderr } = await runIq(['cartTotal', '--json'], {
    cwd: repo.dir,
    indexDir: repo.indexDir,
    wrapper: ['sh', '-c', 'ulimit -f 8000; exec "$@"', 'sh'],
  });
  const answer = JSON.parse(stdout) as Answer;
  expect(code, stderr).toBe(0);
  expect(codes(answer)).toEqual(['disk-full', 'index-incomplete']);
  expect(isCurrent(answer)).toBe(false);
  expect(paths(answer)).toEqual(['src/cart.ts']);
});

test('a pass that was stopped leaves an index that is behind, until the next one', async () => {
  using repo = makeRepo({ ...bulk(400), ...FILES });
  process.env['IQ_INDEX_DIR'] = repo.indexDir;
  const stop = new AbortController();
  const engine = await createEngine({
    roots: [repo.dir],
    onProgress: ({ phase, done }) => {
      if (phase === 'parsing' && done > 0) stop.abort();
    },
  });
  try {
    expect(await engine.index.bringUpToDate(stop.signal)).toMatchObject([
      { code: 'aborted' },
      { code: 'index-incomplete' },
    ]);
    expect(isCurrent(await engine.search(request({ verb: 'find', text: 'cartTotal' })))).toBe(false);
    expect(await engine.index.bringUpToDate()).toEqual([]);
    expect(isCurrent(await engine.search(request({ verb: 'find', text: 'cartTotal' })))).toBe(true);
  } finally {
    await engine.close();
  }
});

test('an index that cannot be written is behind; one that was damaged and built anew is not', async () => {
  using repo = makeRepo(FILES);
  await indexRepo(repo);
  writeFileSync(indexPath(repo), Buffer.alloc(40_000, 7));
  const rebuilt = await ask(repo, { verb: 'def', text: 'cartTotal' });
  expect(codes(rebuilt)).toEqual(['index-corrupt']);
  expect(isCurrent(rebuilt)).toBe(true);
  repo.write('src/late.ts', 'export const late = 1;\n');
  const { stdout } = await runIq(['def', 'cartTotal', '--json'], {
    cwd: repo.dir,
    indexDir: repo.indexDir,
    wrapper: ['sh', '-c', `chmod 500 "${dirname(indexPath(repo))}"; exec "$@"`, 'sh', ...WITHOUT_OVERRIDE],
  });
  const answer = JSON.parse(stdout) as Answer;
  expect(codes(answer)).toEqual(['index-readonly']);
  expect(isCurrent(answer)).toBe(false);
});

test('an index that another process left incomplete is behind for verbs that do not bring it up to date', async () => {
  using repo = makeRepo(FILES);
  await indexRepo(repo);
  expect(isCurrent(await ask(repo, { verb: 'find', text: 'cartTotal' }))).toBe(true);
  setComplete(repo, 0);
  expect(isCurrent(await ask(repo, { verb: 'find', text: 'cartTotal' }))).toBe(false);
});

test('while the first index is incomplete, find asks all files', async () => {
  using repo = makeRepo(FILES);
  await indexRepo(repo);
  repo.write('src/met-later.ts', 'export const other = cartTotal();\n');
  repo.write('.gitignore', 'out/\n');
  repo.write('out/built.js', 'cartTotal();\n');
  setComplete(repo, 0);
  await using engine = await engineOn(repo);
  const answer = await engine.search(request({ verb: 'find', text: 'cartTotal' }));
  expect(paths(answer).sort()).toEqual(['src/cart.ts', 'src/met-later.ts']);
  // Of the folder, and not of the index that knows one file.
  expect(answer.receipt).toMatchObject({ listed: 3, searched: 3 });
  expect((await engine.index.status())[0]?.state).toBe('incomplete');
});
