import { describe, expect, test } from 'vitest';
import { asksForDocs, asksForTests, namesTests } from './intent.ts';

describe('questions about tests', () => {
  test.each([
    'how is the login flow tested',
    'where are retries tested?',
    'which test covers the parser',
    'which tests check that the cache is bounded',
    'is there a test for token refresh',
    'tests for the router',
    'find the tests of the scheduler',
    'show me the integration tests',
    'what unit tests exist for Store',
    'where do the specs for routing live',
    'is the retry loop covered by tests',
    'test coverage of the importer',
    'where in the test suite is the clock faked',
  ])('%s', (text) => {
    expect(asksForTests(text)).toBe(true);
  });

  test.each([
    'how does the test client follow redirects',
    'where is the test runner started',
    'how do I create a test request context',
    'test helper that fakes time',
    'how does the testing module compile components',
    'how do we test for null pointers',
    'where is the latest version computed',
    'how does the test double record calls',
    'contest results page',
    'which test client is used',
    'what does CliRunner isolate',
    'how are tokens refreshed',
  ])('not: %s', (text) => {
    expect(asksForTests(text)).toBe(false);
  });
});

describe('questions about documents', () => {
  test.each([
    'where is the retry policy documented',
    'what does the README say about ports',
    'in the docs, how is caching explained',
    'docs for configuration',
    'find the documentation on plugins',
    'changelog entry about streams',
    'the user guide chapter on roles',
  ])('%s', (text) => {
    expect(asksForDocs(text)).toBe(true);
  });

  test.each([
    'how is the OpenAPI documentation generated',
    'parse document nodes',
    'which function renders the docs page',
    'where are links added to the docs page',
    'docstring parser',
    'how are documents indexed',
    'where do we read the doc comments',
  ])('not: %s', (text) => {
    expect(asksForDocs(text)).toBe(false);
  });
});

test('a name or path that says test', () => {
  for (const text of ['widget.test.ts', 'test_login', 'LoginSpec', 'tests/']) expect(namesTests(text)).toBe(true);
  for (const text of ['latest', 'contest.ts', 'attestation', 'inspect']) expect(namesTests(text)).toBe(false);
});
