import { expect, test } from 'vitest';
import { parseTree } from './grammars.ts';
import { locateNodes } from './locate-nodes.ts';

test('the smallest node at each offset, with the nodes around it, nearest first', () => {
  const text = 'function f(a) {\n  return a.b(c);\n}\n';
  const located = locateNodes(parseTree('TypeScript', text), [text.indexOf('b'), text.indexOf('c)')]);
  located.sort((a, b) => a.offset - b.offset);
  expect(located.map(({ node, around }) => [node.text(), ...around.slice(0, 3).map((up) => up.kind())])).toEqual([
    ['b', 'member_expression', 'call_expression', 'return_statement'],
    ['c', 'arguments', 'call_expression', 'return_statement'],
  ]);
});

test('what lies between the nodes is in none', () => {
  const text = 'first();   \n   second();';
  const located = locateNodes(parseTree('TypeScript', text), [9, 13, text.indexOf('second')]);
  expect(located.map(({ offset, node }) => [offset, node.text()])).toEqual([[15, 'second']]);
});
