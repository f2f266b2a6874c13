/** Errors of the operating system, as Node throws them. */

/** True for an error the operating system gave. Node's own complaints about arguments have no errno: they are bugs. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return systemCode(error) !== undefined && error instanceof Error && 'errno' in error;
}

/** `ENOENT` and the like, where the error has a code. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Why a file cannot be read, by the system's code. */
export function unreadableCause(code: string): 'permission' | 'link-loop' | 'long-name' | 'other' {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission';
    case 'ELOOP':
      return 'link-loop';
    case 'ENAMETOOLONG':
      return 'long-name';
    default:
      return 'other';
  }
}
