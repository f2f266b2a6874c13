import { describe, expect, test } from 'vitest';
import { readsFrom, renderInput, request, textHit } from '../../../testing/render-samples.ts';
import type { AnswerHit, SearchRequest } from '../../shared/contract.ts';
import { LINE_SHOWN_CHARS, PACK_BUDGET_SHARE, PACK_MAX_LINES } from '../options.ts';
import type { RankedGroup, RankedHit } from '../types.ts';
import { buildAnswer } from './build-answer.ts';
import type { RenderInput } from './render-input.ts';
import { estimateTokens } from './tokens.ts';

/** A file of `lines` numbered lines and a definition over `first`..`last` of it. */
function numbered(lines: number, first: number, last: number) {
  const symbol = {
    name: `body${first}`,
    qualifiedName: `body${first}`,
    kind: 'fn' as const,
    line: first,
    endLine: last,
  };
  const text = Array.from({ length: lines }, (_, at) => (at + 1 === first ? `fn body${first}() {` : `line ${at + 1};`));
  return { text: text.join('\n'), symbol };
}

function hitAt(
  path: string,
  file: { text: string; symbol?: RankedHit['symbol'] },
  o: { line: number } & Partial<RankedHit>,
): RankedHit {
  return textHit(path, file.text, { ...(file.symbol === undefined ? {} : { symbol: file.symbol }), ...o });
}

function hitsOf(
  groups: RankedGroup[],
  files: Record<string, { text: string }>,
  fields: Partial<RenderInput>,
): AnswerHit[][] {
  const deps = readsFrom(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.text])));
  return buildAnswer(renderInput(groups, fields), deps).groups.map((group) => group.hits);
}

function linesOf(hit: AnswerHit | undefined): [number, number] | null {
  if (hit?.code === undefined || hit.codeLine === undefined) return null;
  return [hit.codeLine, hit.codeLine + hit.code.split('\n').length - 1];
}

const asked = (fields: Partial<SearchRequest>): Partial<RenderInput> => ({
  request: request({ budget: 5_000, ...fields }),
});

