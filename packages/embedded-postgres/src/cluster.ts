import { chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownTree, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { runProgram } from './command.ts';
import { explainFailure, wrongVersion } from './failure.ts';
import { exists, newPassword, readPassword, writePassword } from './home.ts';
import type { Settings } from './settings.ts';

export type Log = { info(message: string): void; warn(message: string): void; error(message: string): void };

/** Data needed to start, probe and stop the database of one data directory. */
export type Cluster = {
  readonly home: string;
  readonly directory: string;
  readonly account: Account | null;
  readonly binaries: Binaries;
  readonly password: string;
  readonly settings: Settings;
  readonly log: Log;
};

/** The folder of PostgreSQL's own files; next to it are the password, the log and the copied programs. */
export const clusterDirectory = (home: string): string => join(home, 'cluster');

/** Creates the database files at the first start; checks them and their owner later. Returns the superuser's password. */
export async function prepareFiles(
  home: string,
  account: Account | null,
  binaries: Binaries,
  durable: boolean,
): Promise<string> {
  const directory = clusterDirectory(home);
  await removeUnfinished(home);
  if (!(await exists(join(directory, 'PG_VERSION')))) return create(home, account, binaries, durable);
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  if (version !== binaries.major) throw wrongVersion(directory, `PG_VERSION ${version}, PostgreSQL ${binaries.major}`);
  if (account) await ownTree(account, directory);
  return (await readPassword(home)) ?? (await replacePassword(home, account, binaries));
}

/** Removes folders and files with temporary names that an interrupted first start left. Never removes a database. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (/^(cluster|password|binaries-.*)\.new-/.test(name))
      await rm(join(home, name), { recursive: true, force: true });
  }
}

async function create(home: string, account: Account | null, binaries: Binaries, durable: boolean): Promise<string> {
  // A unique name each time: an initdb that outlives its killed parent must not write into our folder.
  const unfinished = await mkdtemp(join(home, 'cluster.new-'));
  const passwordFile = unfinished.replace('cluster.new-', 'password.new-');
  const password = newPassword();
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (account) for (const path of [unfinished, passwordFile]) await chown(path, account.uid, account.gid);
  const made = await runProgram(
    binaries.initdb,
    [...initdbArguments(unfinished, passwordFile), ...(durable ? [] : ['--no-sync'])],
    {
      account,
      cwd: home,
    },
  );
  await rm(passwordFile, { force: true });
  if (!made.ok) {
    await rm(unfinished, { recursive: true, force: true });
    throw explainFailure(made.output, { directory: home });
  }
  await writePassword(home, password);
  await rename(unfinished, clusterDirectory(home));
  return password;
}

/** The built-in locale folds Cyrillic the same everywhere; without lc-ctype pg_trgm treats Cyrillic letters as blanks. */
const initdbArguments = (directory: string, passwordFile: string): string[] => [
  `--pgdata=${directory}`,
  '--username=postgres',
  `--pwfile=${passwordFile}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
  '--no-instructions',
];

/** Sets a new password in single-user mode, because nobody can sign in after the password file was lost. */
async function replacePassword(home: string, account: Account | null, binaries: Binaries): Promise<string> {
  const directory = clusterDirectory(home);
  const password = newPassword();
  const done = await runProgram(binaries.postgres, ['--single', '-D', directory, 'postgres'], {
    account,
    cwd: home,
    input: `alter role postgres password '${password}'\n`,
  });
  if (!done.ok) throw explainFailure(done.output, { directory });
  await writePassword(home, password);
  return password;
}
