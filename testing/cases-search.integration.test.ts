/** Reported faults of code search, each asked of this one. */
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { anchors, ask, paths } from './ask.ts';
import { makeRepo } from './make-repo.ts';

test('S2 Chinese text is found by one, two and four characters', async () => {
  using repo = makeRepo({ 'docs/list.md': '# 设备清单 devices\n', 'docs/other.md': '# 其他\n' });
  for (const text of ['设', '设备', '设备清单']) {
    expect(paths(await ask(repo, { text })), text).toEqual(['docs/list.md']);
  }
});

test('S3 words that are operators of the full-text engine are words', async () => {
  using repo = makeRepo({ 'a.cpp': 'int run() { return foo->bar(); } // a.b AND NEAR\n' });
  for (const text of ['foo->bar', 'a.b', 'AND', 'foo"', 'foo(', '*', 'NEAR(', '-x', 'C++ a:b x.y @x ( OR ""', 'a\0b']) {
    await expect(
      ask(repo, { text }).then(() => 'answered'),
      text,
    ).resolves.toBe('answered');
  }
  expect(paths(await ask(repo, { text: 'foo->bar' }))).toEqual(['a.cpp']);
  await expect(ask(repo, { text: '\0' })).rejects.toMatchObject({ code: 'query-empty' });
});

test('S4 `$` means the end of the line with CRLF as with LF', async () => {
  using repo = makeRepo({ 'lf.txt': 'one foo\nfoo two\n', 'crlf.txt': 'one foo\r\nfoo two\r\n' });
  expect(anchors(await ask(repo, { verb: 'find', text: 'foo$' })).sort()).toEqual(['crlf.txt:1', 'lf.txt:1']);
});

test('S6 UTF-16 is searched with and without a byte order mark', async () => {
  const text = 'const utf16needle = "value";\r\nconst second = 2;\r\n';
  using repo = makeRepo({
    'bom.ts': Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]),
    'bare.ts': Buffer.from(text, 'utf16le'),
  });
  expect(paths(await ask(repo, { text: 'utf16needle' })).sort()).toEqual(['bare.ts', 'bom.ts']);
  expect(anchors(await ask(repo, { verb: 'find', text: 'utf16needle' })).sort()).toEqual(['bare.ts:1', 'bom.ts:1']);
});

test('S7 GBK, Shift-JIS and Latin-1 are read, found and named', async () => {
  const chinese = '// 这个函数读取设备的配置文件并返回结果\nconst gbkDevice = 1;\n';
  const japanese = '// この関数は設定ファイルを読み込みます\nconst sjisDevice = 1;\n';
  const french = '// Cette fonction lit la configuration générée à l’étape précédente'.replace('’', "'");
  using repo = makeRepo({
    'gbk.js': iconv.encode(chinese, 'gbk'),
    'sjis.js': iconv.encode(japanese, 'shift_jis'),
    'latin1.js': iconv.encode(`${french}\nconst latinDevice = 1;\n`, 'latin1'),
  });
  const found = async (text: string): Promise<[string, string | undefined][]> => {
    const answer = await ask(repo, { text });
    return answer.groups.map((group) => [group.path, group.encoding]);
  };
  expect(await found('设备的配置')).toEqual([['gbk.js', expect.stringMatching(/^gb/)]]);
  expect(await found('設定ファイル')).toEqual([['sjis.js', 'shift_jis']]);
  expect(await found('générée étape précédente')).toEqual([['latin1.js', expect.stringMatching(/8859-1|1252/)]]);
  const live = await ask(repo, { verb: 'find', text: '读取设备' });
  expect(live.groups[0]?.hits[0]?.text).toContain('读取设备');
});

test('S8 composed and decomposed accents are the same to a query, in names and in text', async () => {
  const nfc = 'résumé'.normalize('NFC');
  const nfd = 'résumé'.normalize('NFD');
  using repo = makeRepo({ [`${nfc}-c.md`]: `${nfc} composed\n`, [`${nfd}-d.md`]: `${nfd} decomposed\n` });
  for (const text of [nfc, nfd]) {
    expect(paths(await ask(repo, { verb: 'find', text })).length, 'text').toBe(2);
    expect(paths(await ask(repo, { verb: 'files', text })).length, 'names').toBe(2);
    expect(paths(await ask(repo, { text: `${text} composed decomposed` })).length, 'prose').toBe(2);
  }
});

test('S18 a capped answer says how many there are, and shows the same ones each time', async () => {
  const files = Array.from({ length: 17 }, (_, n): [string, string] => [`f${n}.txt`, 'many\n'.repeat(706)]);
  using repo = makeRepo(Object.fromEntries(files));
  const first = await ask(repo, { verb: 'find', text: 'many', limit: 1_000 });
  expect(first.receipt).toMatchObject({ total: 17 * 706, totalFiles: 17, truncated: true });
  const second = await ask(repo, { verb: 'find', text: 'many', limit: 1_000 });
  expect(anchors(second)).toEqual(anchors(first));
});

