/**
 * Factors for files that crowd a list whose answers are implementation. They carry more of the ranking than any other
 * rule (nDCG@10 .630 -> .786 on questions), and must lift when the query is about those files.
 */
import type { FileClass, ScorePart } from '../../shared/contract.ts';
import { CLASS_FACTOR, EXAMPLE_FACTOR, FILE_CLASS_SHARE, REEXPORT_FACTOR } from '../options.ts';
import type { ParsedQuery } from '../types.ts';
import type { RankMode } from './fuse.ts';

/** What the ranking asks about a path; the workspace knows. */
export interface PathNoise {
  /** Examples, samples, fixtures, compatibility folders. */
  isExample(path: string): boolean;
  /** Files that mostly repeat what others define: `.d.ts`, `__init__.py`. */
  isReexport(path: string): boolean;
}

interface PenaltyInput {
  path: string;
  fileClass: FileClass;
  query: ParsedQuery;
  mode: RankMode;
  noise: PathNoise;
}

/** The strongest factor that applies, or none: a fixture among tests is not penalised twice. */
export function penaltyOf(input: PenaltyInput): ScorePart[] {
  const candidates = [
    { name: input.fileClass, value: classFactor(input.fileClass, input.query) },
    ...(input.noise.isExample(input.path) && !liftsExamples(input.query)
      ? [{ name: 'example', value: EXAMPLE_FACTOR }]
      : []),
    ...(input.noise.isReexport(input.path) ? [{ name: 're-export', value: REEXPORT_FACTOR }] : []),
  ];
  const [strongest] = candidates.toSorted((a, b) => a.value - b.value);
  if (strongest === undefined || strongest.value >= 1) return [];
  // Who looks for a file by name may well mean the test: there the factors only order twins.
  const value = input.mode === 'files' ? 1 - (1 - strongest.value) * FILE_CLASS_SHARE : strongest.value;
  return [{ name: strongest.name, op: 'mul', value }];
}

function classFactor(fileClass: FileClass, query: ParsedQuery): number {
  const wanted =
    query.filter.classes.includes(fileClass) ||
    (fileClass === 'tests' && query.wantsTests) ||
    (fileClass === 'docs' && query.wantsDocs);
  return wanted ? 1 : CLASS_FACTOR[fileClass];
}

/** Fixtures belong to tests, and a question may name examples outright. */
function liftsExamples(query: ParsedQuery): boolean {
  return query.wantsTests || /\b(?:examples?|samples?|demos?|fixtures?|playground|tutorials?)\b/i.test(query.text);
}
