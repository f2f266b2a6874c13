/**
 * What a text says without a grammar: definitions by their keywords at the start of a line, their extent by
 * indentation. For languages that have no grammar here, for files set aside, and for the parts of a tree that a syntax
 * error made unreadable: a half-typed line must not lose the names of a file.
 */
import type { SymbolKind } from '../../shared/contract.ts';
import type { Definition, TreeFacts } from './find-definitions.ts';
import { type FoundImport, IDENTIFIER, type LanguageTable } from './language-table.ts';
import type { LineTable } from './line-table.ts';

/** Languages in which the keywords are prose or data. */
const NOT_CODE: ReadonlySet<string> = new Set(
  'markdown text rst asciidoc org tex json jsonc json5 yaml toml ini xml html css scss less svg csv tsv diff log'.split(
    ' ',
  ),
);

/** How lexical definitions become symbols: whatever stands at a line's start is visible. */
export const LEXICAL_TABLE: LanguageTable = {
  nodes: {},
  branches: [],
  attached: /^(?:\/\/|\/\*|\*|#|--|;|%|@)/,
  signature: 'line',
  exported: () => true,
  members: { fn: 'method' },
  identifiers: [],
};

const KINDS: Readonly<Record<string, SymbolKind>> = {
  ...kinds('fn', 'function func fun fn def defp defn sub proc procedure rpc lemma theorem'),
  ...kinds('class', 'class struct union object record actor data newtype table view message contract'),
  ...kinds('interface', 'interface trait protocol service instance mixin'),
  ...kinds('enum', 'enum'),
  ...kinds('type', 'type typealias typedef'),
  ...kinds('module', 'module namespace package'),
  ...kinds('macro', 'macro defmacro'),
};

function kinds(kind: SymbolKind, words: string): Record<string, SymbolKind> {
  return Object.fromEntries(words.split(' ').map((word) => [word, kind]));
}

const MODIFIERS =
  'export|default|declare|pub(?:\\([^)\\n]*\\))?|public|private|protected|internal|static|final|abstract|async|unsafe|inline|extern|virtual|override|const|open|sealed|partial|local|suspend|create(?:\\s+or\\s+replace)?';
/** Prose in comments starts lines with such words too: "type of", "class that". */
const NO_NAME =
  'of|to|the|a|an|is|are|and|or|for|in|on|as|that|which|this|from|with|by|be|it|not|can|has|must|should|will|enum|struct|class|union|interface|function';
/** Group 1 indentation, 2 keyword, 3 name. SQL writes its keywords in any case. */
const DEFINITION = `^([ \\t]*)(?:(?:${MODIFIERS})[ \\t]+)*(${Object.keys(KINDS).join('|')})[ \\t]+(?:if[ \\t]+not[ \\t]+exists[ \\t]+)?["\`\\[]?(?!(?:${NO_NAME})\\b)(${IDENTIFIER}(?:\\.${IDENTIFIER})*[!?']?)`;
const EXACT_DEFINITION = new RegExp(DEFINITION, 'gm');
const ANY_CASE_DEFINITION = new RegExp(DEFINITION, 'gim');
/** Zig: `const Name = struct {`. Group 2 the value. */
const ASSIGNED = new RegExp(
  `^([ \\t]*)(?:pub[ \\t]+)?const[ \\t]+(${IDENTIFIER})[ \\t]*=[ \\t]*(?:extern[ \\t]+|packed[ \\t]+)?(struct|enum|union|opaque)\\b`,
  'gm',
);
/** Haskell, Elm, PureScript, Idris: a signature at the margin. */
const TYPED = /^()([a-z_][\w']*)[ \t]+::?[ \t]+\S/gm;
const TYPED_LANGUAGES: ReadonlySet<string> = new Set(['haskell', 'elm', 'purescript', 'idris', 'agda', 'lean']);

/**
 * Branch keywords where a statement begins; counting only there keeps comments and prose out. Close to the tree's count
 * where there is one: ternaries and boolean operators are missed.
 */
const BRANCH =
  /^[ \t]*(?:\}[ \t]*)?(?:else[ \t]+)?(?:if|for|foreach|while|until|unless|case|when|catch|except|rescue|elif|elsif|elseif|guard|switch)\b/gm;

const IMPORT = /^[ \t]*(?:import|#[ \t]*include|require|use|using|open)[ \t]+(?:qualified[ \t]+)?["'<]?([\w./:@-]+)/gm;
const IMPORT_CALL = /@import\(\s*"([^"\n]+)"\s*\)/g;

/** Facts of a whole text; nothing for prose, data and unknown languages. */
export function lexicalFacts(text: string, language: string | null, lines: LineTable): TreeFacts {
  const exports = new Set<string>();
  if (language === null || NOT_CODE.has(language))
    return { definitions: [], imports: [], exports, branches: [], errors: [] };
  return {
    definitions: lexicalDefinitions({ text, lines, language }, { start: 0, end: text.length }),
    imports: [...text.matchAll(IMPORT), ...text.matchAll(IMPORT_CALL)]
      .map((match) => ({ offset: match.index, found: imported(match[1] ?? '') }))
      .sort((a, b) => a.offset - b.offset),
    exports,
    branches: [...text.matchAll(BRANCH)].map((match) => match.index),
    errors: [],
  };
}

function imported(specifier: string): FoundImport {
  return { specifier, names: [] };
}

interface Source {
  text: string;
  lines: LineTable;
  language: string | null;
}

/** Definitions that start in [start, end), in order. */
export function lexicalDefinitions(source: Source, range: { start: number; end: number }): Definition[] {
  const part = source.text.slice(range.start, range.end);
  const found: Definition[] = [];
  const add = (match: RegExpExecArray, symbol: { name: string; kind: SymbolKind }, goesOn?: RegExp) => {
    const from = range.start + match.index + (match[1] ?? '').length;
    // `struct point p;` and `struct point *p,` declare variables, or announce a type.
    if (symbol.kind === 'class' && DECLARED_ONLY.test(lineFrom(source.text, from))) return;
    const at = range.start + match.index + match[0].lastIndexOf(symbol.name);
    const end = blockEnd(source, source.lines.at(from), goesOn);
    found.push({ symbol: { ...symbol, at }, scope: null, start: from, from, end });
  };
  const isSql = source.language?.includes('sql') === true;
  for (const match of part.matchAll(isSql ? ANY_CASE_DEFINITION : EXACT_DEFINITION)) {
    add(match, { name: match[3] ?? '', kind: KINDS[(match[2] ?? '').toLowerCase()] ?? 'fn' });
  }
  for (const match of part.matchAll(ASSIGNED)) {
    add(match, { name: match[2] ?? '', kind: match[3] === 'enum' ? 'enum' : 'class' });
  }
  for (const match of TYPED_LANGUAGES.has(source.language ?? '') ? part.matchAll(TYPED) : []) {
    const name = match[2] ?? '';
    add(match, { name, kind: 'fn' }, new RegExp(`^${name}(?![\\w'])`));
  }
  return found.sort((a, b) => a.from - b.from || b.end - a.end);
}

const DECLARED_ONLY = /^[^{(]*\b(?:struct|union|class)\s+\w+\s*(?:[*&]|[^{(]*[;,]\s*$)/;

function lineFrom(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end < 0 ? text.length : end);
}

/** Longest block followed by its indentation, in lines. */
const BLOCK_LINES = 2_000;

/** Offset after the block that a line opens: all deeper lines below it, lines that go on with it, the one that closes it. */
function blockEnd({ text, lines }: Source, first: number, goesOn?: RegExp): number {
  const lineText = (line: number) => text.slice(lines.start(line), lines.start(line + 1));
  const own = indentOf(lineText(first));
  let last = first;
  for (let line = first + 1; line < Math.min(lines.count, first + BLOCK_LINES); line++) {
    const content = lineText(line);
    const trimmed = content.trim();
    if (trimmed === '') continue;
    const indent = indentOf(content);
    if (indent > own || goesOn?.test(trimmed) === true) last = line;
    else if (indent === own && /^(?:[\])}{]|end\b|where\b)/i.test(trimmed)) {
      last = line;
      if (!/^(?:\{|where\b)/i.test(trimmed)) break;
    } else break;
  }
  return lines.start(last) + lineText(last).trimEnd().length;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
