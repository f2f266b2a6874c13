import { describe, expect, test } from 'vitest';
import { stem } from './stem.ts';

describe('a word family has one stem', () => {
  test.each([
    ['cache caches cached caching', 'cach'],
    ['file files filed', 'file'],
    ['fill fills filled', 'fill'],
    ['query queries queried querying', 'query'],
    ['retry retries retried retrying', 'retry'],
    ['token tokens', 'token'],
    ['box boxes boxed boxing', 'box'],
    ['fix fixes fixed fixing', 'fix'],
    ['match matches matched matching', 'match'],
    ['process processes processed processing', 'process'],
    ['class classes', 'class'],
    ['status statuses', 'status'],
    ['alias aliases', 'alia'],
    ['map maps mapped mapping mappings', 'map'],
    ['run runs running', 'run'],
    ['name names named naming', 'name'],
    ['use uses used using', 'use'],
    ['type types typed typing', 'type'],
    ['route routes routed routing', 'rout'],
    ['parse parses parsed parsing', 'pars'],
    ['refresh refreshes refreshed refreshing', 'refresh'],
    ['string strings', 'string'],
    ['setting settings', 'setting'],
    ['embed embeds embedded', 'embed'],
    ['id ids', 'id'],
  ])('%s', (family, expected) => {
    expect(family.split(' ').map(stem)).toEqual(family.split(' ').map(() => expected));
  });
});

describe('words that only look alike keep apart', () => {
  test.each([
    ['note', 'not'],
    ['file', 'fill'],
    ['role', 'roll'],
    ['setting', 'set'],
    ['string', 'str'],
    ['speed', 'spe'],
    ['code', 'cod'],
    ['thing', 'th'],
  ])('%s, %s', (one, other) => {
    expect(stem(one)).not.toBe(stem(other));
  });
});

test('short words, digits and other scripts come back as they are', () => {
  for (const word of ['as', 'css', '2024', 'größes', 'v8s']) expect(stem(word)).toBe(word);
});