describe('packed answers', () => {
  const files = Object.fromEntries(['a.ts', 'b.ts', 'c.ts'].map((path) => [path, numbered(200, 10, 30)]));
  const groups = Object.entries(files).map(([path, file]): RankedGroup => {
    return { path, score: 1, hits: [12, 50].map((line) => hitAt(path, file, { line, endLine: line + 4 })) };
  });

  test('the best hit of the first two files arrives with its whole definition, no other', () => {
    const hits = hitsOf(groups, files, { ...asked({}), pack: true });
    expect(hits.map((file) => file.map(linesOf))).toEqual([
      [[10, 30], null],
      [[10, 30], null],
      [null, null],
    ]);
    expect(hits[0]?.[0]?.code?.split('\n').slice(0, 3)).toEqual(['fn body10() {', 'line 11;', 'line 12;']);
  });

  test('not asked for, nothing is packed', () => {
    expect(
      hitsOf(groups, files, asked({}))
        .flat()
        .map(linesOf)
        .every((lines) => lines === null),
    ).toBe(true);
  });

  test('a page further on packs nothing: its files are not the first ones', () => {
    const deps = readsFrom(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, file.text])));
    const input = renderInput(groups, { ...asked({ limit: 4 }), pack: true });
    const { cursor } = buildAnswer(input, deps);
    const next = buildAnswer(
      { ...input, request: { ...input.request, ...(cursor === undefined ? {} : { after: cursor }) } },
      deps,
    );
    expect(next.groups.map((group) => group.hits.map(linesOf))).toEqual([[null, null]]);
  });

  test('a definition that is too long gives way to the chunk around the hit; all of them share the line limit', () => {
    const long = Object.fromEntries(['a.ts', 'b.ts'].map((path) => [path, numbered(900, 10, 800)]));
    const chunks = Object.entries(long).map(([path, file]): RankedGroup => {
      return { path, score: 1, hits: [hitAt(path, file, { line: 400, endLine: 480 })] };
    });
    const hits = hitsOf(chunks, long, { ...asked({ budget: 20_000 }), pack: true }).flat();
    expect(hits.map(linesOf)).toEqual([
      [400, 480],
      [400, 400 + PACK_MAX_LINES - 81 - 1],
    ]);
    expect(hits[1]?.codeCut).toBe(81 - (PACK_MAX_LINES - 81));
  });

  test('packed code takes half of the budget at most, and keeps the line of the hit', () => {
    const single = groups.map((group) => ({ ...group, hits: group.hits.slice(0, 1) }));
    for (const budget of [400, 500, 600, 1_500]) {
      const hits = hitsOf(single, files, { ...asked({ budget }), pack: true }).flat();
      const [start, end] = linesOf(hits[0]) ?? [0, 0];
      expect(start).toBeLessThanOrEqual(12);
      expect(end).toBeGreaterThanOrEqual(12);
      const packed = hits.flatMap((hit) => hit.code?.split('\n') ?? []);
      // Each line with its indentation, number and mark.
      const tokens = packed.reduce((sum, line) => sum + estimateTokens(line) + 3, 0);
      expect(tokens).toBeLessThanOrEqual(budget * PACK_BUDGET_SHARE);
    }
  });

  test('a hit far below the beginning of its definition is shown from its own line on when both do not fit', () => {
    const file = numbered(200, 10, 65);
    const hit = hitAt('a.ts', file, { line: 60, endLine: 64 });
    const [shown] = hitsOf(
      [{ path: 'a.ts', score: 1, hits: [hit] }],
      { 'a.ts': file },
      { ...asked({ budget: 400 }), pack: true },
    ).flat();
    expect(linesOf(shown)).toEqual([60, 65]);
    expect(shown?.codeCut).toBe(50);
  });

  test('lines the verb names are shown as named', () => {
    const file = numbered(100, 10, 90);
    const hit = hitAt('a.ts', file, { line: 50, codeSpan: [48, 53] });
    const hits = hitsOf(
      [{ path: 'a.ts', score: 1, hits: [hit] }],
      { 'a.ts': file },
      { ...asked({ context: 30 }), pack: true },
    );
    expect(hits.flat().map(linesOf)).toEqual([[48, 53]]);
  });
});

describe('--full and -C', () => {
  const file = numbered(60, 10, 40);
  const one = (fields: Partial<SearchRequest>, lines: number[]): AnswerHit[] =>
    hitsOf(
      [{ path: 'a.ts', score: 1, hits: lines.map((line) => hitAt('a.ts', file, { line })) }],
      { 'a.ts': file },
      asked(fields),
    ).flat();

  test('--full shows the whole definition once, for all hits in it', () => {
    expect(one({ full: true }, [20, 30]).map(linesOf)).toEqual([[10, 40], null]);
  });

  test('--full of a definition that exceeds the budget shows what fits and counts the rest', () => {
    const [hit] = one({ full: true, budget: 200 }, [12]);
    const [start, end] = linesOf(hit) ?? [0, 0];
    expect(start).toBe(10);
    expect(end).toBeGreaterThan(12);
    expect(hit?.codeCut).toBe(40 - end);
    const [deep] = one({ full: true, budget: 200 }, [39]);
    expect(linesOf(deep)?.[1]).toBeGreaterThanOrEqual(39);
  });

  test('-C ends at the borders of the file and shows no line twice', () => {
    expect(one({ context: 3 }, [2, 4, 59]).map(linesOf)).toEqual([[1, 5], null, [56, 60]]);
    expect(one({ context: 2 }, [10, 14]).map(linesOf)).toEqual([
      [8, 12],
      [13, 16],
    ]);
  });

  test('long lines of code are cut and marked', () => {
    const wide = { text: `${'x'.repeat(1_000)}\nneedle` };
    const [hit] = hitsOf(
      [{ path: 'a.ts', score: 1, hits: [hitAt('a.ts', wide, { line: 2 })] }],
      { 'a.ts': wide },
      asked({ context: 1 }),
    ).flat();
    expect(hit?.code).toBe(`${'x'.repeat(LINE_SHOWN_CHARS)}…\nneedle`);
  });
});
