/** One test to own every way a secret could leave: all verbs and outputs over a tree of canaries. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CANARY, canaryTree, CONTROL, NAME_CANARY } from './canary-tree.ts';
import type { TestRepo } from './make-repo.ts';

const CLI = join(import.meta.dirname, '../src/cli/main.ts');
let repo: TestRepo;

beforeAll(() => {
  repo = canaryTree();
});
afterAll(() => repo[Symbol.dispose]());

function iq(...args: string[]): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: repo.indexDir, IQ_INDEX_DIR: repo.indexDir };
  const run = spawnSync(process.execPath, [CLI, '--root', repo.dir, ...args], { encoding: 'utf8', env, cwd: repo.dir });
  return run.stdout + run.stderr;
}

const OUTPUTS = [
  [],
  ['--json'],
  ['--ndjson'],
  ['--files-only'],
  ['--count'],
  ['--full'],
  ['--why'],
  ['-C', '3'],
  ['--ignored'],
];
const QUERIES: string[][] = [
  [CANARY],
  ['find', CANARY],
  ['find', '--literal', 'secretvalue'],
  ['find', 'value'],
  ['files', NAME_CANARY],
  ['files', 'env'],
  ['files', '*', '--exact'],
  ['files', 'notes.txt'],
  ['def', 'value'],
  ['refs', 'value'],
  ['sym', 'value'],
  ['ast', 'export const value = $X', '--lang', 'ts'],
  ['outline', '.env'],
  ['outline', 'links/hard.txt'],
  ['outline', '.iq/untracked.md'],
  ['context', '.env:1'],
  ['context', 'links/notes.txt:1'],
  ['context', '.git/canary.txt:1'],
  ['where is the secret value canary'],
  [`"${CANARY}" settings`],
];

test.each(QUERIES.map((query) => [query.join(' '), query]))('%s shows no canary in any output', (_, query) => {
  for (const output of OUTPUTS) {
    const printed = iq(...query, ...output, '--budget', '20000');
    const lines = printed.split('\n').filter((line) => !line.includes('iq ') && !/reading|query/.test(line));
    const shown = lines.join('\n').replaceAll('src/app.ts', '');
    expect(forbiddenNames(shown, query), output.join(' ')).toEqual([]);
    expect(countOf(printed, `'${CANARY}'`), `${query.join(' ')} ${output.join(' ')}`).toBeLessThanOrEqual(6);
  }
});

/** Names of forbidden files that are no part of a query. */
function forbiddenNames(text: string, query: string[]): string[] {
  const names = ['private.key', 'known', 'main.tfstate', 'db.txt', 'hard.txt', 'untracked.md', '.netrc'];
  return names.filter((name) => text.includes(name) && !query.join(' ').includes(name));
}

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

test('the canary is found where it may be: the positive control', () => {
  for (const query of [[CANARY], ['find', CANARY], ['def', 'value'], ['refs', 'value']]) {
    expect(iq(...query), query.join(' ')).toContain('src/app.ts');
  }
  expect(iq('find', CONTROL, '--files-only')).toMatch(
    /\.env\.example[\s\S]*\.iq\/tracked\.md|\.iq\/tracked\.md[\s\S]*\.env\.example/,
  );
});

test('SF9 the index holds nothing of forbidden files, also after a file became forbidden', () => {
  repo.write('later.txt', 'zqlatercanary55\n');
  iq('zqlatercanary55');
  repo.remove('later.txt');
  repo.write('later.pem', 'zqlatercanary55\n');
  iq('where are settings loaded');
  for (const bytes of indexBytes()) {
    expect(bytes.includes(NAME_CANARY)).toBe(false);
    expect(bytes.includes('zqlatercanary55')).toBe(false);
    expect(bytes.includes('tfstate')).toBe(false);
  }
});

function indexBytes(): Buffer[] {
  const entries = readdirSync(repo.indexDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  expect(files.length).toBeGreaterThan(0);
  return files;
}
