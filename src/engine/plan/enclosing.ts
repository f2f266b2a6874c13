/** The smallest of the spans that hold a line; of two equally small ones the one that starts later, as the index has it. */
export function smallestAround<T extends { line: number; endLine: number }>(
  spans: readonly T[],
  line: number,
): T | null {
  let best: T | null = null;
  for (const span of spans) {
    if (line < span.line || line > span.endLine) continue;
    const longer = best === null ? -1 : span.endLine - span.line - (best.endLine - best.line);
    if (best === null || longer < 0 || (longer === 0 && span.line >= best.line)) best = span;
  }
  return best;
}
