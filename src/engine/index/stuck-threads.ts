/**
 * A thread inside a native call that never returns cannot be ended, and Node waits for every thread when it exits: a
 * parser that hangs would hang the process at its very end (seen on Node 24: `terminate()` stays pending, exit too).
 */
import type { Worker } from 'node:worker_threads';
import { THREAD_STOP_MS } from '../options.ts';

let installed = false;

/** Ends a thread; false when it is stuck in a native call. Such a thread no longer keeps the process alive. */
export async function endThread(worker: Worker): Promise<boolean> {
  const grace = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => grace.resolve(false), THREAD_STOP_MS);
  const ended = await Promise.race([worker.terminate().then(() => true), grace.promise]);
  clearTimeout(timer);
  // terminate() makes the thread hold the process again.
  if (!ended) worker.unref();
  return ended;
}

/**
 * To be called in the main thread once a thread is known to be stuck: the process then leaves with its exit code but
 * without waiting. It is replaced by a shell that exits at once, because a signal to itself would lose the code; where
 * the system has no exec (Windows), the signal has to do.
 */
export function exitWithoutThreads(): void {
  if (installed) return;
  installed = true;
  process.on('exit', (code) => {
    if (process.platform !== 'win32' && process.execve) process.execve('/bin/sh', ['sh', '-c', `exit ${code}`], {});
    else process.kill(process.pid, 'SIGKILL');
  });
}
