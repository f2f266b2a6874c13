import { expect, test } from 'vitest';
import { filesHolding } from './files-holding.ts';

test('half a list of files is an error: what is missing would look as if it held nothing', async () => {
  const scope = {
    targets: () => ['/repo'],
    toPath: (abs: string) => abs.slice('/repo/'.length),
    ripgrep: async (call: { onStdout?: (chunk: Buffer) => boolean | void }) => {
      call.onStdout?.(Buffer.from('/repo/a.ts\0'));
      return { notes: [], ...outcome };
    },
  };
  let outcome: { incomplete?: string } = {};
  const { signal } = new AbortController();
  expect(await filesHolding(['-e', 'x'], scope, signal)).toEqual(new Set(['a.ts']));
  outcome = { incomplete: 'the search was stopped after 10 s' };
  await expect(filesHolding(['-e', 'x'], scope, signal)).rejects.toMatchObject({
    code: 'search-failed',
    message: outcome.incomplete,
  });
});
