/** An answer from a selection: how much detail, how many units, candidates and so on. Choosing them is `build-answer.ts`. */
import type {
  Anchor,
  Answer,
  AnswerGroup,
  AnswerHit,
  Note,
  QueryReading,
  Receipt,
  SkippedFile,
  SkipReason,
} from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { COMMAND_SHARE } from '../options.ts';
import { toAnchor, toAnswerHit } from './answer-hit.ts';
import { toCommand } from './command.ts';
import { cutEnd, cutStart, printedTokens, type Cap } from './cut-text.ts';
import type { Detail } from './detail.ts';
import { createPacker, type Packer } from './pack.ts';
import type { RenderInput } from './render-input.ts';
import type { ResolvedUnit, ResultUnits, Unit } from './result-units.ts';
import { withoutSaid } from './signature.ts';

/** One page: the result, and the unit it starts with. */
export interface Page {
  input: RenderInput;
  result: ResultUnits;
  first: number;
  /** The cursor was made on another state of the index. */
  isOtherIndex: boolean;
  cursorAt(offset: number): string;
  tokensOf(printed: string): number;
  /** Hits made so far: choosing what fits composes the page a dozen times. */
  made: Map<Detail, Map<Unit, AnswerHit>>;
  /** Tokens of the selections tried so far, by what they hold. */
  costs: Map<string, number>;
}

export interface Selection {
  detail: Detail;
  units: number;
  /** Lines of code below the first hit, at most. */
  firstHitLines: number;
  candidates: number;
  related: number;
  skipped: number;
}

type Dropped = Extract<ResolvedUnit, { ok: false }>;

export function compose(page: Page, selection: Selection): Answer {
  const { input, result } = page;
  const { detail } = selection;
  const { groups, dropped, shown } = shownGroups(page, selection);
  const next = result.units[page.first + selection.units];
  const notes = allNotes(page, dropped);
  const answer = detail.capsule ? answerAnchor(page) : undefined;
  const hint = detail.capsule && input.hint !== undefined ? shorten(page, input.hint, detail.sentence) : undefined;
  const notesCut = Math.max(0, notes.length - detail.notes);
  return {
    view: result.view,
    reading: shownReading(page, detail),
    groups,
    related: input.related.slice(0, selection.related).map((anchor) => shortAnchor(page, anchor, detail)),
    candidates: candidates(page, selection).map((anchor) => shortAnchor(page, anchor, detail)),
    ...(answer === undefined ? {} : { answer: shortAnchor(page, answer, detail) }),
    confidence: input.confidence,
    confidenceReason: shorten(page, input.confidenceReason, detail.sentence),
    ...(hint === undefined ? {} : { hint }),
    freshness: input.freshness,
    receipt: receiptOf(page, { selection, dropped, shown, isEnd: next === undefined }),
    features: detail.capsule ? input.features : [],
    ...(input.route === undefined || !detail.capsule ? {} : { route: input.route }),
    notes: notes.slice(0, detail.notes).map((note) => ({ ...note, text: shorten(page, note.text, detail.sentence) })),
    ...(notesCut === 0 ? {} : { notesCut }),
    ...(detail.capsule ? {} : { brief: true as const }),
    ...(next === undefined ? {} : nextPage(page, next, detail)),
  };
}

/** Hits that would still follow: one anchor per file that is not on this page, best first. */
function candidates(page: Page, selection: Selection): Anchor[] {
  const anchors: Anchor[] = [];
  const { units } = page.result;
  for (let index = page.first + selection.units; index < units.length; index += 1) {
    if (anchors.length >= selection.candidates) break;
    if (units[index]?.hitIndex !== 0) continue;
    const anchor = anchorOf(page.result.resolve(index));
    if (anchor !== null) anchors.push(anchor);
  }
  return anchors;
}

function anchorOf(resolved: ResolvedUnit): Anchor | null {
  if (!resolved.ok) return null;
  const { unit, verified } = resolved;
  if (verified === null) return toAnchor(unit.group.path, unit.hit.line, undefined);
  if (verified.state === 'gone') return null;
  return toAnchor(unit.group.path, verified.line, verified.symbol);
}

/** The first hit that can still be shown, where it stands now. */
function answerAnchor({ result }: Page): Anchor | undefined {
  for (const index of result.units.keys()) {
    const anchor = anchorOf(result.resolve(index));
    if (anchor !== null) return anchor;
  }
  return undefined;
}

interface ShownGroups {
  groups: AnswerGroup[];
  dropped: Dropped[];
  /** Hits the page accounts for. */
  shown: number;
}

function shownGroups(page: Page, selection: Selection): ShownGroups {
  const packer = createPacker(page.input, selection.firstHitLines);
  const groups: AnswerGroup[] = [];
  const dropped: Dropped[] = [];
  let shown = 0;
  let last: Unit | null = null;
  for (let index = page.first; index < page.first + selection.units; index += 1) {
    const resolved = page.result.resolve(index);
    if (!resolved.ok) {
      dropped.push(resolved);
      continue;
    }
    const { unit } = resolved;
    if (last?.group !== unit.group) groups.push(newGroup(page, resolved, selection.detail));
    if (page.result.view === 'hits') groups.at(-1)?.hits.push(shownHit(page, resolved, { selection, packer }));
    shown += unit.size;
    last = unit;
  }
  return { groups, dropped, shown };
}

