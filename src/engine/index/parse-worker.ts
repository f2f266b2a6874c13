/** Entry of a parse thread. */
import { runParseJob } from './parse-job.ts';
import { serveParseThread } from './parse-thread.ts';

await serveParseThread(runParseJob);
