import { expect, test } from 'vitest';
import { pathTerms } from './path-terms.ts';

test('the stem counts twice, and only the last three folders count', () => {
  const terms = pathTerms('one/two/three/four/HttpClient.test.ts').split(' ');
  expect(terms.filter((term) => term === 'httpclient')).toHaveLength(2);
  expect(terms).not.toContain('one');
  expect(terms).not.toContain('ts');
  for (const folder of ['two', 'three', 'four']) expect(terms).toContain(folder);
});

test('a dot file is its own stem', () => {
  expect(pathTerms('.gitignore').split(' ').slice(0, 1)).toEqual(['gitignore']);
});
