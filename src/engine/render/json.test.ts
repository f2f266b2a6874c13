import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileResult, readsFrom, renderInput, request, textHit } from '../../../testing/render-samples.ts';
import type { AnswerHit } from '../../shared/contract.ts';
import { buildAnswer } from './build-answer.ts';
import { renderJson, renderNdjson } from './json.ts';
import { print } from './print.ts';
import { renderText } from './text.ts';

const CODE = 'const a = 1;\nconst needle = a;\nuse(needle);';

function sample(format: 'json' | 'ndjson' = 'json') {
  const hits = [2, 3].map((line) => textHit('src/a.ts', CODE, { line }));
  const input = renderInput([{ path: 'src/a.ts', score: 1, hits }], { request: request({ format, why: true }) });
  return buildAnswer(input, readsFrom({ 'src/a.ts': CODE }));
}

test('one line of JSON with the keys of the contract, in a fixed order', () => {
  const json = renderJson(sample());
  expect(json.split('\n')).toHaveLength(2);
  const parsed = JSON.parse(json) as Record<string, unknown>;
  expect(Object.keys(parsed)).toEqual([
    'view',
    'reading',
    'answer',
    'confidence',
    'confidenceReason',
    'freshness',
    'features',
    'notes',
    'candidates',
    'related',
    'groups',
    'receipt',
  ]);
  expect(parsed.groups).toEqual([
    {
      path: 'src/a.ts',
      language: 'typescript',
      class: 'src',
      encoding: 'utf-8',
      totalHits: 2,
      hits: [
        {
          line: 2,
          endLine: 2,
          column: 7,
          text: 'const needle = a;',
          ranges: [[6, 12]],
          tags: [{ name: 'text' }],
          score: 1,
          parts: [{ name: 'text', op: 'add', value: 1 }],
        },
        {
          line: 3,
          endLine: 3,
          column: 5,
          text: 'use(needle);',
          ranges: [[4, 10]],
          tags: [{ name: 'text' }],
          score: 1,
          parts: [{ name: 'text', op: 'add', value: 1 }],
        },
      ],
    },
  ]);
});

test('every fact of a hit is printed but its result id', () => {
  const answer = sample();
  const hit: Required<AnswerHit> = {
    id: 'secret',
    line: 2,
    endLine: 3,
    column: 4,
    text: 'x',
    cut: [5, 6],
    ranges: [[0, 1]],
    code: 'x\ny',
    codeLine: 2,
    codeCut: 7,
    wholeFile: true,
    tags: [{ name: 'text', score: 0.5 }],
    signature: 'function f()',
    score: 0.25,
    changed: 'changed',
    symbol: { name: 'x', qualifiedName: 'a.x', kind: 'fn', line: 1, endLine: 9 },
    parts: [{ name: 'text', op: 'add', value: 0.25 }],
  };
  const { id: _id, ...printed } = hit;
  const group = { path: 'a.ts', pathCut: true as const, class: 'src' as const, hits: [hit], totalHits: 1 };
  const full = { ...answer, groups: [group], notesCut: 2, brief: true as const, hint: 'h', more: 'iq', cursor: 'c' };
  const route = { primitive: 'plain', reason: 'r' };
  const parsed = JSON.parse(renderJson({ ...full, route })) as Record<string, unknown>;
  expect(parsed).toMatchObject({ notesCut: 2, brief: true, hint: 'h', more: 'iq', cursor: 'c', route });
  expect(parsed.groups).toEqual([{ ...group, hits: [printed] }]);
});

test('two runs on one index state print the same bytes, whatever the clock says', () => {
  const answer = sample();
  const later = { ...answer, freshness: { ...answer.freshness, ageMs: 1_999 } };
  expect(renderJson(later)).toBe(renderJson(answer));
  expect(renderText(later)).toBe(renderText(answer));
  expect(JSON.parse(renderJson({ ...answer, freshness: { seen: 1, applied: 1, ageMs: 130_000 } }))).toMatchObject({
    freshness: { ageMs: 120_000 },
  });
});

interface Row {
  type: string;
  [key: string]: unknown;
}

/** The JSON answer again, from its lines. */
function assembled(ndjson: string): unknown {
  const rows = ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const groups: { path: unknown; hits: unknown[] }[] = [];
  for (const { type: _type, ...row } of rows.slice(1, -1)) {
    const { path, pathCut, language, class: fileClass, encoding, totalHits, ...hit } = row;
    const file = { path, pathCut, language, class: fileClass, encoding, totalHits };
    if (groups.at(-1)?.path !== path) groups.push({ ...file, hits: [] });
    if (Object.keys(hit).length > 0) groups.at(-1)?.hits.push(hit);
  }
  const { type: first, ...envelope } = rows[0] ?? { type: '' };
  const { type: last, ...receipt } = rows.at(-1) ?? { type: '' };
  expect([first, last]).toEqual(['answer', 'receipt']);
  return { ...envelope, groups, receipt };
}

describe('property over hostile results', () => {
  test('ndjson and json carry the same content', () => {
    fc.assert(
      fc.property(hostileResult, ({ input, deps }) => {
        const answer = buildAnswer({ ...input, request: { ...input.request, budget: 2_000, format: 'ndjson' } }, deps);
        if (answer.groups.some((group, at) => group.path === answer.groups[at - 1]?.path)) return;
        expect(assembled(renderNdjson(answer))).toEqual(JSON.parse(renderJson(answer)));
      }),
      { numRuns: 200 },
    );
  });

  test('text shows every hit that JSON carries, and no other', () => {
    fc.assert(
      fc.property(hostileResult, ({ input, deps }) => {
        const asked = {
          ...input.request,
          format: 'text' as const,
          context: 0,
          full: false,
          filesOnly: false,
          count: false,
        };
        const answer = buildAnswer({ ...input, pack: false, request: asked }, deps);
        const shown = renderText(answer)
          .split('\n')
          .map((line) => /^ +(\d+)[:?]/.exec(line)?.[1])
          .filter((line) => line !== undefined);
        const lines = answer.groups.flatMap((group) =>
          group.hits.filter((hit) => !hit.wholeFile).map((hit) => String(hit.line)),
        );
        expect(shown).toEqual(lines);
      }),
      { numRuns: 200 },
    );
  });

  test('X14 printed JSON is one visible line per record and parses', () => {
    fc.assert(
      fc.property(hostileResult, ({ input, deps }) => {
        const request = { ...input.request, budget: 3_000, format: 'json' as const };
        const printed = print(buildAnswer({ ...input, request }, deps), 'json');
        expect(printed.slice(0, -1)).not.toMatch(
          /[\p{Cc}\p{Cs}\u200B-\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF\u{E0000}-\u{E007F}]/u,
        );
        expect(() => JSON.parse(printed) as unknown).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });
});
