import { describe, expect, test } from 'vitest';
import type { FileFilter } from '../types.ts';
import { compileFilter, NO_FILTER } from './filter.ts';

const ONE = [{ name: 'web', prefix: '' }];
const TWO = [
  { name: 'web', prefix: 'web/' },
  { name: 'api', prefix: 'api/' },
];

function accepts(filter: Partial<FileFilter>, path: string, roots = ONE): boolean {
  const test = compileFilter({ ...NO_FILTER, ...filter }, roots);
  return test({
    path,
    language: path.endsWith('.ts') ? 'typescript' : null,
    class: path.includes('test') ? 'tests' : 'src',
  });
}

describe('compileFilter', () => {
  test('no filter lets everything pass', () => {
    expect(accepts({}, 'a/b.ts')).toBe(true);
  });

  test.each([
    [['src'], 'src/a.ts', true],
    [['./src/'], 'src/a.ts', true],
    [['src'], 'srcs/a.ts', false],
    [['src/a.ts'], 'src/a.ts', true],
    [['.'], 'x.ts', true],
    [['src', 'lib'], 'lib/a.ts', true],
    [['caf\u00e9'], 'cafe\u0301/a.ts', true],
  ])('in %j: %s %s', (places, path, expected) => {
    expect(accepts({ in: places }, path)).toBe(expected);
  });

  test('with several roots a place is relative to the workspace or to any root', () => {
    expect(accepts({ in: ['web/src'] }, 'web/src/a.ts', TWO)).toBe(true);
    expect(accepts({ in: ['src'] }, 'web/src/a.ts', TWO)).toBe(true);
    expect(accepts({ in: ['web/src'] }, 'api/src/a.ts', TWO)).toBe(false);
  });

  test('repo narrows to roots by name', () => {
    expect(accepts({ repo: ['api'] }, 'api/a.ts', TWO)).toBe(true);
    expect(accepts({ repo: ['api'] }, 'web/a.ts', TWO)).toBe(false);
    expect(accepts({ repo: ['web'] }, 'a.ts', ONE)).toBe(true);
    expect(accepts({ repo: ['other'] }, 'a.ts', ONE)).toBe(false);
  });

  test('globs see the path below its root', () => {
    expect(accepts({ globs: ['src/*.ts'] }, 'web/src/a.ts', TWO)).toBe(true);
    expect(accepts({ globs: ['web/src/*.ts'] }, 'web/src/a.ts', TWO)).toBe(true);
    expect(accepts({ notGlobs: ['src/*.ts'] }, 'web/src/a.ts', TWO)).toBe(false);
    expect(accepts({ notGlobs: ['*.md'] }, 'a.ts')).toBe(true);
  });

  test('a glob with an exclamation mark excludes, alone and beside others', () => {
    expect(accepts({ globs: ['!*.ts'] }, 'a.ts')).toBe(false);
    expect(accepts({ globs: ['!*.ts'] }, 'a.md')).toBe(true);
    expect(accepts({ globs: ['*.ts', '!b.ts'] }, 'b.ts')).toBe(false);
    expect(accepts({ globs: ['*.ts', '!b.ts'] }, 'a.ts')).toBe(true);
  });

  test('languages and classes', () => {
    expect(accepts({ languages: ['typescript'] }, 'a.ts')).toBe(true);
    expect(accepts({ languages: ['go'] }, 'a.ts')).toBe(false);
    expect(accepts({ languages: ['go'] }, 'a.txt')).toBe(false);
    expect(accepts({ notLanguages: ['typescript'] }, 'a.ts')).toBe(false);
    expect(accepts({ notLanguages: ['typescript'] }, 'a.txt')).toBe(true);
    expect(accepts({ classes: ['tests', 'docs'] }, 'a.test.ts')).toBe(true);
    expect(accepts({ classes: ['docs'] }, 'a.ts')).toBe(false);
    expect(accepts({ notClasses: ['tests'] }, 'a.test.ts')).toBe(false);
  });

  test('path: is part of the path, whatever its case', () => {
    expect(accepts({ pathContains: ['SRC/wid'] }, 'src/widget.ts')).toBe(true);
    expect(accepts({ pathContains: ['caf\u00e9'] }, 'cafe\u0301.ts')).toBe(true);
    expect(accepts({ pathContains: ['x', 'y'] }, 'a/y.ts')).toBe(true);
    expect(accepts({ pathContains: ['x'] }, 'a/y.ts')).toBe(false);
  });

  test('S28 an exclusion alone accepts everything except', () => {
    expect(accepts({ notPathContains: ['test'] }, 'src/a.ts')).toBe(true);
    expect(accepts({ notPathContains: ['test'] }, 'src/a.test.ts')).toBe(false);
  });

  test('different filters must all hold', () => {
    expect(accepts({ in: ['src'], languages: ['typescript'] }, 'src/a.md')).toBe(false);
    expect(accepts({ in: ['src'], languages: ['typescript'] }, 'lib/a.ts')).toBe(false);
    expect(accepts({ in: ['src'], languages: ['typescript'] }, 'src/a.ts')).toBe(true);
  });
});
