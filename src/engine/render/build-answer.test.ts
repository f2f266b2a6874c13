import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileResult, readsFrom, renderInput, request, textHit } from '../../../testing/render-samples.ts';
import type { Answer, OutputFormat, SearchRequest } from '../../shared/contract.ts';
import { REQUEST_LIMITS } from '../../shared/vocabulary.ts';
import { isIqError } from '../errors.ts';
import type { RankedGroup } from '../types.ts';
import { buildAnswer, minimumBudget } from './build-answer.ts';
import { print } from './print.ts';
import type { RenderDeps, RenderInput } from './render-input.ts';
import { estimateTokens } from './tokens.ts';

const FORMATS: OutputFormat[] = ['text', 'json', 'ndjson'];

/** `files` files with `lines` lines each, every line a hit. */
function flood(files: number, lines: number): { groups: RankedGroup[]; deps: RenderDeps } {
  const text = Array.from({ length: lines }, (_, at) => `call(needle, ${at});`).join('\n');
  const paths = Array.from({ length: files }, (_, at) => `src/file${at}.ts`);
  const groups = paths.map((path): RankedGroup => {
    return { path, score: 1, hits: Array.from({ length: lines }, (_, at) => textHit(path, text, { line: at + 1 })) };
  });
  return { groups, deps: readsFrom(Object.fromEntries(paths.map((path) => [path, text]))) };
}

function cost(answer: Answer, format: OutputFormat): number {
  return estimateTokens(print(answer, format));
}

