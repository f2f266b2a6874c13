/**
 * The only place that starts ripgrep, for listing and for live search alike.
 *
 * The matcher is ripgrep's own: `rg --no-config --hidden --no-require-git --glob '!.git'` reads `.gitignore`,
 * `.ignore`, `.rgignore` and `.git/info/exclude`, also of the folders above the root, and the user's own
 * `core.excludesFile` (which is why HOME and XDG_CONFIG_HOME are handed on; listing and search get the same ones).
 * Links are never followed, archives never unpacked, no other program run, no PCRE. `--max-filesize` is for searching
 * only: with `--files` it would drop large files without a word, and they must be named as skipped.
 */
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { isAbsolute } from 'node:path';
import { messages } from '../../shared/messages.ts';
import { type RunResult, runProcess } from '../../system/spawn.ts';
import { IqError } from '../errors.ts';
import { MAX_FILE_BYTES, RG_MAX_STDOUT_BYTES, RG_MAX_THREADS, RG_REGEX_SIZE_LIMIT, RG_TIMEOUT_MS } from '../options.ts';
import { regexProblem } from './regex-problem.ts';

/**
 * Which files count. The same for a listing and for a search, so that the two agree by construction. Known
 * differences from `git check-ignore`, counted by the tree tests: `.ignore` and `.rgignore` count; a repository inside
 * another (a submodule too) also obeys the rules around it; a tracked file that a rule matches is hidden; a worktree
 * does not read the `info/exclude` of its repository; rules above the repository count; `{a,b}` means a or b,
 * `[[:alpha:]]` nothing; anchored patterns of the user's own excludes file match nothing.
 */
export const LIST_FLAGS: readonly string[] = ['--hidden', '--no-require-git', '--glob=!.git'];
/** What a search adds: the size gate of the index, and a lid on the compiled pattern. */
export const SEARCH_FLAGS: readonly string[] = [
  ...LIST_FLAGS,
  `--max-filesize=${MAX_FILE_BYTES}`,
  `--regex-size-limit=${RG_REGEX_SIZE_LIMIT}`,
];
/** `--no-ignore-messages`: complaints about a rule quote it, and an ignore file may be a link to a secret. */
const FIXED_FLAGS = ['--no-config', '--color=never', '--no-ignore-messages'];
/** All that ripgrep sees of our environment. `RIPGREP_CONFIG_PATH` could name a program to run. */
const ENVIRONMENT = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot'];
/** They run programs, leave the tree, unpack archives or take patterns from files. Never ours to pass. */
const FORBIDDEN_FLAG =
  /^(--(pre|hostname-bin|search-zip|follow|pcre2|engine|auto-hybrid-regex|file|ignore-file)\b|-[A-Za-z]*[zLPf])/;
const TAKES_VALUE = new Set(['-e', '--regexp', '-g', '--glob']);

export interface RipgrepRequest {
  /** Flags and `-e PATTERN`; no paths. */
  args: readonly string[];
  /** Absolute files or folders. ripgrep searches one that is named whatever the ignore rules say of it. */
  targets: readonly string[];
  /** Default: SEARCH_FLAGS. */
  flags?: readonly string[];
  /** Takes the output as it comes; `false` means enough. Without it the output is in `stdout`. */
  onStdout?: (chunk: Buffer) => boolean | void;
  signal?: AbortSignal;
  timeoutMs?: number;
  maxStdoutBytes?: number;
  maxStderrBytes?: number;
}

/** A path that ripgrep could not read, as it printed it, and the system's reason. */
export interface UnreadablePath {
  abs: string;
  reason: string;
}

export interface RipgrepResult {
  stdout: Buffer;
  stderr: string;
  /** Set when the run ended early (time, output, a signal): what was seen counts, the rest is unknown. */
  incomplete?: string;
  /** Not yet through the floor: whoever shows them asks it first. */
  unreadable: UnreadablePath[];
}

/**
 * Runs ripgrep to its end. A partial run is a value with its reason, never an empty result. Throws an IqError for a
 * bad pattern (`bad-regex`), a missing binary (`tool-missing`), a cancel (`aborted`) and anything else ripgrep refuses
 * (`search-failed`).
 */
