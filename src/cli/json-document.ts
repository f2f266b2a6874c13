import { escapeJson } from '../engine/render/escape.ts';

/** A report as JSON: over several lines for `--json`, on one line for `--ndjson`. Ends with a line break. */
export function jsonDocument(value: unknown, flags: { ndjson?: true }): string {
  return `${escapeJson(JSON.stringify(value, null, flags.ndjson ? 0 : 2))}\n`;
}
