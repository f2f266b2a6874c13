/** A path as people type it, made a workspace path: relative to the root, absolute, or a tail that only one file has. */
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import type { RetrievalScope } from '../retrieve/retriever.ts';

/** Returns the path and its text; throws an IqError that says what is wrong with it. */
export async function readPath(typed: string, scope: RetrievalScope): Promise<{ path: string; text: string }> {
  const path = await resolvePath(typed, scope);
  const text = scope.readText(path);
  if (text === null) throw new IqError('path-not-found', messages.pathUnreadable({ path }));
  return { path, text };
}

async function resolvePath(typed: string, scope: RetrievalScope): Promise<string> {
  const cleaned = typed.trim().replaceAll('\\', '/').replace(/^\.\//, '');
  const path = cleaned.startsWith('/') ? scope.toPath(cleaned) : cleaned;
  if (path === null || path.split('/').includes('..')) {
    throw new IqError('path-outside-root', messages.pathOutside({ path: typed }));
  }
  if (!scope.admits(path)) throw new IqError('path-forbidden', messages.pathForbidden({ path: typed }));
  if (scope.readText(path) !== null) return path;
  const tails = (await scope.files())
    .map((file) => file.path)
    .filter((file) => file === path || file.endsWith(`/${path}`));
  if (tails.length === 1 && tails[0] !== undefined) return tails[0];
  if (tails.length > 1) throw new IqError('path-not-found', messages.pathAmbiguous({ path: typed, paths: tails }));
  throw new IqError('path-not-found', messages.pathNotFound({ path: typed }));
}
