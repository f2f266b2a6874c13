/** Text -> symbols, imports, chunks and complexity. Synchronous, and it never throws: the worst case is plain text. */
import type { SgNode } from '@ast-grep/napi';
import { messages } from '../../shared/messages.ts';
import { CHUNK_MAX_CHARS, LONG_LINE_CHARS, PARSE_MAX_CHARS } from '../options.ts';
import type { ParsedChunk, ParsedFile, ParsedImport } from '../types.ts';
import { type BuiltSymbols, buildSymbols } from './build-symbols.ts';
import type { Source } from './definition-head.ts';
import { findDefinitions, type TreeFacts } from './find-definitions.ts';
import { GRAMMAR_LANGUAGES, grammarOf } from './grammars.ts';
import { languageTable, withCplusplusHeaders } from './language-tables.ts';
import { LEXICAL_TABLE, lexicalDefinitions, lexicalFacts } from './lexical-facts.ts';
import { type LineTable, lineTable } from './line-table.ts';
import { makeChunks } from './make-chunks.ts';
import { piecesOf } from './pieces.ts';
import { spansOf } from './spans.ts';
import { markdownChunks, windowChunks } from './text-windows.ts';
import { treeOf } from './tree-of.ts';

export interface ParseInput {
  path: string;
  text: string;
  /** Language id of `workspace/languages.ts`, or null. */
  language: string | null;
}

/**
 * `note` says why a file whose language has a grammar was read as plain text all the same. Give the event loop a turn
 * between files: trees are freed in it, and without one 1,700 files took 640 MB instead of 175 MB.
 */
export function parseFile(input: ParseInput): ParsedFile {
  const lines = lineTable(input.text);
  const language = withCplusplusHeaders(input);
  const refusal = refusalOf(input.text, lines, language);
  if (refusal !== null) return lexical(input, lines, refusal);
  try {
    return structural(input, lines, language) ?? lexical(input, lines, null);
  } catch (error) {
    return lexical(input, lines, messages.parseFailed({ reason: String(error) }));
  }
}

/** Why the text is not given to a parser although its language has one; null when nothing speaks against it. */
function refusalOf(text: string, lines: LineTable, language: string | null): string | null {
  if (language === null || !GRAMMAR_LANGUAGES.includes(language)) return null;
  if (text.length > PARSE_MAX_CHARS) {
    return messages.parseTooLarge({ characters: text.length, limit: PARSE_MAX_CHARS });
  }
  for (let line = 0; line < lines.count; line++) {
    const characters = lines.start(line + 1) - lines.start(line);
    if (characters > LONG_LINE_CHARS) return messages.parseLongLine({ line: line + 1, characters });
  }
  return grammarOf(language) === null ? messages.parseNoGrammar({ language }) : null;
}

/** null: the language has no grammar. */
function structural(input: ParseInput, lines: LineTable, language: string | null): ParsedFile | null {
  const grammar = grammarOf(language);
  const table = languageTable(language);
  if (grammar === null || table === null) return null;
  const { text } = input;
  const source = { text, lines, table };
  const facts = factsOf(treeOf(text, grammar, table), source);
  const built = buildSymbols(facts, source);
  const pieces = piecesOf(spansOf(facts, built, source), source);
  return {
    language: input.language,
    parser: 'ast',
    lines: lines.count,
    symbols: built.symbols,
    imports: importsOf(facts, lines),
    chunks: makeChunks({ text, lines, pieces, symbols: built.symbols }),
    complexity: facts.branches.length,
  };
}

/** What stands inside a syntax error the tree cannot name; its keywords can. */
function factsOf(root: SgNode, source: Source): TreeFacts {
  const facts = findDefinitions(root, source.text, source.table);
  if (facts.errors.length === 0) return facts;
  const names = new Set(facts.definitions.map(({ symbol }) => symbol?.at));
  const rescued = facts.errors
    .flatMap((range) => lexicalDefinitions({ ...source, language: null }, wholeLine(range, source)))
    .filter(({ symbol }) => symbol !== null && !names.has(symbol.at) && names.add(symbol.at));
  const definitions = [...facts.definitions, ...rescued].sort((a, b) => a.start - b.start || b.end - a.end);
  return { ...facts, definitions };
}

/**
 * An error that begins a line, to that line's end: below an unfinished expression `export` alone is the error, and the
 * definition behind it is taken for a part of the expression.
 */
function wholeLine(
  { start, end }: { start: number; end: number },
  { text, lines }: Source,
): { start: number; end: number } {
  const line = lines.at(start);
  if (text.slice(lines.start(line), start).trim() !== '') return { start, end };
  return { start, end: Math.max(end, lines.start(lines.at(end) + 1)) };
}

function importsOf(facts: TreeFacts, lines: LineTable): ParsedImport[] {
  return facts.imports.map(({ offset, found }) => ({ ...found, line: lines.at(offset) + 1 }));
}

function lexical(input: ParseInput, lines: LineTable, note: string | null): ParsedFile {
  const { text, language } = input;
  const source = { text, lines, table: LEXICAL_TABLE };
  const facts = lexicalFacts(text, language, lines);
  const built = buildSymbols(facts, source);
  return {
    language,
    parser: 'lexical',
    lines: lines.count,
    symbols: built.symbols,
    imports: importsOf(facts, lines),
    chunks: lexicalChunks(facts, built, { ...source, language }),
    complexity: facts.branches.length,
    ...(note === null ? {} : { note }),
  };
}

/** Along definitions where some were found; very long lines need pieces of their own. */
function lexicalChunks(
  facts: TreeFacts,
  built: BuiltSymbols,
  source: Source & { language: string | null },
): ParsedChunk[] {
  if (longestLine(source.lines) > CHUNK_MAX_CHARS) return windowChunks(source);
  if (source.language === 'markdown') return markdownChunks(source);
  if (built.symbols.length === 0) return windowChunks(source);
  return makeChunks({ ...source, pieces: piecesOf(spansOf(facts, built, source), source), symbols: built.symbols });
}

function longestLine(lines: LineTable): number {
  let longest = 0;
  for (let line = 0; line < lines.count; line++) longest = Math.max(longest, lines.start(line + 1) - lines.start(line));
  return longest;
}
