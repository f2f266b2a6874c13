import type { IndexProgress } from '../shared/contract.ts';
import { messages } from '../shared/messages.ts';
import { escapeText } from '../engine/render/escape.ts';

/** Redraws per second of the line: fast enough to look alive, cheap enough to cost nothing. */
const REDRAW_MS = 100;
/** Without a terminal to redraw: nothing for short work, then a line every few seconds. */
const FIRST_LINE_MS = 2_000;
const NEXT_LINE_MS = 5_000;
const DEFAULT_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

export interface ProgressLine {
  update(progress: IndexProgress): void;
  /** Takes the line away; call it before anything else is printed. */
  clear(): void;
}

export interface ProgressTarget {
  write(text: string): void;
  redraws: boolean;
  columns?: number;
  /** Milliseconds of a clock that never goes back. */
  now(): number;
}

/** One line about the running index work on stderr. */
export function createProgressLine(target: ProgressTarget): ProgressLine {
  const started = target.now();
  let due = started + (target.redraws ? 0 : FIRST_LINE_MS);
  let drawn = false;
  const clear = (): void => {
    if (drawn) target.write(CLEAR_LINE);
    drawn = false;
  };
  const update = (progress: IndexProgress): void => {
    if (progress.phase === 'done') return clear();
    const now = target.now();
    if (now < due) return;
    due = now + (target.redraws ? REDRAW_MS : NEXT_LINE_MS);
    const text = progressText(progress, now - started);
    if (target.redraws) target.write(CLEAR_LINE + fit(text, (target.columns ?? DEFAULT_COLUMNS) - 1));
    else target.write(`${text}\n`);
    drawn = target.redraws;
  };
  return { update, clear };
}

function progressText(progress: IndexProgress, elapsedMs: number): string {
  const { phase, done, total, path } = progress;
  if (phase === 'listing' || total === 0) return messages.progressListing({ files: done });
  const secondsLeft = done > 0 ? Math.ceil((elapsedMs / done) * (total - done) * 0.001) : null;
  return messages.progressIndexing({ done, total, secondsLeft, path: path === undefined ? '' : escapeText(path) });
}

/** Cut at the end to `columns`; wide characters may still wrap, which only leaves a line behind. */
function fit(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`;
}
