/**
 * Entry of a parse thread that does by file name what a broken grammar would do: `spin` never returns, `native` never
 * returns from native code, `throw`, `exit` and `heap` end the thread, `die` the whole process. With `always` in the name it also does so when
 * the file is retried without its grammar.
 */
import Database from 'better-sqlite3';
import { type ParseJob, type ParseOutcome, runParseJob } from '../src/engine/index/parse-job.ts';
import { serveParseThread } from '../src/engine/index/parse-thread.ts';

await serveParseThread((job: ParseJob, lexical: boolean): ParseOutcome => {
  const { path } = job.file;
  if (!(lexical || job.lexical) || path.includes('always')) misbehave(path);
  return runParseJob(job, lexical);
});

function misbehave(path: string): void {
  if (path.includes('throw')) throw new Error('a grammar threw');
  if (path.includes('exit')) process.exit(7);
  if (path.includes('die')) process.kill(process.pid, 'SIGKILL');
  if (path.includes('heap')) exhaust();
  if (path.includes('native')) endless();
  if (path.includes('spin')) for (;;);
}

/** A chain: of all shapes tried the one V8 gives up on soonest, and the thread alone dies of it. */
function exhaust(): void {
  let chain: object = {};
  for (let length = 0; ; length++) chain = { chain, length, padding: [length, length, length] };
}

/** SQLite counts without end, and nothing can interrupt it: this build has no progress callback. */
function endless(): void {
  const sql = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n';
  new Database(':memory:').prepare(sql).get();
}
