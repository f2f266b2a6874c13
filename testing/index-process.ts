/**
 * A process that indexes one folder: `node testing/index-process.ts DIR [parse entry]`, with IQ_INDEX_DIR naming where.
 * Prints `start` when it begins, `begun` when the first file is parsed, and the outcome as JSON; the exit code is 3, to
 * be told from every accident.
 */
import { realpathSync } from 'node:fs';
import { bringUpToDate } from '../src/engine/index/bring-up-to-date.ts';
import { listFolder } from './index-repo.ts';

const [dir = '.', entry] = process.argv.slice(2);
const root = { name: 'repo', dir: realpathSync(dir), prefix: '' };
const listing = await listFolder(root.dir);
console.log('start');
const parseEntry = entry === undefined ? {} : { parseEntry: new URL(entry) };
let begun = false;
const onProgress = (): void => {
  if (!begun) console.log('begun');
  begun = true;
};
console.log(JSON.stringify(await bringUpToDate({ root, listing, onProgress, ...parseEntry })));
process.exitCode = 3;
