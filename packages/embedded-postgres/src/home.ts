import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { canReach, type Account } from './account.ts';
import { EmbeddedPostgresError } from './failure.ts';

const LOCATION = 'location';
const PASSWORD = 'superuser-password';
const SYSTEM_STATE = '/var/lib/sergak';

/**
 * The folder with the files of this data directory: the directory itself, or the folder chosen by an earlier start as
 * root.
 */
export async function findHome(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, LOCATION), 'utf8').catch(() => '')).trim() || dataDir;
}

/**
 * Returns a folder that the account can reach. An unprivileged account cannot enter root's own folders (/root,
 * mkdtemp); then the files are moved to /var/lib/sergak (temporary ones to the temporary folder), and `location` in
 * dataDir stores the path.
 */
export async function prepareHome(dataDir: string, account: Account | null, durable: boolean): Promise<string> {
  const home = await findHome(dataDir);
  if (!(await exists(home))) throw lostHome(dataDir, home);
  if (!account) return home;
  const { mode } = await stat(home);
  if ((mode & 0o111) !== 0o111) await chmod(home, (mode & 0o777) | 0o111);
  if (await canReach(account, home)) return home;
  if (home !== dataDir || (await exists(join(dataDir, 'cluster')))) throw unreachable(home, account);
  if (durable) await mkdir(SYSTEM_STATE, { recursive: true, mode: 0o755 });
  const moved = await realpath(
    await mkdtemp(durable ? join(SYSTEM_STATE, 'postgres-') : join(tmpdir(), 'sergak-postgres-')),
  );
  await chmod(moved, 0o711);
  if (!(await canReach(account, moved))) throw unreachable(moved, account);
  await writeFile(join(dataDir, LOCATION), `${moved}\n`);
  return moved;
}

/** The superuser's password; null if there is none yet. */
export const readPassword = (home: string): Promise<string | null> =>
  readFile(join(home, PASSWORD), 'utf8').then(
    (text) => text.trim() || null,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );

export const newPassword = (): string => randomBytes(24).toString('hex');

export const writePassword = (home: string, password: string): Promise<void> =>
  writeFile(join(home, PASSWORD), `${password}\n`, { mode: 0o600, flush: true });

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const unreachable = (path: string, account: Account) =>
  new EmbeddedPostgresError(
    'unreachable',
    `Пользователь ${account.name}, от имени которого работает PostgreSQL, не может войти в ${path}. Откройте проход (chmod o+x) до ${dirname(path)} или перенесите данные.`,
    `The account ${account.name}, as which PostgreSQL runs, cannot enter ${path}. Open the way (chmod o+x) up to ${dirname(path)}, or move the data.`,
  );

const lostHome = (dataDir: string, home: string) =>
  new EmbeddedPostgresError(
    'unreachable',
    `Файлы базы данных должны лежать в ${home} (так записано в ${join(dataDir, LOCATION)}), но этой папки нет. Верните её или, если данные не нужны, удалите эту запись.`,
    `The database files should lie in ${home} (says ${join(dataDir, LOCATION)}), but that folder is gone. Put it back or, if the data are not needed, delete that note.`,
  );
