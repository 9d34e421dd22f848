import { LICENCE_REMINDER_DAYS } from '@sergak/contract/organizations/organizations.rules.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

const daysLeft = () => sql`(o.licence_end - (${iso(now())}::timestamptz at time zone o.time_zone)::date)`;
/** The smallest reminder that the licence has reached; null while it ends later, or has ended. */
const reached = () => sql`(select min(day) from unnest(${[...LICENCE_REMINDER_DAYS]}::int[]) day
  where ${daysLeft()} between 0 and day)`;
const isDue = () => sql`o.removal_started_at is null and ${reached()} is not null
  and (o.licence_reminded_for is distinct from o.licence_end or o.licence_reminded_days > ${reached()})`;

/** Organisations with a reminder due. Crosses tenants: the sweep serves the whole installation. */
export const organizationsToRemindOfLicence = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select o.id from organizations o where ${isDue()}`.execute(tx);
  return rows.map((row) => row.id);
};

/** Marks the due reminder of the transaction's organisation as sent; nothing is returned if none is due. */
export const takeLicenceReminder = async (tx: Tx) => {
  const { rows } = await sql<{ title: string; brand_color: string; licence_end: string; days_left: number }>`
    update organizations o set licence_reminded_for = licence_end, licence_reminded_days = ${reached()}
    where ${isDue()} returning o.title, o.brand_color, o.licence_end::text, ${daysLeft()} as days_left`.execute(tx);
  return rows[0];
};
