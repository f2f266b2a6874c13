import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

test("I23 D6 one SQLite library: two in a process do not see each other's locks", () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  const names = Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1) ?? '');
  // sqlite-vec is an extension that the one library loads; @types has no code.
  const libraries = names.filter((name) => /sqlite|libsql|duckdb/.test(name) && !/^@types\/|^sqlite-vec/.test(name));
  expect(libraries).toEqual(['better-sqlite3']);
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(50);
  const importing = sources.filter((name) =>
    /from 'node:sqlite'|import\('node:sqlite'\)/.test(readFileSync(join(ROOT, 'src', name), 'utf8')),
  );
  expect(importing.filter((name) => !name.endsWith('one-sqlite.integration.test.ts'))).toEqual([]);
});
