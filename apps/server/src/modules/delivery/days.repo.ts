import { sql } from 'kysely';
import { dayIn } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export const dayOf = (organization: { time_zone: string }, at: Date): string => dayIn(at, organization.time_zone);

/** Locks the organisation's day and returns how many emails were already claimed on it. */
export const lockDay = async (tx: SystemTx | Tx, organizationId: string, day: string): Promise<number> => {
  await sql`insert into sending_days (organization_id, day) values (${organizationId}, ${day}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ taken: number }>`
    select taken from sending_days where organization_id = ${organizationId} and day = ${day} for update`.execute(tx);
  return rows[0]!.taken;
};

export const addToDay = (tx: SystemTx | Tx, organizationId: string, day: string, emails: number) =>
  sql`update sending_days set taken = taken + ${emails} where organization_id = ${organizationId} and day = ${day}`.execute(
    tx,
  );

/** Gives places of the last day on which emails were claimed back to the daily cap. */
export const giveBackToDay = (tx: SystemTx, organizationId: string, emails: number) =>
  sql`update sending_days set taken = greatest(0, taken - ${emails}) where organization_id = ${organizationId}
    and day = (select max(day) from sending_days where organization_id = ${organizationId})`.execute(tx);
