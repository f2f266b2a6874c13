/** Structural search: ast-grep patterns with metavariables (`$A` one node, `$$$A` any number of them). */
import { grammarOf } from './grammars.ts';
import { languageTable } from './language-tables.ts';
import { lineTable } from './line-table.ts';
import { type PatternFailure, type ReadPattern, readPattern } from './pattern.ts';
import { treeOf } from './tree-of.ts';

export interface StructureMatch {
  /** 1-based, inclusive. */
  line: number;
  endLine: number;
  /** 1-based, UTF-16 units. */
  column: number;
  /** The line the match starts on, without its line end. */
  text: string;
  /** The part of `text` that matches: [start, end), UTF-16 units. */
  ranges: [number, number][];
}

/** All places the pattern matches, in the order of the text; nested matches are listed too. */
export function matchPattern(input: {
  text: string;
  language: string;
  pattern: string;
}): { ok: true; matches: StructureMatch[] } | PatternFailure {
  const read = readOnce(input.language, input.pattern);
  if (!read.ok) return read;
  const grammar = grammarOf(input.language);
  if (grammar === null) return { ok: true, matches: [] };
  const { text } = input;
  const lines = lineTable(text);
  const root = treeOf(text, grammar, languageTable(input.language));
  const matches = root.findAll(read.config).map((node): StructureMatch => {
    const { start, end } = node.range();
    const first = lines.at(start.index);
    const last = Math.max(first, lines.at(Math.max(start.index, end.index - 1)));
    const lineStart = lines.start(first);
    const line = text.slice(lineStart, lines.start(first + 1)).replace(/\r?\n$/, '');
    const from = start.index - lineStart;
    const to = Math.max(from, Math.min(end.index - lineStart, line.length));
    return { line: first + 1, endLine: last + 1, column: from + 1, text: line, ranges: [[from, to]] };
  });
  return { ok: true, matches };
}

/** Whether the pattern can be searched for, and as what kind of node it was understood. */
export function checkPattern(language: string, pattern: string): { ok: true; parsedAs: string } | PatternFailure {
  const read = readOnce(language, pattern);
  return read.ok ? { ok: true, parsedAs: read.parsedAs } : read;
}

let last: { language: string; pattern: string; read: ReadPattern | PatternFailure } | null = null;

/** One search asks for the same pattern file after file. */
function readOnce(language: string, pattern: string): ReadPattern | PatternFailure {
  if (last?.language !== language || last.pattern !== pattern) {
    last = { language, pattern, read: readPattern(language, pattern) };
  }
  return last.read;
}
