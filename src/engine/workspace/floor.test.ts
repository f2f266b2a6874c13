import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFloor } from './floor.ts';

const floor = createFloor({ roots: [{ name: 'app', dir: '/nowhere/app', prefix: '' }], trackedFiles: () => null });
const admitted = (paths: string[]) => paths.filter((path) => floor.admitsName(path));
/** Line-separated, so that blanks inside and around names survive. */
const lines = (text: string) => text.split('\n').filter((line) => line !== '');

const FORBIDDEN = lines(`
.env
.env.local
.env.production
.env.example.local
.env-prod
.env_old
.env copy
.env copy 2
.env - Copy
.env (1)
.envrc
.envrc.local
prod.env
docker/app.env
app.env.local
app.env.production
server.pem
tls/private.key
cert.p12
cert.pfx
store.jks
app.keystore
vault.kdbx
login.ppk
.key
id_rsa
id_dsa
id_ecdsa
id_ed25519
id_ecdsa_sk
id_ed25519_sk
AuthKey_AB12.p8
.dockercfg
.s3cfg
.vault-token
.netrc
_netrc
.npmrc
.pypirc
.git-credentials
.htpasswd
.pgpass
.my.cnf
credentials.json
credentials.toml
credentials (1).json
credentials copy.json
service-account.json
service-account-prod.json
prod.tfstate
prod.tfvars
prod.auto.tfvars.json
.git
.hg
.svn`);

const FORBIDDEN_FOLDERS = lines(`
.ssh
.gnupg
.aws
.azure
.kube
.docker
.git
.hg
.svn
.jj
.terraform
.vagrant
.pulumi
.direnv`);

const ALLOWED = lines(`
.env.example
.env.sample
.env.template
.env.dist
.env.production.example
.env-example
.env_sample
.envrc.example
example.env
.example.env
app.sample.env
app.env.example
id_rsa.pub
server.key.pub
environment.ts
env.ts
.envoy.yaml
prod.env.ts
vite.env.d.ts
src/env
environment.env.ts
envrc.md
key.ts
pem.md
keys/index.ts
monkey
.gitignore
.gitattributes
.gitmodules
.github/workflows/ci.yml
.git-blame-ignore-revs
gitlog.ts
.dockerignore
docker/Dockerfile
.terraform.lock.hcl
main.tf
.vscode/settings.json
.idea/modules.xml
credentials.ts
credentials/aws.ts
src/credentials/index.ts
credentials_test.go
copy of notes.md
notes (1).md
my_copy
credential.json
service-accounts.md
..foo
..env
...
a..b
.sshd/config
awsconfig
src/ssh/index.ts
foo bar.ts
[slug].tsx
a~b.ts
emacs~1.txt
设备.ts
café.ts
İstanbul.md
`);

describe('names', () => {
  test.each(FORBIDDEN)('%s is forbidden at any depth, also as a folder', (name) => {
    expect(admitted([name, `a/${name}`, `a/b/c/${name}`, `${name}/file.ts`, `a/${name}/b/c.ts`])).toEqual([]);
  });

  test.each(FORBIDDEN_FOLDERS)('everything in %s is forbidden at any depth', (folder) => {
    expect(admitted([`${folder}/config`, `a/b/${folder}/x/y.ts`, `${folder}/id_rsa.pub`, folder])).toEqual([]);
  });

  test('SF8 all of .git: logs, config, a worktree or submodule file, the modules of a submodule', () => {
    const paths = [
      '.git/logs/HEAD',
      '.git/config',
      '.git',
      'sub/.git',
      '.git/modules/sub/config',
      'a/.git/worktrees/b/HEAD',
    ];
    expect(admitted(paths)).toEqual([]);
  });

  test('what only looks like it stays', () => {
    expect(admitted(ALLOWED)).toEqual(ALLOWED);
  });

  test('copies that editors and people leave of a forbidden file are forbidden too', () => {
    const copies = [
      '.env~',
      '.env.bak',
      '.env.swp',
      '..env.swp',
      '#.env#',
      '.#.env',
      'id_rsa.old',
      'id_rsa copy',
      'id_rsa_bak',
      'id_rsa-backup2',
      'server.pem (2)',
      'x.pem.orig',
      '.npmrc~',
    ];
    expect(admitted([...copies, 'credentials.json.backup', '.git.bak/config'])).toEqual([]);
    expect(admitted(['index.ts~', '.index.ts.swp', 'notes.old', '#todo#'])).toHaveLength(4);
  });
});

test('a file called credentials is one, a folder of that name holds code', () => {
  expect(admitted(['credentials', 'home/Credentials', 'a/credentials.bak', '\uff43redentials'])).toEqual([]);
  expect(admitted(['credentials/a.ts', 'src/credentials/b/c.ts', 'src/credentials/'])).toHaveLength(3);
  expect(admitted(['src/credentials/credentials'])).toEqual([]);
});

