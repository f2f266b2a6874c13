/** Tables and golden lines of the quality bench. Pure: measured queries in, text out. */
import { ndcgAt, recallAt, reciprocalRankAt, type Ranks } from './metrics.ts';
import { BUDGET_DEFAULT } from '../src/shared/vocabulary.ts';
import type { Measured } from './measured.ts';
import { bootstrapInterval, mean, percentile, signTest } from './statistics.ts';

const COLUMNS = [
  'group',
  'n',
  'R@1',
  'R@5',
  'R@10',
  'MRR@10',
  'nDCG@10',
  'span R@5',
  'span nDCG',
  'tokens',
  'p50 ms',
  'p95 ms',
];

/** One row per kind and part, then per sort of question and name. No-answer queries have rows of their own. */
export function reportTable(measured: Measured[]): string {
  const answerable = measured.filter(({ query }) => query.kind !== 'no-answer');
  const rows = [
    ...rowsBy(answerable, ({ query }) => `${query.kind} ${query.part}`),
    ...rowsBy(answerable, ({ query }) => `${query.kind} all`),
    ...rowsBy(answerable, ({ query }) => `- ${query.kind}: ${query.sort}`),
    metricsRow('all', answerable),
  ];
  return `${table([COLUMNS, ...rows])}\n${noAnswerLines(measured)}`;
}

function rowsBy(measured: Measured[], keyOf: (value: Measured) => string): string[][] {
  const groups = Map.groupBy(measured, keyOf);
  return [...groups].map(([key, group]) => metricsRow(key, group));
}

function metricsRow(name: string, group: Measured[]): string[] {
  const files = (metric: (ranks: Ranks) => number): string => share(mean(group.map((one) => metric(one.fileRanks))));
  const spans = (metric: (ranks: Ranks) => number): string => share(mean(group.map((one) => metric(one.spanRanks))));
  const times = group.map((one) => one.ms);
  return [
    name,
    String(group.length),
    files((ranks) => recallAt(ranks, 1)),
    files((ranks) => recallAt(ranks, 5)),
    files((ranks) => recallAt(ranks, 10)),
    files((ranks) => reciprocalRankAt(ranks, 10)),
    files((ranks) => ndcgAt(ranks, 10)),
    spans((ranks) => recallAt(ranks, 5)),
    spans((ranks) => ndcgAt(ranks, 10)),
    // A miss costs the whole budget: the reader has read it all.
    mean(group.map((one) => one.tokens ?? BUDGET_DEFAULT)).toFixed(0),
    percentile(times, 50).toFixed(1),
    percentile(times, 95).toFixed(1),
  ];
}

function noAnswerLines(measured: Measured[]): string {
  const groups = Map.groupBy(
    measured.filter(({ query }) => query.kind === 'no-answer'),
    ({ query }) => `${query.sort} ${query.part}`,
  );
  return [...groups]
    .map(([key, group]) => {
      const confident = group.filter((one) => one.confidence === 'confident').length;
      return `no answer, ${key}: ${confident} of ${group.length} called confident\n`;
    })
    .join('');
}

/** `query | rank | path:line`: rank of the first right file, and the place on top. One line per query. */
export function goldenLines(measured: Measured[]): string {
  return measured.map((one) => `${one.query.id} ${one.query.query} | ${rankText(one)} | ${one.top ?? '-'}\n`).join('');
}

function rankText({ query, fileRanks, confidence }: Measured): string {
  if (query.kind === 'no-answer') return confidence;
  const found = fileRanks.filter((rank) => rank !== null);
  return found.length === 0 ? '-' : String(Math.min(...found));
}

/** Paired comparison of nDCG@10 over files: wins and losses of `left` against `right`, query by query. */
export function compareRuns(left: Measured[], right: Measured[]): string {
  const pairs = left.flatMap((one, index) => {
    const other = right[index];
    if (one.query.kind === 'no-answer' || other === undefined) return [];
    return [
      { id: one.query.id, query: one.query.query, gain: ndcgAt(one.fileRanks, 10) - ndcgAt(other.fileRanks, 10) },
    ];
  });
  const gains = pairs.map((pair) => pair.gain);
  const wins = gains.filter((gain) => gain > 0).length;
  const losses = gains.filter((gain) => gain < 0).length;
  const [low, high] = bootstrapInterval(gains, 1);
  const moved = pairs
    .filter((pair) => pair.gain !== 0)
    .map((pair) => `  ${signed(pair.gain)} ${pair.id} ${pair.query}\n`)
    .join('');
  return (
    `${wins} wins, ${losses} losses, ${gains.length - wins - losses} ties; sign test p = ${signTest(wins, losses).toFixed(4)}\n` +
    `mean nDCG@10 difference ${signed(mean(gains))}, 95 % interval ${signed(low)} ... ${signed(high)}\n${moved}`
  );
}

function share(value: number): string {
  return value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
}

/** Columns padded to their widest cell: the first to the left, the others to the right. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
