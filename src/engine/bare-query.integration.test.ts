/** Bare queries that are almost a regex, or almost a place. */
import { expect, test } from 'vitest';
import { anchors, ask, paths } from '../../testing/ask.ts';
import { makeRepo } from '../../testing/make-repo.ts';

const FILES = { 'src/a.ts': 'export const call = open(1);\n', 'usr/x.ts': 'const path = "/usr/x/";\n' };

test.each([
  ['/(/', '"(" is not a valid regular expression: unclosed group at character 1.'],
  ['/open(/', '"open(" is not a valid regular expression: unclosed group at character 5.'],
  ['lang:ts /a{2,1}/', 'at character 2.'],
])('%s: a regex that does not compile', async (text, sentence) => {
  using repo = makeRepo(FILES);
  await expect(ask(repo, { text })).rejects.toMatchObject({
    code: 'bad-regex',
    message: expect.stringContaining(sentence) as string,
  });
});

test('what has slashes inside is a pattern or a path as before', async () => {
  using repo = makeRepo(FILES);
  expect(anchors(await ask(repo, { text: '/usr/(x)/' }))).toEqual(['usr/x.ts:1']);
  expect(anchors(await ask(repo, { text: '/open\\(/' }))).toEqual(['src/a.ts:1']);
});

test('line 0 stands for the file, and the answer says so', async () => {
  using repo = makeRepo(FILES);
  for (const text of ['a.ts:0', 'src/a.ts:0:0', 'src/a.ts(0,0)']) {
    const answer = await ask(repo, { text });
    expect(paths(answer)[0], text).toBe('src/a.ts');
    expect(answer.reading, text).toMatchObject({ kind: 'path' });
    expect(answer.notes, text).toMatchObject([{ code: 'no-line-zero' }]);
  }
  await expect(ask(repo, { verb: 'context', text: 'src/a.ts:0' })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('no line 0') as string,
  });
});

const CODE = { 'code.ts': 'const f = () => {};\nconst g = x||y;\nfoo{bar\n`${x}`\n}, {\nnone\n' };

test.each([
  ['() => {}', 1],
  ['foo{bar', 3],
  ['${x}', 4],
  ['}, {', 5],
])('%s: pasted code that is no regex is looked for as text', async (text, line) => {
  using repo = makeRepo(CODE);
  const answer = await ask(repo, { text });
  expect(anchors(answer)).toEqual([`code.ts:${line}`]);
  expect(answer.notes).toMatchObject([
    { code: 'read-as-text', text: expect.stringContaining('not a valid regular expression') as string },
  ]);
  await expect(ask(repo, { verb: 'find', text })).rejects.toMatchObject({ code: 'bad-regex' });
});

test.each([
  ['x||y', [2]],
  ['()', [1]],
  ['||', [2]],
])('S23 %s would match every line, so it is looked for as text', async (text, lines) => {
  using repo = makeRepo(CODE);
  const answer = await ask(repo, { text });
  expect(anchors(answer)).toEqual(lines.map((line) => `code.ts:${line}`));
  expect(answer.notes).toMatchObject([
    { code: 'read-as-text', text: expect.stringContaining('matches every line') as string },
  ]);
  expect((await ask(repo, { verb: 'find', text })).receipt.total).toBe(6);
  expect((await ask(repo, { text: `/${text}/` })).receipt.total).toBe(6);
});
