/** One file from disk to index rows. Runs in a parse thread. */
import { hash as digest } from 'node:crypto';
import { decodeText } from '../../system/decode.ts';
import { readRegularFile } from '../../system/file-reader.ts';
import { messages } from '../../shared/messages.ts';
import type { FileClass } from '../../shared/contract.ts';
import { MAX_FILE_BYTES, PARSE_TIMEOUT_MS } from '../options.ts';
import { parseFile } from '../parse/parse-file.ts';
import type { IndexedFile, SkippedEntry } from '../store/write.ts';
import type { FileFacts, ListedFile } from '../types.ts';
import { classifyPath, looksGenerated } from '../workspace/file-class.ts';
import { languageOf } from '../workspace/languages.ts';

export interface ParseJob {
  /** As listed; `path` relative to the root. */
  file: ListedFile;
  /** Hash in the index, '' when the file is new. */
  knownHash: string;
  /** Without its grammar, because the process ended over it before. */
  lexical?: true;
}

export type ParseOutcome =
  | { kind: 'indexed'; file: IndexedFile }
  | { kind: 'unchanged'; facts: Omit<FileFacts, 'id'> }
  | { kind: 'skipped'; entry: SkippedEntry };

/** Hex digits kept of a file's SHA-256: 128 bits. */
const HASH_CHARS = 32;

/** `withoutGrammar`: it was too slow or died on this file before. */
export function runParseJob(job: ParseJob, withoutGrammar: boolean): ParseOutcome {
  const { file, knownHash } = job;
  const lexical = withoutGrammar || job.lexical === true;
  // Before the read: a change after it must not look older than the index.
  const indexedAtMs = Date.now();
  const read = readRegularFile(file.abs, MAX_FILE_BYTES);
  if (!read.ok) return { kind: 'skipped', entry: skippedEntry(file, read, indexedAtMs) };
  const { size, mtimeMs, ctimeMs } = read;
  const hash = digest('sha256', read.bytes, 'hex').slice(0, HASH_CHARS);
  const facts = { path: file.path, size, mtimeMs, ctimeMs, indexedAtMs, hash };
  if (hash === knownHash) return { kind: 'unchanged', facts };
  const decoded = decodeText(read.bytes);
  if (decoded === null) {
    const binary = { reason: 'binary', detail: messages.fileBinary() } as const;
    return { kind: 'skipped', entry: { ...skippedEntry(file, binary, indexedAtMs), size, mtimeMs, ctimeMs } };
  }
  const { text, encoding } = decoded;
  const language = languageOf(file.path, firstLine(text));
  const parsed = parseFile({ path: file.path, text, language: lexical ? null : language });
  if (lexical) parsed.note = messages.parserGaveUp({ seconds: PARSE_TIMEOUT_MS / 1000 });
  return { kind: 'indexed', file: { row: { ...facts, language, class: classOf(file.path, text), encoding }, parsed } };
}

/**
 * The record of a file that was not indexed. One that vanished gets a size no file has, so that it is tried again as
 * soon as it is listed again.
 */
export function skippedEntry(
  file: ListedFile,
  why: Pick<SkippedEntry, 'reason' | 'detail'>,
  indexedAtMs: number,
): SkippedEntry {
  const { path, mtimeMs, ctimeMs } = file;
  const size = why.reason === 'vanished' ? -1 : file.size;
  return { path, size, mtimeMs, ctimeMs, indexedAtMs, reason: why.reason, detail: why.detail };
}

function classOf(path: string, text: string): FileClass {
  const byPath = classifyPath(path);
  return byPath !== 'vendored' && looksGenerated(text) ? 'generated' : byPath;
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  // Long enough for any interpreter line, short enough for a minified file.
  return text.slice(0, end < 0 || end > 200 ? 200 : end);
}
