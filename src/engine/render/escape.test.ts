import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeJson, escapeLine, escapeText } from './escape.ts';

const point = (code: number): string => String.fromCodePoint(code);
const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('X14 terminal escapes', () => {
  test('OSC 52, OSC 8 and title sequences lose their ESC and BEL', () => {
    expect(escapeText('\x1b]52;c;cm0=\x07')).toBe('<U+001B>]52;c;cm0=<U+0007>');
    expect(escapeText('\x9d8;;http://x\x9c')).toBe('<U+009D>8;;http://x<U+009C>');
  });

  test('every C0, DEL and C1 character but tab is written out', () => {
    for (const code of [...range(0, 0x1f), 0x7f, ...range(0x80, 0x9f)]) {
      expect(escapeText(`a${point(code)}b`)).toBe(
        code === 9 ? 'a\tb' : `a<U+${code.toString(16).toUpperCase().padStart(4, '0')}>b`,
      );
    }
  });
});

describe('F17 Trojan Source', () => {
  const hidden = [
    ...range(0x202a, 0x202e),
    ...range(0x2066, 0x2069),
    0x061c,
    0x200e,
    0x200f,
    ...range(0x200b, 0x200d),
    0x2060,
    0xfeff,
    0x00ad,
    0x034f,
    0x180e,
    0x115f,
    0x3164,
    0xffa0,
    0x2028,
    0x2029,
    0xfff9,
    0xfe00,
    0xe0100,
    0xe0001,
    ...range(0xe0020, 0xe007f),
    0x1d173,
  ];
  test('bidi, zero-width, tag and filler characters are written out', () => {
    for (const code of hidden) {
      expect(escapeText(`x${point(code)}y`)).toBe(`x<U+${code.toString(16).toUpperCase().padStart(4, '0')}>y`);
    }
  });

  test('a lone surrogate is written out, a pair is not', () => {
    expect(escapeText('\ud83d')).toBe('<U+D83D>');
    expect(escapeText('\ude00x')).toBe('<U+DE00>x');
    expect(escapeText('😀')).toBe('😀');
  });

  test('ordinary text stays: letters of all scripts, combining marks, emoji with their selector, tabs', () => {
    for (const text of ['const größe = 1;\t// ok', 'naïve e\u0301', '検索 검색 поиск بحث खोज', '⚠️ 🏳️', ' … “x” ×']) {
      expect(escapeText(text)).toBe(text);
    }
  });
});

test('highlights cover the same characters after escaping', () => {
  const line = {
    text: 'a\u202Eneedle\u200Bz',
    ranges: [
      [2, 8],
      [1, 9],
    ] as [number, number][],
  };
  const escaped = escapeLine(line.text, line.ranges);
  const covered = escaped.ranges.map(([start, end]) => escaped.text.slice(start, end));
  expect(covered).toEqual(['needle', '<U+202E>needle<U+200B>']);
});

test('property: a highlight covers the escape of what it covered', () => {
  const hostile = fc.string({ unit: fc.constantFrom('a', '漢', '\u202E', '\u{E0041}', '\x1b', '\t'), maxLength: 30 });
  fc.assert(
    fc.property(hostile, fc.nat(30), fc.nat(30), (text, a, b) => {
      const chars = Array.from(text);
      const [from, to] = [Math.min(a, b, chars.length), Math.min(Math.max(a, b), chars.length)];
      const offset = (count: number): number => chars.slice(0, count).join('').length;
      const escaped = escapeLine(text, [[offset(from), offset(to)]]);
      const [start, end] = escaped.ranges[0] ?? [0, 0];
      expect(escaped.text.slice(start, end)).toBe(escapeText(chars.slice(from, to).join('')));
    }),
  );
});

test('JSON: nothing invisible is left, and parsing gives the same content back', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { maxLength: 40 }), (codes) => {
      const text = String.fromCharCode(...codes);
      const value = { text, 'k\u202E': [`\x7f\x9b\u200B\u{E0041}${text}`, '\ud800'] };
      const json = escapeJson(JSON.stringify(value));
      expect(JSON.parse(json)).toEqual(value);
      expect(json).not.toMatch(
        /[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]|\p{Cs}|[\u{E0000}-\u{E007F}]/u,
      );
    }),
  );
});
