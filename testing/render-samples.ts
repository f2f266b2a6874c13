/** Results for rendering tests: plain ones by hand, hostile ones by fast-check. Files live in a map, read like a disk. */
import fc from 'fast-check';
import { ALL_FEATURES } from '../src/engine/features.ts';
import type { RenderDeps, RenderInput } from '../src/engine/render/render-input.ts';
import type { RankedGroup, RankedHit, TextRead } from '../src/engine/types.ts';
import { SearchRequestSchema, type SearchRequest, type SymbolRef } from '../src/shared/contract.ts';
import { FILE_CLASSES, SKIP_REASONS } from '../src/shared/vocabulary.ts';

export function request(fields: Partial<SearchRequest> = {}): SearchRequest {
  return SearchRequestSchema.parse({ verb: 'auto', text: 'needle', ...fields });
}

/** A hit of live text search on `line` (1-based) of `text`, highlighting `needle` where it stands. */
export function textHit(
  path: string,
  text: string,
  o: { line: number; needle?: string } & Partial<RankedHit>,
): RankedHit {
  const { needle = 'needle', ...fields } = o;
  const line = text.split('\n')[o.line - 1]?.replace(/\r$/, '') ?? '';
  const at = line.indexOf(needle);
  return {
    path,
    endLine: o.line,
    leg: 'text',
    score: 1,
    text: line,
    ranges: at < 0 ? [] : [[at, at + needle.length]],
    column: at + 1,
    fileClass: 'src',
    language: 'typescript',
    tags: [{ name: 'text' }],
    parts: [{ name: 'text', op: 'add', value: 1 }],
    ...fields,
  };
}

/** A result over `groups`; totals follow from them. */
export function renderInput(groups: RankedGroup[], fields: Partial<RenderInput> = {}): RenderInput {
  const asked = fields.request ?? request();
  return {
    request: asked,
    reading: { kind: 'identifier', verb: asked.verb, text: asked.text, filters: [] },
    groups,
    total: groups.reduce((sum, group) => sum + group.hits.length, 0),
    totalFiles: groups.length,
    totalIsLowerBound: false,
    related: [],
    confidence: 'confident',
    confidenceReason: 'it leads by far',
    freshness: { seen: 1, applied: 1, ageMs: 12 },
    receipt: { listed: groups.length, searched: groups.length, skipped: [] },
    features: [...ALL_FEATURES],
    notes: [],
    pack: false,
    generation: 'one',
    ...fields,
  };
}

/** Reads from a map of texts; a path that is not in it has vanished. */
export function readsFrom(files: Record<string, string>, symbols: Record<string, SymbolRef[]> = {}): RenderDeps {
  return {
    read(path): TextRead {
      const text = Object.hasOwn(files, path) ? files[path] : undefined;
      if (text === undefined) return { ok: false, reason: 'vanished', detail: 'it is gone' };
      return { ok: true, text, encoding: 'utf-8' };
    },
    enclosing: (path, line) =>
      symbols[path]?.findLast((symbol) => symbol.line <= line && line <= symbol.endLine) ?? null,
  };
}

/** Characters that cost much, hide, reorder, break lines or look like layout. */
const HOSTILE = [
  '\u202E',
  '\u200B',
  '\u{E0041}',
  '\uFEFF',
  '\x1b',
  '\x9b',
  '\r',
  '\u2028',
  '\uD800',
  '😀',
  '𠀀',
  '漢',
  'é',
  '"',
  '\\',
];
const PIECES = [
  ...HOSTILE,
  ...Array.from('aB7 _-./:;(){}[]<>=+*'),
  '\t',
  'answer: ',
  'more: iq',
  '  12: ',
  '  [def]',
  'getUserById',
  '0x7fffe3a1',
];

const hostileText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...PIECES), { maxLength }).map((pieces) => pieces.join(''));

const hostileName = (maxLength: number): fc.Arbitrary<string> =>
  hostileText(maxLength).map((name) => `${name.replaceAll('\uD800', '')}x`);

const symbol = fc.record({
  name: hostileName(30),
  qualifiedName: hostileName(60),
  kind: fc.constantFrom('fn' as const, 'class' as const),
  line: fc.integer({ min: 1, max: 30 }),
  endLine: fc.integer({ min: 1, max: 60 }),
});

interface Built {
  input: RenderInput;
  deps: RenderDeps;
}

