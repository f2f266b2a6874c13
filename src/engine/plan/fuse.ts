/**
 * Hits of the same place become one. Retrievers report places differently: BM25 a chunk, the symbol index a definition,
 * ripgrep a line. Keyed by path and line alone, two of them on one function would not strengthen each other.
 */
import type { SymbolRef, Tag } from '../../shared/contract.ts';
import type { Hit, Leg } from '../types.ts';
import { byCodeUnit } from './score.ts';

/** How hits are merged and ordered: a question, a name, lines of one live search, files by name. */
export type RankMode = 'prose' | 'name' | 'lines' | 'files';

export interface Place {
  /** What is shown: the tightest line any leg gave, with its text, highlights and symbol. */
  hit: Hit;
  /** Best score per leg, 0-1 within the leg. */
  legs: ReadonlyMap<Leg, number>;
  tags: readonly Tag[];
  /** All hits of the place, in a fixed order. */
  hits: readonly Hit[];
}

/** Tightest first: the leg whose line is shown, and the order of equal hits. */
const LEG_ORDER: readonly Leg[] = ['symbol', 'ref', 'text', 'ast', 'live', 'file', 'bm25'];

/** Merges hits of one search into places, by path and line. The order of `hits` does not matter. */
export function fuseHits(hits: readonly Hit[], mode: RankMode): Place[] {
  const byPath = Map.groupBy(hits.toSorted(compareHits), (hit) => hit.path);
  const alone = placesOfOne();
  return [...byPath.values()].flatMap((list) => gather(list, mode).map((place) => toPlace(place, alone)));
}

/** Hits of one file, sorted, as lists of hits of the same place. */
function gather(hits: readonly Hit[], mode: RankMode): Hit[][] {
  if (mode === 'lines' && isLinePerHit(hits)) return hits.map((hit) => [hit]);
  // A file found by name says nothing about a line: it joins the file's best place, or stands alone.
  const files = mode === 'prose' || mode === 'name' ? hits.filter((hit) => hit.leg === 'file') : [];
  const spans = mode === 'prose' ? spanHits(hits) : mode === 'name' ? definitions(hits) : [];
  const symbols = Map.groupBy(
    hits.filter((hit) => hit.leg === 'symbol'),
    (hit) => hit.line,
  );
  const places = Map.groupBy(files.length === 0 ? hits : hits.filter((hit) => hit.leg !== 'file'), (hit) => {
    const holder = isPoint(hit, mode) ? smallestAround(hit.line, spans) : undefined;
    return placeKey(holder ?? hit, { mode, symbols });
  });
  const lists = [...places.values()];
  if (files.length === 0) return lists;
  const [best] = lists.toSorted((a, b) => rankInFile(a) - rankInFile(b));
  if (best === undefined) return [files];
  best.push(...files);
  return lists;
}

/** Nearly every file of a live search, and 10,000 hits are fused on a keystroke: nothing there is of the same place. */
function isLinePerHit(hits: readonly Hit[]): boolean {
  return hits.every((hit, index) => hit.leg !== 'file' && hit.line > (hits[index - 1]?.line ?? 0));
}

function spanHits(hits: readonly Hit[]): Hit[] {
  return hits.filter((hit) => hit.leg === 'bm25');
}

/** Definitions take the uses inside them in; a module would take the whole file. */
function definitions(hits: readonly Hit[]): Hit[] {
  return hits.filter((hit) => hit.defines !== undefined && hit.endLine > hit.line && hit.symbol?.kind !== 'module');
}

function isPoint(hit: Hit, mode: RankMode): boolean {
  return mode === 'prose' ? hit.leg !== 'bm25' : hit.leg !== 'symbol';
}

function smallestAround(line: number, spans: readonly Hit[]): Hit | undefined {
  let best: Hit | undefined;
  for (const span of spans) {
    if (line < span.line || line > span.endLine) continue;
    if (best === undefined || span.endLine - span.line < best.endLine - best.line) best = span;
  }
  return best;
}

/** Chunks by span, symbols by line and name, the file by itself, everything else by line. */
function placeKey(hit: Hit, o: { mode: RankMode; symbols: ReadonlyMap<number, readonly Hit[]> }): string {
  if (hit.leg === 'bm25' && o.mode === 'prose') return `span ${hit.line} ${hit.endLine}`;
  if (hit.leg === 'file') return 'file';
  // Two definitions on one line are two places; a text hit there joins the first.
  const symbol = hit.leg === 'symbol' ? hit : o.symbols.get(hit.line)?.[0];
  return `line ${hit.line} ${symbol?.symbol?.qualifiedName ?? ''}`;
}

/** Definitions first, then earlier lines. */
function rankInFile(hits: readonly Hit[]): number {
  const [first] = hits;
  const defines = hits.some((hit) => hit.defines === 'exact')
    ? 0
    : hits.some((hit) => hit.defines === 'folded')
      ? 1
      : 2;
  return defines * 1e9 + (first?.line ?? 0);
}

