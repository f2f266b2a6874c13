/**
 * ripgrep's `--json` events, read line by line from buffers (names and lines may not be UTF-8). Only what a search
 * needs is turned into values: matches, and files that turned out to be binary.
 */
import { isAscii } from 'node:buffer';
import { rgEventReader, type RgReceiver } from './rg-event.ts';
import { rgMatchScanner } from './rg-match-scanner.ts';

const NEWLINE = 0x0a;

export interface RgJsonReader {
  push(chunk: Buffer): void;
}

/** Events in ASCII (nearly all) are scanned where they stand; the others, and what the scanner does not know, are parsed. */
export function rgJsonReader(receiver: RgReceiver): RgJsonReader {
  let rest: Buffer = Buffer.alloc(0);
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
  const readAny = (bytes: Buffer): void => {
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(NEWLINE, start);
      const line = bytes.subarray(start, end);
      if (isAscii(line)) readAscii(line.toString('latin1'));
      else parse(line.toString('utf8'));
      start = end + 1;
    }
  };
  return {
    push(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      const whole = bytes.subarray(0, end);
      rest = bytes.subarray(end);
      if (isAscii(whole)) readAscii(whole.toString('latin1'));
      else readAny(whole);
    },
  };
}
