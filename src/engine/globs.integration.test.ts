/** Globs as flags, as filters inside a query, and as what is asked for. */
import { expect, test } from 'vitest';
import { type Ask, ask, paths } from '../../testing/ask.ts';
import { makeRepo } from '../../testing/make-repo.ts';

const ROUTES = {
  'app/[id]/page.tsx': 'export const page = items[i*2];\n',
  'app/i/page.tsx': 'export const page = 2;\n',
  'app/other.ts': 'export const page = 3;\n',
};

const BROKEN: [string, Ask][] = [
  ['--glob', { verb: 'find', text: 'page', scope: { glob: ['src/[a'] } }],
  ['--glob with a brace', { verb: 'find', text: 'page', scope: { glob: ['{a'] } }],
  ['--not-glob', { verb: 'find', text: 'page', scope: { notGlob: ['[z'] } }],
  ['glob:', { text: 'page glob:[z' }],
  ['-path:', { text: 'page -path:*[z' }],
  ['path:', { text: 'page path:[z*' }],
  ['files', { verb: 'files', text: 'app/[z*' }],
  ['files --exact', { verb: 'files', text: 'app/[z', exact: true }],
];

test.each(BROKEN)('a broken glob is refused with its place: %s', async (_, question) => {
  using repo = makeRepo(ROUTES);
  await expect(ask(repo, question)).rejects.toMatchObject({
    code: 'bad-pattern',
    message: expect.stringMatching(/^The glob ".*" can match nothing: ".*" at character \d+ is never closed/) as string,
  });
});

test('brackets that files are named with are found as they stand, and lead', async () => {
  using repo = makeRepo(ROUTES);
  const both = ['app/[id]/page.tsx', 'app/i/page.tsx'];
  expect(paths(await ask(repo, { text: 'app/[id]/page.tsx' }))).toEqual(both);
  expect(paths(await ask(repo, { verb: 'files', text: 'app/[id]' }))).toEqual(both);
  expect(paths(await ask(repo, { verb: 'files', text: 'app/[id' }))).toEqual(['app/[id]/page.tsx']);
  const inside: Ask = { verb: 'find', text: 'page', scope: { glob: ['app/[id]/*'] } };
  expect(paths(await ask(repo, inside)).sort()).toEqual(both);
  expect(paths(await ask(repo, { verb: 'find', text: 'page', scope: { in: ['app/[id]'] } }))).toEqual([both[0]]);
  expect(paths(await ask(repo, { text: 'page path:[id' }))).toEqual([both[0]]);
});

test('path: takes alternatives', async () => {
  using repo = makeRepo(ROUTES);
  expect(paths(await ask(repo, { text: 'page path:app/{i,x}' }))).toEqual(['app/i/page.tsx']);
});

test('code that only looks like a glob is looked for as text', async () => {
  using repo = makeRepo(ROUTES);
  const answer = await ask(repo, { text: 'items[i*2' });
  expect(answer.reading).toMatchObject({ kind: 'path' });
  expect(answer.reading.escalatedFrom).toBeUndefined();
  expect(paths(answer)).toEqual(['app/[id]/page.tsx']);
});
