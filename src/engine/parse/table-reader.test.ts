import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SOURCE_LINES } from '../../../testing/source-lines.ts';
import { GRAMMAR_LANGUAGES, grammarOf, parseTree } from './grammars.ts';
import { languageTable } from './language-tables.ts';
import { tableReader } from './table-reader.ts';

const kindsOf = (language: string) => {
  const table = languageTable(language);
  return table === null ? [] : [...Object.keys(table.nodes), ...table.branches, ...(table.wraps ?? [])];
};
const ALL_KINDS = new Set(GRAMMAR_LANGUAGES.flatMap(kindsOf));

test.each([...GRAMMAR_LANGUAGES])('%s: no node exists without the word the table says it needs', (language) => {
  const table = languageTable(language);
  const grammar = grammarOf(language);
  if (table === null || grammar === null) throw new Error('no table or grammar');
  const words = Object.entries(table.words ?? {});
  // Languages share word lists; a kind that no table knows is a slip of the pen.
  expect(words.filter(([kind]) => !ALL_KINDS.has(kind))).toEqual([]);
  const known = new Set(kindsOf(language));
  const valid = words.filter(([kind]) => known.has(kind));
  if (valid.length === 0) return;
  const rule = { kind: valid.map(([kind]) => kind).join(', ') };
  const wordOf = new Map(valid);
  const sources = fc.array(fc.constantFrom(...SOURCE_LINES), { maxLength: 40 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(sources, (text) => {
      for (const node of parseTree(grammar, text).findAll({ rule })) {
        expect(text).toContain(wordOf.get(String(node.kind())));
      }
    }),
    { numRuns: 50 },
  );
});

test('the query asks only for what the text can hold', () => {
  const table = languageTable('typescript');
  if (table === null) throw new Error('no table');
  const { selector } = tableReader(table);
  expect(selector('const a = 1;')).not.toMatch(/class_declaration|if_statement|call_expression/);
  expect(selector('class A { m() { if (a) {} } }')).toMatch(/class_declaration.*if_statement/);
  expect(selector("test('a', () => {})")).toContain('call_expression');
});
