import { REPORTED_DAYS, RESULTS_MONTHS, TRACKING_DAYS } from '@sergak/contract/privacy/privacy.rules.ts';
import type { Retention } from '@sergak/contract/privacy/privacy.endpoints.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';

/** The settings as stored. */
export type RetentionRow = Omit<Retention, 'ending'> & {
  readonly anonymous_since: string | null;
  readonly anonymous_ending_at: string | null;
};
const standard: RetentionRow = {
  tracking_days: TRACKING_DAYS.standard,
  results_months: RESULTS_MONTHS.standard,
  reported_days: REPORTED_DAYS.standard,
  anonymous: false,
  anonymous_since: null,
  anonymous_ending_at: null,
  version: 0,
};
const columns = [
  'tracking_days',
  'results_months',
  'reported_days',
  'anonymous',
  'anonymous_since',
  'anonymous_ending_at',
  'version',
] as const;

/** The settings of the organisation; the defaults while nothing is set. */
export const findRetention = async (tx: Tx): Promise<RetentionRow> =>
  (await tx.selectFrom('retention_settings').select(columns).executeTakeFirst()) ?? standard;

/** Locks the settings: no campaign is launched until the transaction ends. */
export const lockRetention = (tx: Tx) => tx.selectFrom('retention_settings').select('version').forUpdate().execute();

type Input = Pick<Retention, 'tracking_days' | 'results_months' | 'reported_days' | 'anonymous' | 'version'>;

/**
 * Stores the settings over the version that was read; nothing is returned if another person saved first. Anonymous mode is not
 * turned off here: it begins to end, and turning it on stops that.
 */
export const storeRetention = async (
  tx: Tx,
  { version, anonymous, ...periods }: Input,
): Promise<RetentionRow | undefined> => {
  const isEnding = sql`s.anonymous and not ${anonymous}`;
  const { rows } = await sql<RetentionRow>`
    insert into retention_settings as s (tracking_days, results_months, reported_days, anonymous, anonymous_since, version)
    values (${periods.tracking_days}, ${periods.results_months}, ${periods.reported_days}, ${anonymous}, ${anonymous ? now() : null}, ${version + 1})
    on conflict (organization_id) do update set tracking_days = excluded.tracking_days,
      results_months = excluded.results_months, reported_days = excluded.reported_days, anonymous = s.anonymous or excluded.anonymous, version = excluded.version,
      anonymous_since = coalesce(s.anonymous_since, excluded.anonymous_since),
      anonymous_ending_at = case when ${isEnding} then coalesce(s.anonymous_ending_at, ${now()}) end
    where s.version = ${version}
    returning ${sql.join(columns.map((name) => sql.ref(`s.${name}`)))}`.execute(tx);
  return rows[0];
};

/** Since when an organisation is anonymous whose mode is being turned off; nothing for others. */
export const findEnding = async (tx: Tx): Promise<Date | undefined> => {
  const row = await tx
    .selectFrom('retention_settings')
    .select('anonymous_since')
    .where('anonymous_ending_at', 'is not', null)
    .executeTakeFirst();
  return row && new Date(row.anonymous_since ?? 0);
};

/** Turns anonymous mode off. */
export const endAnonymous = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('retention_settings')
    .set({ anonymous: false, anonymous_since: null, anonymous_ending_at: null })
    .execute();
};

/** Organisations whose anonymous mode is being turned off. Crosses tenants: the sweep serves the whole installation. */
export const findEndings = async (tx: SystemTx): Promise<string[]> => {
  const rows = await tx
    .selectFrom('retention_settings')
    .select('organization_id as id')
    .where('anonymous_ending_at', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
};

/** Hour of the organisation's night from which its run is due. */
const FROM_HOUR = 2;
/**
 * Marks and returns the organisations whose run of this night has not been queued. Crosses tenants: the sweep serves the whole
 * installation. After downtime one run is made up.
 */
export const takeDueOrganizations = async (tx: SystemTx): Promise<string[]> => {
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
