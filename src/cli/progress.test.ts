import { expect, test } from 'vitest';
import { createProgressLine } from './progress.ts';

function setup(redraws: boolean, columns?: number) {
  const written: string[] = [];
  const clock = { now: 0 };
  const line = createProgressLine({
    write: (text) => written.push(text),
    redraws,
    ...(columns === undefined ? {} : { columns }),
    now: () => clock.now,
  });
  return { line, clock, written };
}

const parsing = (done: number, path = 'src/a.ts') => ({ phase: 'parsing', done, total: 100, path }) as const;

test('a terminal gets one line that is drawn again and taken away', () => {
  const { line, clock, written } = setup(true);
  line.update(parsing(10));
  clock.now = 50;
  line.update(parsing(20));
  clock.now = 1_000;
  line.update(parsing(50));
  line.clear();
  line.clear();
  expect(written).toEqual([
    '\r\u001b[Kindexing 10/100 files, 0 s left  src/a.ts',
    '\r\u001b[Kindexing 50/100 files, 1 s left  src/a.ts',
    '\r\u001b[K',
  ]);
});

test('the line never gets longer than the terminal is wide', () => {
  const { line, written } = setup(true, 30);
  line.update(parsing(1, 'a/very/long/path/that/goes/on/and/on.ts'));
  expect(written[0]?.replace('\r\u001b[K', '')).toHaveLength(29);
});

test('without a terminal: silence for short work, then a plain line every few seconds', () => {
  const { line, clock, written } = setup(false);
  for (const now of [0, 1_900, 2_000, 4_000, 6_999, 7_000]) {
    clock.now = now;
    line.update(parsing(now / 100));
  }
  line.clear();
  expect(written).toEqual([
    'indexing 20/100 files, 8 s left  src/a.ts\n',
    'indexing 70/100 files, 3 s left  src/a.ts\n',
  ]);
});

test('done takes the line away', () => {
  const { line, written } = setup(true);
  line.update(parsing(99));
  line.update({ phase: 'done', done: 100, total: 100 });
  expect(written.at(-1)).toBe('\r\u001b[K');
});

test('X14 a file name cannot send an escape to the terminal', () => {
  const { line, written } = setup(true);
  line.update(parsing(1, 'a\u001b]52;c;aGk=\u0007.ts'));
  expect(written[0]).toContain('<U+001B>]52;c;aGk=<U+0007>.ts');
});
