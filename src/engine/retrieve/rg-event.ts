/** One event of ripgrep's `--json`, parsed as JSON: right for every event, and slow on thousands of them. */
import { LINE_HIGHLIGHTS } from '../options.ts';

export interface RgMatch {
  /** Absolute path as ripgrep printed it. */
  abs: string;
  line: number;
  text: string;
  /** Highlights in `text`, [start, end) in UTF-16 units. */
  ranges: [number, number][];
}

export interface RgReceiver {
  onMatch(match: RgMatch): void;
  /** Asked with the absolute path before a match is parsed; false and it is only counted. */
  wants(abs: string): boolean;
  onCounted(abs: string): void;
  /** A file cut at a NUL byte. */
  onBinary(abs: string): void;
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

const MATCH_PREFIX = '{"type":"match"';
const END_PREFIX = '{"type":"end"';

/** Reads the text of one event. */
export function rgEventReader(receiver: RgReceiver): (event: string) => void {
  return (event) => {
    if (event.startsWith(MATCH_PREFIX)) {
      const { data } = JSON.parse(event) as RgEvent;
      if (!data.path) throw new Error('ripgrep sent a match without path');
      const abs = decode(data.path);
      if (receiver.wants(abs)) receiver.onMatch(toMatch(abs, data));
      else receiver.onCounted(abs);
    } else if (event.startsWith(END_PREFIX)) {
      const { data } = JSON.parse(event) as RgEvent;
      if (typeof data.binary_offset === 'number' && data.path) receiver.onBinary(decode(data.path));
    }
  };
}

function decode(value: RgText): string {
  return 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString('latin1');
}

function toMatch(abs: string, { lines, line_number, submatches }: RgEvent['data']): RgMatch {
  if (!lines) throw new Error('ripgrep sent a match without text');
  const raw = decode(lines);
  return {
    abs,
    line: line_number ?? 1,
    text: withoutLineEnd(raw),
    ranges: toRanges(raw, lines, (submatches ?? []).slice(0, LINE_HIGHLIGHTS)),
  };
}

export function withoutLineEnd(raw: string): string {
  return raw.replace(/\r?\n$/, '');
}

/** ripgrep counts bytes; highlights count UTF-16 units and end with the line. ASCII lines need no conversion. */
function toRanges(raw: string, lines: RgText, submatches: Submatch[]): [number, number][] {
  const length = withoutLineEnd(raw).length;
  const clip = (start: number, end: number): [number, number] => [Math.min(start, length), Math.min(end, length)];
  if ('bytes' in lines || isAsciiText(raw)) return submatches.map(({ start, end }) => clip(start, end));
  const bytes = Buffer.from(raw, 'utf8');
  // Submatches come in order, so each part of a long line is decoded once.
  const seen = { bytes: 0, units: 0 };
  const units = (offset: number): number => {
    if (offset < seen.bytes) return bytes.toString('utf8', 0, offset).length;
    seen.units += bytes.toString('utf8', seen.bytes, offset).length;
    seen.bytes = offset;
    return seen.units;
  };
  return submatches.map(({ start, end }) => clip(units(start), units(end)));
}

/** UTF-8 needs more bytes than UTF-16 units as soon as one character is not ASCII. */
function isAsciiText(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}
