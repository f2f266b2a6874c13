/** More hits than are kept, and none of them in a file that is asked about. */
import { expect, test } from 'vitest';
import { type Ask, ask, anchors } from '../../testing/ask.ts';
import { makeRepo } from '../../testing/make-repo.ts';
import { runIq } from '../../testing/run-iq.ts';
import { MAX_HITS } from './options.ts';

/** ripgrep tells of a hit in about 200 bytes: so many of them are over RG_MAX_STDOUT_BYTES. */
const ENDLESS = 'needle\n'.repeat(350_000);

test('F18 a flood that the filters refuse hides no hit behind it', async () => {
  using repo = makeRepo({ 'a.txt': 'needle\n'.repeat(MAX_HITS * 3), 'z.ts': 'needle();\n' });
  const question: Ask = { verb: 'find', text: 'needle', scope: { lang: ['ts'] } };
  const answer = await ask(repo, question);
  expect(anchors(answer)).toEqual(['z.ts:1']);
  expect(answer.receipt).toMatchObject({ total: 1, totalIsLowerBound: false });
  const none = await ask(repo, { ...question, scope: { lang: ['py'] } });
  expect(none.receipt).toMatchObject({ total: 0, totalIsLowerBound: false });
});

test('F18 a flood that ends the search before a hit was kept is an error, not "no hits"', async () => {
  using repo = makeRepo({ 'a.txt': ENDLESS, 'z.ts': 'needle();\n' });
  const question: Ask = { verb: 'find', text: 'needle', scope: { lang: ['ts'] } };
  await expect(ask(repo, question)).rejects.toMatchObject({
    code: 'search-failed',
    message: expect.stringContaining('64 MB of output') as string,
  });
});

test('F18 a bare query whose text search ended in a flood does not say that there is nothing', async () => {
  using repo = makeRepo({ 'a.txt': ENDLESS });
  const { code, stdout } = await runIq(['needle lang:ts'], { cwd: repo.dir, indexDir: repo.indexDir });
  expect(stdout).toContain('64 MB of output');
  expect(stdout).toContain('0 of 0+ hits');
  expect(stdout).toContain('not everything was');
  expect(code).toBe(2);
});
