/**
 * Kills a process with SIGKILL at random moments while it indexes, and looks at what is left each time.
 * Use: `npx node testing/kill-loop.ts [kills] [folder]`. The folder is copied first; without one a tree is generated.
 *
 * After each kill: opening and one BM25 query within a second, SQLite's and FTS5's integrity checks, no file with fewer
 * rows than a fresh parse of it gives. In between, files change, appear and go, and every eighth round starts over from
 * nothing. At the end one undisturbed pass must give the same index as a build from nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createRandom, type Random } from '../bench/random.ts';
import { runParseJob } from '../src/engine/index/parse-job.ts';
import { halfFiles, isSound } from '../src/engine/store/check.ts';
import { openForReading } from '../src/engine/store/open.ts';
import { openIndexReader } from '../src/engine/store/read.ts';
import { dumpIndex, withIndex } from './dump-index.ts';
import { indexPath } from './index-repo.ts';

export interface KillReport {
  kills: number;
  /** The process was done before the signal came; not counted as a kill. */
  missed: number;
  /** Kills that found no index yet, and an index with some but not all files. */
  beforeIndex: number;
  midway: number;
  /** Files compared with a fresh parse, over all rounds. */
  filesChecked: number;
  slowestAnswerMs: number;
  /** Empty when all is well. */
  problems: string[];
}

export interface KillOptions {
  kills: number;
  /** Copied and indexed; without one a tree of `files` files is generated. */
  folder?: string;
  files?: number;
  seed?: number;
}

const ANSWER_LIMIT_MS = 1_000;
const START_OVER_EVERY = 8;
/** What an update of the changed files takes, as a share of a whole pass. */
const UPDATE_SHARE = 0.4;
/** Kills aimed at the time before the first file is parsed, and how long that takes about. */
const EARLY_SHARE = 0.2;
const EARLY_MS = 400;

interface Loop {
  dir: string;
  indexDir: string;
  random: Random;
  report: KillReport;
  /** Symbols and chunks of a fresh parse, by path and content hash. */
  parsed: Map<string, string>;
  /** How long a whole pass takes from its first file on: kills fall anywhere in it. */
  workMs: number;
  round: number;
}

