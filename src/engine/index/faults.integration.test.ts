/** Indexing while something underneath misbehaves: the parser, the disk, the folder, another process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { dumpIndex, withIndex } from '../../../testing/dump-index.ts';
import { indexPath, indexRepo, skippedIn } from '../../../testing/index-repo.ts';
import { makeRepo, type TestRepo } from '../../../testing/make-repo.ts';
import { WAL_LIMIT_BYTES } from '../options.ts';
import { halfFiles } from '../store/check.ts';
import { openIndexReader } from '../store/read.ts';
import type { UpdateOutcome } from './bring-up-to-date.ts';

const PROCESS = join(import.meta.dirname, '../../../testing/index-process.ts');
const MISBEHAVING = new URL('../../../testing/misbehaving-parse-worker.ts', import.meta.url);
const SOURCE = 'export class Cart {\n  total(items: number[]): number {\n    return items.length;\n  }\n}\n';

interface ProcessRun {
  code: number | null;
  stderr: string;
  outcome: UpdateOutcome;
}

/** Runs the indexing process by `wrap` (program and first arguments), which gets the rest of the command line. */
function indexInProcess(repo: TestRepo, wrap: string[], ...more: string[]): ProcessRun {
  const [program = '', ...args] = [...wrap, process.execPath, PROCESS, repo.dir, ...more];
  const env = { ...process.env, IQ_INDEX_DIR: repo.indexDir };
  const run = spawnSync(program, args, { encoding: 'utf8', env, timeout: 90_000 });
  const line = run.stdout.split('\n').find((text) => text.startsWith('{'));
  if (line === undefined) throw new Error(`no outcome: ${run.stdout}${run.stderr}`);
  return { code: run.status, stderr: run.stderr, outcome: JSON.parse(line) as UpdateOutcome };
}

const asNobody = ((dropped) => ['setpriv', `--bounding-set=${dropped}`, `--inh-caps=${dropped}`])(
  '-dac_override,-dac_read_search',
);

function parsersOf(repo: TestRepo): Record<string, string> {
  const rows = withIndex(indexPath(repo), (db) => openIndexReader(db).files());
  return Object.fromEntries(rows.map((row) => [row.path, row.parser]));
}

