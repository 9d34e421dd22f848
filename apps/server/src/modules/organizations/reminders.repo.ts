import type { ReminderConfig } from '@sergak/contract/organizations/organizations.schema.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

const unset: ReminderConfig = { active: false, every_days: 3, most_times: 3, hour: 10 };

export const readReminderConfig = async (tx: Tx): Promise<ReminderConfig> =>
  (await tx
    .selectFrom('invite_reminder_settings')
    .select(['active', 'every_days', 'most_times', 'hour'])
    .executeTakeFirst()) ?? unset;

export const writeConfig = (tx: Tx, config: ReminderConfig) =>
  tx
    .insertInto('invite_reminder_settings')
    .values({ ...config, updated_at: now() })
    .onConflict((oc) => oc.column('organization_id').doUpdateSet({ ...config, updated_at: now() }))
    .execute();

// A person is due `every_days` days after the last invitation or reminder, from the set hour, in the organisation's time zone.
const due = (at: string) => sql`
  from employees e join organizations o on o.id = e.organization_id
    join invite_reminder_settings s on s.organization_id = e.organization_id
  where s.active and o.removal_started_at is null and e.deleted_at is null and not e.is_registered and e.invited_at is not null
    and (${at}::timestamptz at time zone o.time_zone)::date <= o.licence_end
    and extract(hour from ${at}::timestamptz at time zone o.time_zone) >= s.hour
    and (e.invited_at at time zone o.time_zone)::date + s.every_days <= (${at}::timestamptz at time zone o.time_zone)::date
    and (select count(*) from invite_reminders r where r.employee_id = e.id) < s.most_times`;

/** Organisations with a reminder due now. Crosses tenants: the sweep serves the whole installation. */
export const organizationsToRemind = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct e.organization_id as id ${due(iso(now()))}`.execute(tx);
  return rows.map((row) => row.id);
};

/**
 * Records reminders for up to `most` people and returns their ids. Missed days count once: the next interval starts with this
 * reminder. Concurrent calls cannot take the same person for the same day.
 */
export const takeDuePeople = async (tx: Tx, most: number): Promise<string[]> => {
  const at = iso(now());
  const { rows } = await sql<{ employee_id: string }>`
    insert into invite_reminders (employee_id, due_day, sent_at)
    select e.id, (e.invited_at at time zone o.time_zone)::date + s.every_days, ${at}::timestamptz
    ${due(at)} order by e.id limit ${most}
    on conflict (employee_id, due_day) do nothing returning employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};

/** Deletes the reminders to people whose data is erased. */
export const forgetReminded = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await sql`delete from invite_reminders where employee_id = any(${ids}::uuid[])`.execute(tx);
};
