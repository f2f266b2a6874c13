/** What the main thread and the index thread say to each other. Plain data. */
import type { IndexProgress, SkippedFile } from '../../shared/contract.ts';
import type { StoreFailure } from '../store/failure.ts';
import type { LeaseHolder } from '../store/writer-lock.ts';
import type { ParseJob } from './parse-job.ts';

/** One pass over one root: what to write, and the state of the index that was compared with the disk. */
export interface PassInput {
  indexDir: string;
  dbPath: string;
  /** Names the lease, so that the main thread can release it if the index thread dies. */
  leaseToken: string;
  /** 0 when there was no index. Another one found under the lease means that the comparison is worthless. */
  generation: number;
  /** Read all of the index first, and move it aside when it is damaged. */
  check: boolean;
  jobs: ParseJob[];
  removed: string[];
  /** Files that the listing left out, where they are others than the index knows; else null. */
  leftOut: SkippedFile[] | null;
  /** Removed terms must not stay in the index file, whatever its size. */
  purge: boolean;
  /** When the files were listed. */
  listedAtMs: number;
  /** What parse threads run. */
  parseEntry: string;
  /** One cell; anything but 0 asks the pass to stop. Shared, because the thread is deaf while it commits. */
  stop: Int32Array<SharedArrayBuffer>;
}

export type PassResult =
  /** `stopped`: on request, before everything was written. */
  | { kind: 'done'; written: number; removed: number; stopped: boolean }
  | { kind: 'held'; holder: LeaseHolder }
  /** The index is not the one that was compared: look again. `rebuilt`: it was unusable and moved aside. */
  | { kind: 'again'; rebuilt: 'corrupt' | 'older' | null }
  | { kind: 'failed'; failure: StoreFailure | 'newer'; detail: string; written: number; removed: number };

export type ToMain =
  | { type: 'progress'; progress: IndexProgress }
  /** A parse thread cannot be ended. */
  | { type: 'stuck' }
  | { type: 'result'; result: PassResult };
