/**
 * The result as a flat row of units in (group, hit) order, each read and verified when it is first asked for. Cursors
 * count hits along this row, so a page may begin and end inside a file.
 */
import type { AnswerView, SearchRequest } from '../../shared/contract.ts';
import type { RankedGroup, RankedHit, TextRead } from '../types.ts';
import type { RenderDeps, RenderInput } from './render-input.ts';
import { openSource, type Source } from './source.ts';
import { placeSymbol, verifyHit, type VerifiedHit } from './verify.ts';

/** One hit, or one file where only files are listed. */
export interface Unit {
  group: RankedGroup;
  groupIndex: number;
  hit: RankedHit;
  hitIndex: number;
  /** Hits before this unit. */
  start: number;
  /** Hits it stands for. */
  size: number;
}

/** A unit as its file is now; null when the file can no longer be shown. */
export type ResolvedUnit =
  | { ok: true; unit: Unit; source: Source | null; verified: VerifiedHit | null }
  | { ok: false; unit: Unit; failure: Extract<TextRead, { ok: false }> };

export interface ResultUnits {
  view: AnswerView;
  units: Unit[];
  resolve(index: number): ResolvedUnit;
}

export function openResult(input: RenderInput, deps: RenderDeps): ResultUnits {
  const view = viewOf(input.request);
  const units = flatten(input.groups, view);
  const files = new Map<string, { read: TextRead; source: Source | null }>();
  const resolved = new Map<number, ResolvedUnit>();
  const open = (path: string): { read: TextRead; source: Source | null } => {
    const known = files.get(path);
    if (known !== undefined) return known;
    const read = deps.read(path);
    const file = { read, source: read.ok ? openSource(read) : null };
    files.set(path, file);
    return file;
  };
  return {
    view,
    units,
    resolve(index) {
      const known = resolved.get(index);
      if (known !== undefined) return known;
      const unit = units[index];
      if (unit === undefined) throw new Error(`unit ${index} of ${units.length}`);
      const result = resolveUnit({ unit, view, deps, ...open(unit.group.path) });
      resolved.set(index, result);
      return result;
    },
  };
}

function viewOf(request: SearchRequest): AnswerView {
  if (request.count) return 'count';
  return request.filesOnly ? 'files' : 'hits';
}

function flatten(groups: RankedGroup[], view: AnswerView): Unit[] {
  const units: Unit[] = [];
  let start = 0;
  for (const [groupIndex, group] of groups.entries()) {
    const hits = view === 'hits' ? group.hits : group.hits.slice(0, 1);
    for (const [hitIndex, hit] of hits.entries()) {
      const size = view === 'hits' ? 1 : (group.totalHits ?? group.hits.length);
      units.push({ group, groupIndex, hit, hitIndex, start, size });
      start += size;
    }
  }
  return units;
}

interface Resolving {
  unit: Unit;
  view: AnswerView;
  deps: RenderDeps;
  read: TextRead;
  source: Source | null;
}

function resolveUnit(o: Resolving): ResolvedUnit {
  const { unit, read, source } = o;
  const isName = o.view !== 'hits' || isWholeFile(unit.hit);
  // A file found by its name is shown even when its content is no text.
  if (!read.ok && !(isName && read.reason !== 'vanished' && read.reason !== 'forbidden')) {
    return { ok: false, unit, failure: read };
  }
  if (isName || source === null) return { ok: true, unit, source, verified: null };
  return { ok: true, unit, source, verified: withSymbol(verifyHit(unit.hit, source), { unit, deps: o.deps, source }) };
}

/** The hit stands for the file itself: found by name, and no line of it was looked at. */
export function isWholeFile(hit: RankedHit): boolean {
  return hit.leg === 'file' && hit.text === undefined && hit.anchor === undefined;
}

/** Hits without a definition get the one around them; the index is asked in its own, older line numbers. */
function withSymbol(verified: VerifiedHit, o: { unit: Unit; deps: RenderDeps; source: Source }): VerifiedHit {
  if (verified.state === 'gone' || verified.symbol !== undefined) return verified;
  const { hit } = o.unit;
  const known = o.deps.enclosing(hit.path, hit.line);
  const symbol = known === null ? undefined : placeSymbol(known, o.source, verified.line - hit.line);
  return symbol === undefined ? verified : { ...verified, symbol };
}
