/** Where the product keeps its own files, and the one test of "inside this folder". */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, isAbsolute, join, resolve, sep } from 'node:path';
import { messages } from '../shared/messages.ts';
import { makePrivateFolder } from './make-folder.ts';

/** What the places depend on; tests pass their own. */
export interface Surroundings {
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  home: string;
}

/** Hex digits of the root's hash in a folder name: 64 bits, so that two roots of one machine never meet. */
const HASH_CHARS = 16;
/** Readable part of a folder name; with the hash it stays far below the 255 bytes a file system takes. */
const NAME_CHARS = 40;

/** Index and vectors: can be rebuilt, so they lie in the cache. `IQ_INDEX_DIR` overrides. Throws for a relative one. */
export function indexRoot(at: Surroundings = here()): string {
  const problem = indexRootProblem(at);
  if (problem !== null) throw new Error(problem);
  return at.env.IQ_INDEX_DIR || cacheFolder(at);
}

/** Why there is no index folder, as a sentence: a relative one would lie in whatever folder one is in. */
export function indexRootProblem(at: Surroundings = here()): string | null {
  const given = at.env.IQ_INDEX_DIR;
  return given && !isAbsolute(given) ? messages.indexDirRelative({ given }) : null;
}

/** What a user made: memory, history, saved searches. `IQ_DATA_DIR` overrides. Absolute. */
export function dataRoot(at: Surroundings = here()): string {
  if (at.env.IQ_DATA_DIR) return resolve(at.env.IQ_DATA_DIR);
  if (at.platform === 'darwin') return join(at.home, 'Library', 'Application Support', 'iq');
  if (at.platform === 'win32') return join(folderFrom(at, 'APPDATA', 'AppData/Roaming'), 'iq', 'data');
  return join(folderFrom(at, 'XDG_DATA_HOME', '.local/share'), 'iq');
}

/** `settings.json`. `IQ_CONFIG_DIR` overrides. Absolute. */
export function configRoot(at: Surroundings = here()): string {
  if (at.env.IQ_CONFIG_DIR) return resolve(at.env.IQ_CONFIG_DIR);
  if (at.platform === 'darwin') return join(at.home, 'Library', 'Application Support', 'iq');
  if (at.platform === 'win32') return join(folderFrom(at, 'APPDATA', 'AppData/Roaming'), 'iq');
  return join(folderFrom(at, 'XDG_CONFIG_HOME', '.config'), 'iq');
}

/**
 * The index folder of one workspace root: a name a person recognises plus a hash of the whole path. Not created
 * here; whoever creates it uses mode 0700.
 */
export function indexDirFor(rootRealPath: string, at: Surroundings = here()): string {
  const readable = basename(rootRealPath)
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(0, NAME_CHARS);
  const hash = createHash('sha256').update(rootRealPath).digest('hex').slice(0, HASH_CHARS);
  return join(indexRoot(at), `${readable || 'root'}-${hash}`);
}

/** True when `path` is `folder` or below it. By component: `/a/b2` and `/a/..b` are not confused with `/a/b` or `/a`. */
export function isInside(folder: string, path: string): boolean {
  if (path === folder) return true;
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

let passing: string | undefined;

/** An empty folder to be the HOME of children, so that no file of the user's is read by them. Made or checked anew. */
export function emptyHome(): string {
  const kept = keptEmptyFolder();
  if (kept !== null) return kept;
  passing ??= passingEmptyFolder();
  return passing;
}

function keptEmptyFolder(): string | null {
  try {
    const folder = join(indexRoot(), 'empty-home');
    makePrivateFolder(folder);
    return readdirSync(folder).length === 0 ? folder : null;
  } catch {
    return null;
  }
}

/** Where the cache cannot be written: one folder for the life of this process. */
function passingEmptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'iq-home-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function cacheFolder(at: Surroundings): string {
  if (at.platform === 'darwin') return join(at.home, 'Library', 'Caches', 'iq');
  if (at.platform === 'win32') return join(folderFrom(at, 'LOCALAPPDATA', 'AppData/Local'), 'iq', 'cache');
  return join(folderFrom(at, 'XDG_CACHE_HOME', '.cache'), 'iq');
}

/** The XDG base directory specification: a relative value is invalid and counts as unset. */
function folderFrom(at: Surroundings, variable: string, belowHome: string): string {
  const value = at.env[variable];
  return value && isAbsolute(value) ? value : join(at.home, belowHome);
}

function here(): Surroundings {
  return { env: process.env, platform: process.platform, home: homeFolder() };
}

/** An empty or relative HOME would put our files into the current folder, which is the user's repository. */
function homeFolder(): string {
  if (isAbsolute(homedir())) return homedir();
  try {
    const { homedir: recorded } = userInfo();
    if (isAbsolute(recorded)) return recorded;
  } catch {
    // No entry for this user: a container started with a bare number.
  }
  return join(tmpdir(), `iq-${process.getuid?.() ?? 'user'}`);
}