describe('spellings', () => {
  test('F5 a path that leads up is forbidden, a name that only starts with dots is not', () => {
    expect(admitted(['../a.ts', 'a/../../b.ts', '..', 'a/..', '.. /x'])).toEqual([]);
    expect(admitted(['..a', 'a/..b/c', '...'])).toHaveLength(3);
  });

  test.each(
    lines(`
.ENV
.Env.Local
ID_RSA
.SSH/known_hosts
.GIT/config
Server.PEM
Credentials.JSON
.ſsh/config
`),
  )('case: %s', (path) => expect(floor.admitsName(path)).toBe(false));

  test.each([
    '.env::$DATA',
    '.env:stream',
    '.env:stream:$DATA',
    '.git::$INDEX_ALLOCATION/config',
    '.env.',
    '.env ',
    '.env. . ',
    '.ssh./id',
    '.git /config',
    ' .env',
    'ENV~1',
    'ENV~1.LOC',
    'GIT~1/config',
    'GI7EBA~1/config',
    'SSH~1/id',
    'NPMRC~1',
    'GIT-CR~1',
    'GIT-C~12',
    'CREDEN~1.JSO',
    'SERVIC~1.JSO',
    'ID_ED2~1',
    'PROD~1.TFS',
    'APP~1.KEY',
    'src\\.env',
    '.ssh\\id_x',
  ])('SF5 what Windows takes for a forbidden file: %j', (path) => {
    expect(floor.admitsName(path)).toBe(false);
    expect(floor.admitsName(`a/b/${path}`)).toBe(false);
  });

  test.each([
    ['full-width dot', '\uff0eenv'],
    ['full-width letters', '.\uff45\uff4e\uff56'],
    ['one dot leader', '\u2024env'],
    ['zero-width space', '.e\u200bnv'],
    ['zero-width joiner before the dot', '\u200d.env'],
    ['soft hyphen', '.en\u00adv'],
    ['variation selector', '.env\ufe0f'],
    ['byte order mark', '\ufeff.env'],
    ['right-to-left override', '\u202e.env'],
    ['tag character', '.env\u{e0041}'],
    ['HFS+ ignorable in .git', '.g\u200cit/config'],
    ['word joiner in .git', '.\u2060git/config'],
    ['mathematical letters', '.\u{1d42c}\u{1d42c}\u{1d421}/config'],
    ['mathematical capitals', '.\u{1d412}\u{1d412}\u{1d407}/config'],
    ['control character', '.env\u0007'],
    ['no-break space after', '.env\u00a0'],
    ['full-width slash', 'a\uff0f.env'],
    ['full-width colon', '.env\uff1astream'],
    ['dotless i', '.g\u0131t/config'],
    ['ligature', 'pro\ufb01le.pem'],
  ])('SF6 %s', (_name, path) => {
    expect(floor.admitsName(path)).toBe(false);
  });

  test('no mixture of the tricks gets past', () => {
    const names = fc.constantFrom(
      '.env',
      '.git',
      '.ssh',
      'id_rsa',
      '.npmrc',
      'credentials.json',
      'a.pem',
      '.aws',
      '.docker',
    );
    const noise = fc.constantFrom('', '', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u202e', '\u{e0020}');
    const wide = (letter: string) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0);
    const letter = (plain: string) => fc.tuple(noise, fc.constantFrom(plain, plain.toUpperCase(), wide(plain)));
    const ending = fc.constantFrom('', '.', ' ', '. .', '::$DATA', ':x', '~', '.bak', '/file');
    const spelled = names.chain((name) =>
      fc.tuple(...Array.from(name, letter)).map((letters) => letters.map((pair) => pair.join('')).join('')),
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'src/', 'a/b/c/'), spelled, ending, (folder, name, end) => {
        expect(floor.admitsName(folder + name + end)).toBe(false);
      }),
    );
  });
});

describe('the authored part of .iq and .intentic', () => {
  const tracked = new Set([
    '.iq/topics.md',
    '.iq/local/mine.md',
    'docs/.intentic/plan.md',
    '.iq/Cache/x.md',
    '.iq/.env',
  ]);
  const sliced = (trackedFiles: () => ReadonlySet<string> | null) =>
    createFloor({ roots: [{ name: 'app', dir: '/nowhere/app', prefix: '' }], trackedFiles });

  test('is what git tracks outside local, cache and state', () => {
    const some = sliced(() => tracked);
    expect(['.iq/topics.md', 'docs/.intentic/plan.md', '.iq'].filter((path) => !some.admitsName(path))).toEqual([]);
    const rest = [
      '.iq/untracked.md',
      '.iq/local/mine.md',
      '.iq/Cache/x.md',
      '.iq/.env',
      '.IQ/topics.md',
      'a/.iq/topics.md',
    ];
    expect(rest.filter((path) => some.admitsName(path))).toEqual([]);
    expect(['.iq/a/state/b.md', '.intentic/cache/iq/db'].filter((path) => some.admitsName(path))).toEqual([]);
  });

  test('is nothing when git cannot say', () => {
    expect(sliced(() => null).admitsName('.iq/topics.md')).toBe(false);
    expect(sliced(() => null).admitsName('src/a.ts')).toBe(true);
  });

  test('with several roots each is asked about its own files', () => {
    const roots = ['api', 'web'].map((name) => ({ name, dir: `/nowhere/${name}`, prefix: `${name}/` }));
    const asked: string[] = [];
    const several = createFloor({
      roots,
      trackedFiles: (dir) => {
        asked.push(dir);
        return dir === '/nowhere/web' ? new Set(['.iq/a.md']) : new Set();
      },
    });
    expect(several.admitsName('web/.iq/a.md')).toBe(true);
    expect(several.admitsName('api/.iq/a.md')).toBe(false);
    expect(several.admitsName('.iq/a.md')).toBe(false);
    expect(asked).toEqual(['/nowhere/web', '/nowhere/api']);
    expect(several.admitsName('web/.env')).toBe(false);
    expect(several.admitsName('web/src/a.ts')).toBe(true);
  });
});

test('a root that is itself secret or tool state shows nothing', () => {
  for (const dir of ['/home/ann/.ssh', '/home/ann/.aws/sso', '/work/app/.git', '/work/.GIT/hooks']) {
    const closed = createFloor({ roots: [{ name: 'x', dir, prefix: '' }], trackedFiles: () => null });
    expect(closed.admitsName('config.ts')).toBe(false);
  }
});
