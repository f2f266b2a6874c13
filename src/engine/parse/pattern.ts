/**
 * Reading a pattern: whether it parses, as what, and in which surroundings. A piece of code means different things
 * alone and inside a function (`f(x)` is a type conversion in Go, a macro in C, plain text in PHP), so languages say
 * where patterns are tried.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';
import { messages } from '../../shared/messages.ts';
import { expandoOf, grammarOf, parseTree } from './grammars.ts';

/** `position` is a 0-based UTF-16 offset in the pattern as typed. */
export interface PatternFailure {
  ok: false;
  reason: string;
  position?: number;
}

export interface ReadPattern {
  ok: true;
  config: NapiConfig;
  /** Node kind of the pattern's root. */
  parsedAs: string;
}

interface Surroundings {
  before: string;
  after: string;
}

const MEMBER: Surroundings = { before: 'class _ { ', after: ' }' };
const METHOD: Surroundings = { before: 'class _ { void _() { ', after: ' } }' };

/** Where a pattern is read first, and where when that fails. Alone (null) is the default. */
const ATTEMPTS: Readonly<Record<string, readonly (Surroundings | null)[]>> = {
  go: [{ before: 'func _() { ', after: ' }' }, null],
  c: [{ before: 'void _() { ', after: ' }' }, null],
  cpp: [{ before: 'void _() { ', after: ' }' }, null],
  php: [
    { before: '<?php ', after: ' ' },
    { before: '<?php class _ { ', after: ' }' },
  ],
  java: [null, METHOD, MEMBER],
  csharp: [null, METHOD, MEMBER],
  typescript: [null, MEMBER],
  tsx: [null, MEMBER],
  javascript: [null, MEMBER],
  swift: [null, MEMBER],
  kotlin: [null, MEMBER],
  rust: [null, { before: 'fn _() { ', after: ' }' }],
};

/** Longest piece of a pattern quoted back. */
const NEAR_CHARS = 20;

export function readPattern(language: string, pattern: string): ReadPattern | PatternFailure {
  const grammar = grammarOf(language);
  if (grammar === null) return { ok: false, reason: messages.patternNoGrammar({ language }) };
  const trimmed = pattern.trim().replace(/^<\?php\s+/, '');
  if (trimmed === '') return { ok: false, reason: messages.patternEmpty() };
  let failure: PatternFailure | null = null;
  // A metavariable may stand where the grammar wants something else (`f($$$) {}`), but only if no reading is clean.
  for (const lenient of [false, true]) {
    for (const around of ATTEMPTS[language] ?? [null]) {
      const attempt = { grammar, pattern: trimmed, lenient };
      const read = around === null ? readAlone(attempt) : readInside(attempt, around);
      if (read?.ok === true) return confirmed(grammar, read);
      failure ??= read;
    }
  }
  const found = failure ?? { ok: false, reason: messages.patternBroken({ near: near(trimmed) }) };
  const indent = pattern.indexOf(trimmed);
  return found.position === undefined ? found : { ...found, position: found.position + indent };
}

/** ast-grep has the last word: some patterns parse and still cannot be searched for (a lone `$$$`). */
function confirmed(grammar: string, read: ReadPattern): ReadPattern | PatternFailure {
  try {
    parseTree(grammar, '').find(read.config);
    return read;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      reason: messages.patternRefused({
        reason:
          text
            .split('\n')
            .at(-1)
            ?.replace(/^[\s|>-]+/, '') ?? text,
      }),
    };
  }
}

interface Attempt {
  grammar: string;
  pattern: string;
  lenient: boolean;
}

function readAlone(attempt: Attempt): ReadPattern | PatternFailure {
  const { grammar, pattern } = attempt;
  const root = parseTree(grammar, pattern.replaceAll('$', expandoOf(grammar)));
  const problem = problemIn(root, attempt, 0);
  if (problem !== null) return problem;
  const pieces = root.children().filter((node) => width(node) > 0);
  const second = pieces[1];
  if (second !== undefined) return several(second, pattern);
  let node = root;
  for (let next = onlyChild(node); next !== null; next = onlyChild(node)) node = next;
  return { ok: true, config: { rule: { pattern } }, parsedAs: String(node.kind()) };
}