describe('the budget', () => {
  test('property: 1,000 hostile results never print more than their budget, in any format', () => {
    fc.assert(
      fc.property(hostileResult, ({ input, deps }) => {
        const { format } = input.request;
        const budget = Math.max(input.request.budget, minimumBudget(format));
        const answer = buildAnswer({ ...input, request: { ...input.request, budget } }, deps);
        expect(cost(answer, format)).toBeLessThanOrEqual(budget);
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(FORMATS)('%s: the least budget holds every hostile result and one unit of it', (format) => {
    const budget = minimumBudget(format);
    let most = 0;
    for (const { input, deps } of fc.sample(hostileResult, { numRuns: 400, seed: 5 })) {
      const asked = { ...input.request, format, budget };
      const answer = buildAnswer({ ...input, request: asked }, deps);
      most = Math.max(most, cost(answer, format));
      if (input.groups.length > 0)
        expect(answer.receipt.shown + answer.notes.length + (answer.notesCut ?? 0)).toBeGreaterThan(0);
    }
    expect(most).toBeLessThanOrEqual(budget);
    expect(most, 'the least is no larger than it must be').toBeGreaterThan(budget * 0.75);
  });

  test.each(FORMATS)('%s: the largest numbers and names still fit the least budget', (format) => {
    const path = `${'深い/'.repeat(1_000)}\u202E\u200B{}[]!?.ts`;
    const line = '\u{E0041}漢{}[]()<>'.repeat(400);
    const head = '漢'.repeat(190);
    const text = `${'\n'.repeat(4_000_000)}${line} needle\n${head}`;
    const symbol = {
      name: 'needle',
      qualifiedName: '漢'.repeat(200),
      kind: 'interface' as const,
      line: 4_000_001,
      endLine: 4_000_001,
    };
    const {
      text: _text,
      ranges: _ranges,
      ...place
    } = textHit(path, '', { line: 4_000_000, leg: 'bm25', anchor: 'needle', symbol });
    const tags = [{ name: 'refs 1234567', score: 0.123 }];
    const hit = {
      ...place,
      symbol: { ...symbol, line: 3 },
      signature: `needle ${head}`,
      tags,
      language: 'objective-c++',
      fileClass: 'generated' as const,
    };
    const input = renderInput([{ path, score: 1, hits: [hit, hit] }], {
      request: request({ format, budget: minimumBudget(format), text: '漢'.repeat(10_000), why: true, full: true }),
      total: 1_234_567_890,
      totalFiles: 12_345_678,
      totalIsLowerBound: true,
      freshness: { seen: 123_456_789, applied: 123_456_788, ageMs: 123_456_789_000 },
      receipt: { listed: 12_345_678, searched: 12_345_678, skipped: [{ path, reason: 'not-regular', detail: path }] },
      notes: Array.from({ length: 30 }, () => ({ code: 'x', text: path })),
      hint: path,
      confidence: 'ambiguous',
      confidenceReason: path,
      related: [{ path, line: 1, symbol: path, caller: { path, line: 1 } }],
    });
    const deps: RenderDeps = {
      read: () => ({ ok: true, text, encoding: 'windows-1252' }),
      enclosing: () => null,
    };
    const answer = buildAnswer(input, deps);
    expect(answer.groups[0]?.hits.length).toBeGreaterThan(0);
    expect(answer.groups[0]).toMatchObject({ pathCut: true });
    expect(cost(answer, format)).toBeLessThanOrEqual(minimumBudget(format));
  });

  test('a smaller one is a usage error that names the least', () => {
    expect(minimumBudget('text')).toBe(REQUEST_LIMITS.budgetMin);
    for (const format of FORMATS) {
      const budget = minimumBudget(format) - 1;
      try {
        buildAnswer(renderInput([], { request: { ...request({ format }), budget } }), readsFrom({}));
        expect.unreachable();
      } catch (error) {
        expect(isIqError(error) && error.code).toBe('usage');
        expect(String(error)).toContain(String(minimumBudget(format)));
      }
    }
  });

  test('it is used: of a flood of hits at least 85 % of any budget from 300 on', () => {
    const { groups, deps } = flood(40, 50);
    for (const budget of [300, 700, 1_500, 5_000, 20_000]) {
      for (const format of FORMATS) {
        if (budget < 700 && format !== 'text') continue;
        const answer = buildAnswer(renderInput(groups, { request: request({ budget, format }) }), deps);
        expect(cost(answer, format), `${format} ${budget}`).toBeGreaterThan(budget * 0.85);
        expect(cost(answer, format)).toBeLessThanOrEqual(budget);
      }
    }
  });

  test('notes and sentences give way before hits do, and the answer says that they did', () => {
    const { groups, deps } = flood(3, 3);
    const notes = Array.from({ length: 8 }, (_, at) => ({
      code: 'x',
      text: `note number ${at} ${'about something '.repeat(6)}`,
    }));
    const at = (budget: number): Answer =>
      buildAnswer(renderInput(groups, { notes, request: request({ budget }) }), deps);
    const told = (budget: number): unknown[] => [at(budget).notes.length, at(budget).notesCut, at(budget).brief];
    expect(told(1_500)).toEqual([8, undefined, undefined]);
    expect(told(320)).toEqual([3, 5, undefined]);
    expect(print(at(320), 'text')).toContain('\nnote: 5 more notes\n');
    expect(told(60)).toEqual([0, 8, true]);
    expect(print(at(60), 'text')).toMatch(/^\d of 9 hits · 8 more notes\n/);
    for (const budget of [60, 320, 1_500]) expect(at(budget).groups[0]?.hits.length).toBeGreaterThan(0);
  });

  test('the list of skipped files is cut in JSON, its number is not', () => {
    const skipped = Array.from({ length: 900 }, (_, at) => ({
      path: `img/${at}.png`,
      reason: 'binary' as const,
      detail: 'a NUL byte in the first 8 KB',
    }));
    const receipt = { listed: 1_000, searched: 100, skipped };
    const { groups, deps } = flood(2, 2);
    const json = buildAnswer(renderInput(groups, { receipt, request: request({ format: 'json' }) }), deps).receipt;
    expect(json).toMatchObject({ skippedTotal: 900, skippedByReason: { binary: 900 } });
    expect(json.skipped.length).toBeGreaterThan(5);
    expect(json.skipped.length).toBeLessThan(50);
    const text = buildAnswer(renderInput(groups, { receipt }), deps);
    expect(text.receipt.skipped).toHaveLength(900);
    expect(print(text, 'text')).toContain('100 of 1,000 files searched, 900 skipped (900 binary)');
  });
});

describe('cursors', () => {
  /** All pages of a request, each asked for with the cursor of the one before. */
  function walk(input: RenderInput, deps: RenderDeps): Answer[] {
    const pages: Answer[] = [];
    let after: string | undefined;
    do {
      const asked: SearchRequest = { ...input.request, ...(after === undefined ? {} : { after }) };
      const page = buildAnswer({ ...input, request: asked }, deps);
      pages.push(page);
      after = page.cursor;
    } while (after !== undefined && pages.length < 5_000);
    return pages;
  }

  const shownIn = (pages: Answer[]): string[] =>
    pages.flatMap((page) => page.groups.flatMap((group) => group.hits.map((hit) => `${group.path}:${hit.line}`)));

  test.each([60, 130, 700, 25_000])('with budget %i every hit is shown exactly once, in order', (budget) => {
    const { groups, deps } = flood(7, 23);
    const pages = walk(renderInput(groups, { request: request({ budget }) }), deps);
    expect(shownIn(pages)).toEqual(groups.flatMap((group) => group.hits.map((hit) => `${hit.path}:${hit.line}`)));
    expect(pages.reduce((sum, page) => sum + page.receipt.shown, 0)).toBe(161);
    expect(pages.map((page) => page.receipt.truncated)).toEqual(pages.map((_, at) => at < pages.length - 1));
  });

  test('with a limit, context, whole definitions, JSON: the same', () => {
    const { groups, deps } = flood(4, 11);
    const all = groups.flatMap((group) => group.hits.map((hit) => `${hit.path}:${hit.line}`));
    for (const fields of [
      { limit: 3 },
      { context: 5, budget: 200 },
      { full: true, budget: 90 },
      { format: 'json' as const, budget: 500 },
      { format: 'ndjson' as const, budget: 1_000 },
    ]) {
      expect(shownIn(walk(renderInput(groups, { request: request(fields) }), deps))).toEqual(all);
    }
  });

  test('lists of files and counts name every file exactly once', () => {
    const { groups, deps } = flood(60, 3);
    for (const fields of [
      { filesOnly: true },
      { count: true },
      { filesOnly: true, limit: 7 },
      { count: true, format: 'json' as const, budget: 400 },
    ]) {
      const pages = walk(renderInput(groups, { request: request({ budget: 120, ...fields }) }), deps);
      expect(pages.length).toBeGreaterThan(1);
      expect(pages.flatMap((page) => page.groups.map((group) => group.path))).toEqual(
        groups.map((group) => group.path),
      );
      expect(pages.reduce((sum, page) => sum + page.receipt.shown, 0)).toBe(180);
    }
  });

  test('property: hostile results are walked to their end, vanished files passed over', () => {
    fc.assert(
      fc.property(hostileResult, ({ input, deps }) => {
        const asked = {
          ...input.request,
          budget: Math.max(minimumBudget(input.request.format), Math.min(input.request.budget, 900)),
          filesOnly: false,
          count: false,
        };
        const pages = walk({ ...input, request: asked }, deps);
        const wanted = input.groups.filter((group) => deps.read(group.path).ok).flatMap((group) => group.hits);
        const isNamed = input.groups.filter((group) => !deps.read(group.path).ok);
        expect(
          pages.reduce((sum, page) => sum + page.groups.reduce((all, group) => all + group.hits.length, 0), 0),
        ).toBe(wanted.length);
        if (isNamed.length > 0)
          expect(
            pages.some(
              (page) => page.notes.some((note) => note.code === 'hits-vanished') || page.notesCut !== undefined,
            ),
          ).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('an index that changed in between goes on with a note; a cursor beyond the end says so', () => {
    const { groups, deps } = flood(2, 30);
    const first = buildAnswer(renderInput(groups, { request: request({ budget: 300 }) }), deps);
    const after = request({ budget: 300, ...(first.cursor === undefined ? {} : { after: first.cursor }) });
    const second = buildAnswer(renderInput(groups, { request: after, generation: 'two' }), deps);
    expect(second.notes).toMatchObject([{ code: 'cursor-index' }]);
    expect(shownIn([second])[0]).toBe(`src/file0.ts:${first.receipt.shown + 1}`);
    const shrunk = buildAnswer(renderInput(flood(1, 2).groups, { request: after }), deps);
    expect(shrunk.groups).toEqual([]);
    expect(shrunk.notes).toMatchObject([{ code: 'cursor-end' }]);
  });

  test('a cursor of another query is refused', () => {
    const { groups, deps } = flood(2, 60);
    const after = buildAnswer(renderInput(groups), deps).cursor;
    const other = request({ text: 'other', ...(after === undefined ? {} : { after }) });
    expect(() => buildAnswer(renderInput(groups, { request: other }), deps)).toThrow(/another query/);
  });

  test('the command of the next page carries its cursor; a query too long to repeat leaves the cursor alone', () => {
    const { groups, deps } = flood(5, 60);
    const page = buildAnswer(renderInput(groups, { request: request({ text: 'two words' }), roots: ['/repo'] }), deps);
    expect(page.more).toBe(`iq --root /repo --after ${page.cursor} 'two words'`);
    const long = buildAnswer(renderInput(groups, { request: request({ text: 'many words '.repeat(800) }) }), deps);
    expect(long).not.toHaveProperty('more');
    expect(print(long, 'text')).toContain(`\nmore: --after ${long.cursor}\n`);
  });
});

describe('F8 files that changed or vanished', () => {
  const OLD = 'a\nneedle one\nb';

  test('a vanished file costs its hits, counted in a note and in the receipt', () => {
    const groups = ['gone.ts', 'here.ts'].map(
      (path): RankedGroup => ({ path, score: 1, hits: [textHit(path, OLD, { line: 2 })] }),
    );
    const answer = buildAnswer(renderInput(groups), readsFrom({ 'here.ts': OLD }));
    expect(answer.groups.map((group) => group.path)).toEqual(['here.ts']);
    expect(answer.notes).toEqual([{ code: 'hits-vanished', text: '1 hit is not shown, the file is gone: gone.ts' }]);
    expect(answer.receipt).toMatchObject({
      shown: 1,
      total: 2,
      skipped: [{ path: 'gone.ts', reason: 'vanished' }],
      skippedTotal: 1,
    });
    expect(answer.answer).toEqual({ path: 'here.ts', line: 2 });
  });

  test('a file that is no text is named where files are listed, and costs its lines where lines are', () => {
    const { text: _text, ranges: _ranges, ...place } = textHit('logo.png', '', { line: 1, leg: 'file' });
    const live = textHit('logo.png', 'needle', { line: 1 });
    const deps: RenderDeps = { ...readsFrom({}), read: () => ({ ok: false, reason: 'binary', detail: 'a NUL byte' }) };
    const named = buildAnswer(renderInput([{ path: 'logo.png', score: 1, hits: [place] }]), deps);
    expect(named.groups[0]?.hits).toMatchObject([{ wholeFile: true, text: '' }]);
    const lines = [{ path: 'logo.png', score: 1, hits: [live] }];
    const listed = buildAnswer(renderInput(lines, { request: request({ filesOnly: true }) }), deps);
    expect(listed.groups).toMatchObject([{ path: 'logo.png' }]);
    const shown = buildAnswer(renderInput(lines), deps);
    expect(shown).toMatchObject({ groups: [], notes: [{ code: 'hits-binary' }] });
  });

  test('a file behind the floor is in no list, no count and no note', () => {
    const groups = ['.env', 'here.ts'].map(
      (path): RankedGroup => ({ path, score: 1, hits: [textHit(path, OLD, { line: 2 })] }),
    );
    const files = readsFrom({ 'here.ts': OLD });
    const deps: RenderDeps = {
      ...files,
      read: (path) => (path === '.env' ? { ok: false, reason: 'forbidden', detail: 'secret' } : files.read(path)),
    };
    for (const fields of [{}, { filesOnly: true }, { count: true }, { limit: 1 }]) {
      const answer = buildAnswer(renderInput(groups, { request: request(fields), related: [] }), deps);
      const { total: _total, totalFiles: _files, listed: _listed, searched: _searched, ...receipt } = answer.receipt;
      expect(JSON.stringify({ ...answer, receipt })).not.toContain('.env');
    }
  });

  test('answer, candidates and hits all stand on the lines where the text is now', () => {
    const { groups } = flood(30, 2);
    const moved = `// one\n// two\n${Array.from({ length: 2 }, (_, at) => `call(needle, ${at});`).join('\n')}`;
    const deps = readsFrom(Object.fromEntries(groups.map((group) => [group.path, moved])));
    const answer = buildAnswer(renderInput(groups, { request: request({ budget: 400 }) }), deps);
    expect(answer.answer).toEqual({ path: 'src/file0.ts', line: 3 });
    expect(answer.candidates.length).toBeGreaterThan(2);
    expect(answer.candidates.every((anchor) => anchor.line === 3)).toBe(true);
    expect(answer.groups[0]?.hits.map((hit) => hit.line)).toEqual([3, 4]);
    expect(answer.groups[0]?.hits[0]).not.toHaveProperty('changed');
  });

  test('the definition around a live line comes from the index only when it still stands there', () => {
    const symbols = {
      'a.ts': [{ name: 'open', qualifiedName: 'Store.open', kind: 'method' as const, line: 1, endLine: 3 }],
    };
    const symbolIn = (text: string): unknown => {
      const groups = [{ path: 'a.ts', score: 1, hits: [textHit('a.ts', text, { line: 2 })] }];
      return buildAnswer(renderInput(groups), readsFrom({ 'a.ts': text }, symbols)).groups[0]?.hits[0]?.symbol
        ?.qualifiedName;
    };
    expect(symbolIn('open() {\n needle\n}')).toBe('Store.open');
    expect(symbolIn('close() {\n needle\n}')).toBe(undefined);
  });
});

test('S18 F18 ten thousand hits of a million: stable bytes, the true total, a cursor', () => {
  const { groups, deps } = flood(100, 100);
  const input = renderInput(groups, { total: 1_000_000, totalFiles: 4_000, totalIsLowerBound: true });
  const answer = buildAnswer(input, deps);
  expect(answer.receipt).toMatchObject({
    truncated: true,
    total: 1_000_000,
    totalFiles: 4_000,
    totalIsLowerBound: true,
  });
  expect(print(answer, 'text')).toMatch(/ of 1,000,000\+ hits in 4,000 files/);
  for (const format of FORMATS) expect(print(buildAnswer(input, deps), format)).toBe(print(answer, format));
});

test('S18 a last page that shows all kept hits of a capped search is still called truncated', () => {
  const { groups, deps } = flood(1, 2);
  const whole = buildAnswer(renderInput(groups), deps);
  const capped = buildAnswer(renderInput(groups, { total: 12_000 }), deps);
  const stopped = buildAnswer(renderInput(groups, { totalIsLowerBound: true }), deps);
  expect([whole, capped, stopped].map((answer) => answer.receipt.truncated)).toEqual([false, true, true]);
  expect([whole, capped, stopped].map((answer) => answer.cursor)).toEqual([undefined, undefined, undefined]);
});

test('only files near the page are read', () => {
  const { groups, deps } = flood(500, 4);
  const read = new Set<string>();
  buildAnswer(renderInput(groups), { ...deps, read: (path) => (read.add(path), deps.read(path)) });
  expect(read.size).toBeLessThan(80);
});

test('result ids tell places apart, repeat, and name no path', () => {
  const { groups, deps } = flood(3, 3);
  const ids = buildAnswer(renderInput(groups), deps).groups.flatMap((group) => group.hits.map((hit) => hit.id));
  expect(new Set(ids).size).toBe(9);
  expect(buildAnswer(renderInput(groups), deps).groups.flatMap((group) => group.hits.map((hit) => hit.id))).toEqual(
    ids,
  );
  for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/);
});
