/**
 * Events of ripgrep read by their fixed layout, without JSON.parse and without its objects: 7,000 hits cost a
 * third. In JSON text every quote of the content is escaped, so the layout's own `"},"` never stands inside a string.
 */
import { LINE_HIGHLIGHTS } from '../options.ts';
import { ownText } from './own-text.ts';
import { type RgReceiver, withoutLineEnd } from './rg-event.ts';

const PATH = '{"type":"match","data":{"path":{"text":"';
const LINES = '"},"lines":{"text":"';
const LINE_NUMBER = '"},"line_number":';
const SUBMATCHES = ',"submatches":[';
const FILE_END = '{"type":"end",';
const NOT_BINARY = '"binary_offset":null,';
const START = '"start":';
const END = '"end":';

/** Reads the event at [start, end) of an ASCII text: a match, or the end of a file that is text. False: it was not read. */
export type RgMatchScanner = (text: string, start: number, end: number) => boolean;

export function rgMatchScanner(receiver: RgReceiver): RgMatchScanner {
  /** Of the event before: all matches of a file come together. */
  let abs = '';
  return (text, start, end) => {
    if (!text.startsWith(PATH, start)) return isTextEnd(text, start, end);
    const from = start + PATH.length;
    const pathEnd = text.indexOf(LINES, from);
    if (pathEnd < 0 || pathEnd >= end) return false;
    if (pathEnd - from !== abs.length || !text.startsWith(abs, from)) {
      const path = text.slice(from, pathEnd);
      if (path.includes('\\')) return false;
      abs = ownText(path);
    }
    if (!receiver.wants(abs)) {
      receiver.onCounted(abs);
      return true;
    }
    const textEnd = text.indexOf(LINE_NUMBER, pathEnd);
    if (textEnd < 0 || textEnd >= end) return false;
    const line = unescaped(text.slice(pathEnd + LINES.length, textEnd));
    const number = digitsAt(text, textEnd + LINE_NUMBER.length);
    if (number === null) return false;
    receiver.onMatch({
      abs,
      line: number,
      text: line,
      ranges: rangesOf(text, { at: textEnd, end, length: line.length }),
    });
    return true;
  };
}

function isTextEnd(text: string, start: number, end: number): boolean {
  if (!text.startsWith(FILE_END, start)) return false;
  const at = text.indexOf(NOT_BINARY, start);
  return at >= 0 && at < end;
}

/** Content of a JSON string as the line it is. Most lines hold one escape: their line end. */
function unescaped(raw: string): string {
  const escape = raw.indexOf('\\');
  if (escape < 0) return ownText(raw);
  if (escape === raw.length - 2 && raw.endsWith('n')) return ownText(raw.slice(0, escape));
  return withoutLineEnd(JSON.parse(`"${raw}"`) as string);
}

/** Submatches from `at` on, clipped to the line. */
function rangesOf(text: string, o: { at: number; end: number; length: number }): [number, number][] {
  const ranges: [number, number][] = [];
  let at = text.indexOf(SUBMATCHES, o.at);
  while (at >= 0 && at < o.end && ranges.length < LINE_HIGHLIGHTS) {
    const startAt = text.indexOf(START, at);
    const endAt = text.indexOf(END, startAt);
    if (startAt < 0 || startAt >= o.end || endAt < 0) break;
    const [start, end] = [digitsAt(text, startAt + START.length), digitsAt(text, endAt + END.length)];
    if (start === null || end === null) break;
    ranges.push([Math.min(start, o.length), Math.min(end, o.length)]);
    at = endAt + END.length;
  }
  return ranges;
}

const ZERO = 48;

/** The number at `at`, or null where none stands. */
function digitsAt(text: string, at: number): number | null {
  let value = 0;
  let next = at;
  for (let digit = text.charCodeAt(next) - ZERO; digit >= 0 && digit <= 9; digit = text.charCodeAt(next) - ZERO) {
    value = value * 10 + digit;
    next += 1;
  }
  return next === at ? null : value;
}
