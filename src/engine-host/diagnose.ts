/** Checks everything a search depends on, without searching: what is off, and why. */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '../shared/messages.ts';
import type { Engine } from '../engine/engine.ts';
import { isIqError } from '../engine/errors.ts';
import { gitProgram } from '../engine/git/git-program.ts';
import { openRepository } from '../engine/git/runner.ts';
import type { IndexStatus } from '../engine/index-state.ts';
import { makePrivateFolder } from '../system/make-folder.ts';
import { indexRoot } from '../system/paths.ts';
import { runProcess } from '../system/spawn.ts';
import { openEngine, rootsOf } from './compose.ts';

export interface Check {
  /** Stable name: `node`, `sqlite`, `ripgrep`, `git`, `grammars`, `index-folder`; per root `root`, `repository`, `index`. */
  name: string;
  ok: boolean;
  /** A sentence part: the version, the place, or what is wrong. */
  detail: string;
}

const NODE_MAJOR = 24;
/** Room below which an index is likely to fail: a large repository's takes a few hundred MB. */
const FREE_BYTES_WANTED = 512 * 1024 * 1024;
const VERSION_TIMEOUT_MS = 5_000;

/** Never throws for what it checks: a check that fails says how. `roots` as in `openEngine`. */
export async function diagnose(roots: readonly string[]): Promise<Check[]> {
  return [
    checkNode(),
    await attempt('sqlite', checkSqlite),
    await attempt('ripgrep', checkRipgrep),
    await attempt('git', checkGit),
    await attempt('grammars', checkGrammars),
    await attempt('index-folder', checkIndexFolder),
    ...(await Promise.all(rootsOf(roots).map(checkRoot))).flat(),
  ];
}

type Outcome = Omit<Check, 'name'>;

async function attempt(name: string, check: () => Outcome | Promise<Outcome>): Promise<Check> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: messages.checkFailed({ reason: error instanceof Error ? error.message : String(error) }),
    };
  }
}

function checkNode(): Check {
  const { node: version } = process.versions;
  const ok = Number(version.split('.')[0]) >= NODE_MAJOR;
  return { name: 'node', ok, detail: ok ? version : messages.checkNodeOld({ version, wanted: NODE_MAJOR }) };
}

async function checkSqlite(): Promise<Outcome> {
  const [{ default: Database }, { assertSqliteVersion }] = await Promise.all([
    import('better-sqlite3'),
    import('../engine/store/open.ts'),
  ]);
  const db = new Database(':memory:');
  try {
    const version = String(db.prepare('SELECT sqlite_version()').pluck().get());
    assertSqliteVersion(version);
    db.exec('CREATE VIRTUAL TABLE probe USING fts5(text)');
    return { ok: true, detail: messages.checkSqlite({ version }) };
  } finally {
    db.close();
  }
}

async function checkRipgrep(): Promise<Outcome> {
  const { ripgrepPath } = await import('../engine/workspace/ripgrep.ts');
  return versionOf(ripgrepPath(), ['--no-config', '--version']);
}

function checkGit(): Outcome | Promise<Outcome> {
  const git = gitProgram();
  return git === null ? { ok: false, detail: messages.gitMissing() } : versionOf(git, ['--version']);
}

/** First line of what a program says about itself, and where the program lies. */
async function versionOf(file: string, args: string[]): Promise<Outcome> {
  const { code, stdout, stderr } = await runProcess({ file, args, timeoutMs: VERSION_TIMEOUT_MS });
  const firstLine = (code === 0 ? stdout.toString('utf8') : stderr).split('\n', 1)[0] ?? '';
  return {
    ok: code === 0,
    detail: code === 0 ? `${firstLine} (${file})` : messages.checkFailed({ reason: firstLine }),
  };
}

async function checkGrammars(): Promise<Outcome> {
  const { grammarOf, GRAMMAR_LANGUAGES } = await import('../engine/parse/grammars.ts');
  const missing = GRAMMAR_LANGUAGES.filter((language) => grammarOf(language) === null);
  return missing.length === 0
    ? { ok: true, detail: messages.checkGrammars({ languages: GRAMMAR_LANGUAGES.length }) }
    : { ok: false, detail: messages.checkGrammarsMissing({ languages: missing }) };
}

function checkIndexFolder(): Outcome {
  const folder = indexRoot();
  makePrivateFolder(folder);
  const probe = join(folder, `.doctor-${process.pid}`);
  writeFileSync(probe, '');
  rmSync(probe);
  const { bavail, bsize } = statfsSync(folder);
  const freeBytes = bavail * bsize;
  return freeBytes >= FREE_BYTES_WANTED
    ? { ok: true, detail: messages.checkFolder({ folder, freeBytes }) }
    : { ok: false, detail: messages.checkFolderFull({ folder, freeBytes, wantedBytes: FREE_BYTES_WANTED }) };
}

/** A root that cannot be opened says so once; what lies in it needs no further complaint. */
async function checkRoot(dir: string): Promise<Check[]> {
  let engine: Engine;
  try {
    engine = await openEngine({ roots: [dir] });
  } catch (error) {
    if (!isIqError(error)) throw error;
    return [{ name: 'root', ok: false, detail: error.message }];
  }
  try {
    const [root = { dir }] = engine.roots();
    const [status] = await engine.index.status();
    return [
      await attempt('root', () => checkOwner(root.dir)),
      await attempt('repository', () => checkRepository(root.dir)),
      await attempt('index', () => checkIndex(status)),
    ];
  } finally {
    await engine.close();
  }
}

function checkOwner(folder: string): Outcome {
  const me = process.getuid?.();
  const foreign = me !== undefined && statSync(folder).uid !== me;
  return { ok: true, detail: foreign ? messages.checkForeign({ folder }) : messages.checkOwn({ folder }) };
}

/** A folder without a repository lacks nothing; one that git may not be asked about is worth a line. */
function checkRepository(folder: string): Outcome {
  const opened = openRepository(folder);
  if (opened.ok) return { ok: true, detail: opened.repository.gitDir };
  return { ok: opened.reason === 'no-repository' || opened.reason === 'no-git', detail: opened.detail };
}

function checkIndex(status: IndexStatus | undefined): Outcome {
  if (!status) throw new Error('the engine has no root');
  const { state, detail, counts, path } = status;
  const parts = [messages.indexState({ state, ...(detail === undefined ? {} : { detail }) })];
  if (counts) parts.push(messages.indexCounts(counts));
  return { ok: state !== 'unusable', detail: `${parts.join('; ')} (${path})` };
}
