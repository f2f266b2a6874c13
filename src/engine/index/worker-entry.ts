/** The file a thread starts from, beside this one: TypeScript when run from source, JavaScript when built. */
export function workerEntry(name: 'parse-worker' | 'index-worker'): URL {
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  return new URL(`./${name}${extension}`, import.meta.url);
}

/** Node's own flags for threads: none. What the program was started with (`--input-type`, `--eval`) fits no thread. */
export const THREAD_ARGUMENTS: string[] = [];