export async function runRipgrep(request: RipgrepRequest): Promise<RipgrepResult> {
  requireSafe(request);
  const limits = {
    timeoutMs: request.timeoutMs ?? RG_TIMEOUT_MS,
    maxStdoutBytes: request.maxStdoutBytes ?? RG_MAX_STDOUT_BYTES,
  };
  const result = await runProcess({
    file: ripgrepPath(),
    args: commandLine(request),
    env: environment(),
    ...limits,
    ...(request.maxStderrBytes === undefined ? {} : { maxStderrBytes: request.maxStderrBytes }),
    ...(request.signal ? { signal: request.signal } : {}),
    ...(request.onStdout ? { onStdout: request.onStdout } : {}),
  });
  if (result.stopped === 'aborted') throw new IqError('aborted', messages.searchAborted());
  if (result.code === null && result.signal === null && result.stopped === undefined) {
    throw new IqError('tool-missing', messages.toolMissing({ tool: 'ripgrep', detail: result.stderr }));
  }
  const { unreadable, other } = readStderr(result.stderr);
  if (result.code === 2) requireAnswer(request, { result, other, unreadable });
  const incomplete = incompleteReason(result, limits);
  const { stdout, stderr } = result;
  return { stdout, stderr, unreadable, ...(incomplete === undefined ? {} : { incomplete }) };
}

/** Absolute path of the bundled binary; throws an IqError where npm has not brought one for this platform. */
export function ripgrepPath(): string {
  binary ??= findBinary();
  return binary;
}

let binary: string | undefined;

function findBinary(): string {
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const platform = `@vscode/ripgrep-${process.platform}-${process.arch}`;
  try {
    // Resolved from the package that depends on it, so that no hoisting is needed.
    const owner = createRequire(import.meta.url).resolve('@vscode/ripgrep');
    return createRequire(owner).resolve(`${platform}/bin/${name}`);
  } catch (cause) {
    const detail = messages.packageMissing({ name: platform });
    throw new IqError('tool-missing', messages.toolMissing({ tool: 'ripgrep', detail }), { cause });
  }
}

function commandLine({ flags = SEARCH_FLAGS, args, targets }: RipgrepRequest): string[] {
  const threads = Math.min(availableParallelism(), RG_MAX_THREADS);
  return [...FIXED_FLAGS, `--threads=${threads}`, ...flags, ...args, '--', ...targets];
}

function environment(): Record<string, string> {
  const entries = ENVIRONMENT.map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Bugs of the caller, not input: a pattern arrives behind `-e` and is never read as a flag. */
function requireSafe({ args, targets }: RipgrepRequest): void {
  if (targets.length === 0 || !targets.every(isAbsolute)) throw new Error('ripgrep needs absolute targets');
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (TAKES_VALUE.has(arg)) at += 1;
    else if (arg === '--' || isAbsolute(arg)) throw new Error(`targets of ripgrep are no flags: ${arg}`);
    else if (FORBIDDEN_FLAG.test(arg)) throw new Error(`ripgrep is never run with ${arg}`);
  }
}

/** Exit code 2 comes with results when some path could not be read, and without any when the call itself was bad. */
function requireAnswer(
  request: RipgrepRequest,
  run: { result: RunResult; other: string; unreadable: UnreadablePath[] },
): void {
  const patterns = request.args.filter((_, at) => request.args[at - 1] === '-e');
  const problem = regexProblem(run.other, patterns);
  if (problem !== null) throw new IqError('bad-regex', problem);
  if (run.unreadable.length > 0) return;
  const detail = run.other.split('\n', 1)[0] ?? '';
  throw new IqError('search-failed', messages.ripgrepFailed({ detail }));
}

function incompleteReason(
  result: RunResult,
  limits: { timeoutMs: number; maxStdoutBytes: number },
): string | undefined {
  if (result.stopped === 'timeout') return messages.ripgrepTimeout({ ms: limits.timeoutMs });
  if (result.stopped === 'output-cap') return messages.ripgrepOutputCap({ bytes: limits.maxStdoutBytes });
  if (result.stopped === undefined && result.signal !== null) return messages.ripgrepKilled({ signal: result.signal });
  return undefined;
}

/**
 * `rg: PATH: [IO error for operation on PATH: ]REASON (os error N)`. A path may hold line breaks and colons; the next
 * message starts with `rg: ` on its own line.
 */
const UNREADABLE = /^rg: ((?:\/|[A-Za-z]:\\)(?:(?!\nrg: )[\s\S])*?): ([^:\n]+) \(os error \d+\)$\n?/gm;

function readStderr(stderr: string): { unreadable: UnreadablePath[]; other: string } {
  const unreadable: UnreadablePath[] = [];
  const other = stderr.replace(UNREADABLE, (_, paths: string, reason: string) => {
    const [abs = paths] = paths.split(': IO error for operation on ');
    unreadable.push({ abs, reason });
    return '';
  });
  return {
    unreadable,
    other: other
      .replace(/^rg: DEBUG\|.*\n?/gm, '')
      .replace(/^rg: /, '')
      .trim(),
  };
}
