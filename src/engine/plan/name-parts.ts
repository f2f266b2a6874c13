/** The parts of a name as languages write them: `A.b`, `a::b`, `A#b`, `a->b`, `A\b`. */
export function nameParts(name: string): string[] {
  return name.split(/\.|::|#|->|\\/).filter(Boolean);
}

/** The last part, or all of a name that has none. */
export function lastPart(name: string): string {
  return nameParts(name).at(-1) ?? name;
}
