import { expect, test } from 'vitest';
import { SearchRequestSchema } from '../shared/contract.ts';
import { readArguments } from './arguments.ts';
import { toRequest } from './request.ts';

test('a request made by hand has the defaults of the contract', () => {
  expect(toRequest('auto', 'words', {})).toEqual(SearchRequestSchema.parse({ verb: 'auto', text: 'words' }));
});

test('everything that can be typed is a request the contract accepts', () => {
  const typed =
    'x --in a --repo r --lang ts --glob g --not-glob n --only src --ignored --budget 60 --limit 1 -C 200 --files-only ' +
    '--count --full --ndjson --after c --features -pack --why';
  const read = readArguments(typed.split(' '));
  if (read.kind !== 'run') throw new Error(read.kind);
  const request = toRequest('auto', 'x', read.flags);
  expect(SearchRequestSchema.parse(request)).toEqual(request);
  expect(request).toMatchObject({
    scope: { in: ['a'], repo: ['r'], lang: ['ts'], glob: ['g'], notGlob: ['n'], only: ['src'], ignored: true },
    budget: 60,
    limit: 1,
    context: 200,
    filesOnly: true,
    count: true,
    full: true,
    format: 'ndjson',
    after: 'c',
    features: '-pack',
    why: true,
  });
});
