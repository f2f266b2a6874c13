/**
 * ripgrep's `--json` events, read line by line from buffers (names and lines may not be UTF-8). Only what a search
 * needs is turned into values: matches, and files that turned out to be binary.
 */
import { LINE_HIGHLIGHTS } from '../options.ts';

export interface RgMatch {
  /** Absolute path as ripgrep printed it. */
  abs: string;
  line: number;
  text: string;
  /** Highlights in `text`, [start, end) in UTF-16 units. */
  ranges: [number, number][];
}

type Submatch = { start: number; end: number };
type RgText = { text: string } | { bytes: string };
interface RgEvent {
  type: string;
  data: {
    path?: RgText;
    lines?: RgText;
    line_number?: number | null;
    submatches?: Submatch[];
    binary_offset?: number | null;
  };
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const PATH_PREFIX = Buffer.from('{"type":"match","data":{"path":{"text":"');
const MATCH_PREFIX = Buffer.from('{"type":"match"');
const END_PREFIX = Buffer.from('{"type":"end"');

export interface RgJsonReader {
  push(chunk: Buffer): void;
}

export interface RgReceiver {
  onMatch(match: RgMatch): void;
  /** Asked with the absolute path before a match is parsed; false and it is only counted. */
  wants(abs: string): boolean;
  onCounted(abs: string): void;
  /** A file cut at a NUL byte. */
  onBinary(abs: string): void;
}

export function rgJsonReader(receiver: RgReceiver): RgJsonReader {
  let rest: Buffer = Buffer.alloc(0);
  function line(bytes: Buffer): void {
    if (startsWith(bytes, MATCH_PREFIX)) {
      const abs = plainPath(bytes);
      if (abs !== null && !receiver.wants(abs)) receiver.onCounted(abs);
      else receiver.onMatch(toMatch(JSON.parse(bytes.toString('utf8')) as RgEvent));
    } else if (startsWith(bytes, END_PREFIX)) {
      const { data } = JSON.parse(bytes.toString('utf8')) as RgEvent;
      if (typeof data.binary_offset === 'number' && data.path) receiver.onBinary(decode(data.path));
    }
  }
  return {
    push(chunk) {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE, start); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        line(bytes.subarray(start, end));
        start = end + 1;
      }
      rest = bytes.subarray(start);
    },
  };
}

/** The path of a match without parsing it; null where the path holds an escape or is not UTF-8. */
function plainPath(bytes: Buffer): string | null {
  if (!startsWith(bytes, PATH_PREFIX)) return null;
  const end = bytes.indexOf(QUOTE, PATH_PREFIX.length);
  const escape = bytes.indexOf(BACKSLASH, PATH_PREFIX.length);
  return escape >= 0 && escape < end ? null : bytes.toString('utf8', PATH_PREFIX.length, end);
}

function startsWith(bytes: Buffer, prefix: Buffer): boolean {
  return bytes.length >= prefix.length && bytes.compare(prefix, 0, prefix.length, 0, prefix.length) === 0;
}

function decode(value: RgText): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString('latin1');
}

function toMatch(event: RgEvent): RgMatch {
  const { path, lines, line_number, submatches } = event.data;
  if (!path || !lines) throw new Error('ripgrep sent a match without path or text');
  const raw = decode(lines);
  const text = raw.replace(/\r?\n$/, '');
  return {
    abs: decode(path),
    line: line_number ?? 1,
    text,
    ranges: toRanges(raw, lines, (submatches ?? []).slice(0, LINE_HIGHLIGHTS)),
  };
}

/** ripgrep counts bytes; highlights count UTF-16 units and end with the line. ASCII lines need no conversion. */
function toRanges(raw: string, lines: RgText, submatches: Submatch[]): [number, number][] {
  const length = raw.replace(/\r?\n$/, '').length;
  const clip = (start: number, end: number): [number, number] => [Math.min(start, length), Math.min(end, length)];
  if ('bytes' in lines || isAsciiText(raw)) return submatches.map(({ start, end }) => clip(start, end));
  const bytes = Buffer.from(raw, 'utf8');
  const units = (offset: number): number => bytes.toString('utf8', 0, offset).length;
  return submatches.map(({ start, end }) => clip(units(start), units(end)));
}

/** UTF-8 needs more bytes than UTF-16 units as soon as one character is not ASCII. */
function isAsciiText(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
