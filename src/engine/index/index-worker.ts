/** Entry of the index thread: the only writer of an index. */
import { parentPort, workerData } from 'node:worker_threads';
import type { PassInput, ToMain } from './index-messages.ts';
import { runPass } from './index-pass.ts';

const send = (message: ToMain): void => parentPort?.postMessage(message);

const result = await runPass(workerData as PassInput, {
  onProgress: (progress) => send({ type: 'progress', progress }),
  onStuck: () => send({ type: 'stuck' }),
});
send({ type: 'result', result });
