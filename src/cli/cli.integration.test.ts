import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepo, type TestRepo } from '../../testing/make-repo.ts';
import { type IqOptions, type IqResult, runIq, WITHOUT_OVERRIDE } from '../../testing/run-iq.ts';
import { estimateTokens } from '../engine/render/tokens.ts';

const FILES = {
  'src/token.ts':
    '/** Refreshes a token before it expires. */\nexport function refreshToken(id: string): string {\n  return `${id}!`;\n}\n',
  'src/use.ts': "import { refreshToken } from './token.ts';\nexport const fresh = refreshToken('a');\n",
  'docs/guide.md': '# Guide\n\nTokens are refreshed by refreshToken, hotspots and all.\n',
};

/** Runs iq; lines about running index work, which a slow machine gets to see, are taken out of stderr. */
async function iq(repo: TestRepo, args: readonly string[], options: Partial<IqOptions> = {}): Promise<IqResult> {
  const result = await runIq(args, { cwd: repo.dir, indexDir: repo.indexDir, ...options });
  return { ...result, stderr: result.stderr.replace(/^(indexing|listing) .*\n/gm, '') };
}

/** One sentence for people: no stack, no second line. */
function expectSentence(result: IqResult, sentence: string | RegExp): void {
  expect(result.stderr).toMatch(sentence);
  expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(result.stderr).toMatch(/^iq: /);
  expect(result.stdout).toBe('');
  expect(result.code).toBe(2);
}

describe('answers and exit codes', () => {
  test('hits end with 0, none with 1', async () => {
    using repo = makeRepo(FILES);
    const hit = await iq(repo, ['find', 'refreshToken']);
    expect(hit).toMatchObject({ code: 0, stderr: '' });
    expect(hit.stdout).toContain('src/token.ts');
    const none = await iq(repo, ['find', 'nowhere_to_be_found']);
    expect(none.code).toBe(1);
    expect(none.stderr).toBe('');
  });

  test('every verb answers', async () => {
    using repo = makeRepo(FILES);
    const asked: [string[], string][] = [
      [['how', 'are', 'tokens', 'refreshed'], 'refreshToken'],
      [['refreshToken'], 'src/token.ts'],
      [['files', 'guide'], 'docs/guide.md'],
      [['def', 'refreshToken'], 'src/token.ts'],
      [['refs', 'refreshToken', '--kind', 'call'], 'src/use.ts'],
      [['sym', 'refresh*'], 'refreshToken'],
      [['ast', 'refreshToken($A)', '--lang', 'ts'], 'src/use.ts'],
      [['outline', 'src/token.ts'], 'refreshToken'],
      [['context', 'src/token.ts:3'], 'refreshToken'],
      [['src/use.ts:2'], 'fresh'],
      [['hotspots'], 'docs/guide.md'],
      [['--', 'find'], ''],
    ];
    for (const [args, expected] of asked) {
      const result = await iq(repo, args);
      expect(result.stdout, args.join(' ')).toContain(expected);
      expect(result.stderr, args.join(' ')).toBe('');
    }
  });

  test('the default root is the repository around the current folder', async () => {
    using repo = makeRepo(FILES, { git: true });
    const result = await iq(repo, ['find', 'refreshToken', '--files-only'], { cwd: join(repo.dir, 'docs') });
    expect(result.stdout).toContain('src/use.ts');
  });

  test('input is left alone by every verb but multi', async () => {
    using repo = makeRepo(FILES);
    const result = await iq(repo, ['find', 'refreshToken'], { keepInputOpen: true });
    expect(result.code).toBe(0);
  });

  test('--explain-missing says which rule hides a file', async () => {
    using repo = makeRepo({ ...FILES, '.gitignore': 'build/\n', 'build/out.ts': 'x\n' });
    const ignored = await iq(repo, ['--explain-missing', 'build/out.ts']);
    expect(ignored.stdout).toMatch(/\.gitignore:1/);
    const asJson: unknown = JSON.parse((await iq(repo, ['--explain-missing', 'build/out.ts', '--json'])).stdout);
    expect(asJson).toMatchObject({ state: 'ignored', rule: { line: 1, pattern: 'build/' } });
    expect((await iq(repo, ['--explain-missing', 'src/token.ts'])).code).toBe(0);
    expect((await iq(repo, ['--explain-missing', 'no/such.ts'])).code).toBe(1);
  });
});