test('I28 a parser that hangs, throws, exits or runs out of memory costs its file the grammar, and no more', async () => {
  const bad = Object.fromEntries(['spin', 'throw', 'exit', 'heap'].map((name) => [`${name}.ts`, SOURCE]));
  const good = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}.ts`, SOURCE]));
  using repo = makeRepo({ ...good, ...bad, 'always-throw.ts': SOURCE });
  const outcome = await indexRepo(repo, { parseEntry: MISBEHAVING });
  expect(outcome).toMatchObject({ outcome: 'updated', written: 45 });
  expect(skippedIn(repo)).toEqual([{ path: 'always-throw.ts', reason: 'not-indexed' }]);
  const parsers = parsersOf(repo);
  for (const path of Object.keys(bad)) expect(parsers[path], path).toBe('lexical');
  for (const path of Object.keys(good)) expect(parsers[path], path).toBe('ast');
  const hits = withIndex(indexPath(repo), (db) =>
    openIndexReader(db).bm25({ match: '"cart"', limit: 99, allowed: null }),
  );
  expect(hits.map((hit) => hit.path)).toContain('spin.ts');
});

test('I28 a parser stuck in native code costs its file the grammar, and the process can still exit with its code', () => {
  using repo = makeRepo({ 'a.ts': SOURCE, 'native.ts': SOURCE, 'z.ts': SOURCE });
  const { code, outcome } = indexInProcess(repo, [], MISBEHAVING.href);
  expect(outcome).toMatchObject({ outcome: 'updated', written: 3 });
  expect(skippedIn(repo)).toEqual([]);
  expect(parsersOf(repo)).toEqual({ 'a.ts': 'ast', 'native.ts': 'lexical', 'z.ts': 'ast' });
  expect(code).toBe(3);
});

test('I28 a parser that takes the process with it loses the file after three times, and no other file anything', () => {
  const good = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`f${n}.ts`, SOURCE]));
  using repo = makeRepo({ ...good, 'die.ts': SOURCE });
  for (let time = 0; time < 3; time++) {
    const command = [PROCESS, repo.dir, MISBEHAVING.href];
    const run = spawnSync(process.execPath, command, { env: { ...process.env, IQ_INDEX_DIR: repo.indexDir } });
    expect(run.signal).toBe('SIGKILL');
  }
  const { outcome } = indexInProcess(repo, [], MISBEHAVING.href);
  expect(outcome).toMatchObject({ outcome: 'updated' });
  expect(skippedIn(repo)).toEqual([]);
  const parsers = parsersOf(repo);
  expect(parsers['die.ts']).toBe('lexical');
  for (const path of Object.keys(good)) expect(parsers[path], path).toBe('ast');
  expect(readdirSync(dirname(indexPath(repo))).filter((name) => !name.startsWith('index.db'))).toEqual([]);
});

/** Text that makes an index of some megabytes: every word is a new one. */
function bulk(files: number): Record<string, string> {
  const words = (n: number): string => Array.from({ length: 400 }, (_, at) => `w${n}q${at}x`).join('\n');
  return Object.fromEntries(Array.from({ length: files }, (_, n) => [`t${n}.txt`, words(n)]));
}

test('D9 a full disk stops indexing with a note, keeps what is there, and the next pass goes on', async () => {
  using repo = makeRepo({ 'first.ts': SOURCE });
  // A mount of its own, gone with the process. The index that was begun on it is looked at from inside.
  const script = `mkdir -p "$IQ_INDEX_DIR" && mount -t tmpfs -o size=3m tmpfs "$IQ_INDEX_DIR" || exit 9
    "$@" || true
    cp -r "$IQ_INDEX_DIR" "$IQ_COPY"`;
  await indexRepo(repo);
  for (const [path, text] of Object.entries(bulk(600))) repo.write(path, text);
  const copy = join(dirname(repo.indexDir), 'copy');
  process.env['IQ_COPY'] = copy;
  const flags = process.getuid?.() === 0 ? '-m' : '-Urm';
  const { outcome, stderr } = indexInProcess(repo, ['unshare', flags, 'sh', '-c', script, 'sh']);
  expect(outcome.note?.code, stderr).toBe('disk-full');
  const cut = { ...repo, indexDir: copy };
  const kept = withIndex(indexPath(cut), (db) => ({ half: halfFiles(db), files: openIndexReader(db).counts().files }));
  expect(kept.half).toEqual([]);
  expect(kept.files).toBeLessThan(601);
  expect((await indexRepo(cut)).note).toBeUndefined();
  await indexRepo(repo);
  expect(dumpIndex(indexPath(cut))).toEqual(dumpIndex(indexPath(repo)));
});

test('D10 a file size limit stops indexing with a note, and what was committed is searched', async () => {
  using repo = makeRepo(bulk(1_500));
  const { outcome } = indexInProcess(repo, ['sh', '-c', 'ulimit -f 24000; exec "$@"', 'sh']);
  expect(outcome).toMatchObject({ outcome: 'updated', note: { code: 'disk-full' } });
  expect(outcome.written).toBeGreaterThan(0);
  const hits = withIndex(indexPath(repo), (db) =>
    openIndexReader(db).bm25({ match: '"w0q7x"', limit: 9, allowed: null }),
  );
  expect(hits.map((hit) => hit.path)).toEqual(['t0.txt']);
  const rest = await indexRepo(repo);
  expect(rest).toMatchObject({ outcome: 'updated', written: 1_500 - outcome.written });
});

test('an index folder that may not be written is searched as it is', async () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  await indexRepo(repo);
  repo.write('b.ts', 'export const late = 1;\n');
  const dir = dirname(indexPath(repo));
  chmodSync(dir, 0o500);
  try {
    const { outcome } = indexInProcess(repo, asNobody);
    expect(outcome).toMatchObject({ outcome: 'read-only', written: 0, note: { code: 'index-readonly' } });
  } finally {
    chmodSync(dir, 0o700);
  }
});

test('a place for the index that cannot be made is said, not thrown', () => {
  using repo = makeRepo({ 'a.ts': SOURCE });
  const base = dirname(repo.indexDir);
  chmodSync(base, 0o500);
  try {
    const { outcome } = indexInProcess(repo, asNobody);
    expect(outcome).toMatchObject({ outcome: 'read-only', note: { code: 'index-readonly' } });
    expect(existsSync(repo.indexDir)).toBe(false);
  } finally {
    chmodSync(base, 0o700);
  }
});

test('a file that cannot be read is skipped by name, and not tried again until it changes', () => {
  using repo = makeRepo({ 'a.ts': SOURCE, 'closed.ts': SOURCE });
  chmodSync(join(repo.dir, 'closed.ts'), 0o000);
  const first = indexInProcess(repo, asNobody).outcome;
  expect(first).toMatchObject({ outcome: 'updated' });
  expect(skippedIn(repo)).toEqual([{ path: 'closed.ts', reason: 'unreadable' }]);
  chmodSync(join(repo.dir, 'closed.ts'), 0o644);
  expect(indexInProcess(repo, asNobody).outcome).toMatchObject({ outcome: 'updated' });
  expect(skippedIn(repo)).toEqual([]);
});

/** A process that writes files and indexes them, again and again, and searches in between. */
function startChurner(repo: TestRepo, name: string): ChildProcess {
  const testing = JSON.stringify(new URL('../../../testing/', import.meta.url).href);
  const script = `
    const { writeFileSync } = await import('node:fs');
    const { indexRepo, indexPath } = await import(${testing} + 'index-repo.ts');
    const { withIndex } = await import(${testing} + 'dump-index.ts');
    const { openIndexReader } = await import(${JSON.stringify(new URL('../store/read.ts', import.meta.url).href)});
    const repo = { dir: process.argv[1], indexDir: process.argv[2] };
    const counts = { wrote: 0, waited: 0, searches: 0 };
    for (let round = 0; round < 12; round++) {
      for (let n = 0; n < 20; n++) writeFileSync(repo.dir + '/${name}' + n + '.ts', 'export const ${name}r' + round + ' = ' + n + ';');
      const outcome = await indexRepo(repo);
      if (outcome.note && outcome.note.code !== 'index-locked') throw new Error(JSON.stringify(outcome));
      counts[outcome.outcome === 'read-only' ? 'waited' : 'wrote'] += 1;
      for (let n = 0; n < 20; n++) {
        withIndex(indexPath(repo), (db) => openIndexReader(db).bm25({ match: '"cart"', limit: 9, allowed: null }));
        counts.searches += 1;
      }
    }
    console.log(JSON.stringify(counts));`;
  return spawn(process.execPath, ['--input-type=module', '-e', script, repo.dir, repo.indexDir]);
}

async function outputOf(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const text = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => (text.stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (text.stderr += String(chunk)));
  const [code] = await once(child, 'close');
  return { code: code as number | null, ...text };
}

test('D14 I21 processes that index and search one folder at once never fail, and the WAL stays small', async () => {
  using repo = makeRepo({ 'cart.ts': SOURCE });
  await indexRepo(repo);
  const wal = { largest: 0 };
  const watch = setInterval(() => {
    const size = statSync(`${indexPath(repo)}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    wal.largest = Math.max(wal.largest, size);
  }, 20);
  const runs = await Promise.all(['red', 'green', 'blue'].map((name) => outputOf(startChurner(repo, name))));
  clearInterval(watch);
  for (const run of runs) expect(run, run.stderr).toMatchObject({ code: 0 });
  const counts = runs.map((run) => JSON.parse(run.stdout) as { wrote: number; searches: number });
  expect(counts.map((count) => count.searches)).toEqual([240, 240, 240]);
  expect(counts.reduce((sum, count) => sum + count.wrote, 0)).toBeGreaterThan(0);
  expect(wal.largest).toBeLessThan(WAL_LIMIT_BYTES);
  await indexRepo(repo);
  const fresh = { ...repo, indexDir: `${repo.indexDir}-fresh` };
  await indexRepo(fresh);
  expect(dumpIndex(indexPath(repo))).toEqual(dumpIndex(indexPath(fresh)));
});
