import { signInActions, type SignInAction } from '@sergak/contract/session/session.rules.ts';
import type { Tx } from '../../platform/db.ts';

/** Sign-ins of a person and changes of password and address, from the audit log, newest first. */
export const listSignIns = async (tx: Tx, employeeId: string, { limit, offset }: { limit: number; offset: number }) => {
  const rows = tx
    .selectFrom('audit_log')
    .where('target_id', '=', employeeId)
    .where('actor_id', '=', employeeId)
    .where('action', 'in', [...signInActions]);
  const data = await rows
    .select(['id', 'action', 'address', 'created_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { data: data.map((row) => ({ ...row, action: row.action as SignInAction })), total_count: total };
};
