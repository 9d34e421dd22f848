import type pg from 'pg';

type Owner = Pick<pg.Pool, 'query'>;
export type InstallationRow = { readonly restored: boolean; readonly secret_mark: string | null };

/**
 * Reads the state of the installation (migration `installation`): whether the database is a restored copy, and the
 * mark of its secret.
 */
export const findInstallation = async (owner: Owner): Promise<InstallationRow> => {
  const { rows } = await owner.query<InstallationRow>(
    'select xmin::text::bigint <> written_by as restored, secret_mark from installation',
  );
  return rows[0]!;
};

/** Marks this database as the original, used with this secret. */
export const putInstallation = async (owner: Owner, secretMark: string): Promise<void> => {
  await owner.query(
    'update installation set written_by = pg_current_xact_id()::text::bigint % 4294967296, secret_mark = $1',
    [secretMark],
  );
};

const LOCK = 7_263_410_022;

/** Takes the lock that lets one node at a time install; the lock belongs to the session of this connection. */
export const tryInstallLock = async (client: Owner): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken ?? false;
};

export const releaseInstallLock = async (client: Owner): Promise<void> => {
  await client.query('select pg_advisory_unlock($1)', [LOCK]);
};
