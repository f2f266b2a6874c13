/** Text -> symbols, imports, chunks and complexity. Synchronous, and it never throws: the worst case is plain text. */
import { messages } from '../../shared/messages.ts';
import { LONG_LINE_CHARS, PARSE_MAX_CHARS } from '../options.ts';
import type { ParsedFile, ParsedImport } from '../types.ts';
import { buildSymbols } from './build-symbols.ts';
import { findDefinitions, type TreeFacts } from './find-definitions.ts';
import { GRAMMAR_LANGUAGES, grammarOf, parseTree } from './grammars.ts';
import { languageTable, withCplusplusHeaders } from './language-tables.ts';
import { lexicalComplexity } from './lexical-complexity.ts';
import { type LineTable, lineTable } from './line-table.ts';
import { makeChunks } from './make-chunks.ts';
import { piecesOf } from './pieces.ts';
import { spansOf } from './spans.ts';
import { markdownChunks, windowChunks } from './text-windows.ts';

export interface ParseInput {
  path: string;
  text: string;
  /** Language id of `workspace/languages.ts`, or null. */
  language: string | null;
}

/** `note` says why a file whose language has a grammar was read as plain text all the same. */
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
  const facts = findDefinitions(parseTree(grammar, table.prepare?.(text) ?? text), text, table);
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

function importsOf(facts: TreeFacts, lines: LineTable): ParsedImport[] {
  return facts.imports.map(({ offset, found }) => ({ ...found, line: lines.at(offset) + 1 }));
}

function lexical(input: ParseInput, lines: LineTable, note: string | null): ParsedFile {
  const { text, language } = input;
  const source = { text, lines };
  return {
    language,
    parser: 'lexical',
    lines: lines.count,
    symbols: [],
    imports: [],
    chunks: language === 'markdown' ? markdownChunks(source) : windowChunks(source),
    complexity: lexicalComplexity(text, language),
    ...(note === null ? {} : { note }),
  };
}