/** The child that stands for its parent, as ast-grep descends: alone, or followed by something that is not there. */
function onlyChild(node: SgNode): SgNode | null {
  const children = node.children();
  const [first, second] = children;
  if (first === undefined || children.length > 2) return null;
  return second === undefined || width(second) === 0 ? first : null;
}

/** null: the pattern cannot be told apart from its surroundings there. */
function readInside(attempt: Attempt, around: Surroundings): ReadPattern | PatternFailure | null {
  const { grammar, pattern } = attempt;
  const start = around.before.length;
  let failure: PatternFailure | null = null;
  for (const end of /[;}]$/.test(pattern) ? [''] : [';', '']) {
    const context = `${around.before}${pattern}${end}${around.after}`;
    const root = parseTree(grammar, context.replaceAll('$', expandoOf(grammar)));
    const problem = problemIn(root, attempt, start);
    failure ??= problem;
    const node = problem === null ? nodeAt(root, start, start + pattern.length) : null;
    if (node === null) continue;
    // The selector names a kind, and the first node of it counts: the surroundings must hold none.
    const kind = String(node.kind());
    if (root.find({ rule: { kind } })?.range().start.index !== start) continue;
    return { ok: true, config: { rule: { pattern: { context, selector: kind } } }, parsedAs: kind };
  }
  return failure;
}

/** The innermost node that spans exactly [start, end): what ast-grep would descend to if the pattern stood alone. */
function nodeAt(root: SgNode, start: number, end: number): SgNode | null {
  let found: SgNode | null = null;
  for (let node: SgNode | undefined = root; node !== undefined; ) {
    const range = node.range();
    if (range.start.index === start && range.end.index === end) found = node;
    node = node.children().find((child) => {
      const inner = child.range();
      return inner.start.index <= start && inner.end.index >= end && inner.end.index > inner.start.index;
    });
  }
  return found;
}

/** The first thing in the tree that is broken or missing; `offset` is where the pattern starts in the parsed text. */
function problemIn(root: SgNode, attempt: Attempt, offset: number): PatternFailure | null {
  const broken = root.findAll({ rule: { kind: 'ERROR' } });
  const deepest = broken.filter((node) => !attempt.lenient || !isMetavariable(node, attempt.grammar)).at(-1);
  if (deepest !== undefined) {
    const last = deepest.children().at(-1) ?? deepest;
    const position = within(last, attempt.pattern, offset);
    return { ok: false, reason: messages.patternBroken({ near: near(attempt.pattern.slice(position)) }), position };
  }
  const missing = missingIn(root);
  if (missing === null) return null;
  const position = within(missing, attempt.pattern, offset);
  return { ok: false, reason: messages.patternIncomplete({ missing: String(missing.kind()) }), position };
}

/** A leaf without text was put in by the parser's repair; a `;` at the end of a statement is no loss. */
function missingIn(node: SgNode): SgNode | null {
  for (const child of node.children()) {
    if (child.isLeaf() && width(child) === 0) {
      if (child.kind() !== ';' && child.kind() !== '' && !child.isNamed()) return child;
    } else {
      const inner = missingIn(child);
      if (inner !== null) return inner;
    }
  }
  return null;
}

function several(second: SgNode, pattern: string): PatternFailure {
  const position = within(second, pattern, 0);
  return { ok: false, reason: messages.patternSeveral({ near: near(pattern.slice(position)) }), position };
}

function within(node: SgNode, pattern: string, offset: number): number {
  return Math.max(0, Math.min(node.range().start.index - offset, pattern.length));
}

function isMetavariable(node: SgNode, grammar: string): boolean {
  const plain = node.text().trim().replaceAll(expandoOf(grammar), '$');
  return /^\${1,3}[A-Z_0-9]*$/.test(plain);
}

function width(node: SgNode): number {
  const { start, end } = node.range();
  return end.index - start.index;
}

function near(text: string): string {
  const line = text.split('\n', 1)[0] ?? '';
  return line.length <= NEAR_CHARS ? line : `${line.slice(0, NEAR_CHARS)}…`;
}
