import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileGlobs, expandBraces } from './glob.ts';

describe('expandBraces', () => {
  test.each([
    ['*.{ts,tsx}', ['*.ts', '*.tsx']],
    ['{a,b}/{c,d}', ['a/c', 'a/d', 'b/c', 'b/d']],
    ['{a,{b,c}}', ['a', 'b', 'c']],
    ['{a}', ['{a}']],
    ['{a,b', ['{a,b']],
    ['\\{a,b}', ['\\{a,b}']],
    ['x{,y}', ['x', 'xy']],
  ])('%s', (glob, expected) => {
    expect(expandBraces(glob)).toEqual(expected);
  });

  test('braces that multiply without end are cut short', () => {
    expect(expandBraces('{a,b}'.repeat(30)).length).toBeLessThan(1_000);
  });
});

describe('compileGlobs', () => {
  test.each([
    ['*.ts', 'a/b.ts', true],
    ['*.ts', 'a/b.tsx', false],
    ['*.{ts,tsx}', 'a/b.tsx', true],
    ['src/**', 'src/a/b.ts', true],
    ['src/**', 'lib/src/b.ts', false],
    ['/a.ts', 'b/a.ts', false],
    ['./a.ts', 'a.ts', true],
    ['build', 'x/build/y.ts', true],
    ['*.TS', 'a.ts', false],
    ['!x', '!x', true],
    ['#x', '#x', true],
    ['app/[id]/*.tsx', 'app/[id]/page.tsx', true],
    ['app/[id]/*.tsx', 'app/i/page.tsx', true],
    ['app/[id]/*.tsx', 'app/id/page.tsx', false],
    ['[...rest].{ts,tsx}', 'app/[...rest].ts', true],
    ['[[...rest]].ts', 'app/[[...rest]].ts', true],
    ['\\[id\\].ts', '[id].ts', true],
    ['\\[id\\].ts', 'i.ts', false],
  ])('%s %s: %s', (glob, path, expected) => {
    expect(compileGlobs([glob])(path)).toBe(expected);
  });

  test('several globs are alternatives, none matches nothing', () => {
    expect(compileGlobs(['*.a', '*.b'])('x.b')).toBe(true);
    expect(compileGlobs([])('x')).toBe(false);
  });

  test('no glob and no path is an error', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (glob, path) => {
        expect(typeof compileGlobs([glob])(path)).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });
});
