import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo } from '../../../testing/make-repo.ts';
import { isIqError } from '../errors.ts';
import { MAX_FILE_BYTES } from '../options.ts';
import { type RipgrepRequest, runRipgrep } from './ripgrep.ts';

const search = (dir: string, pattern: string, more: Partial<RipgrepRequest> = {}) =>
  runRipgrep({ args: ['--no-filename', '-e', pattern], targets: [dir], ...more });

async function failure(run: Promise<unknown>): Promise<string> {
  try {
    await run;
  } catch (error) {
    if (isIqError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return 'no error';
}

/** The ripgrep that this process has running. */
function runningChild(): number {
  const tasks = readdirSync('/proc/self/task');
  const pids = tasks.flatMap((task) =>
    readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  );
  const child = pids.find((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'rg');
  if (child === undefined) throw new Error('no ripgrep is running');
  return Number(child);
}

describe('what ripgrep may do', () => {
  test('X13 the environment is ours: a config file named there is not read', async () => {
    using repo = makeRepo({ 'a.ts': 'needle', rc: '--pre=/bin/false\n--files-without-match\n' });
    process.env['RIPGREP_CONFIG_PATH'] = join(repo.dir, 'rc');
    try {
      expect(String((await search(repo.dir, 'needle')).stdout)).toBe('needle\n');
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH'];
    }
  });

  test('X13 of our environment it sees four names at most', async () => {
    using repo = makeRepo({ 'a.ts': 'needle\n'.repeat(100_000) });
    process.env['LD_LIBRARY_PATH_OF_TEST'] = 'x';
    let names: string[] = [];
    const onStdout = (): boolean => {
      const entries = readFileSync(`/proc/${runningChild()}/environ`, 'utf8').split('\0').filter(Boolean);
      names = entries.map((entry) => entry.split('=')[0] ?? '');
      return false;
    };
    try {
      await search(repo.dir, 'needle', { onStdout });
    } finally {
      delete process.env['LD_LIBRARY_PATH_OF_TEST'];
    }
    expect(names).toContain('HOME');
    expect(names.filter((name) => !['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'SystemRoot'].includes(name))).toEqual(
      [],
    );
  });

  test.each(['-x', '--pre=/bin/false', '--files', '-', '--', '-e'])(
    'X1 the pattern %s is searched, not obeyed',
    async (pattern) => {
      using repo = makeRepo({ 'a.ts': `before ${pattern} after\n`, 'b.ts': 'nothing\n' });
      const result = await runRipgrep({
        args: ['--no-filename', '--fixed-strings', '-e', pattern],
        targets: [repo.dir],
      });
      expect(String(result.stdout)).toBe(`before ${pattern} after\n`);
    },
  );

  test.each([
    '--pre=/bin/cat',
    '--pre',
    '-z',
    '--search-zip',
    '-P',
    '--pcre2',
    '--engine=auto',
    '-L',
    '--follow',
    '-nL',
    '-f',
    '--file=/etc/passwd',
    '--hostname-bin=/bin/false',
    '--',
    '/etc',
  ])('F20 F21 %s is a bug of the caller', async (arg) => {
    await expect(runRipgrep({ args: [arg, '-e', 'x'], targets: ['/tmp'] })).rejects.toThrow(/ripgrep/);
  });

  test('targets are absolute', async () => {
    await expect(runRipgrep({ args: ['-e', 'x'], targets: ['src'] })).rejects.toThrow('absolute');
    await expect(runRipgrep({ args: ['-e', 'x'], targets: [] })).rejects.toThrow('absolute');
  });

  test('the size gate of the index is that of the search: on it found, a byte over it not', async () => {
    const line = 'needle\n';
    using repo = makeRepo({
      'edge.txt': line.padEnd(MAX_FILE_BYTES, '.'),
      'over.txt': line.padEnd(MAX_FILE_BYTES + 1, '.'),
    });
    const { stdout } = await runRipgrep({ args: ['-l', '-e', 'needle'], targets: [repo.dir] });
    expect(String(stdout)).toBe(`${join(repo.dir, 'edge.txt')}\n`);
  });
});

describe('bad patterns', () => {
  test.each([
    ['a(b', 'unclosed group at character 2'],
    ['é(', 'unclosed group at character 2'],
    ['[(](', 'unclosed group at character 4'],
    ['ab)', 'unopened group at character 3'],
    ['[z-a]', 'invalid character class range, the start must be <= the end at character 2'],
    ['😀[z-a]', 'invalid character class range, the start must be <= the end at character 3'],
    ['foo(?:bar[', 'unclosed character class at character 10'],
    ['*', 'repetition operator missing expression at character 1'],
    ['x{2,1}', 'invalid repetition count range, the start must be <= the end at character 2'],
    ['\\p{Foo}', 'Unicode property not found at character 1'],
    ['ab(?=x)', 'look-around, including look-ahead and look-behind, is not supported at character 3'],
    ['(a)\\1', 'backreferences are not supported at character 4'],
    ['ab\\', 'the backslash at its end escapes nothing at character 3'],
    ['a\\nb', 'search works line by line, so a line break cannot match at character 2'],
    ['a\nb', 'search works line by line, so a line break cannot match at character 2'],
  ])('%j: the reason and the place', async (pattern, reason) => {
    using repo = makeRepo({ 'a.ts': 'x' });
    const expected = `bad-regex: "${pattern}" is not a valid regular expression: ${reason}.`;
    expect(await failure(search(repo.dir, pattern))).toBe(expected);
    expect(await failure(runRipgrep({ args: ['--json', '--word-regexp', '-e', pattern], targets: [repo.dir] }))).toBe(
      expected,
    );
  });

  test('of two spellings the broken one is told by the first', async () => {
    using repo = makeRepo({ 'a.ts': 'x' });
    const run = runRipgrep({ args: ['-e', 'caf\u00e9(', '-e', 'cafe\u0301('], targets: [repo.dir] });
    expect(await failure(run)).toBe(
      'bad-regex: "caf\u00e9(" is not a valid regular expression: unclosed group at character 5.',
    );
  });

  test('S20 a pattern that is huge when written out is refused', async () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    expect(await failure(search(repo.dir, '(a{1000}){1000}'))).toMatch(/^bad-regex: .*too large/);
  });

  test('a pattern of 10,000 characters is shortened in the sentence', async () => {
    using repo = makeRepo({ 'a.ts': 'a' });
    const sentence = await failure(search(repo.dir, `(${'a'.repeat(9_999)}`));
    expect(sentence).toContain('unclosed group at character 1');
    expect(sentence.length).toBeLessThan(250);
  });
});

describe('runs that end early', () => {
  const LINES = 'needle in a line of its own\n'.repeat(100_000);

  test('ripgrep killed in the middle: what was seen counts, and the reason is told', async () => {
    using repo = makeRepo({ 'a.ts': LINES, 'b.ts': LINES });
    let seen = 0;
    const result = await search(repo.dir, 'needle', {
      onStdout: (chunk) => {
        if (seen === 0) process.kill(runningChild(), 'SIGKILL');
        seen += chunk.length;
      },
    });
    expect(seen).toBeGreaterThan(0);
    expect(result.incomplete).toBe('ripgrep was ended by SIGKILL before it had finished.');
  });

  test('F18 too much output: the child is stopped, and the cap is told', async () => {
    using repo = makeRepo({ 'a.ts': LINES });
    const result = await search(repo.dir, 'needle', { maxStdoutBytes: 10_240 });
    expect(result.stdout).toHaveLength(10_240);
    expect(result.incomplete).toBe('The search was stopped after 10 KB of output.');
  });

  test('enough is enough, and nothing is incomplete', async () => {
    using repo = makeRepo({ 'a.ts': LINES });
    const result = await search(repo.dir, 'needle', { onStdout: () => false });
    expect(result.incomplete).toBeUndefined();
  });

  test('out of time: told, not empty in silence', async () => {
    using repo = makeRepo({ 'a.ts': LINES.repeat(1) });
    const result = await search(repo.dir, 'needle', { timeoutMs: 0 });
    expect(result.incomplete).toBe('The search was stopped after 0 s.');
  });

  test('a cancel rejects', async () => {
    using repo = makeRepo({ 'a.ts': LINES });
    const abort = new AbortController();
    const run = search(repo.dir, 'needle', { signal: abort.signal, onStdout: () => abort.abort() });
    expect(await failure(run)).toMatch(/^aborted/);
  });
});

test('nothing found is an answer; a refused call is an error', async () => {
  using repo = makeRepo({ 'a.ts': 'x' });
  expect(await search(repo.dir, 'needle')).toMatchObject({ unreadable: [] });
  expect(await failure(runRipgrep({ args: ['--bogus'], targets: [repo.dir] }))).toBe(
    'search-failed: ripgrep gave up: unrecognized flag --bogus',
  );
});

test('a target that is gone is named', async () => {
  using repo = makeRepo({ 'a.ts': 'needle\n' });
  const result = await runRipgrep({
    args: ['--no-filename', '-e', 'needle'],
    targets: [join(repo.dir, 'go\nne: x'), repo.dir],
  });
  expect(String(result.stdout)).toBe('needle\n');
  expect(result.unreadable).toEqual([{ abs: join(repo.dir, 'go\nne: x'), reason: 'No such file or directory' }]);
});
