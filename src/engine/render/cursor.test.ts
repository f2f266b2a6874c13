import fc from 'fast-check';
import { expect, test } from 'vitest';
import { request } from '../../../testing/render-samples.ts';
import { isIqError } from '../errors.ts';
import { cursorMaker, readCursor } from './cursor.ts';

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isIqError(error)) return error.code;
    throw error;
  }
  return 'none';
}

test('a cursor brings its offset back, on any page of the same query', () => {
  fc.assert(
    fc.property(fc.nat(4_000_000_000), fc.string(), (offset, generation) => {
      const after = cursorMaker(request(), generation)(offset);
      expect(after).toMatch(/^[\w-]{23}$/);
      expect(readCursor(request({ after, budget: 900, limit: 3, why: true }), generation)).toEqual({
        offset,
        isSameIndex: true,
      });
    }),
  );
});

test('without a cursor the result starts at its first hit', () => {
  expect(readCursor(request(), 'one')).toEqual({ offset: 0, isSameIndex: true });
});

test('another state of the index is told, not refused', () => {
  const after = cursorMaker(request(), 'one')(7);
  expect(readCursor(request({ after }), 'two')).toEqual({ offset: 7, isSameIndex: false });
});

test('a cursor of another query is refused, whatever differs', () => {
  const after = cursorMaker(request(), 'one')(7);
  const scope = request().scope;
  for (const other of [
    request({ text: 'nail' }),
    request({ verb: 'find' }),
    request({ word: true }),
    request({ case: 'sensitive' }),
    request({ filesOnly: true }),
    request({ features: '-bm25' }),
    request({ scope: { ...scope, in: ['src'] } }),
    request({ scope: { ...scope, notGlob: ['src'] } }),
  ]) {
    expect(codeOf(() => readCursor({ ...other, after }, 'one'))).toBe('bad-cursor');
  }
});

test('every changed byte, cut and garbage is refused', () => {
  const after = cursorMaker(request(), 'one')(7);
  const bytes = Buffer.from(after, 'base64url');
  const changed = [...bytes].map((byte, at) => Buffer.from(bytes.map((old, other) => (other === at ? byte ^ 1 : old))));
  const broken = [
    ...changed.map((each) => each.toString('base64url')),
    after.slice(0, -1),
    `${after}A`,
    `${after}=`,
    ` ${after}`,
  ];
  for (const text of [...broken, '', 'x', '../../etc/passwd', '\0', '漢字', 'A'.repeat(23), 'A'.repeat(10_000)]) {
    expect(codeOf(() => readCursor(request({ after: text }), 'one'))).toBe('bad-cursor');
  }
});
