import { expect, test } from 'vitest';
import { ask } from '../../../testing/ask.ts';
import { makeRepo } from '../../../testing/make-repo.ts';

const FILES = { 'a.ts': 'export class Store {\n  size = 0;\n\n  open(): number {\n    return this.size;\n  }\n}\n' };

test.each([['a.ts:8'], ['a.ts:9']])('%s is beyond the end: a final line break opens no line', async (text) => {
  using repo = makeRepo(FILES);
  await expect(ask(repo, { verb: 'context', text })).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('a.ts has 7 lines') as string,
  });
});

test('the last line, with and without a final line break', async () => {
  using repo = makeRepo({ ...FILES, 'b.ts': 'const one = 1;\nconst two = 2;' });
  expect((await ask(repo, { verb: 'context', text: 'a.ts:7' })).groups[0]?.hits[0]).toMatchObject({ line: 7 });
  expect((await ask(repo, { verb: 'context', text: 'b.ts:2' })).groups[0]?.hits[0]).toMatchObject({ line: 2 });
});

test('a definition of one line is named as everywhere else, and what holds it is shown', async () => {
  using repo = makeRepo(FILES);
  const [hit] = (await ask(repo, { verb: 'context', text: 'a.ts:2' })).groups[0]?.hits ?? [];
  expect(hit?.symbol?.qualifiedName).toBe('Store.size');
  expect(hit?.codeLine).toBe(1);
  expect(hit?.code).toBe(FILES['a.ts'].trimEnd());
  const found = await ask(repo, { verb: 'find', text: 'size = 0' });
  await ask(repo, { text: 'Store' });
  const again = await ask(repo, { verb: 'find', text: 'size = 0' });
  expect(found.receipt.total).toBe(1);
  expect(again.groups[0]?.hits[0]?.symbol).toEqual(hit?.symbol);
});
