import { sql } from 'kysely';
import type pg from 'pg';
import type { SystemTx, Tx } from '../platform/db.ts';
import type { SealedPlace } from '../platform/sealed.ts';

type Owner = Pick<pg.Pool, 'query'>;
export type FirstStartState = {
  /** Id of the first super user, until its first sign-in. */
  readonly super_user: string | null;
  readonly sealed_password: Buffer | null;
  /** Sign-ins of the demo organisation; null until it is ready. */
  readonly sealed_demo: Buffer | null;
};

/** Progress of the first start (migration `first_start`). */
export const findFirstStart = async (owner: Owner): Promise<FirstStartState> => {
  const { rows } = await owner.query<FirstStartState>(
    'select super_user, sealed_password, sealed_demo from first_start',
  );
  return rows[0]!;
};

/**
 * Names the first super user in the transaction that creates it, so that an interrupted start names nobody. Only the login
 * may write the table, so the transaction works as the login for this statement.
 */
export const nameFirstSuperUser = async (tx: Tx, id: string): Promise<void> => {
  await sql`set local role none`.execute(tx);
  await sql`update first_start set super_user = ${id}, sealed_password = null`.execute(tx);
  await sql`set local role sergak_app`.execute(tx);
};

/** Stores the first super user and its sealed password; null after its first sign-in. */
export const putFirstSuperUser = async (owner: Owner, id: string | null, sealedPassword: Buffer | null) => {
  await owner.query('update first_start set super_user = $1, sealed_password = $2', [id, sealedPassword]);
};

/** A sealed value of the first start. Only the owner of the database may read this table. */
export const firstStartPlace = (
  title: string,
  column: 'sealed_password' | 'sealed_demo',
  about: string,
): SealedPlace => ({
  title,
  list: async ({ owner }, label) => {
    const sealed = (await findFirstStart(owner))[column];
    const isOutdated = sealed !== null && !sealed.subarray(0, label.length).equals(label);
    return isOutdated ? [{ sealed, about, organizationId: null }] : [];
  },
  replace: async ({ owner }, values) => {
    let count = 0;
    for (const [{ sealed }, next] of values) {
      const { rowCount } = await owner.query(`update first_start set ${column} = $1 where ${column} = $2`, [
        next,
        sealed,
      ]);
      count += rowCount ?? 0;
    }
    return count;
  },
});

/** Stores the percentage of the demo that is being made; null when nobody makes it. */
export const putDemoProgress = async (owner: Owner, percent: number | null): Promise<void> => {
  await owner.query('update first_start set demo_progress = $1, demo_progress_at = now()', [percent]);
};

const DEMO_LOCK = 7_263_410_023;

/** Takes the lock that lets one node at a time make the demo; the lock belongs to the session of this connection. */
export const tryDemoLock = async (client: Owner): Promise<boolean> => {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [DEMO_LOCK]);
  return rows[0]?.taken ?? false;
};

export const releaseDemoLock = async (client: Owner): Promise<void> => {
  await client.query('select pg_advisory_unlock($1)', [DEMO_LOCK]);
};

/** Whether this person has done anything that is logged; the first such action is signing in. Crosses tenants. */
export const hasAuditEntries = async (tx: SystemTx, personId: string): Promise<boolean> =>
  (await tx.selectFrom('audit_log').select('id').where('actor_id', '=', personId).limit(1).executeTakeFirst()) !==
  undefined;

/** Current address of the first super user; undefined if the account does not exist. Crosses tenants. */
export const findFirstAddress = async (tx: SystemTx, personId: string): Promise<string | undefined> =>
  (await tx.selectFrom('employees').select('email').where('id', '=', personId).executeTakeFirst())?.email;