describe('bad input gets its sentence', () => {
  test('usage', async () => {
    using repo = makeRepo(FILES);
    expectSentence(await iq(repo, []), /Nothing to search for/);
    expectSentence(await iq(repo, ['def']), /^iq: "def" needs <symbol>/);
    expectSentence(await iq(repo, ['x', '--bogus']), /no flag --bogus/);
    expectSentence(await iq(repo, ['x', '--json', '--ndjson']), /exclude each other/);
    expectSentence(await iq(repo, ['x', '--features', '-nothing']), /nothing/);
    expectSentence(await iq(repo, ['x', '--lang', 'klingon']), /klingon/);
    expectSentence(await iq(repo, ['x', '--after', 'rubbish']), /cursor/i);
    expectSentence(await iq(repo, ['index', 'explode']), /explode/);
    expectSentence(await iq(repo, ['']), /./);
  });

  test('a root that is missing, a file, or unreadable', async () => {
    using repo = makeRepo({ ...FILES, 'closed/a.ts': 'x\n' });
    expectSentence(await iq(repo, ['x', '--root', join(repo.dir, 'gone')]), /gone/);
    expectSentence(await iq(repo, ['x', '--root', join(repo.dir, 'src/use.ts')]), /use\.ts/);
    chmodSync(join(repo.dir, 'closed'), 0o000);
    const unreadable = await iq(repo, ['x', '--root', join(repo.dir, 'closed')], { wrapper: WITHOUT_OVERRIDE });
    chmodSync(join(repo.dir, 'closed'), 0o755);
    expectSentence(unreadable, /closed/);
  });

  test('patterns that do not parse say where and why', async () => {
    using repo = makeRepo(FILES);
    expectSentence(await iq(repo, ['find', 'ab(c']), /unclosed group/);
    expectSentence(await iq(repo, ['ast', 'function (', '--lang', 'ts']), /character \d+/);
    expectSentence(await iq(repo, ['ast', 'f($A)']), /--lang/);
  });

  test('a query of 10,000 characters is answered, a longer one refused', async () => {
    using repo = makeRepo(FILES);
    expect((await iq(repo, ['word '.repeat(2_000).trim()])).code).toBeLessThan(2);
    expectSentence(await iq(repo, ['x'.repeat(10_001)]), /10,?001/);
  });

  test.each([
    'NEAR(a b',
    'a AND NOT',
    '"',
    '*',
    'a:b"c',
    '^x OR y)',
    '{names path} : "token"',
    '-- ; DROP TABLE files',
  ])('full-text operators in a query are text: %s', async (query) => {
    using repo = makeRepo(FILES);
    const result = await iq(repo, ['--', query]);
    expect(result.code, result.stderr).toBeLessThan(2);
  });

  test('a stack is shown to whoever asks for it, and never otherwise', async () => {
    using repo = makeRepo(FILES);
    const result = await iq(repo, ['find', 'a('], { env: { IQ_DEBUG: '1' } });
    expect(result.stderr).toMatch(/\n {4}at /);
  });
});

