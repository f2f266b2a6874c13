/** The first line: how the query was read, how much is shown, how fresh the index is, what was off. */
import type { Answer, Receipt } from '../../shared/contract.ts';
import { messages } from '../../shared/messages.ts';
import { FEATURES } from '../features.ts';
import { escapeText } from './escape.ts';

export function headerText(answer: Answer): string {
  const parts = answer.brief
    ? [hitsShort(answer.receipt), ...notesOnly(answer)]
    : [readingText(answer), counts(answer), freshness(answer), searched(answer.receipt), ...stagesOff(answer)];
  return parts.join(' · ');
}

function readingText({ reading }: Answer): string {
  const kind = reading.verb === 'auto' ? reading.kind : reading.verb;
  const filters = reading.filters.length === 0 ? [] : [`[${reading.filters.map(escapeText).join(' ')}]`];
  const escalated =
    reading.escalatedFrom === undefined ? [] : [messages.escalatedFrom({ kind: escapeText(reading.escalatedFrom) })];
  return [kind, `"${escapeText(reading.text)}"`, ...filters, ...escalated].join(' ');
}

function hitsShort({ shown, total, totalIsLowerBound }: Receipt): string {
  return messages.shownShort({ shown, total, atLeast: totalIsLowerBound });
}

function notesOnly(answer: Answer): string[] {
  return answer.notesCut === undefined ? [] : [messages.notesCut({ notes: answer.notesCut })];
}

function counts(answer: Answer): string {
  const { shown, total, totalFiles: files, totalIsLowerBound: atLeast } = answer.receipt;
  if (answer.view === 'hits') return messages.shownHits({ shown, total, files, atLeast });
  return messages.shownFiles({ shown: answer.groups.length, files, total, atLeast });
}

function freshness({ freshness: { seen, applied, ageMs, unchecked } }: Answer): string {
  if (ageMs === null) return messages.indexNone();
  if (unchecked === true && seen === applied) return messages.indexUnchecked({ ageMs });
  return seen === applied ? messages.indexFresh() : messages.indexBehind({ changes: seen - applied, ageMs });
}

function searched(receipt: Receipt): string {
  const reasons = Object.entries(receipt.skippedByReason ?? {}).map(([reason, files]) => `${files} ${reason}`);
  return messages.filesSearched({ ...receipt, skipped: receipt.skippedTotal, reasons });
}

function stagesOff(answer: Answer): string[] {
  const stages = FEATURES.filter((stage) => !answer.features.includes(stage));
  return stages.length === 0 ? [] : [messages.stagesOff({ stages })];
}
