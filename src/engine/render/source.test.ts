import { expect, test } from 'vitest';
import { openSource } from './source.ts';

function linesOf(text: string): string[] {
  const source = openSource({ text, encoding: 'utf-8' });
  return Array.from({ length: source.lines }, (_, index) => source.line(index + 1));
}

test('F14 LF and CRLF end lines; a lone CR, U+2028, form feed and NEL do not', () => {
  expect(linesOf('a\nb\r\nc\rd\u2028e\ff\x85g\n\nh')).toEqual(['a', 'b', 'c\rd\u2028e\ff\x85g', '', 'h']);
});

test('a break at the end opens no further line; an empty file has none', () => {
  expect(linesOf('a\n')).toEqual(['a']);
  expect(linesOf('a\r\n')).toEqual(['a']);
  expect(linesOf('\r\n\n')).toEqual(['', '']);
  expect(linesOf('')).toEqual([]);
});

test('only one CR belongs to the break', () => {
  expect(linesOf('a\r\r\nb\r')).toEqual(['a\r', 'b\r']);
});

test('outside the file there is no text', () => {
  const source = openSource({ text: 'a\nb', encoding: 'utf-8' });
  expect([source.line(0), source.line(-1), source.line(3)]).toEqual(['', '', '']);
});