test('S20 a regex that blows up backtracking engines ends', async () => {
  using repo = makeRepo({ 'a.txt': `${'a'.repeat(40)}b\n` });
  const answer = await ask(repo, { verb: 'find', text: '(a+)+$' });
  expect(answer.receipt.total).toBe(0);
});

test('S22 a literal without hits that is a regex with hits says so', async () => {
  using repo = makeRepo({ 'a.txt': 'a\nb\nc\n' });
  const answer = await ask(repo, { verb: 'find', text: 'a|b', literal: true });
  expect(answer.hint).toMatch(/2 hits as \/a\|b\//);
});

test('S23 an escape means what was typed', async () => {
  using repo = makeRepo({ 'a.txt': 'x | { y\nplain\n' });
  expect(anchors(await ask(repo, { verb: 'find', text: '\\| \\{' }))).toEqual(['a.txt:1']);
});

test('S24 the definition stands above thirty tests, and the file of that name above other files', async () => {
  const tests = Array.from({ length: 30 }, (_, n): [string, string] => [
    `test/w${n}.test.ts`,
    `import { widget } from '../src/widget';\ntest('widget ${n}', () => widget(${n}));\n`,
  ]);
  using repo = makeRepo({
    ...Object.fromEntries(tests),
    'src/widget.ts': '// makes one\nexport function widget(n: number): number {\n  return n;\n}\n',
    'src/widget-list.ts': "import { widget } from './widget';\nexport const all = [widget(1)];\n",
  });
  expect(anchors(await ask(repo, { text: 'widget' }))[0]).toBe('src/widget.ts:2');
  expect(paths(await ask(repo, { verb: 'files', text: 'widget' }))[0]).toBe('src/widget.ts');
});

test('S26 stop words do not outrank the file that is asked for', async () => {
  using repo = makeRepo({
    'vercel.json': '{ "rewrites": [{ "source": "/api", "destination": "/server" }] }\n',
    'src/not.ts': 'export const not = (x: boolean) => !x; // does not do what it does\n',
    'src/doe.ts': 'export const doe = 1; // why is it not there, where does it go\n',
  });
  const answer = await ask(repo, { text: 'why does the rewrite in vercel.json not do what it does' });
  expect(paths(answer)[0]).toBe('vercel.json');
});

test('S27 highlights are exact after emoji and tabs', async () => {
  using repo = makeRepo({ 'a.ts': 'const 😀 = needle;\n\tlet x = needle;\n' });
  const answer = await ask(repo, { verb: 'find', text: 'needle' });
  for (const hit of answer.groups[0]?.hits ?? []) {
    const [start, end] = hit.ranges[0] ?? [0, 0];
    expect(hit.text.slice(start, end)).toBe('needle');
  }
  expect(answer.groups[0]?.hits.map((hit) => hit.column)).toEqual([12, 10]);
});

test('S28 an exclusion alone means everything else', async () => {
  using repo = makeRepo({ 'src/a.ts': 'a\n', 'test/b.ts': 'b\n', 'docs/c.md': 'c\n' });
  expect(paths(await ask(repo, { text: '-path:test' })).sort()).toEqual(['docs/c.md', 'src/a.ts']);
});

test('F16 a file that turns binary after a match is said to be cut', async () => {
  using repo = makeRepo({ 'mixed.dat': Buffer.from(`hello\n${'x\n'.repeat(40_000)}\0`) });
  const answer = await ask(repo, { verb: 'find', text: 'hello' });
  expect(answer.notes.map((note) => note.text).join(' ')).toMatch(/mixed\.dat/);
});

test('F18 a letter in a million lines: a bounded answer that says there is more', async () => {
  const files = Array.from({ length: 5 }, (_, n): [string, string] => [`m${n}.txt`, 'e\n'.repeat(200_000)]);
  using repo = makeRepo(Object.fromEntries(files));
  const answer = await ask(repo, { verb: 'find', text: 'e', limit: 100 });
  expect(anchors(answer).length).toBe(100);
  expect(answer.receipt.total).toBeGreaterThan(10_000);
  const again = await ask(repo, { verb: 'find', text: 'e', limit: 100 });
  expect(anchors(again)).toEqual(anchors(answer));
});

test('X1 a query that looks like an option is text', async () => {
  using repo = makeRepo({ 'a.txt': '--pre=/tmp/p.sh\n-x flag\n--files\n' });
  for (const [text, line] of [
    ['--pre=/tmp/p.sh', 1],
    ['-x', 2],
    ['--files', 3],
  ] as const) {
    expect(anchors(await ask(repo, { verb: 'find', text })), text).toEqual([`a.txt:${line}`]);
  }
});
