import { expect, test } from 'vitest';
import { readsFrom, renderInput, request, textHit } from '../../../testing/render-samples.ts';
import type { AnswerHit, SearchRequest } from '../../shared/contract.ts';
import type { RankedHit } from '../types.ts';
import { buildAnswer } from './build-answer.ts';
import { print } from './print.ts';

const LINES = [
  '@cached()',
  'export async function load(',
  '  id: string, // of a user',
  '  deep = false,',
  '): User {',
  '}',
];
const SIGNATURE = 'export async function load(id: string, deep = false): User';

interface Question {
  lines?: string[];
  fields?: Partial<RankedHit>;
  asked?: Partial<SearchRequest>;
}

function shown({ lines = LINES, fields, asked }: Question): { hit: AnswerHit | undefined; printed: string } {
  const symbol = { name: 'load', qualifiedName: 'load', kind: 'fn' as const, line: 2, endLine: lines.length };
  const { text: _, ...place } = textHit('a.ts', lines.join('\n'), { line: 2, needle: 'load' });
  const hit: RankedHit = { ...place, leg: 'symbol', anchor: 'load', symbol, signature: SIGNATURE, ...fields };
  const input = renderInput([{ path: 'a.ts', score: 1, hits: [hit] }], { request: request(asked) });
  const answer = buildAnswer(input, readsFrom({ 'a.ts': lines.join('\n') }));
  return { hit: answer.groups[0]?.hits[0], printed: print(answer, input.request.format) };
}

test('a head of several lines is told on one, in text and in JSON', () => {
  expect(shown({}).printed).toContain(`\n  2: export async function load(  [text]\n      signature: ${SIGNATURE}\n`);
  expect(shown({ asked: { format: 'json' } }).printed).toContain(`"signature":${JSON.stringify(SIGNATURE)}`);
});

test('a line that says it all is not told twice', () => {
  const lines = ['', 'export async function load(id: string,  deep = false): User { return 1; }'];
  expect(shown({ lines }).printed).not.toContain('signature');
});

test('nor is code that does', () => {
  expect(shown({ asked: { full: true } }).printed).not.toContain('signature');
  expect(shown({ asked: { context: 1 } }).printed).toContain('signature');
});

test('a head that has changed since it was indexed is not shown', () => {
  const lines = LINES.with(3, '  depth: number,');
  expect(shown({ lines }).hit).toMatchObject({ line: 2, text: LINES[1] });
  expect(shown({ lines }).printed).not.toContain('signature');
});

test('one that moved, or begins above its name, is', () => {
  expect(shown({ lines: ['', '', ...LINES] }).hit).toMatchObject({ line: 4, signature: SIGNATURE });
  const lines = ['static int', 'load(int a)', '{', '}'];
  const signature = 'static int load(int a)';
  expect(shown({ lines, fields: { signature } }).hit).toMatchObject({ line: 2, signature });
});

test('a long one is cut, and one that was cut for the index is still known', () => {
  const parameters = Array.from({ length: 40 }, (_, at) => `parameter${at}: string`);
  const lines = ['', 'export function load(', ...parameters.map((text) => `  ${text},`), ') {', '}'];
  const signature = `${`export function load(${parameters.join(', ')}`.slice(0, 199)}…`;
  expect(shown({ lines, fields: { signature } }).hit?.signature).toMatch(
    /^export function load\(parameter0: string, .*…$/,
  );
  const wide = ['', 'function load(', `  ${'漢'.repeat(180)},`, ') {', '}'];
  const cut = shown({ lines: wide, fields: { signature: `function load(${'漢'.repeat(180)})` } });
  expect(cut.hit?.signature).toMatch(/^function load\(漢+…$/);
  const small = shown({ lines, fields: { signature }, asked: { budget: 100 } });
  expect(small.printed).toContain('2: export function load(');
  expect(small.printed).not.toContain('signature');
});

test('what nobody can see is written out in it', () => {
  const lines = ['', 'function load(', '  a = "\u202E",', ') {', '}'];
  const signature = 'function load(a = "\u202E")';
  expect(shown({ lines, fields: { signature } }).printed).toContain('signature: function load(a = "<U+202E>")');
});
