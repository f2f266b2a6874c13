/** Live ripgrep: what is on disk now, never the index. Serves `find`, `refs` and the text leg of names. */
import { messages } from '../../shared/messages.ts';
import type { Note } from '../../shared/contract.ts';
import { IqError } from '../errors.ts';
import { LONG_LINE_CHARS, RG_MAX_STREAM_BYTES } from '../options.ts';
import type { Hit } from '../types.ts';
import { keptHits, type KeptHits } from './kept-hits.ts';
import { retrieved, type Retriever, type RetrievalScope, type RetrieverQuery, type TextOptions } from './retriever.ts';
import type { RgMatch } from './rg-event.ts';
import { rgJsonReader } from './rg-json.ts';

export const textRetriever: Retriever = async (query, scope, signal) => {
  const legacy = legacyFiles(scope);
  const legacyPaths = new Set([...legacy.values()].flat());
  const main = await run({ query, scope, signal, skip: legacyPaths });
  for (const [encoding, paths] of legacy) {
    const targets = paths.map((path) => scope.toAbs(path));
    const more = await run({ query, scope, signal, skip: new Set(), encoding, targets, kept: main.kept });
    main.notes.push(...more.notes);
  }
  if (main.incomplete !== undefined && main.kept.total() === 0) throw new IqError('search-failed', main.incomplete);
  const hits = main.kept.take();
  return retrieved(hits, {
    total: main.kept.total(),
    totalFiles: main.kept.totalFiles(),
    totalIsLowerBound: main.incomplete !== undefined,
    notes: main.notes,
    ...(main.kept.total() > hits.length ? { hitsByFile: main.kept.counts() } : {}),
  });
};

interface Run {
  query: RetrieverQuery;
  scope: RetrievalScope;
  signal: AbortSignal;
  /** Files another pass reads with their own encoding. */
  skip: ReadonlySet<string>;
  encoding?: string;
  targets?: string[];
  kept?: KeptHits;
}

interface RunResult {
  kept: KeptHits;
  notes: Note[];
  incomplete?: string;
}

async function run(o: Run): Promise<RunResult> {
  const kept = o.kept ?? keptHits({ everyFile: o.query.everyFile });
  const binary: string[] = [];
  const accept = acceptor(o);
  const reader = rgJsonReader({
    onMatch: (match) => {
      const hit = accept.hit(match);
      if (hit !== null) kept.add(hit);
    },
    wants: (abs) => {
      const path = accept.path(abs);
      return path === null || kept.wants(path);
    },
    onCounted: (abs) => {
      const path = accept.path(abs);
      if (path !== null) kept.count(path);
    },
    onBinary: (abs) => binary.push(abs),
  });
  const outcome = await o.scope.ripgrep({
    args: textArgs(o),
    targets: o.targets ?? o.scope.targets(),
    onStdout: (chunk) => reader.push(chunk),
    maxStdoutBytes: RG_MAX_STREAM_BYTES,
    signal: o.signal,
  });
  const notes = [...outcome.notes];
  const partial = binary.map((abs) => o.scope.toPath(abs)).filter((path) => path !== null && o.scope.admits(path));
  if (partial.length > 0)
    notes.push({ code: 'binary-partial', text: messages.binaryPartial({ paths: partial as string[] }) });
  return {
    kept,
    notes,
    ...(outcome.incomplete === undefined ? {} : { incomplete: outcome.incomplete }),
  };
}

/** The flags of one text search; the fixed ones (ignore rules, size gate, no config) are ripgrep.ts's. */
export function textArgs(o: { query: RetrieverQuery; encoding?: string }): string[] {
  return [
    '--json',
    '--crlf',
    ...caseArgs(o.query.text),
    ...(o.query.text.literal ? ['--fixed-strings'] : []),
    ...(o.query.text.word ? ['--word-regexp'] : []),
    ...(o.encoding ? ['--encoding', o.encoding] : []),
    ...patternForms(o.query.pattern).flatMap((pattern) => ['-e', pattern]),
  ];
}

function caseArgs(text: TextOptions): string[] {
  if (text.case === 'sensitive') return ['--case-sensitive'];
  return [text.case === 'insensitive' ? '--ignore-case' : '--smart-case'];
}

/** A pattern with accents is searched composed and decomposed: both spellings look the same to people. */
function patternForms(pattern: string): string[] {
  return [...new Set([pattern, pattern.normalize('NFC'), pattern.normalize('NFD')])];
}

interface Acceptor {
  /** The workspace path of a file whose hits count; null for one that was not met yet, or does not count. */
  path(abs: string): string | null;
  /** The hit, or null when a filter, the floor or another pass has a say. */
  hit(match: RgMatch): Hit | null;
}

type FileOfHit = Omit<Hit, 'line' | 'endLine' | 'text' | 'ranges'>;

/** Decides once per file, and turns its matches into hits. */
function acceptor(o: Run): Acceptor {
  const decided = new Map<string, FileOfHit | null>();
  const { scope } = o;
  function decide(abs: string): FileOfHit | null {
    const path = scope.toPath(abs);
    if (path === null || o.skip.has(path) || !scope.admits(path)) return null;
    const traits = scope.traits(path);
    if (!scope.accepts(traits)) return null;
    return { path, leg: 'text', score: 1, fileClass: traits.class, language: traits.language };
  }
  return {
    path: (abs) => decided.get(abs)?.path ?? null,
    hit(match) {
      let file = decided.get(match.abs);
      if (file === undefined) {
        file = decide(match.abs);
        decided.set(match.abs, file);
      }
      if (file === null) return null;
      const column = (match.ranges[0]?.[0] ?? 0) + 1;
      return { ...file, line: match.line, endLine: match.line, column, ...keptText(match) };
    },
  };
}

/**
 * Line and highlights of a hit. Of a long line the part from the first match on: thousands of lines of 4 MB would fill
 * memory, and what is shown is read again anyway.
 */
function keptText({ text, ranges }: RgMatch): Pick<Hit, 'text' | 'ranges'> {
  if (text.length <= LONG_LINE_CHARS) return { text, ranges };
  const from = Math.min(ranges[0]?.[0] ?? 0, text.length - LONG_LINE_CHARS);
  // Well-formed, so that no cut character makes it another text.
  const part = text.slice(from, from + LONG_LINE_CHARS).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  const at = text.indexOf(part, from);
  const inside = ranges.filter(([start]) => start < at + part.length);
  return {
    text: Buffer.from(part).toString(),
    ranges: inside.map(([start, end]) => [start - at, Math.min(end - at, part.length)]),
  };
}

/** Files the index knows to be in an encoding ripgrep does not detect, by encoding label. */
function legacyFiles(scope: RetrievalScope): Map<string, string[]> {
  const byEncoding = new Map<string, string[]>();
  for (const file of scope.legacyEncoded()) {
    if (!scope.accepts(file) || !scope.admits(file.path)) continue;
    byEncoding.set(file.encoding, [...(byEncoding.get(file.encoding) ?? []), file.path]);
  }
  return byEncoding;
}
