import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { openTerminal } from './terminal.ts';

function open(env: Record<string, string>, isTTY: boolean) {
  const stream = () => Object.assign(new PassThrough(), { isTTY });
  return openTerminal({ stdin: stream(), stdout: stream(), stderr: stream(), env });
}

test.each([
  [{ TERM: 'xterm' }, true, { colour: true, redraws: true }],
  [{ TERM: 'xterm', NO_COLOR: '1' }, true, { colour: false, redraws: true }],
  [{ TERM: 'xterm', NO_COLOR: '' }, true, { colour: true, redraws: true }],
  [{ TERM: 'dumb' }, true, { colour: false, redraws: false }],
  [{ TERM: 'xterm' }, false, { colour: false, redraws: false }],
])('%j on a terminal (%s) gives %j', (env, isTTY, expected) => {
  expect(open(env, isTTY)).toMatchObject(expected);
});
