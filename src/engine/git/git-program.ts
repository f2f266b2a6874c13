/** The git program: looked for once, in fixed places, never by the caller's PATH. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Where git is looked for. On a Mac /usr/bin/git is a stub that opens a dialog where the
 * developer tools are missing, so the tools themselves are named.
 */
const GIT_FOLDERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/Library/Developer/CommandLineTools/usr/bin',
    '/Applications/Xcode.app/Contents/Developer/usr/bin',
  ],
  win32: ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files (x86)\\Git\\cmd'],
};
const FOLDERS = GIT_FOLDERS[process.platform] ?? ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin'];

/** The PATH of git itself. */
export const GIT_PATH = FOLDERS.join(delimiter);

let found: string | null | undefined;

/** Absolute path of git, or null where there is none. */
export function gitProgram(): string | null {
  found ??= findGit();
  return found;
}

function findGit(): string | null {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const places = FOLDERS.map((folder) => join(folder, name));
  return (
    places.find((place) => {
      try {
        accessSync(place, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }) ?? null
  );
}