/** Places of one hit; legs and tags are those of the hit before where nothing differs, which spares 10,000 maps. */
function placesOfOne(): (hits: readonly Hit[], only: Hit) => Place {
  let last: Place | null = null;
  return (hits, only) => {
    const before = last?.hit;
    const isAlike =
      before?.leg === only.leg &&
      before.score === only.score &&
      before.defines === only.defines &&
      before.refKind === only.refKind;
    const legs = isAlike && last !== null ? last.legs : new Map([[only.leg, only.score]]);
    const tags = isAlike && last !== null ? last.tags : tagsOf(hits, legs);
    last = { hit: only, legs, tags, hits };
    return last;
  };
}

function toPlace(hits: readonly Hit[], alone: ReturnType<typeof placesOfOne>): Place {
  const [only] = hits;
  if (hits.length === 1 && only !== undefined) return alone(hits, only);
  const [lead] = hits.toSorted((a, b) => leadRank(a) - leadRank(b) || compareHits(a, b));
  if (lead === undefined) throw new Error('a place has at least one hit');
  const legs = new Map<Leg, number>();
  for (const hit of hits) legs.set(hit.leg, Math.max(legs.get(hit.leg) ?? 0, hit.score));
  return { hit: shown(lead, hits), legs, tags: tagsOf(hits, legs), hits };
}

function leadRank(hit: Hit): number {
  const defines = hit.defines === 'exact' ? 0 : hit.defines === 'folded' ? 1 : hit.refKind === 'def' ? 2 : 3;
  return defines * 10 + LEG_ORDER.indexOf(hit.leg);
}

/** The lead's line; text and highlights of all hits on that line; the span of the chunk around it. */
function shown(lead: Hit, hits: readonly Hit[]): Hit {
  const onLine = hits.filter((hit) => hit.line === lead.line && hit.leg !== 'file');
  const text = lead.text ?? onLine.find((hit) => hit.text !== undefined)?.text;
  const ranges = mergeRanges(onLine.filter((hit) => hit.text === text).flatMap((hit) => hit.ranges ?? []));
  const chunk = hits.find((hit) => hit.leg === 'bm25');
  const symbol: SymbolRef | undefined = lead.symbol ?? hits.find((hit) => hit.symbol !== undefined)?.symbol;
  const language = lead.language ?? hits.find((hit) => hit.language !== null)?.language ?? null;
  const refKind = lead.refKind ?? onLine.find((hit) => hit.refKind !== undefined)?.refKind;
  const column = lead.column ?? onLine.find((hit) => hit.column !== undefined)?.column;
  return {
    ...lead,
    endLine: Math.max(lead.line, chunk?.endLine ?? lead.endLine),
    language,
    ...(column === undefined ? {} : { column }),
    ...(text === undefined ? {} : { text, ranges }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(refKind === undefined ? {} : { refKind }),
  };
}

/** Sorted, overlapping and touching ranges joined. */
export function mergeRanges(ranges: readonly [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

const KIND_TAGS = ['call', 'import', 'type', 'write'] as const;

/** Why a place is there, in a fixed order: what it is, then the legs that found it. */
function tagsOf(hits: readonly Hit[], legs: ReadonlyMap<Leg, number>): Tag[] {
  const tags: Tag[] = [];
  if (hits.some((hit) => hit.defines !== undefined || hit.refKind === 'def')) tags.push({ name: 'def' });
  else if (legs.has('symbol')) tags.push({ name: 'sym' });
  if (legs.has('text') || legs.has('ref')) tags.push({ name: 'text' });
  for (const name of KIND_TAGS) if (hits.some((hit) => hit.refKind === name)) tags.push({ name });
  if (legs.has('ast')) tags.push({ name: 'ast' });
  for (const name of ['bm25', 'live'] as const) {
    const score = legs.get(name);
    if (score !== undefined) tags.push({ name, score });
  }
  if (legs.has('file')) tags.push({ name: 'path' });
  return tags;
}

/** A total order over what is visible of a hit, so that the order in which retrievers answer never shows. */
function compareHits(a: Hit, b: Hit): number {
  return (
    byCodeUnit(a.path, b.path) ||
    a.line - b.line ||
    a.endLine - b.endLine ||
    LEG_ORDER.indexOf(a.leg) - LEG_ORDER.indexOf(b.leg) ||
    b.score - a.score ||
    (a.column ?? 0) - (b.column ?? 0) ||
    byCodeUnit(detail(a), detail(b))
  );
}

function detail(hit: Hit): string {
  return JSON.stringify([
    hit.symbol,
    hit.signature,
    hit.text,
    hit.ranges,
    hit.anchor,
    hit.defines,
    hit.refKind,
    hit.language,
    hit.fileClass,
    hit.codeSpan,
  ]);
}
