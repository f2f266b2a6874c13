import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineTable } from './line-table.ts';

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['\n', 1],
  ['a\nb', 2],
  ['a\r\nb\r\n', 2],
  ['a\rb', 1],
  ['\n\n', 2],
])('%j has %i lines', (text, count) => {
  expect(lineTable(text).count).toBe(count);
});

test('every offset lies in the line that starts at or before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀'), maxLength: 40 }), (text) => {
      const lines = lineTable(text);
      for (let offset = 0; offset < text.length; offset++) {
        const line = lines.at(offset);
        expect(line).toBe(text.slice(0, offset).split('\n').length - 1);
        expect(lines.start(line)).toBeLessThanOrEqual(offset);
        expect(lines.start(line + 1)).toBeGreaterThan(offset);
      }
      expect(lines.start(lines.count)).toBe(text.length);
    }),
  );
});
