/** Why an index could not be brought up to date, as sentences. */
import { messages } from '../../shared/messages.ts';
import type { ErrorCode } from '../errors.ts';
import type { StoreFailure } from '../store/failure.ts';
import type { LeaseHolder } from '../store/writer-lock.ts';

export interface IndexNote {
  code: ErrorCode;
  text: string;
}

/** `detail`: what SQLite or the system said; a finished sentence for `newer`. */
export function noteOfFailure(failure: StoreFailure | 'newer', where: { indexDir: string; detail: string }): IndexNote {
  const { indexDir: folder, detail } = where;
  switch (failure) {
    case 'newer':
      return { code: 'index-newer', text: detail };
    case 'locked':
      return { code: 'index-locked', text: messages.indexLocked({ folder }) };
    case 'readonly':
      return { code: 'index-readonly', text: messages.indexReadonly({ folder, detail }) };
    case 'disk-full':
      return { code: 'disk-full', text: messages.indexDiskFull({ folder, detail }) };
    case 'corrupt':
      return { code: 'index-corrupt', text: messages.indexKeepsBreaking({ folder }) };
  }
}

export function noteOfHolder({ pid, since }: LeaseHolder): IndexNote {
  const seconds = Math.max(0, Math.round((Date.now() - since) / 1000));
  return { code: 'index-locked', text: messages.indexBeingWritten({ pid, seconds }) };
}
