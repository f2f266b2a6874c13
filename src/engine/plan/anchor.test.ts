import { describe, expect, test } from 'vitest';
import { parseAnchor } from './anchor.ts';

describe('O9 pasted places', () => {
  test.each([
    ['File.tsx:25.', 'File.tsx', 25],
    ['main.cs(11,55)', 'main.cs', 11, 55],
    ['file#L64', 'file', 64],
    ['at f (x.ts:3:9)', 'x.ts', 3, 9],
    ['src/a.ts:10', 'src/a.ts', 10],
    ['a.ts:0', 'a.ts', 0],
    ['src/a.ts:0:0', 'src/a.ts', 0],
    ['src/a.ts:10:5', 'src/a.ts', 10, 5],
    ['src/a.ts:10-20', 'src/a.ts', 10],
    ['src/a.ts#L3-L9', 'src/a.ts', 3],
    ['src/a.ts#L3C7', 'src/a.ts', 3, 7],
    ['`src/a.ts:10`,', 'src/a.ts', 10],
    ['(src/a.ts:10)', 'src/a.ts', 10],
    ['./src/a.ts:10', 'src/a.ts', 10],
    ['Makefile.am:7', 'Makefile.am', 7],
    ['src/Makefile:7', 'src/Makefile', 7],
    ['    at async Foo.bar (file:///a%20b/x.ts:3:9)', '/a b/x.ts', 3, 9],
    ['at x.ts:3:9', 'x.ts', 3, 9],
    ['File "app/main.py", line 12, in run', 'app/main.py', 12],
    ['src/a.ts(3,5): error TS2322: bad', 'src/a.ts', 3, 5],
    ['src/a.ts:3:5 - error TS1005', 'src/a.ts', 3, 5],
    ['src/a.c:3:5: warning: unused', 'src/a.c', 3, 5],
    ['https://example.com/o/r/blob/main/src/x.ts#L64', 'src/x.ts', 64],
  ])('%s', (text, path, ...place) => {
    const [line, column] = place;
    expect(parseAnchor(text)).toEqual({ path, line, ...(column === undefined ? {} : { column }) });
  });

  test('a drive letter is part of the path', () => {
    expect(parseAnchor('C:\\src\\a.ts:12:3')).toEqual({ path: 'C:\\src\\a.ts', line: 12, column: 3 });
    expect(parseAnchor('file:///C:/src/a.ts:12')).toEqual({ path: 'C:/src/a.ts', line: 12 });
  });

  test.each([
    'C:12',
    'localhost:8080',
    'http://localhost:3000',
    '12:30',
    '1.5:3',
    'foo(12)',
    'Math.max(1,2)',
    'a.b(1)',
    'see foo.ts:3',
    'std::vector',
    'a.ts',
    'src/a.ts:',
    '',
    ':3',
    'how does a.ts work',
  ])('%s is no place', (text) => {
    expect(parseAnchor(text)).toBeNull();
  });
});
