import type pg from 'pg';

type Owner = Pick<pg.Pool, 'query'>;
export type InstallationRow = { readonly restored: boolean; readonly secret_mark: string | null };

/** What the database knows of itself (migration `installation`): whether it is a restored copy, and whose secret it is used with. */
export const findInstallation = async (owner: Owner): Promise<InstallationRow> => {
  const { rows } = await owner.query<InstallationRow>(
    'select xmin::text::bigint <> written_by as restored, secret_mark from installation',
  );
  return rows[0]!;
};

/** From now on this database is the original, used with this secret. */
export const putInstallation = async (owner: Owner, secretMark: string): Promise<void> => {
  await owner.query(
    'update installation set written_by = pg_current_xact_id()::text::bigint % 4294967296, secret_mark = $1',
    [secretMark],
  );
};

const LOCK = 7_263_410_022;

/** Takes the lock under which one node at a time installs; it belongs to the session of this connection. */
export const tryInstallLock = async (client: Owner): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken ?? false;
};

export const freeInstallLock = async (client: Owner): Promise<void> => {
  await client.query('select pg_advisory_unlock($1)', [LOCK]);
};
