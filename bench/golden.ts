/** Golden sets and the corpora they are written for. A corpus lies outside the repository, under IQ_CORPORA. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { VERBS } from '../src/shared/vocabulary.ts';

const KINDS = ['question', 'name', 'no-answer'] as const;
export const PARTS = ['tune', 'check'] as const;
export type Part = (typeof PARTS)[number];

const QuerySchema = z.strictObject({
  id: z.string(),
  kind: z.enum(KINDS),
  /** What kind of question or name: architecture, error, tests, method, far, near... */
  sort: z.string(),
  part: z.enum(PARTS),
  query: z.string(),
  verb: z.enum(VERBS).default('auto'),
  expected: z.array(z.string()),
  note: z.string().optional(),
});
export type GoldenQuery = z.infer<typeof QuerySchema>;

const GoldenSchema = z.strictObject({ corpus: z.string(), written: z.string(), queries: z.array(QuerySchema) });
export type Golden = z.infer<typeof GoldenSchema>;

const CorpusSchema = z.strictObject({
  name: z.string(),
  repository: z.string(),
  commit: z.string(),
  language: z.string(),
  /** Files git tracks at the commit. */
  files: z.number(),
  golden: z.boolean(),
});
export type Corpus = z.infer<typeof CorpusSchema>;

/** A right answer: a file, or the lines `from`-`to` of it (1-based, inclusive). */
export interface Target {
  path: string;
  from?: number;
  to?: number;
}

const HERE = import.meta.dirname;

export function readCorpora(): Corpus[] {
  return z.array(CorpusSchema).parse(readJson(join(HERE, 'corpora.json')));
}

export function readGolden(corpus: string): Golden {
  return GoldenSchema.parse(readJson(join(HERE, 'golden', `${corpus}.json`)));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Reads `path`, `path:line` or `path:line±tolerance`. Without a tolerance only the line itself counts. */
export function parseTarget(text: string): Target {
  const match = /^(?<path>.+?)(?::(?<line>\d+)(?:±(?<tolerance>\d+))?)?$/.exec(text);
  const { path, line, tolerance } = match?.groups ?? {};
  if (!path) throw new Error(`not a target: ${text}`);
  if (line === undefined) return { path };
  const at = Number(line);
  const around = Number(tolerance ?? 0);
  return { path, from: Math.max(1, at - around), to: at + around };
}

/** Folder of a corpus, or the sentence that says how to get it. */
export function corpusDir(corpus: Corpus): { ok: true; dir: string } | { ok: false; reason: string } {
  const base = process.env['IQ_CORPORA'];
  if (!base) return { ok: false, reason: 'IQ_CORPORA is not set: see bench/README.md' };
  const dir = join(base, corpus.name);
  if (existsSync(dir)) return { ok: true, dir };
  return { ok: false, reason: `${dir} is missing: git clone ${corpus.repository} there at ${corpus.commit}` };
}
