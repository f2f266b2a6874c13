import { expect, test } from 'vitest';
import { anchors, ask, paths } from '../../../testing/ask.ts';
import { makeRepo } from '../../../testing/make-repo.ts';

const FILES = {
  'src/a.ts': 'export const a = load(1);\nexport const cast = <Row>read(a);\n',
  'src/b.tsx': 'export const B = () => <p>{load(2)}</p>;\n',
  'src/c.jsx': 'export const C = () => <p>{load(3)}</p>;\n',
};

test('`--lang ts` means TSX as well, `--lang tsx` means TSX alone', async () => {
  using repo = makeRepo(FILES);
  const places = async (lang: string): Promise<string[]> =>
    anchors(await ask(repo, { verb: 'ast', text: 'load($A)', scope: { lang: [lang] } })).sort();
  expect(await places('ts')).toEqual(['src/a.ts:1', 'src/b.tsx:1']);
  expect(await places('tsx')).toEqual(['src/b.tsx:1']);
  expect(await places('js')).toEqual(['src/c.jsx:1']);
});

test('the filter of every verb reads the language so', async () => {
  using repo = makeRepo(FILES);
  const found = async (text: string): Promise<string[]> => paths(await ask(repo, { text })).sort();
  expect(await found('lang:ts /load\\(/')).toEqual(['src/a.ts', 'src/b.tsx']);
  expect(await found('lang:ts -lang:tsx /load\\(/')).toEqual(['src/a.ts']);
  expect(await found('-lang:ts /load\\(/')).toEqual(['src/c.jsx']);
});

test('a pattern that TSX cannot read is looked for in TypeScript', async () => {
  using repo = makeRepo({ ...FILES, 'src/d.tsx': 'export const D = () => <Row>read</Row>;\n' });
  const answer = await ask(repo, { verb: 'ast', text: '<Row>read($A)', scope: { lang: ['ts'] } });
  expect(anchors(answer)).toEqual(['src/a.ts:2']);
});

test('a second language is refused with a sentence; another name of the first is none', async () => {
  using repo = makeRepo(FILES);
  const question = (lang: string[]) => ask(repo, { verb: 'ast', text: 'load($A)', scope: { lang } });
  await expect(question(['ts', 'js'])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('not of typescript and javascript') as string,
  });
  expect((await question(['ts', 'typescript'])).receipt.total).toBe(2);
});
