/** Plain child processes for baselines: nothing of the product is in the way. */
import { spawn } from 'node:child_process';

export interface Finished {
  ms: number;
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs a program without a shell, with all of its output read; resolves when it has ended. */
export function spawnPlain(file: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const ms = performance.now() - start;
      resolve({ ms, code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') });
    });
  });
}
