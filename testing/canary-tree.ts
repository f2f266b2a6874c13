/**
 * A tree with a canary in every place the floor forbids, and the same canary once where it may be found: the positive
 * control.
 */
import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { makeRepo, type TestRepo } from './make-repo.ts';

/** No word of it stands anywhere else in the tree. */
export const CANARY = 'zqcanary7f3a_secretvalue';
/** Stands only in forbidden file names. */
export const NAME_CANARY = 'zqnamecanary91';
/** Stands beside the canary only in the one file that may be found. */
export const CONTROL = 'zqcontrol4b2c';

const FORBIDDEN_FILES = [
  '.env',
  '.env.local',
  '.env.production',
  '.env copy',
  '.envrc',
  'prod.env',
  'home/credentials',
  'deep/er/.env',
  '.ENV',
  '\uFF0Eenv',
  '.e\u200Bnv',
  '.env.',
  'server.pem',
  'tls/private.key',
  'a.p12',
  'b.pfx',
  'c.jks',
  'd.keystore',
  'e.kdbx',
  'f.ppk',
  'UPPER.PEM',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'keys/id_rsa',
  '.ssh/config',
  'home/.ssh/known',
  '.gnupg/ring',
  '.aws/config',
  '.azure/token',
  '.kube/config',
  '.docker/config.json',
  '.netrc',
  '_netrc',
  '.npmrc',
  '.pypirc',
  '.git-credentials',
  '.htpasswd',
  '.pgpass',
  '.my.cnf',
  'credentials.json',
  'service-account.json',
  'service-account-prod.json',
  'infra/main.tfstate',
  'infra/x.tfvars',
  `${NAME_CANARY}.pem`,
  '.iq/cache/db.txt',
  '.iq/local/notes.md',
  '.iq/state/s.json',
  '.iq/untracked.md',
  '.intentic/local/cache/x.txt',
  '.intentic/untracked.md',
  'sub/.iq/untracked.md',
];

/** Makes the tree. `.iq/tracked.md` is authored and versioned, so it may be found, like the control file. */
export function canaryTree(): TestRepo {
  const code = `export const value = '${CANARY}';\n`;
  const repo = makeRepo(
    {
      'src/app.ts': `// ${CONTROL}\n${code}export function readSetting(name: string): string {\n  return name;\n}\n`,
      'src/settings.ts': "export function loadSettings(path: string): string {\n  return path + '/settings';\n}\n",
      '.env.example': `SAMPLE_${CONTROL}=1\n`,
      '.iq/tracked.md': `authored ${CONTROL}\n`,
      'README.md': '# A service\n\nReads its settings at start.\n',
    },
    { git: true },
  );
  for (const path of FORBIDDEN_FILES) repo.write(path, code);
  mkdirSync(join(repo.dir, 'links'), { recursive: true });
  symlinkSync(join(repo.dir, '.env'), join(repo.dir, 'links/notes.txt'));
  linkSync(join(repo.dir, '.env'), join(repo.dir, 'links/hard.txt'));
  repo.write('.git/canary.txt', code);
  repo.write('.git/logs/canary', code);
  return repo;
}
