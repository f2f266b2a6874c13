import { expect, test } from 'vitest';
import { PARSE_WINDOW_BYTES, PARSE_WINDOW_FILES } from '../options.ts';
import { createWindow } from './parse-all.ts';
import { allowUpTo, createBoard, forgetThread, noteWork, stopBoard, takeNext, workOf } from './parse-board.ts';
import type { ParseJob } from './parse-job.ts';

function jobs(count: number, size: number): ParseJob[] {
  return Array.from({ length: count }, (_, at) => {
    const path = `f${at}`;
    return { file: { path, abs: path, size, mtimeMs: 0, ctimeMs: 0 }, knownHash: '' };
  });
}

test('the window is bounded in files', () => {
  const windowEnd = createWindow(jobs(PARSE_WINDOW_FILES * 3, 1));
  expect(windowEnd(0)).toBe(PARSE_WINDOW_FILES);
  expect(windowEnd(1)).toBe(PARSE_WINDOW_FILES + 1);
});

test('the window is bounded in bytes, and moves on with the writer to the end', () => {
  const size = PARSE_WINDOW_BYTES / 4;
  const windowEnd = createWindow(jobs(10, size));
  expect(Array.from({ length: 10 }, (_, at) => windowEnd(at))).toEqual([4, 5, 6, 7, 8, 9, 10, 10, 10, 10]);
});

test('a file larger than the whole window is let through alone', () => {
  const windowEnd = createWindow(jobs(3, PARSE_WINDOW_BYTES * 2));
  expect([0, 1, 2].map(windowEnd)).toEqual([1, 2, 3]);
});

test('threads take each file once, up to what is allowed', () => {
  const board = createBoard(3, 2);
  allowUpTo(board, 3);
  expect([takeNext(board), takeNext(board), takeNext(board), takeNext(board)]).toEqual([0, 1, 2, null]);
});

test('a stopped board has no more work, whatever is allowed later', () => {
  const board = createBoard(3, 1);
  allowUpTo(board, 1);
  expect(takeNext(board)).toBe(0);
  stopBoard(board);
  allowUpTo(board, 3);
  expect(takeNext(board)).toBeNull();
});

test('the board knows what each thread works on', () => {
  const board = createBoard(9, 2);
  noteWork(board, 1, 0);
  expect([workOf(board, 0), workOf(board, 1)?.at]).toEqual([null, 0]);
  noteWork(board, 1, null);
  expect(workOf(board, 1)).toBeNull();
  noteWork(board, 1, 3);
  forgetThread(board, 1);
  expect(workOf(board, 1)).toBeNull();
});
