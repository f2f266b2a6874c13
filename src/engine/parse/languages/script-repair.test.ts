import { expect, test } from 'vitest';
import { parseFile } from '../parse-file.ts';
import { referenceKinds } from '../references.ts';
import { withoutTemplateTypes } from './script-repair.ts';

const TAGGED = "sql<{ id: number; name: string }>`(1, 'Sami')`";
const chain = `async function first(db: Db) {
  const rows = await db
    .union(${TAGGED})
    .except(${TAGGED})
    .run<Row>();
}

export function second(): void {}
export const third = styled(Button)<Props[]>\`color: red\`;
`;

test.each(['typescript', 'tsx'])('%s: tagged templates with types in one chain swallow no definition', (language) => {
  const { parser, symbols } = parseFile({ path: 'a.ts', text: chain, language });
  expect(parser).toBe('ast');
  expect(symbols.map(({ name, line, endLine }) => [name, line, endLine])).toEqual([
    ['first', 1, 6],
    ['second', 8, 8],
    ['third', 9, 9],
  ]);
});

test('uses behind such a chain are told apart', () => {
  const text = `${chain}second();\nconst other: Row = second;\n`;
  expect(referenceKinds({ text, language: 'typescript', name: 'second' }).map(({ kind }) => kind)).toEqual([
    'def',
    'call',
    'other',
  ]);
});

test('only type arguments of a tag are blanked; length and lines stay', () => {
  const blank = (types: string): string => types.replace(/[^\n]/g, ' ');
  const types = '<{\n  id: Map<string, (a: A) => B>\n}>';
  expect(withoutTemplateTypes(`sql${types}\`x\``)).toBe(`sql${blank(types)}\`x\``);
  expect(withoutTemplateTypes('f(a)<B>`x` + g[0]<C>`y`')).toBe('f(a)   `x` + g[0]   `y`');
});

test.each(['`<b>${x}</b>`', '`${x}<b>`', 'a >`x`', 'a < b && c >`x`', '(a) =>`x`', '`a`<b>`c`', '>`'])(
  '%s stays',
  (text) => expect(withoutTemplateTypes(text)).toBe(text),
);
