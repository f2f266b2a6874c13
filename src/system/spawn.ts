/**
 * The only place that starts processes. No shell, an absolute program, exactly the environment that is passed,
 * and a promise that settles once the child has ended and its pipes are closed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, parse } from 'node:path';
import { isSystemError } from './system-error.ts';

/** stderr kept of one child: a message needs a line, a walk over unreadable folders prints one per folder. */
const MAX_STDERR_BYTES = 64 * 1024;
/**
 * A killed child's pipes close at once, unless a program it started holds them. That one has been killed too where
 * the system lists it; elsewhere the pipes are dropped after this long.
 */
const PIPE_GRACE_MS = 250;

export interface RunOptions {
  /** Absolute path of the program. */
  file: string;
  args: string[];
  /** Default: the root of the file system, so that no child starts inside a repository. */
  cwd?: string;
  /** The whole environment of the child. Default: empty. */
  env?: Record<string, string>;
  timeoutMs?: number;
  /** The child is killed when it writes more; what was within the cap is kept. */
  maxStdoutBytes?: number;
  /** Default: 64 KiB; what is beyond is read and dropped. */
  maxStderrBytes?: number;
  signal?: AbortSignal;
  /** Takes the output as it comes; `false` means enough, and the child is killed. */
  onStdout?: (chunk: Buffer) => boolean | void;
}

export type StopReason = 'timeout' | 'aborted' | 'output-cap' | 'enough';

export interface RunResult {
  /** Exit code; null when a signal ended the child, or when it never started. */
  code: number | null;
  signal: string | null;
  /** Empty when `onStdout` took the output. */
  stdout: Buffer;
  /** The first 64 KiB. Starts with the system's error code (`ENOENT ...`) when the program could not be started. */
  stderr: string;
  /** Why we ended the child, when we did. */
  stopped?: StopReason;
}

/**
 * Runs a program to its end. Expected failures (missing program, time out, abort) are values of the result; an
 * exception thrown by `onStdout` kills the child and rejects.
 */
export function runProcess(options: RunOptions): Promise<RunResult> {
  if (!isAbsolute(options.file)) throw new Error(`runProcess needs an absolute program, not ${options.file}`);
  if (options.signal?.aborted) return Promise.resolve({ ...nothingRan(''), stopped: 'aborted' });
  let child: ChildProcess;
  try {
    child = spawn(options.file, options.args, {
      cwd: options.cwd ?? parse(options.file).root,
      env: options.env ?? {},
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
  } catch (error) {
    // Too long a command line, no memory: Node throws these. Anything without an errno is a bug of the caller.
    if (isSystemError(error)) return Promise.resolve(nothingRan(startFailure(error, options)));
    throw error;
  }
  return settle(child, options);
}

function settle(child: ChildProcess, options: RunOptions): Promise<RunResult> {
  const stop = createStop(child);
  const output = collectStdout(child, options, stop);
  const stderr = collectStderr(child, options.maxStderrBytes ?? MAX_STDERR_BYTES);
  const timer =
    options.timeoutMs === undefined ? undefined : setTimeout(() => stop.because('timeout'), options.timeoutMs);
  const onAbort = () => stop.because('aborted');
  options.signal?.addEventListener('abort', onAbort, { once: true });
  const end = () => {
    clearTimeout(timer);
    stop.done();
    options.signal?.removeEventListener('abort', onAbort);
  };
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      if (child.pid !== undefined) return;
      end();
      resolve(nothingRan(startFailure(error, options)));
    });
    // 'close' follows the exit and the end of both pipes.
    child.once('close', (code, signal) => {
      if (child.pid === undefined) return;
      end();
      if (output.thrown) return reject(output.thrown.error);
      const result: RunResult = { code, signal, stdout: Buffer.concat(output.chunks), stderr: stderr() };
      resolve(stop.reason ? { ...result, stopped: stop.reason } : result);
    });
  });
}

interface Stop {
  reason: StopReason | undefined;
  because(reason: StopReason): void;
  done(): void;
}

function createStop(child: ChildProcess): Stop {
  let grace: NodeJS.Timeout | undefined;
  const stop: Stop = {
    reason: undefined,
    because(reason) {
      if (stop.reason) return;
      stop.reason = reason;
      killWithDescendants(child);
      grace = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, PIPE_GRACE_MS);
    },
    done: () => clearTimeout(grace),
  };
  return stop;
}

interface Output {
  chunks: Buffer[];
  thrown?: { error: unknown };
}

function collectStdout(child: ChildProcess, options: RunOptions, stop: Stop): Output {
  const output: Output = { chunks: [] };
  const cap = options.maxStdoutBytes ?? Number.POSITIVE_INFINITY;
  const { onStdout } = options;
  let received = 0;
  child.stdout?.on('data', (data: Buffer) => {
    if (stop.reason || output.thrown) return;
    received += data.length;
    const chunk = received > cap ? data.subarray(0, data.length - (received - cap)) : data;
    if (onStdout) {
      try {
        if (onStdout(chunk) === false) stop.because('enough');
      } catch (error) {
        output.thrown = { error };
        stop.because('enough');
      }
    } else output.chunks.push(chunk);
    if (received > cap) stop.because('output-cap');
  });
  return output;
}

function collectStderr(child: ChildProcess, cap: number): () => string {
  const chunks: Buffer[] = [];
  let kept = 0;
  // Read to its end even when enough is kept: a full pipe would block the child.
  child.stderr?.on('data', (chunk: Buffer) => {
    if (kept >= cap) return;
    chunks.push(chunk.subarray(0, cap - kept));
    kept += chunk.length;
  });
  return () => Buffer.concat(chunks).toString('utf8');
}

function killWithDescendants(child: ChildProcess): void {
  // After the exit the number may already belong to somebody else.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const below = descendantsOf(child.pid);
  child.kill('SIGKILL');
  for (const pid of below) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  }
}

/**
 * Programs a child started, by /proc. A process group of the child's own would be simpler, but then Ctrl-C and
 * whoever ends our group would leave the child running.
 */
function descendantsOf(pid: number): number[] {
  if (process.platform !== 'linux') return [];
  try {
    const direct = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
    return direct.flatMap((below) => [below, ...descendantsOf(below)]);
  } catch {
    return [];
  }
}

function nothingRan(stderr: string): RunResult {
  return { code: null, signal: null, stdout: Buffer.alloc(0), stderr };
}

function startFailure(error: Error, options: RunOptions): string {
  const code = isSystemError(error) ? error.code : 'UNKNOWN';
  return `${code} ${options.file} (started in ${options.cwd ?? parse(options.file).root}): ${error.message}`;
}
