import { describe, expect, test } from 'vitest';
import { allowedArguments } from './allowed-arguments.ts';

const ID = '0123456789abcdef0123456789abcdef01234567';
const words = (line: string) => line.split(' ');

describe('allowed', () => {
  test.each([
    'ls-files -z',
    'ls-files -z -s -- src :(top)* --output=x',
    'rev-parse --verify --quiet --end-of-options HEAD',
    'rev-parse --verify --end-of-options refs/heads/feature/x^{commit}',
    'rev-list --count --since=2.weeks HEAD',
    `rev-list -n5 ${ID}..HEAD -- src`,
    'cat-file -p HEAD:src/a.ts',
    'cat-file blob HEAD~2:a.ts',
    'for-each-ref --format=%(refname) refs/heads',
    'config --list -z --includes',
  ])('%s', (line) => {
    expect(allowedArguments(words(line))).toEqual(words(line));
  });

  test('comparing commands never run a program of the repository', () => {
    const always = ['--no-ext-diff', '--no-textconv'];
    expect(allowedArguments(words('log -z --numstat --format=%H%x00%an -n50 HEAD'))).toEqual(
      words('log --no-ext-diff --no-textconv -z --numstat --format=%H%x00%an -n50 HEAD'),
    );
    for (const name of ['log', 'show', 'diff-tree']) {
      expect(allowedArguments([name, '-p', '--end-of-options', ID])).toEqual([
        name,
        ...always,
        '-p',
        '--end-of-options',
        ID,
      ]);
    }
    expect(allowedArguments(['blame', '--porcelain', ID, '--', 'a.ts'])).toEqual([
      'blame',
      '--no-textconv',
      '--no-ignore-revs-file',
      '--porcelain',
      ID,
      '--',
      'a.ts',
    ]);
    expect(allowedArguments(['log', '-Ssecret word', '-Gre.*x', 'HEAD'])).toContain('-Ssecret word');
  });
});

describe('GB8 refused', () => {
  test.each([
    ['nothing', ''],
    ['commands that read or change the worktree', 'status'],
    ['', 'diff HEAD'],
    ['', 'grep -O/bin/sh x'],
    ['', 'checkout HEAD'],
    ['', 'fetch'],
    ['', 'update-index --refresh'],
    ['', 'check-ignore x'],
    ['', '-c core.fsmonitor=/x ls-files'],
    ['listings that look at the worktree', 'ls-files -o'],
    ['', 'ls-files -m'],
    ['', 'ls-files --deleted'],
    ['', 'ls-files --eol'],
    ['', 'ls-files --recurse-submodules'],
    ['', 'ls-files -zo'],
    ['', 'ls-files --exclude-from=/etc/passwd'],
    ['', 'ls-files src'],
    ['options that write a file', `show --output=/tmp/x ${ID}`],
    ['', 'log --output=/tmp/x HEAD'],
    ['', 'rev-parse --output=/tmp/x'],
    ['', `diff-tree --output=/tmp/x -p ${ID}`],
    ['options that run a program', 'log --ext-diff HEAD'],
    ['', `show --textconv ${ID}`],
    ['', 'log --show-signature HEAD'],
    ['', 'log --format=%G? HEAD'],
    ['', 'log --pretty=format:%H%GK HEAD'],
    ['', 'for-each-ref --format=%(signature:grade)'],
    ['', 'cat-file --textconv HEAD:a.ts'],
    ['', 'cat-file --filters HEAD:a.ts'],
    ['', 'cat-file --batch'],
    ['options that read any file', `blame --contents=/etc/passwd ${ID} -- a.ts`],
    ['', `blame --ignore-revs-file=/etc/passwd ${ID} -- a.ts`],
    ['', 'log -O/etc/passwd HEAD'],
    ['', 'log --no-index /etc/passwd'],
    ['', 'config --list --file=/etc/passwd'],
    ['', 'config --list --global'],
    ['settings other than a list', 'config core.fsmonitor'],
    ['', 'config core.fsmonitor /bin/sh'],
    ['', 'config -z'],
    ['blame without exactly one full id', 'blame -- a.ts'],
    ['', 'blame HEAD -- a.ts'],
    ['', `blame ${ID.slice(0, 8)} -- a.ts`],
    ['', `blame ${ID} ${ID} -- a.ts`],
    ['', `blame ${ID.toUpperCase()} -- a.ts`],
    ['revisions that are options', 'log --end-of-options --output=/tmp/x'],
    ['', 'rev-parse --verify --end-of-options -x'],
    ['', 'rev-list @{upstream}'],
    ['', 'log HEAD;id'],
    ['paths where there are none', 'cat-file -p HEAD -- x'],
  ])('%s: git %s', (_kind, line) => {
    expect(() => allowedArguments(words(line))).toThrow('git');
  });

  test('a NUL anywhere', () => {
    expect(() => allowedArguments(['ls-files', '--', 'a\0b'])).toThrow('NUL');
  });
});
