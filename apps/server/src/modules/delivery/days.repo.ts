import { sql } from 'kysely';
import { dayIn } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

export const dayOf = (organization: { time_zone: string }, at: Date): string => dayIn(at, organization.time_zone);

/** What was claimed on a day, and from when the cap per minute allows the next email. */
export type SendingDay = { readonly taken: number; readonly next_slot_at: string | null };

/** Locks the organisation's day and returns what was already claimed on it. A new day goes on with the pace of the one before. */
export const lockDay = async (tx: SystemTx | Tx, organizationId: string, day: string): Promise<SendingDay> => {
  await sql`insert into sending_days (organization_id, day, next_slot_at)
    select ${organizationId}::uuid, ${day}::date, max(next_slot_at) from sending_days where organization_id = ${organizationId}
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<SendingDay>`
    select taken, next_slot_at from sending_days where organization_id = ${organizationId} and day = ${day} for update`.execute(
    tx,
  );
  return rows[0]!;
};

export const addToDay = (
  tx: SystemTx | Tx,
  organizationId: string,
  day: string,
  emails: number,
  nextSlotAt: string | null = null,
) =>
  sql`update sending_days set taken = taken + ${emails}, next_slot_at = coalesce(${nextSlotAt}::timestamptz, next_slot_at)
    where organization_id = ${organizationId} and day = ${day}`.execute(tx);

/** Gives places of the last day on which emails were claimed back to the daily cap. */
export const giveBackToDay = (tx: SystemTx, organizationId: string, emails: number) =>
  sql`update sending_days set taken = greatest(0, taken - ${emails}) where organization_id = ${organizationId}
    and day = (select max(day) from sending_days where organization_id = ${organizationId})`.execute(tx);
