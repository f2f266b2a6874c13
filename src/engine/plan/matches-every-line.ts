/** Which regular expressions match every line because they can match nothing at all: `a||b`, `()`, `x*`. */

/** What is known of the group that is being read. */
interface Open {
  /** An alternative before this one can be empty. */
  any: boolean;
  /** The alternative can be empty so far. */
  all: boolean;
}

/** Zero-width signs: who writes one knows regular expressions, and most of them do not match everywhere. */
const ESCAPE = /\\(?:[pPxuU]\{[^}]*\}|[\s\S])/y;
/** `(?:`, `(?i:`, `(?P<name>`, `(?<name>`: all of a group's beginning but its flags alone. */
const GROUP = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?/y;
const FLAGS = /\(\?[a-zA-Z-]+\)/y;
/** May be repeated no time at all. */
const NONE_OR_MORE = /(?:[*?]|\{0*(?:,\d*)?\})[?+]*/y;
const ONE_OR_MORE = /(?:\+|\{[\d,]+\})[?+]*/y;

/**
 * True when an alternative of `pattern` is satisfied by the empty text, without any anchor. One pass, whatever the
 * pattern is; one that is not well formed matches nothing.
 */
export function matchesEveryLine(pattern: string): boolean {
  const open: Open[] = [{ any: false, all: true }];
  let at = 0;
  const skip = (sign: RegExp): boolean => {
    sign.lastIndex = at;
    const length = sign.exec(pattern)?.[0].length ?? 0;
    at += length;
    return length > 0;
  };
  const close = (canBeEmpty: boolean): void => {
    const isOptional = skip(NONE_OR_MORE);
    if (!isOptional) skip(ONE_OR_MORE);
    const group = open.at(-1);
    if (group !== undefined && !canBeEmpty && !isOptional) group.all = false;
  };
  while (at < pattern.length) {
    const group = open.at(-1);
    if (group === undefined) return false;
    const sign = pattern[at];
    if (skip(FLAGS)) continue;
    if (skip(GROUP)) open.push({ any: false, all: true });
    else if (sign === ')') {
      at += 1;
      open.pop();
      close(group.any || group.all);
    } else if (sign === '|') {
      at += 1;
      open[open.length - 1] = { any: group.any || group.all, all: true };
    } else {
      at = sign === '[' ? classEnd(pattern, at) : skip(ESCAPE) ? at : at + 1;
      close(false);
    }
  }
  const [whole] = open;
  return open.length === 1 && whole !== undefined && (whole.any || whole.all);
}

/** Behind the class that starts at `start`: `[]a]`, `[^]a]`, and classes inside it as ripgrep's dialect has them. */
function classEnd(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    const sign = pattern[at];
    if (sign === '\\') at += 1;
    else if (sign === '[') {
      depth += 1;
      if (pattern[at + 1] === '^') at += 1;
      if (pattern[at + 1] === ']') at += 1;
    } else if (sign === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return pattern.length;
}
