/** A path as people type it, made a workspace path: relative to the root, absolute, or a tail that only one file has. */
import { messages } from '../../shared/messages.ts';
import { IqError } from '../errors.ts';
import type { RetrievalScope } from '../retrieve/retriever.ts';

/** Returns the path and its text; throws an IqError that says what is wrong with it. */
export async function readPath(typed: string, scope: RetrievalScope): Promise<{ path: string; text: string }> {
  const asked = relativePath(typed, scope);
  const there = scope.read(asked);
  if (there.ok) return { path: asked, text: there.text };
  if (there.reason === 'forbidden') throw new IqError('path-forbidden', messages.pathForbidden({ path: typed }));
  if (there.reason !== 'vanished') throw unreadable(asked, there.detail);
  const path = await byTail(asked, { typed, scope });
  const read = scope.read(path);
  if (!read.ok) throw unreadable(path, read.detail);
  return { path, text: read.text };
}

function relativePath(typed: string, scope: RetrievalScope): string {
  const path = scope.typedPath(typed.trim());
  if (path !== null) return path;
  throw new IqError('path-outside-root', messages.pathOutside({ path: typed }));
}

/** The one listed file whose path ends in `path`. */
async function byTail(path: string, o: { typed: string; scope: RetrievalScope }): Promise<string> {
  const tails = (await o.scope.files()).map((file) => file.path).filter((file) => file.endsWith(`/${path}`));
  const [only] = tails;
  if (only === undefined) throw new IqError('path-not-found', messages.pathNotFound({ path: o.typed }));
  if (tails.length > 1) throw new IqError('path-not-found', messages.pathAmbiguous({ path: o.typed, paths: tails }));
  return only;
}

function unreadable(path: string, detail: string): IqError {
  const isFolder = detail === messages.fileNotRegular({ kind: 'folder' });
  if (isFolder) return new IqError('path-unreadable', messages.pathIsFolder({ path }));
  return new IqError('path-unreadable', messages.pathUnreadable({ path, detail }));
}
