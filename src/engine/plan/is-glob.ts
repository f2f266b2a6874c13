/** Has a sign that only a glob gives a meaning in a file name: such a pattern is matched, not searched for. */
export function isGlob(pattern: string): boolean {
  return /[*?[\]{}]/.test(pattern);
}

/** Has a sign that no file is named with. Brackets are no such sign: routes are called `[id].tsx`. */
export function hasWildcard(pattern: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/.test(pattern);
}
