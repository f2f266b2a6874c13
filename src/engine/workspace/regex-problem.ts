/** ripgrep's complaint about a pattern, made one sentence. */
import { messages } from '../../shared/messages.ts';

/** `error:` line under a block that shows the pattern with carets below the place. */
const PARSE_ERROR = /^(?:rg: )?regex parse error:\n([\s\S]*?)\nerror: (.*)/m;

/** Longer patterns are cut in the sentence: what matters is the reason and the place. */
const PATTERN_SHOWN = 80;

/**
 * The sentence, or null when `stderr` speaks of something else. `patterns` are those of the call, of which the first
 * is what was typed. Positions are 1-based, in characters of the pattern.
 */
export function regexProblem(stderr: string, patterns: readonly string[]): string | null {
  const block = PARSE_ERROR.exec(stderr);
  const pattern = patterns.find((candidate) => block?.[1]?.includes(`(?:${candidate})`)) ?? patterns[0];
  if (pattern === undefined) return null;
  const shown = pattern.length > PATTERN_SHOWN ? `${pattern.slice(0, PATTERN_SHOWN)}…` : pattern;
  if (/^(rg: |error: )*compiled regex exceeds size limit/im.test(stderr))
    return messages.regexTooLarge({ pattern: shown });
  const problem =
    block === null ? lineBreakProblem(stderr, pattern) : parseProblem(block[1] ?? '', block[2] ?? '', pattern);
  return problem === null ? null : messages.badRegex({ pattern: shown, ...problem });
}

interface Problem {
  reason: string;
  at: number | null;
}

function lineBreakProblem(stderr: string, pattern: string): Problem | null {
  if (!/^(rg: )?the literal .* is not allowed in a regex/m.test(stderr)) return null;
  const at = pattern.search(/\n|\\n/);
  return { reason: messages.regexLineBreak(), at: at < 0 ? null : characters(pattern.slice(0, at)) + 1 };
}

function parseProblem(block: string, reason: string, pattern: string): Problem {
  // The wrapping swallows the end of the pattern in these three: the place is found here.
  if (reason === 'unclosed group') {
    if (endsInBackslash(pattern)) return { reason: messages.regexUnfinishedEscape(), at: characters(pattern) };
    return { reason, at: caretAt(block, pattern) ?? unbalanced(pattern).unclosed };
  }
  if (reason === 'unopened group') return { reason, at: unbalanced(pattern).unopened };
  return { reason: reason.trim(), at: caretAt(block, pattern) };
}

/**
 * ripgrep wraps the pattern (`(?:...)`), so the carets are read against where the pattern stands in the line above
 * them. Null when they point at the wrapping: a group the pattern leaves open.
 */
function caretAt(block: string, pattern: string): number | null {
  const lines = block.split('\n');
  const caretLine = lines.findIndex((line) => /^\s*\^+\s*$/.test(line));
  const shown = lines[caretLine - 1];
  const carets = lines[caretLine];
  if (shown === undefined || carets === undefined) return null;
  const start = shown.indexOf(pattern);
  if (start < 0) return null;
  const at = carets.indexOf('^') - characters(shown.slice(0, start)) + 1;
  return at >= 1 && at <= characters(pattern) + 1 ? at : null;
}

/** 1-based places of the first group that is never closed, and of the first `)` that closes none. */
function unbalanced(pattern: string): { unclosed: number | null; unopened: number | null } {
  const open: number[] = [];
  let unopened: number | null = null;
  let inClass = false;
  const chars = [...pattern];
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at];
    if (char === '\\') at += 1;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') open.push(at + 1);
    else if (char === ')' && open.pop() === undefined) unopened ??= at + 1;
  }
  return { unclosed: open[0] ?? null, unopened };
}

function endsInBackslash(pattern: string): boolean {
  const run = /\\+$/.exec(pattern);
  return run !== null && run[0].length % 2 === 1;
}

/** What people count: code points, as ripgrep does. */
function characters(text: string): number {
  return [...text].length;
}