const hit = fc.record({
  line: fc.integer({ min: 1, max: 40 }),
  span: fc.integer({ min: 0, max: 30 }),
  kind: fc.constantFrom('live', 'stale', 'index', 'file'),
  symbol: fc.option(symbol, { nil: undefined }),
  signatureLines: fc.integer({ min: 0, max: 4 }),
  tags: fc.array(
    fc.record({
      name: fc.constantFrom('text', 'bm25', 'refs 123456'),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 4 },
  ),
  parts: fc.array(
    fc.record({
      name: fc.constantFrom('bm25', 'pathwords'),
      op: fc.constantFrom('add' as const, 'mul' as const),
      value: fc.double({ min: 0, max: 9, noNaN: true }),
    }),
    { maxLength: 6 },
  ),
});

const file = fc.record({
  path: fc.oneof(hostileName(40), hostileName(600), fc.constantFrom('src/a.ts', 'answer: x', 'b/c.test.ts')),
  text: fc.array(fc.oneof({ weight: 6, arbitrary: hostileText(30) }, hostileText(2_000)), { maxLength: 40 }),
  vanished: fc.boolean(),
  class: fc.constantFrom(...FILE_CLASSES),
  hits: fc.array(hit, { minLength: 1, maxLength: 40 }),
});

const asked = fc.record({
  text: fc.oneof(hostileText(20), hostileText(4_000)),
  budget: fc.oneof(fc.integer({ min: 60, max: 900 }), fc.integer({ min: 60, max: 25_000 })),
  format: fc.constantFrom('text' as const, 'json' as const, 'ndjson' as const),
  context: fc.constantFrom(0, 0, 3, 200),
  limit: fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined }),
  full: fc.boolean(),
  why: fc.boolean(),
  filesOnly: fc.boolean(),
  count: fc.boolean(),
  glob: fc.array(hostileText(20), { maxLength: 30 }),
});

const around = fc.record({
  filters: fc.array(hostileText(30), { maxLength: 30 }),
  notes: fc.array(fc.record({ code: fc.constant('note'), text: hostileText(80) }), { maxLength: 20 }),
  hint: fc.option(hostileText(80), { nil: undefined }),
  reason: hostileText(80),
  related: fc.array(fc.record({ path: hostileName(30), line: fc.nat(), symbol: hostileName(20) }), { maxLength: 3 }),
  skipped: fc.array(
    fc.record({ path: hostileName(20), reason: fc.constantFrom(...SKIP_REASONS), detail: hostileText(20) }),
    { maxLength: 60 },
  ),
  more: fc.integer({ min: 0, max: 10_000_000 }),
  lower: fc.boolean(),
  pack: fc.boolean(),
  ageMs: fc.option(fc.nat(), { nil: null }),
  features: fc.subarray([...ALL_FEATURES]),
});

/** Results nobody would write by hand, with the files they came from. */
export const hostileResult: fc.Arbitrary<Built> = fc
  .record({ files: fc.uniqueArray(file, { maxLength: 12, selector: (one) => one.path }), asked, around })
  .map(build);

function build(o: {
  files: (typeof file extends fc.Arbitrary<infer T> ? T : never)[];
  asked: typeof asked extends fc.Arbitrary<infer T> ? T : never;
  around: typeof around extends fc.Arbitrary<infer T> ? T : never;
}): Built {
  const { glob, ...fields } = o.asked;
  const { related, notes, pack, features } = o.around;
  const scope = { in: [], repo: [], lang: [], glob, notGlob: [], only: [], ignored: false };
  const groups = o.files.map(
    (one): RankedGroup => ({ path: one.path, score: 1, hits: one.hits.map((each) => toHit(one, each)) }),
  );
  const total = groups.reduce((sum, group) => sum + group.hits.length, 0) + o.around.more;
  const input = renderInput(groups, {
    request: { ...request({ scope }), ...fields },
    reading: { kind: 'prose', verb: 'auto', text: fields.text, filters: o.around.filters },
    total,
    totalFiles: groups.length + o.around.more,
    totalIsLowerBound: o.around.lower,
    confidenceReason: o.around.reason,
    ...(o.around.hint === undefined ? {} : { hint: o.around.hint }),
    freshness: { seen: o.around.more, applied: 1, ageMs: o.around.ageMs },
    receipt: { listed: o.around.more, searched: o.around.more, skipped: o.around.skipped },
    related,
    notes,
    pack,
    features,
  });
  const present = o.files.filter((one) => !one.vanished).map((one) => [one.path, one.text.join('\n')]);
  return { input, deps: readsFrom(Object.fromEntries(present) as Record<string, string>) };
}

function toHit(
  one: { path: string; text: string[]; class: RankedHit['fileClass'] },
  each: typeof hit extends fc.Arbitrary<infer T> ? T : never,
): RankedHit {
  const { line, span, kind, tags, parts } = each;
  const base = textHit(one.path, one.text.join('\n'), {
    line,
    needle: 'a',
    endLine: line + span,
    tags,
    parts,
    fileClass: one.class,
  });
  const { text = '', ranges = [], column = 1, ...place } = base;
  const head = one.text
    .slice(line - 1, line - 1 + each.signatureLines)
    .join(' ')
    .slice(0, 200);
  const signature = each.signatureLines === 0 ? {} : { signature: head };
  const symbol = { ...(each.symbol === undefined ? {} : { symbol: each.symbol }), ...signature };
  if (kind === 'file') return { ...place, line: 1, leg: 'file' };
  if (kind === 'index') return { ...place, ...symbol, leg: 'bm25', anchor: text.trim().slice(0, 120) };
  return { ...base, ...symbol, ranges, column, text: kind === 'stale' ? `${text} was here` : text };
}
