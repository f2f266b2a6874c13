/** Neighbouring definitions of the answer, each with the place that calls it most. */
import type { Anchor } from '../../shared/contract.ts';
import { RELATED_LIMIT } from '../options.ts';
import { regexLiteral } from '../plan/regex-literal.ts';
import { byCodeUnit } from '../plan/score.ts';
import { textRetriever } from '../retrieve/text.ts';
import type { Hit, RankedGroup, SymbolRow } from '../types.ts';
import { retrieverQuery, type VerbContext } from './verb.ts';

/** Up to `RELATED_LIMIT` definitions next to the top hit's own, with their strongest caller; none without an index. */
export async function related(groups: RankedGroup[], context: VerbContext): Promise<Anchor[]> {
  const top = groups[0]?.hits[0];
  const { index } = context.scope;
  if (top?.symbol === undefined || index === null) return [];
  const neighbours = nearest(index.symbolsOf(top.path), top.symbol.line);
  if (neighbours.length === 0) return [];
  const uses = await usesOf(neighbours, context);
  return neighbours.map((row) => {
    const caller = strongestCaller(row, uses);
    const place = caller === null ? null : { path: caller.path, line: caller.line };
    const around = caller === null ? null : index.enclosingIn(caller.path)(caller.line);
    return {
      path: row.path,
      line: row.line,
      symbol: row.qualifiedName,
      ...(place === null ? {} : { caller: { ...place, ...(around === null ? {} : { symbol: around.qualifiedName }) } }),
    };
  });
}

/** Definitions with a body or a shape of their own; fields, tests and routes lead nowhere. */
const WORTH_NAMING = new Set(['fn', 'method', 'class', 'interface', 'type', 'enum']);
/** Called through their class: searching for callers by these names finds every class there is. */
const CONSTRUCTORS = new Set(['constructor', '__init__', 'initialize', 'new', '__construct', 'init']);

function nearest(rows: SymbolRow[], line: number): SymbolRow[] {
  return rows
    .filter((row) => row.line !== line && WORTH_NAMING.has(row.kind) && !CONSTRUCTORS.has(row.name))
    .sort((a, b) => Math.abs(a.line - line) - Math.abs(b.line - line) || a.line - b.line)
    .slice(0, RELATED_LIMIT)
    .sort((a, b) => a.line - b.line);
}

async function usesOf(rows: SymbolRow[], context: VerbContext): Promise<Hit[]> {
  const pattern = rows.map((row) => regexLiteral(row.name)).join('|');
  const text = { literal: false, word: true, case: 'sensitive' } as const;
  return (await textRetriever({ ...retrieverQuery(context, pattern), text }, context.scope, context.signal)).hits;
}

/** The file that names the definition most, outside its own lines; source before tests, then by path. */
function strongestCaller(row: SymbolRow, uses: Hit[]): Hit | null {
  const word = new RegExp(`(?<![\\w$])${regexLiteral(row.name)}(?![\\w$])`, 'u');
  const outside = (hit: Hit): boolean => hit.path !== row.path || hit.line < row.line || hit.line > row.endLine;
  const byPath = Map.groupBy(
    uses.filter((hit) => outside(hit) && hit.fileClass === 'src' && word.test(hit.text ?? '')),
    (hit) => hit.path,
  );
  const files = [...byPath.values()].sort(
    (a, b) => b.length - a.length || byCodeUnit(a[0]?.path ?? '', b[0]?.path ?? ''),
  );
  return files[0]?.find((hit) => !/^\s*(import|from|use|#include|require)\b/.test(hit.text ?? '')) ?? null;
}
