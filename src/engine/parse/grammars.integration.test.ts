import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { GRAMMAR_LANGUAGES, grammarOf, parseTree } from './grammars.ts';
import { languageTable } from './language-tables.ts';
import { tableReader } from './table-reader.ts';

const require = createRequire(import.meta.url);

test('every language has a grammar and a table on this system', () => {
  expect(GRAMMAR_LANGUAGES.filter((language) => grammarOf(language) === null)).toEqual([]);
  expect(GRAMMAR_LANGUAGES.filter((language) => languageTable(language) === null)).toEqual([]);
});

test('languages without a grammar, and none', () => {
  expect([grammarOf('zig'), grammarOf('markdown'), grammarOf(null)]).toEqual([null, null, null]);
});

test.each([...GRAMMAR_LANGUAGES])('%s: the grammar knows every node kind of the table', (language) => {
  const table = languageTable(language);
  const grammar = grammarOf(language);
  if (table === null || grammar === null) throw new Error('no table or grammar');
  const root = parseTree(grammar, '');
  // An unknown kind throws. Rules that only some texts use are asked for too.
  expect(() => root.findAll({ rule: { kind: tableReader(table).selector('') } })).not.toThrow();
  for (const rule of Object.values(table.nodes))
    if (rule.where !== undefined) root.findAll({ rule: { kind: rule.where } });
  for (const kind of [...table.branches, ...table.identifiers]) root.findAll({ rule: { kind } });
  const walked = [...Object.keys(table.outline ?? {}), ...(table.descend ?? [])];
  for (const kind of walked) expect(() => root.findAll({ rule: { kind } })).not.toThrow();
});

describe('threads', () => {
  test('several threads register at once, each parses every language', async () => {
    // Plain JavaScript in the thread: what is tried is the registration itself, against four others at the same moment.
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      const { registerDynamicLanguage, parse } = require(workerData.napi);
      const packages = Object.fromEntries(workerData.grammars.map(([name, path]) => [name, { ...require(path) }]));
      for (let round = 0; round < 5; round++) {
        registerDynamicLanguage(packages);
        for (const [name] of workerData.grammars) parse(name, 'a').root().kind();
      }
      parentPort.postMessage(workerData.grammars.length);
    `;
    const dynamic = GRAMMAR_LANGUAGES.filter((language) => !/script|sx$/.test(language));
    const grammars = dynamic.map((name) => [name, require.resolve(`@ast-grep/lang-${name}`)]);
    const workerData = { napi: require.resolve('@ast-grep/napi'), grammars };
    const answers = Array.from({ length: 4 }, () => {
      const worker = new Worker(code, { eval: true, workerData });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    });
    expect(grammarOf('python')).toBe('python');
    expect(parseTree('python', 'def a(): pass').find('def a(): pass')).not.toBeNull();
    expect(await Promise.all(answers)).toEqual(answers.map(() => dynamic.length));
  });
});
