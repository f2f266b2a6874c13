/** The built package as a library: what README.md shows, run as a script of this checkout. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeRepo } from './make-repo.ts';

const ROOT = join(import.meta.dirname, '..');

const SCRIPT = `
import { SearchRequestSchema } from 'iq/contract';
import { createEngine } from 'iq/engine';
const engine = await createEngine({ roots: [process.argv[1]] });
const answer = await engine.search(SearchRequestSchema.parse({ verb: 'def', text: 'builtAnswer' }));
await engine.close();
console.log(answer.groups.map((group) => group.path).join());
`;

test('a request whose defaults the schema fills in is answered', () => {
  if (!existsSync(join(ROOT, 'dist', 'lib', 'contract.js'))) throw new Error('build first: npm run build');
  using repo = makeRepo({ 'src/a.ts': 'export function builtAnswer(): number {\n  return 1;\n}\n' });
  const env = { PATH: '/usr/bin:/bin', HOME: repo.indexDir, IQ_INDEX_DIR: repo.indexDir };
  const args = ['--input-type=module', '--eval', SCRIPT, '--', repo.dir];
  const result = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  expect(result.stdout, result.stderr).toBe('src/a.ts\n');
});
