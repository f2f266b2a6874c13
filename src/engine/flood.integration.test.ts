/** More hits than are kept, and none of them in a file that is asked about. */
import { expect, test } from 'vitest';
import { type Ask, anchors, ask, paths, request } from '../../testing/ask.ts';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import { FEATURES } from './features.ts';
import { LONG_LINE_CHARS, MAX_HITS, RG_MAX_STDOUT_BYTES } from './options.ts';
import { readRequest } from './read-request.ts';
import { textRetriever } from './retrieve/text.ts';
import { searchScope } from './search-scope.ts';
import { auto } from './verbs/auto.ts';
import { retrieverQuery, type VerbContext } from './verbs/verb.ts';
import { openWorkspace } from './workspace/workspace.ts';

/** ripgrep tells of a hit in about 200 bytes: so many of them are over RG_MAX_STDOUT_BYTES. */
const ENDLESS = 'needle\n'.repeat(Math.ceil(RG_MAX_STDOUT_BYTES / 190));

test('F18 a flood that the filters refuse hides no hit behind it', async () => {
  using repo = makeRepo({ 'a.txt': ENDLESS, 'z.ts': 'needle();\n' });
  const question: Ask = { verb: 'find', text: 'needle', scope: { lang: ['ts'] } };
  const answer = await ask(repo, question);
  expect(anchors(answer)).toEqual(['z.ts:1']);
  expect(answer.receipt).toMatchObject({ total: 1, totalIsLowerBound: false });
  const none = await ask(repo, { ...question, scope: { lang: ['py'] } });
  expect(none.receipt).toMatchObject({ total: 0, totalIsLowerBound: false });
});

/** A search for `text` in a folder where ripgrep is stopped after a megabyte; `runs` counts its starts. */
async function cutSearch(repo: TestRepo, text: string): Promise<{ context: VerbContext; runs: () => number }> {
  const workspace = await openWorkspace([repo.dir], { trackedFiles: () => null });
  const asked = request({ text });
  const query = readRequest(asked);
  const parts = { workspace, index: null, rows: new Map(), filter: query.filter, parsers: null };
  const scope = searchScope({ ...parts, files: async () => [], legacyEncoded: () => [] });
  let runs = 0;
  const context: VerbContext = {
    request: asked,
    query,
    features: new Set(FEATURES),
    scope: {
      ...scope,
      ripgrep(call) {
        runs += 1;
        return scope.ripgrep({ ...call, maxStdoutBytes: 1_048_576 });
      },
    },
    noise: { isExample: () => false, isReexport: () => false },
    signal: new AbortController().signal,
    extraRetrievers: [],
  };
  return { context, runs: () => runs };
}

test('F18 a flood that ends the search before a hit was kept is an error, not "no hits"', async () => {
  using repo = makeRepo({ 'a.txt': ENDLESS });
  const { context, runs } = await cutSearch(repo, 'needle lang:ts');
  await expect(textRetriever(retrieverQuery(context, 'needle'), context.scope, context.signal)).rejects.toMatchObject({
    code: 'search-failed',
    message: expect.stringContaining('1 MB of output') as string,
  });
  // Searching again would take as long and end as early.
  expect(runs()).toBe(1);
});

test('F18 a bare query whose text search ended in a flood does not say that there is nothing', async () => {
  using repo = makeRepo({ 'a.txt': ENDLESS });
  const { context } = await cutSearch(repo, 'needle lang:ts');
  const result = await auto(context);
  expect(result).toMatchObject({ total: 0, totalIsLowerBound: true });
  expect(result.confidenceReason).toContain('not everything was');
  expect(result.notes.map(({ text }) => text).join()).toContain('1 MB of output');
});

const LINE = 'let many = many + 1;\n';
const MANY = { 'a/many.ts': LINE.repeat(MAX_HITS + 2_000), 'b/few.ts': LINE.repeat(300) };

test.each(['find', 'refs', 'auto'] as const)(
  '%s: beyond the kept hits every file is there with its count',
  async (verb) => {
    using repo = makeRepo(MANY);
    const files = await ask(repo, { verb, text: 'many', filesOnly: true });
    expect(paths(files)).toEqual(['a/many.ts', 'b/few.ts']);
    const counts = await ask(repo, { verb, text: 'many', count: true });
    expect(counts.groups.map(({ path, totalHits }) => `${totalHits} ${path}`)).toEqual([
      '12000 a/many.ts',
      '300 b/few.ts',
    ]);
    expect(counts.receipt).toMatchObject({ total: 12_300, totalFiles: 2, truncated: false });
  },
);

test('the heading counts what was found, and one ranked file of two is not "one file"', async () => {
  using repo = makeRepo(MANY);
  const answer = await ask(repo, { verb: 'find', text: 'many', limit: 2 });
  expect(answer.groups.map(({ path, totalHits }) => `${totalHits} ${path}`)).toEqual(['12000 a/many.ts']);
  expect(answer.receipt).toMatchObject({ total: 12_300, totalFiles: 2, truncated: true });
  expect(answer).toMatchObject({ confidence: 'ambiguous' });
  expect(answer.confidenceReason).toContain('1 of 2 files');
});

test('uses of a kind are a lower bound where not every use was looked at', async () => {
  using repo = makeRepo(MANY);
  const answer = await ask(repo, { verb: 'refs', text: 'many', kind: 'write', count: true });
  expect(answer.receipt).toMatchObject({ totalIsLowerBound: true });
});

test('P1 F10 a line of megabytes with as many matches is found, and shown around its first match', async () => {
  using repo = makeRepo({
    'huge.js': `${'x'.repeat(100_000)}${'ab'.repeat(200_000)}\n`,
    'é.js': `${'é'.repeat(20_000)}${'ab'.repeat(100_000)}\n`,
    'end.js': `${'x'.repeat(50_000)}${' '.repeat(20)}ab${' '.repeat(20)}\n`,
  });
  const answer = await ask(repo, { verb: 'find', text: 'a' });
  expect(answer.receipt).toMatchObject({ total: 3, totalIsLowerBound: false });
  const columns = answer.groups.map(({ path, hits }) => `${path} ${hits[0]?.column}`);
  expect(columns.toSorted()).toEqual(['end.js 50021', 'huge.js 100001', 'é.js 20001']);
  for (const { path, hits } of answer.groups) {
    const { text = '', ranges = [] } = hits[0] ?? {};
    const [start, end] = ranges[0] ?? [0, 0];
    expect(text.slice(start, end), path).toBe('a');
  }
});

test('of a long line a part is kept, and its place is known where the line repeats itself', async () => {
  const line = 'ab'.repeat(20_000);
  using repo = makeRepo({ 'a.js': `${line}\n`, 'b.js': `${'é😀'.repeat(9_000)}\n` });
  const { context } = await cutSearch(repo, 'b$');
  const query = retrieverQuery(context, 'b$|^é');
  const { hits } = await textRetriever(query, context.scope, context.signal);
  expect(hits.map((hit) => [hit.path, hit.column, (hit.text ?? '').length > LONG_LINE_CHARS])).toEqual([
    ['a.js', 40_000, false],
    ['b.js', 1, false],
  ]);
  const [group] = (await ask(repo, { verb: 'find', text: 'b$' })).groups;
  expect(group?.hits[0]).toMatchObject({ column: 40_000, text: line.slice(-200), ranges: [[199, 200]] });
});
