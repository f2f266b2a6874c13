import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlobs } from './glob.ts';
import { globProblem } from './glob-problem.ts';

test.each([
  ['[', '"[" at character 1 is never closed; write \\[ for the sign itself'],
  ['src/[a-z/*.ts', '"[" at character 5 is never closed'],
  ['![a', '"[" at character 2 is never closed'],
  ['a[]', '"[" at character 2 is never closed'],
  ['a[!]', '"[" at character 2 is never closed'],
  ['[a\\]', '"[" at character 1 is never closed'],
  ['[[:alpha:', '"[" at character 1 is never closed'],
  ['[a-[:b', '"[" at character 1 is never closed'],
  ['[[:digt:]]', 'there is no class [:digt:]'],
  ['{a', '"{" at character 1 is never closed; write \\{ for the sign itself'],
  ['*.{ts,{js,jsx}', '"{" at character 3 is never closed'],
  ['*.{ts,[a}', '"[" at character 7 is never closed'],
  ['a[{,}]', 'its braces and brackets cut each other apart'],
  ['src\\', 'the backslash at its end escapes nothing'],
  ['', 'it is empty'],
  ['!', 'it is empty'],
])('%s is broken: %s', (glob, reason) => {
  expect(globProblem(glob)).toContain(reason);
  expect(globProblem(glob)).toContain(`"${glob}"`);
});

test.each([
  'app/[id]/page.tsx',
  'app/[...slug]/[[...rest]].tsx',
  '[]a]',
  '[!]a]',
  '[a-]]x',
  '[a\\]]',
  '[[:alpha:]_]*',
  '[[:]',
  '[^a]',
  '[{]',
  '*.{ts,tsx}',
  '{a}',
  'a}b',
  ']',
  '\\[',
  '\\{a',
  'a\\\\',
  '#x',
  '**',
])('%s is a glob', (glob) => {
  expect(globProblem(glob)).toBeNull();
});

test('what is refused matches nothing, open braces aside', () => {
  const signs = fc.string({ unit: fc.constantFrom(...'[]!^-\\:a*?'), maxLength: 8 });
  const paths = fc.string({ unit: fc.constantFrom(...'[]!^-:a'), minLength: 1, maxLength: 6 });
  const counts = { refused: 0 };
  fc.assert(
    fc.property(signs, fc.array(paths, { minLength: 20, maxLength: 20 }), (glob, names) => {
      // A pair of brackets also stands for itself: `[]!` is no class, and a file may be called so.
      if (glob.startsWith('!') || /\[.*\]/.test(glob) || globProblem(glob) === null) return;
      counts.refused += 1;
      expect(names.filter(compileGlobs([glob]))).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
  expect(counts.refused).toBeGreaterThan(100);
});

test('what is one bracket expression and not refused matches one of its members', () => {
  const members = fc.string({ unit: fc.constantFrom(...'[!^-:ab'), minLength: 1, maxLength: 6 });
  const candidates = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((name) => name !== '.');
  fc.assert(
    fc.property(members, (body) => {
      const glob = `[${body}]`;
      if (globProblem(glob) === null) expect(candidates.filter(compileGlobs([glob])), glob).not.toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});
