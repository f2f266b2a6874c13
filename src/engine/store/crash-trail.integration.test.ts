import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../testing/sample-index.ts';
import { openTrail, readTrails, removeTrails } from './crash-trail.ts';
import { openForWriting } from './open.ts';
import { clearSuspects, countSuspects } from './suspects.ts';

test('a trail names the file a thread was at last, whatever its name', () => {
  using folder = makeFolder();
  const first = openTrail(folder.dir, 0);
  first.note('a/very/long/path/of/some/file.ts');
  first.note('odd\nname "x".ts');
  openTrail(folder.dir, 1).note('b.ts');
  openTrail(folder.dir, 2).close();
  writeFileSync(join(folder.dir, 'parsing-3'), '"torn');
  expect(readTrails(folder.dir)).toEqual(['odd\nname "x".ts', 'b.ts']);
  expect(statSync(join(folder.dir, 'parsing-0')).mode & 0o777).toBe(0o600);
  first.close();
  writeFileSync(join(folder.dir, 'index.db'), '');
  removeTrails(folder.dir);
  expect(readdirSync(folder.dir)).toEqual(['index.db']);
});

test('ends are counted per file until it is cleared', () => {
  using folder = makeFolder();
  const opened = openForWriting(folder.dbPath);
  if (!opened.ok) throw new Error(opened.detail);
  countSuspects(opened.db, ['a', 'b']);
  expect(countSuspects(opened.db, ['b'])).toEqual(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  );
  clearSuspects(opened.db, 'b');
  expect(countSuspects(opened.db, [])).toEqual(new Map([['a', 1]]));
  clearSuspects(opened.db, null);
  expect(countSuspects(opened.db, [])).toEqual(new Map());
  opened.db.close();
});