describe('X1 a query that starts with a dash is text', () => {
  test('behind -- it is searched literally and nothing is run', async () => {
    using repo = makeRepo({ 'flags.txt': 'rg --pre=./p.sh -x --files\n', 'p.sh': '#!/bin/sh\ntouch PWNED\ncat\n' });
    chmodSync(join(repo.dir, 'p.sh'), 0o755);
    for (const query of ['--pre=./p.sh', '-x', '--files']) {
      const found = await iq(repo, ['find', '--', query]);
      expect(found.stdout, query).toContain('flags.txt');
      expect((await iq(repo, ['--', query])).code, query).toBe(0);
      expect((await iq(repo, [query])).code, query).toBe(2);
    }
    expect(existsSync(join(repo.dir, 'PWNED'))).toBe(false);
  });
});

describe('output', () => {
  test('--json is one document, --ndjson one value per line, with the same hits', async () => {
    using repo = makeRepo(FILES);
    const json = JSON.parse((await iq(repo, ['find', 'refreshToken', '--json'])).stdout) as {
      groups: { path: string; hits: { line: number }[] }[];
    };
    const lines = (await iq(repo, ['find', 'refreshToken', '--ndjson'])).stdout.trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { type: string; path?: string; line?: number });
    const fromJson = json.groups.flatMap((group) => group.hits.map((hit) => `${group.path}:${hit.line}`));
    const fromRows = rows.filter((row) => row.type === 'hit').map((row) => `${row.path}:${row.line}`);
    expect(fromJson.length).toBeGreaterThan(2);
    expect(fromRows).toEqual(fromJson);
  });

  test('a large answer reaches a pipe whole', async () => {
    using repo = makeRepo({
      'many.txt': Array.from({ length: 3_000 }, (_, n) => `needle ${' '.repeat(120)} ${n}`).join('\n'),
    });
    const result = await iq(repo, ['find', 'needle', '--json', '--budget', '25000', '--limit', '3000']);
    expect(result.stdout.length).toBeGreaterThan(65_536);
    expect(() => JSON.parse(result.stdout) as unknown).not.toThrow();
  });

  test('a reader that leaves early is a normal end', async () => {
    using repo = makeRepo({ 'many.txt': 'needle\n'.repeat(3_000) });
    const result = await iq(repo, ['find', 'needle', '--budget', '25000', '--limit', '3000'], {
      onStart: (child) => child.stdout?.destroy(),
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
  });

  test('X14 escapes in a file and in its name reach nobody, on a pipe or as JSON', async () => {
    const osc = '\u001b]52;c;aGFjaw==\u0007';
    using repo = makeRepo({ [`na\u001b[31mme.txt`]: `needle ${osc} \u202eevil\n` });
    const text = await iq(repo, ['find', 'needle']);
    const json = await iq(repo, ['find', 'needle', '--json']);
    for (const { stdout, stderr } of [text, json]) {
      expect(stdout + stderr).toContain('needle');
      // oxlint-disable-next-line no-control-regex
      expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
    const parsed = JSON.parse(json.stdout) as { groups: { path: string; hits: { text: string }[] }[] };
    expect(parsed.groups[0]?.path).toBe('na\u001b[31mme.txt');
    expect(parsed.groups[0]?.hits[0]?.text).toContain(osc);
  });

  test('--count and --files-only print what they say', async () => {
    using repo = makeRepo(FILES);
    expect((await iq(repo, ['find', 'refreshToken', '--files-only'])).stdout).toMatch(/^src\/use\.ts$/m);
    expect((await iq(repo, ['find', 'refreshToken', '--count'])).stdout).toMatch(/^2 +src\/use\.ts$/m);
  });
});

describe('multi', () => {
  test('answers every line; together they stay within the budget', async () => {
    // Enough hits that each answer alone would fill the whole budget.
    const many = Array.from({ length: 80 }, (_, n): [string, string] => [
      `src/m${n}.ts`,
      `export const token${n} = 'token';\n`,
    ]);
    using repo = makeRepo({ ...FILES, ...Object.fromEntries(many) });
    const stdin = 'token\n\nhow are tokens refreshed\r\n';
    for (const format of [[], ['--json'], ['--ndjson']]) {
      const result = await iq(repo, ['multi', '--budget', '900', ...format], { stdin });
      expect(result.code, result.stderr).toBe(0);
      expect(estimateTokens(result.stdout)).toBeLessThanOrEqual(900);
      expect(estimateTokens(result.stdout)).toBeGreaterThan(450);
    }
    const { stdout } = await iq(repo, ['multi', '--budget', '900'], { stdin });
    expect(stdout).toMatch(/^=== 1\/2 token$/m);
    expect(stdout).toMatch(/^=== 2\/2 how are tokens refreshed$/m);
  });

  test('a line that fails has its sentence in place of its answer; the others are answered', async () => {
    using repo = makeRepo(FILES);
    const stdin = `refreshToken\n${'y'.repeat(10_001)}\nfind \0 me\n`;
    const json = await iq(repo, ['multi', '--json', '--budget', '3000'], { stdin });
    expect(json.code).toBe(2);
    const results = JSON.parse(json.stdout) as { query: string; result: Record<string, unknown> }[];
    expect(results).toHaveLength(3);
    expect(results[0]?.result).toHaveProperty('groups');
    expect(results[1]?.result).toMatchObject({ error: { code: 'query-too-long' } });
    const rows = await iq(repo, ['multi', '--ndjson', '--budget', '3000'], { stdin });
    const types = rows.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { type: string }).type);
    expect(types.filter((type) => type === 'query')).toHaveLength(3);
    expect(types).toContain('error');
  });

  test('no line, too many lines, words behind it', async () => {
    using repo = makeRepo(FILES);
    expectSentence(await iq(repo, ['multi'], { stdin: '\n \n' }), /there was none/);
    expectSentence(await iq(repo, ['multi'], { stdin: 'word\n'.repeat(200) }), /200 queries need/);
    expectSentence(await iq(repo, ['multi', 'word']), /does not take "word"/);
  });

  test('nothing found by any line ends with 1', async () => {
    using repo = makeRepo(FILES);
    expect((await iq(repo, ['multi'], { stdin: 'zzzzqqqq_nothing\n' })).code).toBe(1);
  });
});

