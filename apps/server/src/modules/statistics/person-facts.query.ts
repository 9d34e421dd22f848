import {
  CAUGHT_RESULT,
  MONTH_BITS,
  NEWCOMER_PART_DAYS,
  NEWCOMER_PARTS,
  RECENT_EMAILS,
} from '@sergak/contract/statistics/insights.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { deliveredAt, sent, type StatisticsOrganization } from './period.query.ts';

/**
 * Facts of a person from the emails that arrived, stored in `employees` (decision 0250). `value` aggregates the rows of
 * `factRows`; `none` is the value without emails.
 */
type Fact = { readonly name: string; readonly value: RawBuilder<unknown>; readonly none: RawBuilder<unknown> };

const lit = (value: number) => sql.raw(String(value));
const lastDay = (step: string, where: RawBuilder<unknown>): Fact => ({
  name: `last_${step}_on`,
  value: sql`max(m.day) filter (where ${where})`,
  none: sql`null::date`,
});
const bits = (name: string, type: 'smallint' | 'int', bit: RawBuilder<unknown>, where: RawBuilder<unknown>): Fact => ({
  name,
  value: sql`coalesce(bit_or(${bit}) filter (where ${where}), 0)::${sql.raw(type)}`,
  none: sql`0`,
});
const caught = sql`m.result >= ${lit(CAUGHT_RESULT)}`;
const month = sql`(1 << ((extract(year from m.day)::int * 12 + extract(month from m.day)::int - 1) % ${lit(MONTH_BITS)}))`;
const isNew = sql`m.part between 0 and ${lit(NEWCOMER_PARTS - 1)}`;
/** Older months would share a bit with later ones. */
const isRecent = sql`m.is_recent`;

export const facts: readonly Fact[] = [
  lastDay('sent', sql`m.sent`),
  lastDay('opened', sql`m.result >= 1`),
  lastDay('clicked', sql`m.result in (2, 4) or m.clicked`),
  lastDay('opened_attachment', sql`m.result = 3 or m.opened_attachment`),
  lastDay('entered_data', sql`m.result = 4`),
  lastDay('reported', sql`m.reported`),
  {
    name: 'recent_emails',
    value: sql`least(count(*), ${lit(RECENT_EMAILS)})::smallint`,
    none: sql`0`,
  },
  bits('recent_caught', 'smallint', sql`(1 << (m.n - 1)::int)`, sql`m.n <= ${lit(RECENT_EMAILS)} and ${caught}`),
  bits('mailed_months', 'int', month, isRecent),
  bits('caught_months', 'int', month, sql`${isRecent} and ${caught}`),
  {
    name: 'first_emails',
    value: sql`(coalesce(bit_or(1 << m.part) filter (where ${isNew}), 0)
      + coalesce(bit_or(${lit(1 << NEWCOMER_PARTS)} << m.part) filter (where ${isNew} and ${caught}), 0))::smallint`,
    none: sql`0`,
  },
];

/** Columns of email `r` that the facts aggregate; a query names their rows `m`. */
export const factRows = (organization: StatisticsOrganization) => sql`
  ((${deliveredAt}) at time zone ${organization.time_zone})::date as day, ${sent} as sent, r.result,
  r.clicked_at is not null as clicked, r.attachment_opened_at is not null as opened_attachment,
  r.reported_at is not null as reported,
  row_number() over (partition by r.employee_id order by ${deliveredAt} desc, r.id desc) as n,
  ((${deliveredAt}) at time zone ${organization.time_zone})::date
    >= date_trunc('month', ${organization.today}::timestamp) - interval '${lit(MONTH_BITS - 2)} months' as is_recent,
  case when ${deliveredAt} >= p.created_at
    then least(floor(extract(epoch from ${deliveredAt} - p.created_at) / 86400 / ${lit(NEWCOMER_PART_DAYS)}), 100)::int end as part`;
