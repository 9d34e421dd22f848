import { RESULTS_MONTHS, TRACKING_DAYS } from '@sergak/contract/privacy/privacy.rules.ts';
import type { Retention } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

const standard: Retention = {
  tracking_days: TRACKING_DAYS.standard,
  results_months: RESULTS_MONTHS.standard,
  anonymous: false,
  version: 0,
};

/** The periods of the organisation; the defaults while nothing is set. */
export const findRetention = async (tx: Tx): Promise<Retention> => {
  const row = await tx
    .selectFrom('retention_settings')
    .select(['tracking_days', 'results_months', 'anonymous', 'version'])
    .executeTakeFirst();
  return row ?? standard;
};

/** Since when the organisation is anonymous. */
export const findAnonymousSince = async (tx: Tx): Promise<Date> => {
  const row = await tx.selectFrom('retention_settings').select('anonymous_since').executeTakeFirstOrThrow();
  return new Date(row.anonymous_since ?? 0);
};

/** Stores the periods over the version that was read; nothing is returned if another person saved first. */
export const saveRetention = async (tx: Tx, { version, ...periods }: Retention): Promise<Retention | undefined> => {
  const { rows } = await sql<Retention>`
    insert into retention_settings as s (tracking_days, results_months, anonymous, anonymous_since, version)
    values (${periods.tracking_days}, ${periods.results_months}, ${periods.anonymous}, ${periods.anonymous ? now() : null}, ${version + 1})
    on conflict (organization_id) do update set tracking_days = excluded.tracking_days,
      results_months = excluded.results_months, anonymous = excluded.anonymous, version = excluded.version,
      anonymous_since = case when excluded.anonymous then coalesce(s.anonymous_since, excluded.anonymous_since) end
    where s.version = ${version}
    returning s.tracking_days, s.results_months, s.anonymous, s.version`.execute(tx);
  return rows[0];
};

/** Hour of the organisation's night from which its run is due. */
const FROM_HOUR = 2;
/**
 * Marks and returns the organisations whose run of this night has not been queued. Crosses tenants: the sweep serves the whole
 * installation. After downtime one run is made up.
 */
export const takeDue = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ organization_id: string }>`
    insert into retention_settings as s (organization_id, version, ran_on)
    select o.id, 0, (${iso(now())}::timestamptz at time zone o.time_zone)::date from organizations o
    left join retention_settings r on r.organization_id = o.id
    where o.removal_started_at is null
      and extract(hour from ${iso(now())}::timestamptz at time zone o.time_zone) >= ${FROM_HOUR}
      and (r.ran_on is null or r.ran_on < (${iso(now())}::timestamptz at time zone o.time_zone)::date)
    on conflict (organization_id) do update set ran_on = excluded.ran_on
    returning s.organization_id`.execute(tx);
  return rows.map((row) => row.organization_id);
};