export async function runKillLoop(options: KillOptions): Promise<KillReport> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'iq-kill-')));
  const report = { kills: 0, missed: 0, beforeIndex: 0, midway: 0, filesChecked: 0, slowestAnswerMs: 0, problems: [] };
  const dir = join(base, 'tree');
  const loop: Loop = {
    dir,
    indexDir: join(base, 'index'),
    random: createRandom(options.seed ?? 1),
    report,
    parsed: new Map(),
    workMs: 0,
    round: 0,
  };
  try {
    if (options.folder === undefined) generateTree(dir, options.files ?? 500);
    else cpSync(options.folder, dir, { recursive: true, filter: (path) => !path.endsWith('/.git') });
    loop.workMs = await wholePass(loop, loop.indexDir);
    while (report.kills < options.kills) await round(loop);
    await wholePass(loop, loop.indexDir);
    await wholePass(loop, join(base, 'fresh'));
    const [kept, fresh] = [loop.indexDir, join(base, 'fresh')].map((indexDir) =>
      dumpIndex(indexPath({ dir, indexDir })),
    );
    if (JSON.stringify(kept) !== JSON.stringify(fresh))
      loop.report.problems.push('the last index differs from a fresh one');
    return loop.report;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

async function round(loop: Loop): Promise<void> {
  loop.round += 1;
  changeTree(loop);
  const startOver = loop.round % START_OVER_EVERY === 0;
  if (startOver) rmSync(loop.indexDir, { recursive: true, force: true });
  const child = startIndexing(loop, loop.indexDir);
  const exited = once(child, 'exit');
  // Some die while they open the index and take the lease, most while they write.
  const early = loop.random.next() < EARLY_SHARE;
  await Promise.race([said(child, early ? 'start' : 'begun'), exited]);
  const span = early ? EARLY_MS : loop.workMs * (startOver ? 1 : UPDATE_SHARE);
  await Promise.race([sleep(loop.random.next() * span), exited]);
  child.kill('SIGKILL');
  const [, signal] = await exited;
  if (signal === 'SIGKILL') loop.report.kills += 1;
  else loop.report.missed += 1;
  look(loop);
}

function startIndexing({ dir }: Loop, indexDir: string): ChildProcess {
  const env = { ...process.env, IQ_INDEX_DIR: indexDir };
  return spawn(process.execPath, [join(import.meta.dirname, 'index-process.ts'), dir], { env });
}

/** Resolves once the process has printed the word. */
async function said(child: ChildProcess, word: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let text = '';
  child.stdout?.on('data', (chunk) => {
    text += String(chunk);
    if (text.includes(word)) resolve();
  });
  await promise;
}

/** Milliseconds from the first parsed file to the end. */
async function wholePass(loop: Loop, indexDir: string): Promise<number> {
  const child = startIndexing(loop, indexDir);
  const exited = once(child, 'exit');
  await Promise.race([said(child, 'begun'), exited]);
  const began = performance.now();
  const [code] = await exited;
  if (code !== 3) throw new Error(`an undisturbed pass ended with code ${String(code)}`);
  return performance.now() - began;
}

function look(loop: Loop): void {
  const { report } = loop;
  const dbPath = indexPath(loop);
  const problem = (text: string): void => void report.problems.push(`round ${loop.round}: ${text}`);
  const began = performance.now();
  const opened = openForReading(dbPath);
  if (!opened.ok) {
    if (opened.reason !== 'missing') problem(`${opened.reason}: ${opened.detail}`);
    report.beforeIndex += 1;
    return;
  }
  const reader = openIndexReader(opened.db);
  reader.bm25({ match: '"name" OR "valu" OR "return"', limit: 200, allowed: null });
  const answerMs = performance.now() - began;
  report.slowestAnswerMs = Math.max(report.slowestAnswerMs, answerMs);
  if (answerMs > ANSWER_LIMIT_MS) problem(`${answerMs.toFixed(0)} ms to the first answer`);
  if (!reader.state().complete) report.midway += 1;
  reader.close();
  const db = new Database(dbPath);
  if (!isSound(db)) problem(`the integrity check fails; half files: ${halfFiles(db).join(', ')}`);
  db.close();
  for (const path of filesUnlikeFreshParse(loop, dbPath)) problem(`${path} has other rows than a fresh parse gives`);
}

interface CountedFile {
  path: string;
  hash: string;
  symbols: number;
  chunks: number;
}

/** Files whose text is still what was indexed, and whose rows are not what a parse of it gives now. */
function filesUnlikeFreshParse({ dir, parsed, report }: Loop, dbPath: string): string[] {
  const rows = withIndex(dbPath, (db) => db.prepare<[], CountedFile>(COUNTS).all());
  return rows.flatMap(({ path, hash, symbols, chunks }) => {
    const key = `${path} ${hash}`;
    if (!parsed.has(key)) parsed.set(key, freshCounts(dir, path, hash));
    report.filesChecked += 1;
    const fresh = parsed.get(key);
    return fresh === 'changed since' || fresh === `${symbols} ${chunks}` ? [] : [path];
  });
}

/** By file id, not by the extent that the row of the file claims. */
const COUNTS = `
  WITH s AS (SELECT file_id, count(*) AS n FROM symbols GROUP BY file_id),
       c AS (SELECT file_id, count(*) AS n FROM chunks JOIN chunks_fts_docsize d ON d.id = chunks.id GROUP BY file_id)
  SELECT path, hash, coalesce(s.n, 0) AS symbols, coalesce(c.n, 0) AS chunks
  FROM files f LEFT JOIN s ON s.file_id = f.id LEFT JOIN c ON c.file_id = f.id`;

function freshCounts(dir: string, path: string, hash: string): string {
  const file = { path, abs: join(dir, path), size: 0, mtimeMs: 0, ctimeMs: 0 };
  const outcome = runParseJob({ file, knownHash: '' }, false);
  if (outcome.kind !== 'indexed' || outcome.file.row.hash !== hash) return 'changed since';
  return `${outcome.file.parsed.symbols.length} ${outcome.file.parsed.chunks.length}`;
}

/** Some files change, some appear, some go. */
function changeTree({ dir, random, round: at }: Loop): void {
  const files = treeFiles(dir);
  const some = (share: number): string[] => files.filter(() => random.next() < share);
  for (const path of some(0.05)) rmSync(join(dir, path), { force: true });
  for (const path of some(0.3)) writeFileSync(join(dir, path), sourceText(path, at, random));
  for (let n = 0; n < files.length * 0.05; n++)
    write(dir, `added/round${at}/f${n}.ts`, sourceText('f.ts', at + n, random));
}

function generateTree(dir: string, files: number): void {
  const random = createRandom(7);
  const extensions = ['ts', 'py', 'go', 'rs', 'java', 'md', 'json'];
  for (let n = 0; n < files; n++) {
    const path = `part${n % 20}/file${n}.${extensions[n % extensions.length]}`;
    write(dir, path, sourceText(path, n, random));
  }
}

/** A file of 2 to 60 small definitions in something that several grammars take. */
function sourceText(path: string, salt: number, random: Random): string {
  const count = 2 + random.below(58);
  const lines = Array.from({ length: count }, (_, n) =>
    path.endsWith('.py')
      ? `def name_${salt}_${n}(value):\n    return value + ${n}\n`
      : `function name${salt}Of${n}(value) {\n  if (value > ${n}) return value;\n  return ${salt};\n}\n`,
  );
  return lines.join('\n');
}

function treeFiles(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
    .toSorted();
}

function write(dir: string, path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

if (process.argv[1] === import.meta.filename) {
  const [kills = '100', folder] = process.argv.slice(2);
  const report = await runKillLoop({
    kills: Number(kills),
    ...(folder === undefined ? {} : { folder: realpathSync(folder) }),
  });
  console.log(JSON.stringify(report, null, 2));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
}
