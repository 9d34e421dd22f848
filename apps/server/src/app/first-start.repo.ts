import type pg from 'pg';
import type { SystemTx } from '../platform/db.ts';

type Owner = Pick<pg.Pool, 'query'>;
export type FirstStart = {
  /** Id of the first super user, until its first sign-in. */
  readonly super_user: string | null;
  readonly sealed_password: Buffer | null;
  readonly demo_unfinished: boolean;
};

/** Progress of the first start (migration `first_start`). */
export const findFirstStart = async (owner: Owner): Promise<FirstStart> => {
  const { rows } = await owner.query<FirstStart>(
    'select super_user, sealed_password, demo_unfinished from first_start',
  );
  return rows[0]!;
};

/** Stores the first super user and its sealed password; null after its first sign-in. */
export const putFirstSuperUser = async (owner: Owner, id: string | null, sealedPassword: Buffer | null) => {
  await owner.query('update first_start set super_user = $1, sealed_password = $2', [id, sealedPassword]);
};

export const putDemoUnfinished = async (owner: Owner, unfinished: boolean): Promise<void> => {
  await owner.query('update first_start set demo_unfinished = $1', [unfinished]);
};

/** Whether this person has done anything that is logged; the first such action is signing in. Crosses tenants. */
export const hasAuditEntries = async (tx: SystemTx, personId: string): Promise<boolean> =>
  (await tx.selectFrom('audit_log').select('id').where('actor_id', '=', personId).limit(1).executeTakeFirst()) !==
  undefined;

/** Current address of the first super user. Crosses tenants. */
export const findAddress = async (tx: SystemTx, personId: string): Promise<string> =>
  (await tx.selectFrom('employees').select('email').where('id', '=', personId).executeTakeFirstOrThrow()).email;
