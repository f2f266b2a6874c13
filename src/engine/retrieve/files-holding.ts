/** Which files hold a match at all, live: what narrows a search before anything dearer is done. */
import { IqError } from '../errors.ts';
import type { RetrievalScope } from './retriever.ts';

/**
 * Workspace paths of the files that match `args` (flags and `-e PATTERN`); filters and the floor are the caller's.
 * IqError `search-failed` when ripgrep ended early.
 */
export async function filesHolding(
  args: readonly string[],
  scope: Pick<RetrievalScope, 'ripgrep' | 'targets' | 'toPath'>,
  signal: AbortSignal,
): Promise<Set<string>> {
  const chunks: Buffer[] = [];
  const { incomplete } = await scope.ripgrep({
    args: ['--files-with-matches', '--null', ...args],
    targets: scope.targets(),
    onStdout: (chunk) => void chunks.push(chunk),
    signal,
  });
  // Half of the files would let the other half look as if it held nothing.
  if (incomplete !== undefined) throw new IqError('search-failed', incomplete);
  const names = Buffer.concat(chunks).toString('utf8').split('\0').filter(Boolean);
  return new Set(names.map((abs) => scope.toPath(abs)).filter((path) => path !== null));
}
