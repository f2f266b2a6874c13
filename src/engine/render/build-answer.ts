/**
 * The answer to one request, within its budget. The budget is measured on the very bytes that are printed, so it holds
 * whatever the files, the query and the format are.
 */
import type { Answer, OutputFormat, SearchRequest } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import {
  BUDGET_MIN,
  CANDIDATES_MAX,
  CANDIDATES_SHARE,
  ENVELOPE_SHARE,
  RELATED_SHARE,
  SKIPPED_SHOWN,
} from '../options.ts';
import { compose, type Page, type Selection } from './compose.ts';
import { cursorMaker, readCursor } from './cursor.ts';
import { LEAST_UNIT_TOKENS, longest, mostWithin } from './cut-text.ts';
import { DETAILS, LEAST_DETAIL } from './detail.ts';
import { print } from './print.ts';
import type { RenderDeps, RenderInput } from './render-input.ts';
import { openResult } from './result-units.ts';
import { createTokenCounter } from './tokens.ts';

/** Smallest budget that holds any answer with one hit, in tokens. */
export function minimumBudget(format: OutputFormat): number {
  return BUDGET_MIN[format];
}

/** Throws `usage` when the request's budget is below the least of its format. */
export function requireBudget(request: SearchRequest): void {
  const least = minimumBudget(request.format);
  if (request.budget >= least) return;
  const { budget, format } = request;
  throw new IqError('usage', messages.budgetTooSmall({ budget, least, format }));
}

/**
 * Selects what fits, verifies it and returns the page that `request.after` points to. `print(answer, format)` never
 * costs more than `request.budget` by `estimateTokens`, and every page but an empty one advances. Throws `usage` for a
 * budget that is too small and `bad-cursor`.
 */
export function buildAnswer(input: RenderInput, deps: RenderDeps): Answer {
  const { request, generation } = input;
  requireBudget(request);
  const cursor = readCursor(request, generation);
  const result = openResult(input, deps);
  const at = result.units.findIndex((unit) => unit.start >= cursor.offset);
  const page: Page = {
    input,
    result,
    first: at < 0 ? result.units.length : at,
    isOtherIndex: !cursor.isSameIndex,
    cursorAt: cursorMaker(request, generation),
    tokensOf: createTokenCounter(),
    made: new Map(),
    costs: new Map(),
  };
  return compose(page, select(page));
}

function select(page: Page): Selection {
  const first = firstHit(page);
  const hits = first.units === 0 ? first : withHits(page, first);
  return hits.detail.capsule && page.result.view === 'hits' ? withLists(page, hits) : hits;
}

/** Remembered: the steps below come back to selections they have tried before. */
function cost(page: Page, selection: Selection): number {
  const { detail, units, firstHitLines, candidates, related, skipped } = selection;
  const key = [DETAILS.indexOf(detail), units, firstHitLines, candidates, related, skipped].join(' ');
  const known = page.costs.get(key);
  if (known !== undefined) return known;
  const tokens = page.tokensOf(print(compose(page, selection), page.input.request.format));
  page.costs.set(key, tokens);
  return tokens;
}

function mostUnits(page: Page): number {
  return Math.min(page.result.units.length - page.first, page.input.request.limit ?? Number.POSITIVE_INFINITY);
}

/** The most detail that leaves room for hits, and the first hit with as much of its code as fits. */
function firstHit(page: Page): Selection {
  const { budget, format } = page.input.request;
  const units = Math.min(1, mostUnits(page));
  // Text prints only the number of skipped files, so the list costs it nothing.
  const skipped = format === 'text' ? Number.POSITIVE_INFINITY : 0;
  const start = { units, firstHitLines: 0, candidates: 0, related: 0, skipped };
  for (const detail of DETAILS) {
    const bare = { ...start, detail };
    const isHeavy = detail.capsule && cost(page, { ...bare, units: 0 }) > budget * ENVELOPE_SHARE;
    if (isHeavy || cost(page, bare) > budget) continue;
    const whole = { ...bare, firstHitLines: Number.POSITIVE_INFINITY };
    if (cost(page, whole) <= budget) return whole;
    // A line of code costs at least a token, so no more lines than tokens can fit.
    const firstHitLines = longest(budget, (lines) => cost(page, { ...bare, firstHitLines: lines }) <= budget);
    return { ...bare, firstHitLines };
  }
  return { ...start, detail: LEAST_DETAIL };
}

/** All units when they fit, else as many as leave room for the lists of what did not. */
function withHits(page: Page, first: Selection): Selection {
  const { budget } = page.input.request;
  const most = mostUnits(page);
  // Trying all is worth its reads only when they could fit.
  if (most * LEAST_UNIT_TOKENS <= budget && cost(page, { ...first, units: most }) <= budget)
    return { ...first, units: most };
  const hasLists = first.detail.capsule && page.result.view === 'hits';
  const reserve = hasLists ? budget * (RELATED_SHARE + CANDIDATES_SHARE) : 0;
  return { ...first, units: moreUnits(page, first, { most, tokens: budget - reserve }) };
}

function moreUnits(page: Page, selection: Selection, o: { most: number; tokens: number }): number {
  const from = { count: selection.units, cost: cost(page, selection) };
  return mostWithin({ ...o, from, cost: (units) => cost(page, { ...selection, units }) });
}

/**
 * What is left goes to candidates, related definitions and the names of skipped files, each within its share; what those
 * leave goes to further hits.
 */
function withLists(page: Page, hits: Selection): Selection {
  const { request, related } = page.input;
  const { budget } = request;
  const spent = cost(page, hits);
  const isEnd = page.first + hits.units >= page.result.units.length;
  const share = Math.min(budget * (related.length > 0 ? 1 - RELATED_SHARE : 1), spent + budget * CANDIDATES_SHARE);
  const listed = isEnd ? hits : { ...hits, candidates: listLength('candidates', { page, hits, tokens: share }) };
  const filled = related.length === 0 ? listed : { ...listed, related: relatedLength(page, listed) };
  const full = isEnd
    ? filled
    : { ...filled, units: moreUnits(page, filled, { most: mostUnits(page), tokens: budget }) };
  if (request.format === 'text') return full;
  return { ...full, skipped: listLength('skipped', { page, hits: full, tokens: budget }) };
}

function relatedLength(page: Page, listed: Selection): number {
  const { related, request } = page.input;
  return longest(related.length, (count) => cost(page, { ...listed, related: count }) <= request.budget);
}

function listLength(list: 'candidates' | 'skipped', o: { page: Page; hits: Selection; tokens: number }): number {
  const most = list === 'skipped' ? SKIPPED_SHOWN : CANDIDATES_MAX;
  const costOf = (count: number): number => cost(o.page, { ...o.hits, [list]: count });
  return mostWithin({ most, tokens: o.tokens, from: { count: 0, cost: costOf(0) }, cost: costOf });
}
