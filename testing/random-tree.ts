/**
 * Trees that are hard on a file lister, made from a seed: nested and negated ignore rules, links and loops, pipes,
 * odd names, nested repositories, large files, secrets. The same seed makes the same tree.
 */
import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RandomTree extends Disposable {
  dir: string;
  /** Git top levels, outermost first. */
  repositories: string[];
}

/** Numbers from 0 up to, not including, 1: mulberry32, so that a failing seed can be run again. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const FOLDERS = [
  'src',
  'build',
  'lib',
  'vendor',
  'node_modules',
  'docs',
  'Build',
  'a b',
  '.hidden',
  'some_dir',
  '[x]',
  'é',
  'logs',
  '-dash',
];
const FILES = [
  'main.ts',
  'app.log',
  'important.log',
  'pom.xml',
  'README',
  'x.min.js',
  '.dot',
  'data.json',
  'foo.txt',
  'foo.bak',
  'a\nb.txt',
  'sp ace.md',
  "quo'te.ts",
  'dou"ble.ts',
  'back\\slash.ts',
  'star*.ts',
  'bra[ck]et.ts',
  '#hash.ts',
  '!bang.ts',
  'trailing ',
  'caf\u00e9.txt',
  'cafe\u0301.txt',
  '\u8bbe\u5907.ts',
  '-flag.ts',
  '{brace}.ts',
  'tab\there.ts',
  'UPPER.LOG',
];
/** Names the floor forbids: they are in the tree and in no list. */
const SECRETS = ['.env', 'id_rsa', 'server.pem', '.npmrc'];
const RULES = [
  '*.log',
  '!important.log',
  'build/',
  '/build',
  '!build/',
  '!/some_dir/build/',
  '**/vendor/',
  '!vendor',
  'node_modules',
  '*.bak',
  'src/*',
  '!src/main.ts',
  'docs/**',
  '!docs/README',
  '**/logs',
  'logs/**',
  '/lib/*.ts',
  'a b/',
  '\\#hash.ts',
  '\\!bang.ts',
  'sp\\ ace.md',
  'caf\u00e9.txt',
  '*.[jt]s',
  '!*.min.js',
  '[a-f]oo.txt',
  '?oo.txt',
  '.dot',
  '.*',
  '!.gitignore',
  'pom.xml',
  '# a comment',
  '',
  '   ',
  'trailing\\ ',
  'star\\*.ts',
  'foo.*',
  '**/build/**/main.ts',
  'Build/',
  '*',
  '!*/',
  '!*.ts',
  'src/**/docs',
  '/*',
  '!/src',
  '*.LOG',
  '[!m]ain.ts',
];
/** Read differently by ripgrep and git, on purpose (see ignore-differences.ts); rare, so that other causes show too. */
const DIALECT_RULES = ['*.{ts,log}', '[[:alpha:]]oo.txt', 'foo.txt/', '{brace}.ts', 'sr\\c', '[', 'a**b'];

/** Makes the tree in a fresh folder of the system's temporary one. */
export function makeRandomTree(seed: number): RandomTree {
  const random = randomFrom(seed);
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'iq-tree-')));
  const dir = join(base, 'tree');
  mkdirSync(dir);
  const tree = { dir, repositories: [], random, folders: [dir] };
  // Every fourth tree is in no repository: the rules hold there too.
  if (random() < 0.75) initRepository(tree, dir);
  growFolder(tree, { folder: dir, depth: 0 });
  addOddities(tree);
  return {
    dir,
    repositories: tree.repositories,
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

interface Growing {
  dir: string;
  repositories: string[];
  random: () => number;
  folders: string[];
}

function growFolder(tree: Growing, at: { folder: string; depth: number }): void {
  const { random } = tree;
  for (const name of some(FILES, random, 2 + random() * 5)) writeFileSync(join(at.folder, name), `text of ${name}\n`);
  if (random() < 0.15) writeFileSync(join(at.folder, pick(SECRETS, random)), 'secret\n');
  if (random() < (at.depth === 0 ? 0.9 : 0.3)) writeRules(join(at.folder, '.gitignore'), random);
  if (random() < 0.08) writeRules(join(at.folder, '.ignore'), random);
  if (random() < 0.04) writeRules(join(at.folder, '.rgignore'), random);
  if (at.depth >= 4) return;
  for (const name of some(FOLDERS, random, random() * (4 - at.depth))) {
    const folder = join(at.folder, name);
    mkdirSync(folder);
    tree.folders.push(folder);
    if (random() < 0.05) initRepository(tree, folder);
    growFolder(tree, { folder, depth: at.depth + 1 });
  }
}

function writeRules(file: string, random: () => number): void {
  const rules = some(RULES, random, 1 + random() * 5);
  if (random() < 0.1) rules.push(pick(DIALECT_RULES, random));
  const end = random() < 0.1 ? '\r\n' : '\n';
  writeFileSync(file, rules.join(end) + (random() < 0.8 ? end : ''));
}

function initRepository(tree: Growing, dir: string): void {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: tree.dir,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  execFileSync('git', ['init', '-q', '--template=', dir], { env });
  mkdirSync(join(dir, '.git/info'), { recursive: true });
  if (tree.random() < 0.5) writeRules(join(dir, '.git/info/exclude'), tree.random);
  tree.repositories.push(dir);
}

/** Links, loops, pipes, hard links, a file over the size gate and names that are no UTF-8. */
function addOddities(tree: Growing): void {
  const { random, folders, dir } = tree;
  const somewhere = (): string => pick(folders, random);
  const attempts: (() => void)[] = [
    () => symlinkSync('..', join(somewhere(), 'up')),
    () => symlinkSync('.', join(somewhere(), 'loop')),
    () => symlinkSync(join(somewhere(), 'main.ts'), join(somewhere(), 'link.ts')),
    () => symlinkSync('nowhere', join(somewhere(), 'broken')),
    () => symlinkSync('/etc', join(somewhere(), 'outside')),
    () => symlinkSync(somewhere(), join(somewhere(), 'folder-link')),
    () => execFileSync('mkfifo', [join(somewhere(), 'pipe.ts')]),
    () =>
      writeFileSync(
        Buffer.concat([Buffer.from(`${somewhere()}/bad-`), Buffer.from([0xff, 0xfe]), Buffer.from('.txt')]),
        'x\n',
      ),
    () => linkSync(join(dir, '.env'), join(somewhere(), 'innocent.txt')),
    () => linkSync(join(somewhere(), 'main.ts'), join(somewhere(), 'twin.ts')),
    () => {
      const large = join(somewhere(), 'large.json');
      writeFileSync(large, '{}\n');
      // On the gate, and one byte beyond it.
      truncateSync(large, 4 * 1024 * 1024 + (random() < 0.5 ? 1 : 0));
    },
  ];
  for (const attempt of attempts) {
    if (random() < 0.5) ignoreAbsent(attempt);
  }
}

/** A link to a file this seed has not made, or a name that is taken. */
function ignoreAbsent(attempt: () => void): void {
  try {
    attempt();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  }
}

function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function some<T>(items: readonly T[], random: () => number, count: number): T[] {
  const left = [...items];
  const chosen: T[] = [];
  for (let taken = 0; taken < Math.floor(count) && left.length > 0; taken++) {
    chosen.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return chosen;
}
