/** Strings cut out of ripgrep's output, made independent of it. */

/**
 * A copy of an ASCII text. A slice keeps the whole string alive that it was cut from: one path per file would keep all
 * of a flood of output in memory.
 */
export function ownText(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