function shownHit(
  page: Page,
  resolved: Extract<ResolvedUnit, { ok: true }>,
  o: { selection: Selection; packer: Packer },
): AnswerHit {
  const { unit, verified, source } = resolved;
  const { request } = page.input;
  const shape = { detail: o.selection.detail, format: request.format, why: request.why };
  const known = page.made.get(shape.detail) ?? new Map<Unit, AnswerHit>();
  page.made.set(shape.detail, known);
  const hit = known.get(unit) ?? toAnswerHit(unit, verified, shape);
  known.set(unit, hit);
  const canCarry = verified !== null && verified.state !== 'gone' && source !== null;
  const code = canCarry ? o.packer.codeFor(unit, verified, source) : null;
  return code === null ? hit : withoutSaid({ ...hit, ...code }, code.code);
}

function newGroup(page: Page, resolved: Extract<ResolvedUnit, { ok: true }>, detail: Detail): AnswerGroup {
  const { group, hit } = resolved.unit;
  const path = cutStart(group.path, { tokens: detail.path, format: page.input.request.format });
  return {
    path,
    ...(path === group.path ? {} : { pathCut: true as const }),
    ...(hit.language === null ? {} : { language: hit.language }),
    class: hit.fileClass,
    ...(resolved.source === null ? {} : { encoding: resolved.source.encoding }),
    hits: [],
    totalHits: group.totalHits ?? group.hits.length,
  };
}

/** Files that vanished since the search are said, never silently missing; files behind the floor are not named at all. */
function allNotes(page: Page, dropped: Dropped[]): Note[] {
  const notes = [...page.input.notes];
  if (page.isOtherIndex) notes.push({ code: 'cursor-index', text: messages.cursorOfOlderIndex() });
  if (page.input.request.after !== undefined && page.first >= page.result.units.length) {
    notes.push({ code: 'cursor-end', text: messages.cursorBeyondEnd() });
  }
  const named = dropped.filter((unit) => unit.failure.reason !== 'forbidden');
  for (const [reason, units] of Map.groupBy(named, (unit) => unit.failure.reason)) {
    const paths = [...new Set(units.map(({ unit }) => unit.group.path))];
    const hits = units.reduce((sum, { unit }) => sum + unit.size, 0);
    notes.push({ code: `hits-${reason}`, text: messages.hitsDropped({ hits, paths, reason }) });
  }
  return notes;
}

function shownReading(page: Page, detail: Detail): QueryReading {
  const { reading } = page.input;
  return {
    kind: reading.kind,
    verb: reading.verb,
    text: shorten(page, reading.text, detail.query),
    filters: reading.filters.slice(0, detail.filters).map((filter) => shorten(page, filter, detail.sentence)),
    ...(reading.escalatedFrom === undefined ? {} : { escalatedFrom: reading.escalatedFrom }),
  };
}

function receiptOf(
  page: Page,
  o: { selection: Selection; dropped: Dropped[]; shown: number; isEnd: boolean },
): Receipt {
  const { input } = page;
  const failed = o.dropped
    .filter(({ failure }) => failure.reason !== 'forbidden')
    .map(({ unit, failure }): SkippedFile => {
      return { path: unit.group.path, reason: failure.reason as SkipReason, detail: failure.detail };
    });
  const skipped = [...new Map([...input.receipt.skipped, ...failed].map((file) => [file.path, file])).values()];
  const byReason: Partial<Record<SkipReason, number>> = {};
  for (const { reason } of skipped) byReason[reason] = (byReason[reason] ?? 0) + 1;
  const cursorRow = page.result.units.at(-1);
  const ranked = cursorRow === undefined ? 0 : cursorRow.start + cursorRow.size;
  return {
    listed: input.receipt.listed,
    searched: input.receipt.searched,
    skipped: skipped.slice(0, o.selection.skipped),
    skippedTotal: skipped.length,
    ...(skipped.length === 0 || !o.selection.detail.reasons ? {} : { skippedByReason: byReason }),
    truncated: !o.isEnd || input.totalIsLowerBound || input.total > ranked,
    shown: o.shown,
    total: input.total,
    totalFiles: input.totalFiles,
    totalIsLowerBound: input.totalIsLowerBound,
  };
}

function nextPage(page: Page, next: Unit, detail: Detail): Pick<Answer, 'more' | 'cursor'> {
  const { request, roots } = page.input;
  const cursor = page.cursorAt(next.start);
  const more = toCommand({ ...request, after: cursor }, roots);
  const isShort = printedTokens(more, request.format) <= request.budget * COMMAND_SHARE;
  return detail.command && isShort ? { more, cursor } : { cursor };
}

/** Names of tests are whole sentences. */
function shortAnchor(page: Page, anchor: Anchor, detail: Detail): Anchor {
  return anchor.symbol === undefined ? anchor : { ...anchor, symbol: shorten(page, anchor.symbol, detail.symbol) };
}

function shorten(page: Page, text: string, tokens: number): string {
  const cap: Cap = { tokens, format: page.input.request.format };
  return cutEnd(text, cap);
}
