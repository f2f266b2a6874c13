import { readFileSync } from 'node:fs';

/**
 * The fields of a `/proc/.../stat` file from the third on (proc(5)), so that field n is at n - 3; null where there is
 * no such file. The second field is a program's name in parentheses, and may hold blanks and parentheses of its own.
 */
export function procStat(file: string): string[] | null {
  try {
    const stat = readFileSync(file, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