describe('index', () => {
  test('status, rebuild, drop', async () => {
    using repo = makeRepo(FILES);
    const before = await iq(repo, ['index', '--json']);
    expect(before.code).toBe(1);
    expect(JSON.parse(before.stdout)).toMatchObject({
      action: 'status',
      roots: [{ root: repo.dir, state: 'missing' }],
    });
    const built = await iq(repo, ['index', 'rebuild']);
    expect(built.code, built.stderr).toBe(0);
    expect(built.stdout).toContain('3 files');
    expect((await iq(repo, ['index', 'status'])).stdout).toContain('ready');
    const dropped = await iq(repo, ['index', 'drop', '--json']);
    expect(dropped.code).toBe(0);
    expect(JSON.parse(dropped.stdout)).toMatchObject({ roots: [{ state: 'missing' }] });
  });

  test('D9 a rebuild without room on the disk ends with 2 and says so', async () => {
    using repo = makeRepo(FILES);
    // A mount of its own, gone with the process.
    const mount = 'mkdir -p "$IQ_INDEX_DIR" && mount -t tmpfs -o size=60k tmpfs "$IQ_INDEX_DIR" && exec "$@"';
    const wrapper = ['unshare', process.getuid?.() === 0 ? '-m' : '-Urm', 'sh', '-c', mount, 'sh'];
    const result = await iq(repo, ['index', 'rebuild'], { wrapper });
    expect(result.stderr).toMatch(/^iq: No room to write the index in .*\n$/);
    expect(result.stdout).toMatch(/no index|incomplete/);
    expect(result.code).toBe(2);
    const json = await iq(repo, ['index', 'rebuild', '--json'], { wrapper });
    expect(JSON.parse(json.stdout)).toMatchObject({ notes: [{ code: 'disk-full' }] });
    expect(json.code).toBe(2);
  });

  test('a rebuild that may not write ends with 2 and says so', async () => {
    using repo = makeRepo(FILES);
    mkdirSync(repo.indexDir);
    chmodSync(repo.indexDir, 0o500);
    const result = await iq(repo, ['index', 'rebuild'], { wrapper: WITHOUT_OVERRIDE });
    chmodSync(repo.indexDir, 0o700);
    expectSentence(result, /^iq: The index in .* cannot be written/);
  });

  test('a first search builds the index by itself', async () => {
    using repo = makeRepo(FILES);
    await iq(repo, ['def', 'refreshToken']);
    expect((await iq(repo, ['index', 'status'])).stdout).toContain('ready');
  });

  test('Ctrl-C while indexing ends with 130, and the next command goes on', async () => {
    const body = Array.from({ length: 200 }, (_, n) => `export function f${n}(): number {\n  return ${n};\n}\n`).join(
      '',
    );
    const files = Array.from({ length: 400 }, (_, n): [string, string] => [`src/m${n}.ts`, body]);
    using repo = makeRepo(Object.fromEntries(files));
    const stopped = await iq(repo, ['index', 'rebuild'], {
      onStart: (child) => {
        // The first thing the work leaves on disk is its folder: by then the signal is listened for.
        const timer = setInterval(() => {
          if (!existsSync(repo.indexDir)) return;
          clearInterval(timer);
          child.kill('SIGINT');
        }, 5);
      },
    });
    expect(stopped).toMatchObject({ code: 130, stdout: '' });
    const after = await iq(repo, ['def', 'f199', '--in', 'src/m399.ts']);
    expect(after.stdout).toContain('src/m399.ts');
    expect(after.code).toBe(0);
  });

  test('a damaged index is replaced and the search still answers', async () => {
    using repo = makeRepo(FILES);
    await iq(repo, ['index', 'rebuild']);
    const status = JSON.parse((await iq(repo, ['index', '--json'])).stdout) as { roots: { path: string }[] };
    writeFileSync(status.roots[0]?.path ?? '', Buffer.alloc(40_000, 7));
    const result = await iq(repo, ['def', 'refreshToken']);
    expect(result.stdout).toContain('src/token.ts');
    expect((await iq(repo, ['index', 'status'])).stdout).toContain('ready');
  });

  test('an index folder that cannot be written: text search still answers', async () => {
    using repo = makeRepo(FILES);
    mkdirSync(repo.indexDir);
    chmodSync(repo.indexDir, 0o500);
    const result = await iq(repo, ['find', 'refreshToken'], { wrapper: WITHOUT_OVERRIDE });
    const def = await iq(repo, ['def', 'refreshToken'], { wrapper: WITHOUT_OVERRIDE });
    chmodSync(repo.indexDir, 0o700);
    expect(result.code, result.stderr).toBe(0);
    expect(def.stdout + def.stderr).not.toContain('inside iq itself');
    expect(def.stdout + def.stderr).toMatch(/index/i);
  });
});

describe('doctor', () => {
  test('checks everything and ends with 0 when all is well', async () => {
    using repo = makeRepo(FILES);
    const result = await iq(repo, ['doctor', '--json']);
    const { checks } = JSON.parse(result.stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
    expect(checks.filter((check) => !check.ok)).toEqual([]);
    const names = ['node', 'sqlite', 'ripgrep', 'git', 'grammars', 'index-folder', 'root', 'repository', 'index'];
    expect(checks.map((check) => check.name)).toEqual(names);
    expect(result.code).toBe(0);
  });

  test('says what is off and why, and ends with 1', async () => {
    using repo = makeRepo(FILES);
    const result = await iq(repo, ['doctor', '--root', join(repo.dir, 'gone')]);
    expect(result.stdout).toMatch(/^off +root: .*gone/m);
    expect(result.stdout).toMatch(/^ok +sqlite: SQLite 3/m);
    expect(result.code).toBe(1);
  });
});
