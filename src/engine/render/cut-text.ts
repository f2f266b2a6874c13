/** Shortening text to a number of tokens, measured as it is printed. */
import type { OutputFormat } from '../../shared/contract.ts';
import { escapeJson, escapeText } from './escape.ts';
import { estimateTokens } from './tokens.ts';

/** Tokens of `text` as `format` prints it: invisible characters grow when they are made visible. */
export function printedTokens(text: string, format: OutputFormat): number {
  return estimateTokens(format === 'text' ? escapeText(text) : escapeJson(JSON.stringify(text)));
}

export interface Cap {
  tokens: number;
  format: OutputFormat;
}

/** `text`, or its longest beginning within the cap and a `…`; '' for a cap of 0. */
export function cutEnd(text: string, cap: Cap): string {
  if (cap.tokens <= 0) return '';
  if (fits(text, cap)) return text;
  const chars = Array.from(text.slice(0, cap.tokens * CHARS_PER_TOKEN));
  return `${chars
    .slice(
      0,
      longest(chars.length, (length) => fits(`${chars.slice(0, length).join('')}…`, cap)),
    )
    .join('')}…`;
}

/** `path`, or its end within the cap behind a `…`: the file's name says more than the folders. */
export function cutStart(path: string, cap: Cap): string {
  if (fits(path, cap)) return path;
  const chars = Array.from(path.slice(-cap.tokens * CHARS_PER_TOKEN));
  const keep = longest(chars.length, (length) => fits(`…${chars.slice(chars.length - length).join('')}`, cap));
  return `…${chars.slice(chars.length - keep).join('')}`;
}

/** More characters than this never fit one token: only runs of one mark are denser, and a path of those may be cut. */
const CHARS_PER_TOKEN = 20;

function fits(text: string, cap: Cap): boolean {
  if (cap.tokens === Number.POSITIVE_INFINITY) return true;
  return text.length <= cap.tokens * CHARS_PER_TOKEN && printedTokens(text, cap.format) <= cap.tokens;
}

/**
 * Largest count in 0..`most` that passes, where passing ends somewhere and stays ended: doubles its step, then halves the
 * gap, so that a small result never looks at a large one.
 */
export function longest(most: number, passes: (count: number) => boolean): number {
  let good = 0;
  let step = 1;
  let bad = most + 1;
  while (good < most) {
    const next = Math.min(most, good + step);
    if (!passes(next)) {
      bad = next;
      break;
    }
    good = next;
    step *= 2;
  }
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

interface Probe {
  count: number;
  cost: number;
}

/**
 * Largest count in `from.count`..`most` whose cost stays within `tokens`. Costs grow nearly evenly, so the next probe is
 * where the line through the known ones says (4-5 probes for hundreds), and the middle once that stops paying.
 */
export function mostWithin(o: { most: number; tokens: number; from: Probe; cost: (count: number) => number }): number {
  let good = o.from;
  let bad: Probe | null = null;
  for (let probes = 0; (bad?.count ?? o.most + 1) - good.count > 1; probes += 1) {
    const end: number = bad?.count ?? o.most + 1;
    const step: number = probes < EVEN_PROBES ? evenStep(o, { good, bad }) : (end - good.count) / 2;
    const count = good.count + Math.min(Math.max(1, Math.floor(step)), end - good.count - 1);
    const cost = o.cost(count);
    if (cost <= o.tokens) good = { count, cost };
    else bad = { count, cost };
  }
  return good.count;
}

/** Probes that trust costs to grow evenly; halving comes to an end whatever they do. */
const EVEN_PROBES = 8;

/** From the last count that fits to where the budget should end: just beyond it while nothing is known to be too much. */
function evenStep(o: { tokens: number; from: Probe }, { good, bad }: { good: Probe; bad: Probe | null }): number {
  const other = bad ?? (good.count > o.from.count ? o.from : null);
  const slope = other === null ? UNIT_TOKENS : (other.cost - good.cost) / (other.count - good.count);
  return (o.tokens - good.cost) / Math.max(1, slope) + (bad === null && good.count > o.from.count ? 1 : 0);
}

/** First guess of what one more hit costs: too low a guess reads files that are not shown (80 hits for 60, at 15). */
const UNIT_TOKENS = 28;
/** What a hit costs at least, nearly always. */
export const LEAST_UNIT_TOKENS = 15;
