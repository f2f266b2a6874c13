/** Starts the index thread for one pass and waits for its result. */
import { Worker } from 'node:worker_threads';
import type { IndexProgress } from '../../shared/contract.ts';
import { releaseLease } from '../store/writer-lock.ts';
import type { PassInput, PassResult, ToMain } from './index-messages.ts';
import { endThread, exitWithoutThreads } from './stuck-threads.ts';
import { THREAD_ARGUMENTS, workerEntry } from './worker-entry.ts';

export interface ThreadOptions {
  input: Omit<PassInput, 'stop'>;
  onProgress: (progress: IndexProgress) => void;
  signal: AbortSignal;
}

/** Rejects with what the thread died of, if it did. */
export async function runIndexThread({ input, onProgress, signal }: ThreadOptions): Promise<PassResult> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const ask = (): void => void Atomics.store(stop, 0, 1);
  signal.addEventListener('abort', ask);
  if (signal.aborted) ask();
  const workerData: PassInput = { ...input, stop };
  const worker = new Worker(workerEntry('index-worker'), { workerData, execArgv: THREAD_ARGUMENTS });
  try {
    return await resultOf(worker, onProgress);
  } finally {
    signal.removeEventListener('abort', ask);
    if (!(await endThread(worker))) exitWithoutThreads();
    // A thread that died could not.
    releaseLease(input.indexDir, input.leaseToken);
  }
}

function resultOf(worker: Worker, onProgress: (progress: IndexProgress) => void): Promise<PassResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PassResult>();
  worker.on('message', (message: ToMain) => {
    if (message.type === 'progress') onProgress(message.progress);
    else if (message.type === 'stuck') exitWithoutThreads();
    else resolve(message.result);
  });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`the index thread ended with code ${code} and without a result`)));
  return promise;
}
