/**
 * ripgrep's `--json` events, read line by line from buffers (names and lines may not be UTF-8). Only what a search
 * needs is turned into values: matches, and files that turned out to be binary.
 */
import { isAscii } from 'node:buffer';
import { LINE_HIGHLIGHTS } from '../options.ts';
import { rgEventReader, type RgReceiver } from './rg-event.ts';
import { rgMatchScanner } from './rg-match-scanner.ts';

const NEWLINE = 0x0a;
/** In JSON text the quotes of all content are escaped, so neither stands inside a line, a path or a match. */
const SUBMATCHES = Buffer.from(',"submatches":[');
const NEXT_SUBMATCH = Buffer.from('},{"match":');
const EVENT_END = Buffer.from('}]}}\n');
/**
 * Bytes of one event from which its beginning is looked at. ripgrep spends 50 bytes on every match of a line: 3.5 MB of
 * one letter are an event of 187 MB, of which the line and a few matches are used.
 */
const LONG_EVENT_BYTES = 1024 * 1024;

export interface RgJsonReader {
  push(chunk: Buffer): void;
}

/** Events in ASCII (nearly all) are scanned where they stand; the others, and what the scanner does not know, are parsed. */
export function rgJsonReader(receiver: RgReceiver): RgJsonReader {
  const read = wholeEvents(receiver);
  /** The event that has not ended yet, and what follows of one that was read by its beginning. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  let lookAt = LONG_EVENT_BYTES;
  let isDropping = false;

  function forget(): void {
    [held, heldBytes, lookAt] = [[], 0, LONG_EVENT_BYTES];
  }
  function hold(part: Buffer): void {
    held.push(part);
    heldBytes += part.length;
    if (heldBytes < lookAt) return;
    const event = Buffer.concat(held);
    const beginning = beginningOf(event);
    if (beginning === null) {
      held = [event];
      lookAt = heldBytes * 2;
      return;
    }
    read(beginning);
    forget();
    isDropping = true;
  }
  return {
    push(chunk) {
      const start = isDropping ? chunk.indexOf(NEWLINE) + 1 : 0;
      if (isDropping && start === 0) return;
      isDropping = false;
      const end = Math.max(start, chunk.lastIndexOf(NEWLINE) + 1);
      if (end > start) {
        const whole = chunk.subarray(start, end);
        read(heldBytes > 0 ? Buffer.concat([...held, whole]) : whole);
        forget();
      }
      if (end < chunk.length) hold(chunk.subarray(end));
    },
  };
}

/** A match with its first submatches as an event of its own; null where not enough of it is there. */
function beginningOf(event: Buffer): Buffer | null {
  let at = event.indexOf(SUBMATCHES);
  for (let count = 0; at >= 0 && count < LINE_HIGHLIGHTS; count += 1) at = event.indexOf(NEXT_SUBMATCH, at + 1);
  return at < 0 ? null : Buffer.concat([event.subarray(0, at), EVENT_END]);
}

/** Reads bytes that are whole events, each with its line break. */
function wholeEvents(receiver: RgReceiver): (bytes: Buffer) => void {
  const scan = rgMatchScanner(receiver);
  const parse = rgEventReader(receiver);
  const readAscii = (text: string): void => {
    for (let start = 0; start < text.length; ) {
      const newline = text.indexOf('\n', start);
      const end = newline < 0 ? text.length : newline;
      if (!scan(text, start, end)) parse(text.slice(start, end));
      start = end + 1;
    }
  };
  return (bytes) => {
    if (isAscii(bytes)) return readAscii(bytes.toString('latin1'));
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start);
      const line = bytes.subarray(start, end);
      if (isAscii(line)) readAscii(line.toString('latin1'));
      else parse(line.toString('utf8'));
      start = end + 1;
    }
  };
}
