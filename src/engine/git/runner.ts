/**
 * The only way git is run. A repository can name programs for git to start in a dozen places of its config; this
 * recipe was run against all of them, and its premise is that no command in it reads the worktree.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from '../../shared/messages.ts';
import { emptyHome } from '../../system/paths.ts';
import { runProcess, type StopReason } from '../../system/spawn.ts';
import { systemCode } from '../../system/system-error.ts';
import { GIT_MAX_STDOUT_BYTES, GIT_TIMEOUT_MS } from '../options.ts';
import { allowedArguments } from './allowed-arguments.ts';
import { GIT_PATH, gitProgram } from './git-program.ts';
import { gitFolders, isOurs, topLevelAbove } from './repository-folders.ts';

export interface Repository {
  /** Absolute path of the git program. */
  git: string;
  /** The folder that was opened, by its real path. At or below `workTree`. */
  dir: string;
  /** Top level of the checked-out files. */
  workTree: string;
  /** The `.git` folder, or the one a worktree's or submodule's `.git` file names. */
  gitDir: string;
}

export type OpenedRepository =
  | { ok: true; repository: Repository }
  | { ok: false; reason: 'no-git' | 'no-repository' | 'foreign-owner' | 'broken'; detail: string };

export interface OpenOptions {
  /** Folders (real paths of top levels) the user trusts although somebody else owns them. */
  trusted?: readonly string[];
}

type Refused = Extract<OpenedRepository, { ok: false }>;

export interface GitOptions {
  signal?: AbortSignal;
  /** Default: the limits of options.ts. */
  timeoutMs?: number;
  maxStdoutBytes?: number;
  /** Takes the output as it comes; `false` ends the run. */
  onStdout?: (chunk: Buffer) => boolean | void;
}

export interface GitResult {
  code: number | null;
  /** Empty with `onStdout`. */
  stdout: Buffer;
  stderr: string;
  stopped?: StopReason;
}

const HARDENED = [
  '--no-pager',
  '--no-optional-locks',
  '--literal-pathspecs',
  ...[
    'core.fsmonitor=false',
    'core.hooksPath=/dev/null',
    'core.attributesFile=/dev/null',
    'core.sshCommand=false',
    'protocol.allow=never',
    'log.showSignature=false',
    // One key per kind of signature: gpg.program is for the first alone.
    'gpg.program=false',
    'gpg.openpgp.program=false',
    'gpg.x509.program=false',
    'gpg.ssh.program=false',
    'submodule.recurse=false',
    'safe.bareRepository=explicit',
  ].flatMap((setting) => ['-c', setting]),
];

/**
 * Opens the repository at or above `dir`. Setting GIT_DIR switches git's own check of the owner off, so it is made
 * here: the folder, the top level, `.git` and what it leads to must be ours, or the top level trusted.
 */
export function openRepository(dir: string, options: OpenOptions = {}): OpenedRepository {
  const git = gitProgram();
  if (git === null) return { ok: false, reason: 'no-git', detail: messages.gitMissing() };
  try {
    const real = realpathSync(dir);
    const workTree = topLevelAbove(real);
    if (workTree === null) return noRepository(dir);
    const marker = join(workTree, '.git');
    const trusted = options.trusted?.includes(workTree) ?? false;
    const foreign = trusted ? undefined : [real, workTree, marker].find((path) => !isOurs(path));
    if (foreign !== undefined) return foreignOwner(foreign);
    const folders = gitFolders(marker);
    if (folders === null) return { ok: false, reason: 'broken', detail: messages.brokenRepository({ path: workTree }) };
    const elsewhere = trusted ? undefined : folders.find((path) => !isOurs(path));
    if (elsewhere !== undefined) return foreignOwner(elsewhere);
    return { ok: true, repository: { git, dir: real, workTree, gitDir: folders[0] } };
  } catch (error) {
    // Gone or closed to us: for git there is nothing here.
    if (systemCode(error) !== undefined) return noRepository(dir);
    throw error;
  }
}

/**
 * Runs one allowed command from outside the repository. Throws for arguments that are not allowed; a failing git is
 * a result with its code. Paths are relative to the top level, in the arguments as in the output.
 */
export async function runGit(repository: Repository, args: string[], options: GitOptions = {}): Promise<GitResult> {
  const { signal: _signal, ...result } = await runProcess({
    file: repository.git,
    args: [...HARDENED, ...allowedArguments(args)],
    env: environmentFor(repository),
    ...options,
    timeoutMs: options.timeoutMs ?? GIT_TIMEOUT_MS,
    maxStdoutBytes: options.maxStdoutBytes ?? GIT_MAX_STDOUT_BYTES,
  });
  return result;
}

function environmentFor(repository: Repository): Record<string, string> {
  return {
    PATH: GIT_PATH,
    HOME: emptyHome(),
    LC_ALL: 'C.UTF-8',
    GIT_DIR: repository.gitDir,
    // Named, so that core.worktree cannot point git at /etc.
    GIT_WORK_TREE: repository.workTree,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  };
}

function noRepository(dir: string): Refused {
  return { ok: false, reason: 'no-repository', detail: messages.noRepository({ folder: dir }) };
}

function foreignOwner(path: string): Refused {
  return { ok: false, reason: 'foreign-owner', detail: messages.foreignOwner({ path }) };
}
