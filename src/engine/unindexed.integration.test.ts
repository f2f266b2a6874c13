/** What names find while there is no index that can be read. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchors, type Ask, ask } from '../../testing/ask.ts';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import type { Answer } from '../shared/contract.ts';

const FILES = {
  'src/pool.ts': [
    '/**',
    ' * constructor. Each Pool instance is a class Pool of its own.',
    ' */',
    'export class Pool<T> {',
    '  drain(',
    '    all: boolean,',
    '  ): void {}',
    '}',
    'const pool = new Pool();',
    '',
  ].join('\n'),
  'src/other.ts': '// the class Pool is elsewhere; type Pool too\nexport class Other {\n  drain(): void {}\n}\n',
  'src/ring.zig': 'pub fn Ring() void {\n}\n',
  'notes.txt': 'let Pool = 3; var instance = 1\n',
};

/** Asks while the index folder is a file, so that nothing can be indexed. */
function askUnindexed(repo: TestRepo, question: Ask): Promise<Answer> {
  mkdirSync(dirname(repo.indexDir), { recursive: true });
  writeFileSync(repo.indexDir, '');
  return ask(repo, question);
}

const defined = (answer: Answer): string[] =>
  answer.groups.flatMap(({ path, hits }) =>
    hits.filter(({ tags }) => tags.some(({ name }) => name === 'def')).map(({ line }) => `${path}:${line}`),
  );

test.each([
  ['Pool', ['src/pool.ts:4'], 'Pool is defined once.'],
  ['Pool.drain', ['src/pool.ts:5'], 'Pool.drain is defined once.'],
  ['Ring', ['src/ring.zig:1'], 'Ring is defined once.'],
  ['drain', ['src/other.ts:3', 'src/pool.ts:5'], 'drain is defined 2 times.'],
])('without an index %s is where it parses as a definition, as with one', async (text, places, reason) => {
  for (const verb of ['def', 'auto'] as const) {
    using repo = makeRepo(FILES);
    const answer = await askUnindexed(repo, { verb, text });
    expect(defined(answer).sort(), verb).toEqual(places);
    expect(answer.confidenceReason, verb).toBe(reason);
    using other = makeRepo(FILES);
    expect(defined(await ask(other, { verb, text })).sort(), verb).toEqual(places);
  }
});

test('without an index a definition has the kind, the signature and the spelling of one', async () => {
  using repo = makeRepo(FILES);
  const answer = await askUnindexed(repo, { verb: 'def', text: 'pool.DRAIN' });
  expect(answer.groups[0]?.hits[0]).toMatchObject({ signature: 'drain(all: boolean): void' });
});

test('without an index, what is no definition is shown as text and said to be none', async () => {
  using repo = makeRepo(FILES);
  const answer = await askUnindexed(repo, { verb: 'def', text: 'instance' });
  expect(anchors(answer).sort()).toEqual(['notes.txt:1', 'src/pool.ts:2']);
  expect(defined(answer)).toEqual([]);
  expect(answer.confidence).toBe('ambiguous');
  expect(answer.confidenceReason).toMatch(/^No definition of instance was found/);
});

test('the note on an index that cannot be made claims no index that is searched', async () => {
  using repo = makeRepo(FILES);
  const answer = await askUnindexed(repo, { verb: 'def', text: 'Pool' });
  expect(answer.notes.map(({ code }) => code)).toEqual(['index-readonly']);
  expect(answer.notes[0]?.text).toContain('cannot be written');
  expect(answer.notes[0]?.text).not.toContain('searched');
});

test('an index folder that the system refuses to make stops no search', async () => {
  using repo = makeRepo(FILES);
  const link = join(dirname(repo.dir), 'leads-nowhere');
  symlinkSync(join(dirname(repo.dir), 'gone', 'folder'), link);
  for (const indexDir of ['/proc/iq-index', link]) {
    const answer = await ask({ ...repo, indexDir }, { verb: 'def', text: 'Pool' });
    expect(defined(answer), indexDir).toEqual(['src/pool.ts:4']);
    expect(
      answer.notes.map(({ code }) => code),
      indexDir,
    ).toEqual(['index-readonly']);
  }
});
