import { expect, test } from 'vitest';
import { referenceKinds } from './references.ts';

/** `line:column kind`. */
function kindsOf(language: string, text: string, name: string): string[] {
  return referenceKinds({ text, language, name }).map(({ line, column, kind }) => `${line}:${column} ${kind}`);
}

const TYPESCRIPT = `import { Store, load } from './store.ts';

interface Options {
  limit: number;
}

class Cache extends Store {
  size = 0;

  add(options: Options): Store {
    this.size = options.limit;
    let total = load(options);
    total += 1;
    total++;
    return new Store(total);
  }
}

function run(cache: Cache) {
  // load and Store in a comment
  const loaded = load<Options>('load');
  cache.add(loaded);
  return load;
}
`;

test.each([
  { name: 'Store', kinds: ['1:10 import', '7:21 type', '10:26 type', '15:16 call', '20:15 other'] },
  { name: 'load', kinds: ['1:17 import', '12:17 call', '20:6 other', '21:18 call', '21:33 other', '23:10 other'] },
  { name: 'Options', kinds: ['3:11 def', '10:16 type', '21:23 type'] },
  { name: 'size', kinds: ['8:3 def', '11:10 write'] },
  { name: 'total', kinds: ['12:9 def', '13:5 write', '14:5 write', '15:22 other'] },
  { name: 'Cache', kinds: ['7:7 def', '19:21 type'] },
  { name: 'add', kinds: ['10:3 def', '22:9 call'] },
  { name: 'run', kinds: ['19:10 def'] },
])('TypeScript: $name', ({ name, kinds }) => {
  expect(kindsOf('typescript', TYPESCRIPT, name)).toEqual(kinds);
});

const PYTHON = `import os
from store import Store, load as fetch

LIMIT = 10


class Cache(Store):
    size = 0

    def add(self, key: Store) -> Store:
        self.size = os.path.getsize(key)
        total = fetch(key, size=LIMIT)
        total += 1
        return Store(total)


def run(cache):
    """Store in a text."""
    first, second = cache.add(LIMIT), Cache()
    second = first
    return cache.add
`;

test.each([
  {
    name: 'Store',
    kinds: ['2:19 import', '7:13 type', '10:24 type', '10:34 type', '14:16 call', '18:8 other'],
  },
  { name: 'os', kinds: ['1:8 import', '11:21 other'] },
  { name: 'LIMIT', kinds: ['4:1 def', '12:33 other', '19:31 other'] },
  { name: 'size', kinds: ['8:5 def', '11:14 write', '12:28 other'] },
  { name: 'fetch', kinds: ['2:34 import', '12:17 call'] },
  { name: 'Cache', kinds: ['7:7 def', '19:39 call'] },
  { name: 'add', kinds: ['10:9 def', '19:27 call', '21:18 other'] },
  { name: 'run', kinds: ['17:5 def'] },
])('Python: $name', ({ name, kinds }) => {
  expect(kindsOf('python', PYTHON, name)).toEqual(kinds);
});

test('Python: augmented and multiple assignments write', () => {
  expect(kindsOf('python', PYTHON, 'total')).toEqual(['12:9 write', '13:9 write', '14:22 other']);
  expect(kindsOf('python', PYTHON, 'second')).toEqual(['19:12 write', '20:5 write']);
});

test('S27: columns after an emoji count UTF-16 units', () => {
  expect(kindsOf('typescript', "const s = '😀'; run(s); /* 👩‍💻 */ run(2);\n", 'run')).toEqual([
    '1:17 call',
    '1:37 call',
  ]);
  expect(kindsOf('python', 's = "😀"; run(s)\n', 'run')).toEqual(['1:11 call']);
});

test('only whole words count, in any script', () => {
  expect(kindsOf('typescript', 'run(); rerun(); runs(); run2(); _run(); a.run();', 'run')).toEqual([
    '1:1 call',
    '1:43 call',
  ]);
  expect(kindsOf('python', 'größe = 1\ngröße_neu = größe\nöße = 2\n', 'größe').map((use) => use.split(' ')[0])).toEqual(
    ['1:1', '2:13'],
  );
  expect(kindsOf('python', 'größe = 1\n', 'öße')).toEqual([]);
});

test('CRLF lines, several on one line, at the start and the end of the text', () => {
  expect(kindsOf('typescript', 'f(f(1));\r\n  f', 'f')).toEqual(['1:1 call', '1:3 call', '2:3 other']);
});

test('without a grammar every occurrence is listed as other', () => {
  expect(kindsOf('markdown', 'run `run()`\n\nrun\n', 'run')).toEqual(['1:1 other', '1:6 other', '3:1 other']);
});

test('an empty name, an empty text, a broken text', () => {
  expect(kindsOf('typescript', 'run()', '')).toEqual([]);
  expect(kindsOf('typescript', '', 'run')).toEqual([]);
  expect(kindsOf('typescript', '}}} (((( run', 'run')).toHaveLength(1);
});
