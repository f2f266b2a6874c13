// Makes sure the programs that tests start are there. Installs them where this process may; else says what to run.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Program -> Debian package.
 * @type {Record<string, string>}
 */
const NEEDED = { git: 'git', setpriv: 'util-linux', mkfifo: 'coreutils' };

/** @param {string} program */
function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function missingPackages() {
  const needed = process.platform === 'linux' ? Object.entries(NEEDED) : [];
  return [...new Set(needed.filter(([program]) => !onPath(program)).map(([, name]) => name))];
}

/** @param {string[]} packages */
function install(packages) {
  /** @param {string[]} args */
  const aptGet = (args) =>
    spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
      .status === 0;
  return aptGet(['update']) && aptGet(['install', '-y', '--no-install-recommends', ...packages]);
}

const missing = missingPackages();
if (missing.length > 0) {
  const mayInstall = process.getuid?.() === 0 && onPath('apt-get');
  if (!mayInstall || !install(missing) || missingPackages().length > 0) {
    const command = `sudo apt-get update && sudo apt-get install -y ${missing.join(' ')}`;
    console.error(`The tests need ${missing.join(', ')}. On Debian or Ubuntu: ${command}`);
    process.exitCode = 1;
  }
}
