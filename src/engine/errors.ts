/**
 * Expected failures are values with a code and a sentence people can act on; bugs throw.
 * An `IqError` crosses module borders as an exception only where the caller cannot go on at all.
 */
export type ErrorCode =
  | 'usage'
  | 'root-missing'
  | 'root-not-a-directory'
  | 'root-unreadable'
  | 'path-outside-root'
  | 'path-not-found'
  | 'path-forbidden'
  | 'path-unreadable'
  | 'bad-regex'
  | 'bad-pattern'
  | 'bad-language'
  | 'bad-cursor'
  | 'query-too-long'
  | 'query-empty'
  | 'search-failed'
  | 'index-newer'
  | 'index-locked'
  | 'index-corrupt'
  | 'index-readonly'
  | 'index-missing'
  | 'disk-full'
  | 'aborted'
  | 'tool-missing';

/** A failure the user can act on. `message` is the finished sentence; `cause` keeps the original error. */
export class IqError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'IqError';
    this.code = code;
  }
}

/** True for failures the user can act on, so that callers can tell them from bugs. */
export function isIqError(error: unknown): error is IqError {
  return error instanceof IqError;
}
