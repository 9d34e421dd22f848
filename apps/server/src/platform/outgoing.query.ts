import { sql } from 'kysely';
import type { SystemTx } from './db.ts';

/** Whether an organisation is the root of its tree. Crosses tenants: a person may act in a descendant. */
export const isRoot = async (tx: SystemTx, organizationId: string): Promise<boolean> => {
  const { rows } = await sql`select from organizations where id = ${organizationId} and parent_id is null`.execute(tx);
  return rows.length > 0;
};
