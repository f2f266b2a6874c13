import { relative } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { spawnPlain } from './spawn-plain.ts';

/** Files of a corpus by ripgrep's own rules, as `/`-separated relative paths in byte order: no listing of the product. */
export async function corpusFiles(dir: string): Promise<string[]> {
  const { stdout, code, stderr } = await spawnPlain(rgPath, [
    '--no-config',
    '--files',
    '--hidden',
    '-g',
    '!.git',
    '--',
    dir,
  ]);
  if (code !== 0) throw new Error(`ripgrep could not list ${dir}: ${stderr}`);
  const paths = stdout.toString('utf8').split('\n').filter(Boolean);
  return paths.map((path) => relative(dir, path).replaceAll('\\', '/')).sort();
}
