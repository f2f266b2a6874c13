/** What a verb's result and its surroundings give to rendering. */
import type {
  Anchor,
  Answer,
  Confidence,
  Freshness,
  Note,
  QueryReading,
  SearchRequest,
  SkippedFile,
  SymbolRef,
} from '../../shared/contract.ts';
import type { RankedGroup, TextRead } from '../types.ts';

export interface RenderInput {
  request: SearchRequest;
  /** `--root` values as the user typed them, for the `more:` command. */
  roots?: readonly string[];
  reading: QueryReading;
  /** All ranked hits, best first. */
  groups: RankedGroup[];
  /** Hits and files in the whole result, ranked or only counted. */
  total: number;
  totalFiles: number;
  totalIsLowerBound: boolean;
  related: Anchor[];
  confidence: Confidence;
  confidenceReason: string;
  hint?: string;
  freshness: Freshness;
  receipt: { listed: number; searched: number; skipped: SkippedFile[] };
  features: string[];
  route?: Answer['route'];
  notes: Note[];
  /** The top groups arrive as live code. */
  pack: boolean;
  /** State of the index: the same text for the same state. Goes into the cursor. */
  generation: string;
}

export interface RenderDeps {
  /** The file as it is on disk now, behind the floor. */
  read(path: string): TextRead;
  /** The smallest definition around a line, as the index knows it. */
  enclosing(path: string, line: number): SymbolRef | null;
}
