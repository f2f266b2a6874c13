/** Which of several roots another one already covers. */
import { isInside } from '../../system/paths.ts';
import { isIqError } from '../errors.ts';
import { trapFlags, trapsAtRoots } from './ignore-traps.ts';
import { LIST_FLAGS, runRipgrep } from './ripgrep.ts';
import { nameRoots, type Root } from './roots.ts';

/**
 * Leaves out roots whose files an outer root lists as well (`/r` and `/r/src`). A root that the outer one
 * ignores stays: its user asked for it. One file of the inner root in the outer listing decides, because below a
 * folder that is not ignored both obey the same rules: ripgrep reads those of the folders above a root too.
 */
export async function withoutCovered(roots: readonly Root[]): Promise<Root[]> {
  const kept: string[] = [];
  for (const inner of roots) {
    const outer = roots.filter((root) => root !== inner && isInside(root.dir, inner.dir));
    const covered = await Promise.all(outer.map((root) => covers(root, inner)));
    if (!covered.includes(true)) kept.push(inner.dir);
  }
  return kept.length === roots.length ? [...roots] : nameRoots(kept);
}

/** Ends ripgrep at the first file that answers. Where it fails, both roots stay: a file listed twice counts once. */
async function covers(outer: Root, inner: Root): Promise<boolean> {
  const wanted = Buffer.from(`\0${inner.dir}/`);
  let tail = Buffer.from('\0');
  let found = false;
  try {
    await runRipgrep({
      args: ['--files', '--null', ...trapFlags(trapsAtRoots([outer]), [outer])],
      targets: [outer.dir],
      flags: LIST_FLAGS,
      onStdout: (chunk) => {
        const bytes = Buffer.concat([tail, chunk]);
        found = bytes.includes(wanted);
        tail = Buffer.from(bytes.subarray(-wanted.length));
        return !found;
      },
    });
  } catch (error) {
    if (!isIqError(error)) throw error;
  }
  return found;
}
