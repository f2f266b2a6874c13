/**
 * Whether a question is about tests or documents themselves. Only then do their penalties lift: these carry most of the
 * ranking's quality, and the word "test" alone says little ("how does the test client follow redirects" asks for a
 * shipped class). So tests have to be the thing asked for: what covers, whether something is tested, tests of something.
 */
import { foldText, splitIdentifier } from './tokens.ts';

const KINDS = '(?:unit|integration|e2e|end-to-end|regression|snapshot|acceptance|functional|smoke|property|fuzz)[ -]';
const TESTS = `(?:${KINDS})?(?:tests?|specs?|test cases?|test suites?|testcases?)`;

const ABOUT_TESTS: readonly RegExp[] = [
  // how is X tested, where do we unit test X
  /\b(?:is|are|was|were|be|been|being|gets?|not|un)\b.*\btested\b/,
  /\b(?:un)?tested (?:by|in|with|against)\b/,
  // which test covers X, tests that check X
  new RegExp(
    `\\b${TESTS} (?:that |which )?(?:covers?|covering|checks?|checking|verif(?:y|ies|ying)|exercises?|exercising|asserts?|asserting|proves?|fails?|failing|exists?)\\b`,
  ),
  // tests for X, specs of X; "test for X" only after an article: "test for null" is what code does
  /\b(?:tests|specs|test cases|test suites?|test coverage|coverage) (?:for|of|on|about|around|in)\b/,
  /\b(?:a|the|any|which|what|existing|where) (?:unit |integration |e2e |regression )?(?:test|spec|test case) (?:for|of|about)\b/,
  new RegExp(`\\b${KINDS}(?:tests?|specs?|testing)\\b`),
  // find tests, show me the tests
  /\b(?:find|show|list|where are|which|what|see|all|our|existing) (?:me )?(?:the |all |any )?(?:tests|specs|test cases|test suites?|test files?)(?! [a-z]*(?:client|helper|runner|server|utilit|framework|double|fixture|app)s?)\b/,
  // covered by tests, in the tests
  /\b(?:by|in) (?:a |the |any |our )?(?:tests|specs|test suite|test files?)\b/,
];

const DOC = '(?:docs|documentation|manual|user guide|guide|readme|changelog|release notes|tutorial|wiki|handbook)';

const ABOUT_DOCS: readonly RegExp[] = [
  /\b(?:readme|changelog|release notes|contributing guide|user guide|migration guide)\b/,
  // in the docs, according to the documentation
  new RegExp(
    `\\b(?:in|from|to|per|by|under|of) (?:the |our |its )?(?:[a-z]+ )?${DOC}\\b(?! (?:strings?|comments?|generator|page|server|site|builder|renderer))`,
  ),
  // docs for X, documentation on X
  /\bdocs (?:for|of|about|on)\b/,
  /\b(?:the|any|where|which|find|show|read|see) documentation (?:for|of|about|on)\b/,
  new RegExp(`\\b${DOC} (?:say|says|explains?|describes?|mentions?|covers?)\\b`),
  // where is X documented
  /\b(?:is|are|was|were|not|get|gets)\b.*\bdocumented\b/,
];

/** A question says what it is about at its start; what follows is pasted. */
const QUESTION_CHARS = 1_000;

/** The question asks for tests as such. */
export function asksForTests(text: string): boolean {
  const folded = foldText(text.slice(0, QUESTION_CHARS));
  return ABOUT_TESTS.some((pattern) => pattern.test(folded));
}

/** The question asks for documents as such. */
export function asksForDocs(text: string): boolean {
  const folded = foldText(text.slice(0, QUESTION_CHARS));
  return ABOUT_DOCS.some((pattern) => pattern.test(folded));
}

/** A name or a path that says test itself: `widget.test.ts`, `test_login`, `LoginSpec`. */
export function namesTests(text: string): boolean {
  return splitIdentifier(text).some(
    (part) => part === 'test' || part === 'tests' || part === 'spec' || part === 'specs',
  );
}
