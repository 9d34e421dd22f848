import type { ReportFigures } from '@sergak/contract/suspicious-mail/suspicious-mail.schema.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

const MONTHS = 12;
type Totals = Omit<ReportFigures, 'months'>;

/**
 * Reports of the last twelve calendar months, this one included, in the time zone of the organisation. The time to a verdict is
 * from the arrival of a report to its first verdict; the share of dangerous emails is that of the judged ones.
 */
export const readReportFigures = async (tx: Tx): Promise<ReportFigures> => {
  const zone = sql`(select time_zone from organizations limit 1)`;
  const first = sql`date_trunc('month', ${iso(now())}::timestamptz at time zone ${zone}) - make_interval(months => ${MONTHS - 1})`;
  const inMonths = sql`s.reported_at >= (${first}) at time zone ${zone}`;
  const { rows: months } = await sql<ReportFigures['months'][number]>`
    select to_char(m, 'YYYY-MM') as month, count(s.id)::int as reports,
      (count(s.id) filter (where s.verdict = 'dangerous'))::int as dangerous
    from generate_series(${first}, ${first} + make_interval(months => ${MONTHS - 1}), interval '1 month') m
    left join suspicious_emails s on ${inMonths} and date_trunc('month', s.reported_at at time zone ${zone}) = m
    group by m order by m`.execute(tx);
  const { rows } = await sql<Totals>`
    select count(*)::int as reports, (count(*) filter (where s.verdict is not null))::int as judged,
      (count(*) filter (where s.verdict = 'dangerous'))::int as dangerous,
      round(percentile_cont(0.5) within group (order by extract(epoch from s.judged_at - s.reported_at) / 60)
        filter (where s.verdict is not null and s.judged_at is not null))::int as median_minutes
    from suspicious_emails s where ${inMonths}`.execute(tx);
  return { months, ...rows[0]! };
};
