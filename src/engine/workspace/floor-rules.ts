/**
 * Which names no query can ever surface. Pure and lexical: names are compared folded, so that no spelling a file
 * system takes for the same file gets past, and every component of a path is asked.
 */

/** Names of secrets, as files or folders. */
const SECRETS = [
  '.env',
  '.envrc',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_ecdsa_sk',
  'id_ed25519_sk',
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.htpasswd',
  '.pgpass',
  '.my.cnf',
  'credentials.json',
  'credentials.toml',
  'credentials.csv',
  'credentials.ini',
  '.dockercfg',
  '.s3cfg',
  '.vault-token',
];

/** Names of secrets as files; folders of that name hold code about them. */
const SECRET_FILES: ReadonlySet<string> = new Set(['credentials']);

/**
 * State of other tools. Version control: its config holds remote URLs with tokens, its objects and logs every secret
 * ever committed (`.git` is a file in worktrees and submodules). Infrastructure and deployment tools: provider state,
 * private keys of machines, pulled environments. Editors' and test runners' folders hold neither and stay.
 */
const TOOL_STATE = [
  '.git',
  '.hg',
  '.svn',
  '.jj',
  '.sl',
  '.bzr',
  '_darcs',
  '.pijul',
  '.terraform',
  '.terragrunt-cache',
  '.pulumi',
  '.vagrant',
  '.serverless',
  '.vercel',
  '.netlify',
  '.wrangler',
  '.direnv',
  '.password-store',
];

const SECRET_EXTENSIONS: ReadonlySet<string> = new Set(
  'pem key p12 pfx jks keystore kdbx ppk tfstate tfvars p8'.split(' '),
);
/** `.env.local`, `.env-prod`, `.envrc.local`, `prod.env`, `prod.env.local`; `.envoy` and `app.env.ts` are other words. */
const ENV = /^\.env(?:rc)?[^\p{L}\p{N}]|[^.]\.env(?:\.(?:local|dev|development|prod|production|stage|staging))?$/u;
/** Published forms of `.env`: they name the variables and hold no values. */
const PUBLISHED_ENV = /[._-](?:example|sample|template|dist)$|(?:^|[._-])(?:example|sample|template|dist)\.env$/;

/** Folders whose authored, versioned part alone is searchable, and what in them is never authored. */
const SLICES: ReadonlySet<string> = new Set(['.iq', '.intentic']);
const SLICE_STATE: ReadonlySet<string> = new Set(['local', 'cache', 'state']);

const FORBIDDEN: ReadonlySet<string> = new Set([...SECRETS, ...TOOL_STATE]);

/** A name that folds to its lower case: all but a handful of any real tree. */
const PLAIN = /^[\w.+@()[\]{}$%,=-]*[\w+@()[\]{}$%,=-]$/;
/** Not part of a name to HFS+, or not shown: zero-width, bidirectional marks, tags, controls. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/gu;
/** Copies that editors and people leave beside a file; a copy of a secret is one. */
const COPY_SUFFIX = /(?:~|[._-](?:bak|backup|old|orig|save|tmp|copy)\d{0,3})$/;
/** What desktops and browsers add to a second one: `credentials (1).json`, `id_rsa copy 2`, `.env - Copy`. */
const COPY_MARK = /(?: -)? copy(?: \(?\d{1,3}\)?)?(?=\.[^.]*$|$)| ?\(\d{1,3}\)(?=\.[^.]*$|$)/;
const EDITOR_COPY = /^(?:\.(.+)\.sw[a-z]|#(.+)#|\.#(.+))$/;
/** `GIT~1`, `CREDEN~1.JSO`: the second name Windows gives a file. */
const SHORT_NAME = /^([^~.]{1,6})~(\d{1,6})(?:\.([^.]{0,3}))?$/;
/** What Windows makes of `.git` when five such names are taken (git's own check has it too). */
const HASHED_GIT = /^gi7eba~\d$/;

/** What a component is to the floor, given what the folder above it is. */
export type Place = 'free' | 'slice' | 'slice-state' | 'forbidden';

/** The place of `name` below a folder that is `above`. The name is one component; `last`: no folder for all we know. */
export function placeBelow(above: Place, name: string, { last }: { last: boolean }): Place {
  if (above === 'forbidden') return 'forbidden';
  const spellings = spellingsOf(name);
  if (spellings.some(isForbidden)) return 'forbidden';
  if (last && spellings.some((spelling) => SECRET_FILES.has(spelling))) return 'forbidden';
  if (above === 'slice-state') return 'slice-state';
  if (above === 'slice') return spellings.some((spelling) => SLICE_STATE.has(spelling)) ? 'slice-state' : 'slice';
  return spellings.some((spelling) => SLICES.has(spelling)) ? 'slice' : 'free';
}

/** Every name the file system, or a reader of the name, may take `name` for. */
function spellingsOf(name: string): string[] {
  if (PLAIN.test(name)) return withCopies(name.toLowerCase());
  const folded = foldCase(name).replace(INVISIBLE, '');
  return folded
    .split(/[/\\]/)
    .flatMap((part) => [part, part.split(':', 1)[0] ?? ''])
    .flatMap((part) => withCopies(part.replace(/^\s+|[\s.]+$/g, '')));
}

/** Upper case first: it joins letters that lower case keeps apart, such as the dotless i and the long s. */
function foldCase(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

function withCopies(name: string): string[] {
  const plain = name.replace(COPY_MARK, '').replace(COPY_SUFFIX, '');
  const edited = EDITOR_COPY.exec(plain);
  const original = edited?.[1] ?? edited?.[2] ?? edited?.[3];
  return original === undefined ? (plain === name ? [name] : [name, plain]) : [name, plain, original];
}

function isForbidden(name: string): boolean {
  if (FORBIDDEN.has(name)) return true;
  if (PUBLISHED_ENV.test(name)) return false;
  if (ENV.test(name) || name.endsWith('.tfvars.json')) return true;
  const dot = name.lastIndexOf('.');
  if (dot >= 0 && SECRET_EXTENSIONS.has(name.slice(dot + 1))) return true;
  if (name.startsWith('service-account') && name.endsWith('.json')) return true;
  return name.includes('~') && isForbiddenShortName(name);
}

function isForbiddenShortName(name: string): boolean {
  if (HASHED_GIT.test(name)) return true;
  const [, stem, number = '', extension = ''] = SHORT_NAME.exec(name) ?? [];
  if (stem === undefined) return false;
  if (extension !== '' && SHORT_EXTENSIONS.has(extension)) return true;
  // The number takes its place from the stem: CREDEN~1, CREDE~12.
  const room = 7 - number.length;
  return SHORT_STEMS.some((short) => short.stem.slice(0, room) === stem && short.fits(extension));
}

const SHORT_EXTENSIONS: ReadonlySet<string> = new Set([...SECRET_EXTENSIONS].map((extension) => extension.slice(0, 3)));
const SHORT_STEMS = [
  ...[...FORBIDDEN, 'service-account.json'].map(shortNameOf),
  // `.env.local` becomes ENV~1.LOC.
  { stem: 'env', fits: () => true },
];

function shortNameOf(name: string): { stem: string; fits: (extension: string) => boolean } {
  const bare = name.replace(/^\.+/, '');
  const dot = bare.lastIndexOf('.');
  const extension = dot < 0 ? '' : bare.slice(dot + 1, dot + 4);
  const stem = (dot < 0 ? bare : bare.slice(0, dot)).replaceAll('.', '').slice(0, 6);
  return { stem, fits: (given) => given === extension };
}
