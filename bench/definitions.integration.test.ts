import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sampleDefinitions } from './definitions.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'iq-definitions-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

function definitionsIn(language: string, files: Record<string, string>): string[] {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const found = sampleDefinitions({ dir, files: Object.keys(files), language, count: 100, seed: 1 });
  return found.map(({ name, path, line }) => `${path}:${line} ${name}`);
}

test('names defined once are found with their line, the others are left out', () => {
  const files = {
    'a.ts': 'export function onlyHere() {}\nconst twice = 1\n',
    'b.ts': 'let twice = 2\nexport type Alias = string\nabc()\n',
    'c.ts': '\n\nabstract class Once {\n  method() {}\n}\n',
    'd.md': 'function onlyHere() {}\n',
  };
  expect(definitionsIn('typescript', files)).toEqual(['a.ts:1 onlyHere', 'b.ts:2 Alias', 'c.ts:3 Once']);
});

test('a field or an assignment of the same name makes a name ambiguous', () => {
  expect(definitionsIn('python', { 'a.py': 'class Thing:\n    def method(self): ...\n\nmethod = 3\n' })).toEqual([
    'a.py:1 Thing',
  ]);
});

test('Go functions, methods and types, one of each file', () => {
  const files = {
    'a.go': 'func Open(x int) {}\n',
    'b.go': 'func (f *File) Close() {}\n',
    'c.go': 'type File struct {\n\tname string\n}\n\nfunc Other() {}\n',
  };
  const found = definitionsIn('go', files);
  expect(found.slice(0, 2)).toEqual(['a.go:1 Open', 'b.go:1 Close']);
  expect(['c.go:1 File', 'c.go:5 Other']).toContain(found[2]);
  expect(found).toHaveLength(3);
});
