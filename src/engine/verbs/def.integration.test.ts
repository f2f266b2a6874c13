import { expect, test } from 'vitest';
import { ask } from '../../../testing/ask.ts';
import { makeRepo } from '../../../testing/make-repo.ts';

const FILES = {
  'src/store.ts': [
    'export class Store {',
    '  @logged()',
    '  async load(',
    '    id: string, // of the row',
    '    options: { deep?: boolean } = {},',
    '  ): Promise<Row> {',
    '    return read(id, options);',
    '  }',
    '',
    '  size(): number {',
    '    return 0;',
    '  }',
    '}',
    'export const LIMITS = {',
    '  rows: 10,',
    '};',
    '',
  ].join('\n'),
  'src/api.py':
    'class Api:\n    @route("/x")\n    async def fetch(\n        self,\n        path: str,\n    ) -> bytes:\n        return b""\n',
};

test.each([
  ['load', 'async load(id: string, options: { deep?: boolean } = {}): Promise<Row>'],
  ['Store.load', 'async load(id: string, options: { deep?: boolean } = {}): Promise<Row>'],
  ['fetch', 'async def fetch(self, path: str) -> bytes'],
])('%s: the signature of a head of several lines', async (text, signature) => {
  using repo = makeRepo(FILES);
  for (const verb of ['def', 'auto'] as const) {
    const [hit] = (await ask(repo, { verb, text })).groups[0]?.hits ?? [];
    expect(hit, verb).toMatchObject({ signature });
  }
});

test.each([['size'], ['Store'], ['LIMITS']])('%s: the line itself says it', async (text) => {
  using repo = makeRepo(FILES);
  const [hit] = (await ask(repo, { verb: 'def', text })).groups[0]?.hits ?? [];
  expect(hit?.text).toContain(text);
  expect(hit).not.toHaveProperty('signature');
});
