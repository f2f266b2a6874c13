import { expect, test } from 'vitest';
import { qualifiedNames } from './qualified-names.ts';

test('names of the symbols around come first, then the type that stands in another file', () => {
  const symbols = [
    { name: 'outer', parent: -1 },
    { name: 'Inner', parent: 0 },
    { name: 'run', parent: 1 },
    { name: 'Start', parent: -1, owner: 'Server' },
    { name: 'size', parent: 0, owner: 'lib::Map' },
    { name: 'late', parent: 9 },
  ];
  expect(qualifiedNames(symbols)).toEqual([
    'outer',
    'outer.Inner',
    'outer.Inner.run',
    'Server.Start',
    'outer.lib.Map.size',
    'late',
  ]);
});
