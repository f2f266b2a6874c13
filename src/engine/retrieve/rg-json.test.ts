import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RgMatch } from './rg-event.ts';
import { rgJsonReader } from './rg-json.ts';

interface Seen {
  matches: RgMatch[];
  binary: string[];
  counted: string[];
}

function read(chunks: (string | Buffer)[]): Seen {
  const matches: RgMatch[] = [];
  const binary: string[] = [];
  const counted: string[] = [];
  const reader = rgJsonReader({
    onMatch: (match) => matches.push(match),
    wants: (abs) => !abs.includes('only-counted'),
    onCounted: (abs) => counted.push(abs),
    onBinary: (abs) => binary.push(abs),
  });
  for (const chunk of chunks) reader.push(Buffer.from(chunk as string));
  return { matches, binary, counted };
}

function event(path: object, lines: object, submatches: object[]): string {
  const line = 3;
  return `${JSON.stringify({ type: 'match', data: { path, lines, line_number: line, absolute_offset: 0, submatches } })}\n`;
}

test('a match split over chunks arrives once, without its line end', () => {
  const text = event({ text: '/r/a.ts' }, { text: 'const a = 1;\r\n' }, [{ start: 6, end: 7 }]);
  const { matches } = read([text.slice(0, 20), text.slice(20, 21), text.slice(21)]);
  expect(matches).toEqual([{ abs: '/r/a.ts', line: 3, text: 'const a = 1;', ranges: [[6, 7]] }]);
});

test('S27 highlights count UTF-16 units after an emoji, where ripgrep counts bytes', () => {
  const line = 'const 😀 = needle;\n';
  const start = Buffer.from(line).indexOf('needle');
  const { matches } = read([event({ text: '/r/a' }, { text: line }, [{ start, end: start + 6 }])]);
  const [from, to] = matches[0]?.ranges[0] ?? [0, 0];
  expect(matches[0]?.text.slice(from, to)).toBe('needle');
});

test('F12 a line that is not UTF-8 is shown by its bytes, with exact highlights', () => {
  const bytes = Buffer.from('caf\xe9 needle\n', 'latin1').toString('base64');
  const { matches } = read([event({ text: '/r/a' }, { bytes }, [{ start: 5, end: 11 }])]);
  expect(matches[0]?.text).toBe('café needle');
  expect(matches[0]?.ranges).toEqual([[5, 11]]);
});

test('a highlight that covers the line end is clipped to the line', () => {
  const { matches } = read([event({ text: '/r/a' }, { text: 'ab\n' }, [{ start: 1, end: 3 }])]);
  expect(matches[0]?.ranges).toEqual([[1, 2]]);
});

test('F16 a file cut at a NUL byte is named', () => {
  const { binary } = read([
    `${JSON.stringify({ type: 'end', data: { path: { text: '/r/b' }, binary_offset: 7, stats: {} } })}\n`,
  ]);
  expect(binary).toEqual(['/r/b']);
});

test('matches of a file nobody wants are only counted, also where its name needs an escape', () => {
  const lines = ['/r/only-counted', '/r/kept', '/r/a"only-counted'].map((text) => event({ text }, { text: 'x\n' }, []));
  const { matches, counted } = read([lines.join('')]);
  expect(counted).toEqual(['/r/only-counted', '/r/a"only-counted']);
  expect(matches.map((match) => match.abs)).toEqual(['/r/kept']);
});

/** Content that looks like the layout around it, as a search in ripgrep's own output meets it. */
const HOSTILE = [
  '"},"lines":{"text":"',
  '"},"line_number":',
  ',"submatches":[',
  ',"start":9',
  ',"end":9',
  '\\',
  '"',
  '\t',
  '}]',
];

test('whatever a line or a path holds, an event that is scanned says what the parsed one says', () => {
  const piece = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ maxLength: 6 }),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  const content = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').replaceAll('\n', ''));
  const one = fc.record({ path: content, line: content, end: fc.constantFrom('', '\n', '\r\n'), at: fc.nat(40) });
  fc.assert(
    fc.property(fc.array(one, { maxLength: 5 }), fc.nat(300), (events, cut) => {
      const texts = events.map(({ path, line, end, at }) => {
        const match = { text: line.slice(at, at + 3) };
        const start = Buffer.byteLength(line.slice(0, at));
        const submatch = { match, start, end: start + Buffer.byteLength(match.text) };
        return event({ text: `/r/${path}` }, { text: line + end }, [submatch, submatch]);
      });
      const bytes = Buffer.from(texts.join(''));
      const { matches, counted } = read([bytes.subarray(0, cut), bytes.subarray(cut)]);
      // A space after the first brace is the same JSON in another layout: it is parsed, never scanned.
      const parsed = read(texts.map((text) => text.replace('"match","data"', '"match", "data"')));
      expect({ matches, counted }).toEqual({ matches: parsed.matches, counted: parsed.counted });
      expect(matches.map(({ text }) => text)).toEqual(events.map(({ line }) => line));
    }),
    { numRuns: 500 },
  );
});

/** A line that matches at every letter, in chunks as a pipe brings them. */
function manyMatches(path: string, line: string, width: number): Buffer[] {
  const submatches = [];
  const bytes = Buffer.from(line);
  for (let start = 0; start + width <= bytes.length; start += width) {
    const text = bytes.subarray(start, start + width).toString();
    submatches.push({ match: { text }, start, end: start + width });
  }
  const whole = Buffer.from(event({ text: path }, { text: `${line}\n` }, submatches));
  const chunks = [];
  for (let at = 0; at < whole.length; at += 65_536) chunks.push(whole.subarray(at, at + 65_536));
  return chunks;
}

test('of a line with a hundred thousand matches the beginning is read, and what follows is not lost', () => {
  const next = event({ text: '/r/z.ts' }, { text: 'after\n' }, [{ start: 0, end: 1 }]);
  for (const [line, width] of [
    ['ab"},{"match":'.repeat(8_000), 1],
    ['éé'.repeat(60_000), 4],
  ] as const) {
    const long = manyMatches('/r/a.ts', line, width);
    const [first = Buffer.alloc(0), ...others] = [...long, ...long];
    const { matches } = read([
      first,
      ...others.slice(0, -1),
      Buffer.concat([others.at(-1) ?? first, Buffer.from(next)]),
    ]);
    expect(matches.map(({ abs }) => abs)).toEqual(['/r/a.ts', '/r/a.ts', '/r/z.ts']);
    expect(matches[0]?.text === line).toBe(true);
    expect(matches[0]?.ranges).toHaveLength(200);
    expect(matches[0]?.ranges[199]).toEqual(width === 1 ? [199, 200] : [398, 400]);
    expect(matches[1]).toEqual(matches[0]);
  }
});

test('a long event is handed on once, and before it ends', () => {
  const [first = Buffer.alloc(0), ...rest] = manyMatches('/r/a.ts', 'a'.repeat(100_000), 1);
  const matches: RgMatch[] = [];
  const reader = rgJsonReader({
    onMatch: (match) => matches.push(match),
    wants: () => true,
    onCounted: () => undefined,
    onBinary: () => undefined,
  });
  reader.push(first);
  for (const chunk of rest.slice(0, -10)) reader.push(chunk);
  expect(matches).toHaveLength(1);
  for (const chunk of rest.slice(-10)) reader.push(chunk);
  expect(matches).toHaveLength(1);
});
