/** The real command line as a child process, from source, with an index folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

export interface IqResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface IqOptions {
  cwd: string;
  indexDir: string;
  /** Default: nothing, closed at once. */
  stdin?: string;
  /** The input is never closed. */
  keepInputOpen?: boolean;
  env?: Record<string, string>;
  /** A program and its arguments that start node: `['setpriv', ...]`. */
  wrapper?: readonly string[];
  /** Told about the child once it runs. */
  onStart?: (child: ChildProcess) => void;
}

const MAIN = join(import.meta.dirname, '..', 'src', 'cli', 'main.ts');

/** Runs `iq` to its end. */
export function runIq(args: readonly string[], options: IqOptions): Promise<IqResult> {
  const [program = process.execPath, ...rest] = [...(options.wrapper ?? []), process.execPath, MAIN, ...args];
  const child = spawn(program, rest, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: options.indexDir, IQ_INDEX_DIR: options.indexDir, ...options.env },
  });
  const { stdin = '' } = options;
  // A child that never reads its input closes it first: no failure.
  child.stdin.on('error', () => {});
  if (options.keepInputOpen !== true) child.stdin.end(stdin);
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  options.onStart?.(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

/** Root's right to read and write everything is taken away, so that modes count. */
export const WITHOUT_OVERRIDE = [
  'setpriv',
  '--bounding-set=-dac_override,-dac_read_search',
  '--inh-caps=-dac_override,-dac_read_search',
] as const;
