/** A real folder with real files for one test, gone when the test ends. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TestRepo extends Disposable {
  dir: string;
  /** Where the index of this test goes: never the user's cache. */
  indexDir: string;
  write(path: string, content: string | Buffer): void;
  remove(path: string): void;
  git(...args: string[]): string;
}

/** Writes `files` (path -> content) below a fresh folder; `git: true` also makes it a repository with one commit. */
export function makeRepo(files: Record<string, string | Buffer>, options: { git?: boolean } = {}): TestRepo {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'iq-test-')));
  const dir = join(base, 'repo');
  mkdirSync(dir);
  const repo: TestRepo = {
    dir,
    indexDir: join(base, 'index'),
    write(path, content) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), content);
    },
    remove: (path) => rmSync(join(dir, path), { recursive: true }),
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', ...args], {
        cwd: dir,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'] ?? '', HOME: base, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      }),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
  for (const [path, content] of Object.entries(files)) repo.write(path, content);
  if (options.git === true) {
    repo.git('init', '-q');
    repo.git('add', '-A');
    repo.git('commit', '-q', '-m', 'first');
  }
  return repo;
}
