/** Globs that can match nothing because they are written wrongly: said, instead of answered with an empty list. */
import { messages } from '../../shared/messages.ts';
import { expandBraces } from './glob.ts';

const CLASSES: ReadonlySet<string> = new Set(
  'alnum alpha blank cntrl digit graph lower print punct space upper xdigit'.split(' '),
);

/**
 * The sentence that says what is wrong with `glob` (a leading `!` of ripgrep's negation aside), or null. Positions are
 * 1-based. An open brace is refused as ripgrep does, although it could be read as a sign like any other.
 */
export function globProblem(glob: string): string | null {
  const reason = reasonOf(glob, glob.startsWith('!') ? 1 : 0);
  return reason === null ? null : messages.badGlob({ glob, reason });
}

function reasonOf(glob: string, start: number): string | null {
  if (glob.length === start) return messages.patternEmpty();
  const found = firstFault(glob, start);
  if (found !== null) return found;
  // A comma inside brackets tears them apart: `[{,}]` stands for `[]` twice.
  const isTorn = expandBraces(glob.slice(start)).some((pattern) => firstFault(pattern, 0) !== null);
  return isTorn ? messages.globTorn() : null;
}

function firstFault(glob: string, start: number): string | null {
  const braces: number[] = [];
  for (let at = start; at < glob.length; at++) {
    const sign = glob[at];
    if (sign === '\\') {
      at += 1;
      if (at >= glob.length) return messages.regexUnfinishedEscape();
    } else if (sign === '[') {
      const end = bracketEnd(glob, at);
      if (typeof end === 'string') return end;
      at = end;
    } else if (sign === '{') braces.push(at);
    else if (sign === '}') braces.pop();
  }
  const [open] = braces;
  return open === undefined ? null : messages.globUnclosed({ sign: '{', at: open + 1 });
}

/**
 * Where the bracket expression that starts at `open` ends, by the rules of git's wildmatch: the first member is taken
 * whatever it is, a backslash escapes one, `[:name:]` is a class. Else the reason why it ends nowhere.
 */
function bracketEnd(glob: string, open: number): number | string {
  let at = open + (/[!^]/.test(glob[open + 1] ?? '') ? 2 : 1);
  for (let opensRange = false; at < glob.length; at++) {
    const sign = glob[at];
    if (sign === '-' && opensRange && at + 1 < glob.length && glob[at + 1] !== ']') {
      at += glob[at + 1] === '\\' ? 2 : 1;
      opensRange = false;
    } else if (sign === '[' && glob[at + 1] === ':') {
      const end = glob.indexOf(']', at + 2);
      if (end < 0) break;
      opensRange = end <= at + 2 || glob[end - 1] !== ':';
      const name = glob.slice(at + 2, end - 1);
      if (!opensRange && !CLASSES.has(name)) return messages.globClass({ name });
      if (!opensRange) at = end;
    } else {
      if (sign === '\\') at += 1;
      opensRange = true;
    }
    if (glob[at + 1] === ']') return at + 1;
  }
  return messages.globUnclosed({ sign: '[', at: open + 1 });
}
