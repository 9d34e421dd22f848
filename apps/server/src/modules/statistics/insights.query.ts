import {
  HEAT_MONTHS,
  monthBit,
  monthsUpTo,
  NEWCOMER_PARTS,
  NEWCOMERS_WITHIN_DAYS,
  SETTLING_DAYS,
} from '@sergak/contract/statistics/insights.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { bitOfState } from '@sergak/contract/employees/course-states.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { monthKey, numberOf, peopleIn, sumOf, talliesOf } from './people-tallies.query.ts';
import { midnight, type StatisticsOrganization } from './period.query.ts';

const present = sql`e.deleted_at is null and e.role <> 'pdf_service'`;

/** Number of the last `last` emails that caught person `e`. */
export const recentCaught = (last: number): RawBuilder<number> =>
  sql<number>`bit_count((e.recent_caught::int & ${2 ** last - 1}::int)::bit(16))::int`;

/** The same in a tally `t` of the kind `recent`, whose key has `recent_caught` in its low 16 bits. */
export const keyCaught = (last: number): RawBuilder<number> =>
  sql<number>`bit_count((t.key & ${2 ** last - 1}::int)::bit(16))::int`;

/** Whether person `e` is a newcomer (`insights.rules.ts`). */
export const isNewcomer = (organization: StatisticsOrganization): RawBuilder<boolean> => sql<boolean>`(
  e.created_at >= ${midnight(addDays(organization.today, -NEWCOMERS_WITHIN_DAYS), organization)}
  and e.created_at >= (select o.created_at + make_interval(days => ${SETTLING_DAYS}::int) from organizations o where o.id = ${organization.id}))`;

/** People by the number of their last emails that caught them. */
export const countRepeated = async (tx: Tx, last: number) =>
  (
    await sql<{ times: number; count: number; mailed: number }>`
      select ${keyCaught(last)} as times, ${peopleIn()} as count,
        ${peopleIn(sql`t.key >> 16 >= 2`)} as mailed
      from ${talliesOf('recent')} group by 1 having sum(t.people) <> 0 order by 1`.execute(tx)
  ).rows;

export type NewcomerCounts = {
  people: number;
  finished_course: number;
  without_course: number;
  first_mailed: number;
  first_caught: number;
  others_mailed: number;
  others_caught: number;
} & Record<`mailed_${0 | 1 | 2}` | `caught_${0 | 1 | 2}`, number>;

/** Results of newcomers in the parts of their first days; for other people, each month of the last twelve counts once. */
export const countNewcomers = async (tx: Tx, organization: StatisticsOrganization): Promise<NewcomerCounts> => {
  const parts = [0, 1, 2] as const;
  const year = monthsUpTo(organization.today, HEAT_MONTHS);
  const yearBits = year.reduce((bits, month) => bits | monthBit(month), 0);
  const any = (bits: number) => sql`e.first_emails & ${bits}::int <> 0`;
  /** Months of everyone without those of the newcomers. */
  const months = (kind: 'mailed' | 'caught') => sql`(
    select ${peopleIn()} from ${talliesOf(kind)} and t.key in (${sql.join(year.map((month) => sql`${monthKey(month)}::int`))}))
    - coalesce(sum(bit_count((${sql.ref(`e.${kind}_months`)} & ${yearBits}::int)::bit(32))), 0)::int`;
  const mailed = 2 ** NEWCOMER_PARTS - 1;
  const count = (where: RawBuilder<unknown>) => sql`count(*) filter (where ${where})::int`;
  const { rows } = await sql<NewcomerCounts>`
    select count(*)::int as people,
      ${count(sql`e.course_states & ${bitOfState('COMPLETED')}::int <> 0`)} as finished_course,
      ${count(sql`e.course_states = 0`)} as without_course,
      ${count(any(mailed))} as first_mailed, ${count(any(mailed << NEWCOMER_PARTS))} as first_caught,
      ${months('mailed')} as others_mailed, ${months('caught')} as others_caught,
      ${sql.join(
        parts.flatMap((part) => [
          sql`${count(any(1 << part))} as ${sql.ref(`mailed_${part}`)}`,
          sql`${count(any(1 << (NEWCOMER_PARTS + part)))} as ${sql.ref(`caught_${part}`)}`,
        ]),
      )}
    from employees e where ${present} and ${isNewcomer(organization)}`.execute(tx);
  return rows[0]!;
};

export type HeatRow = {
  id: string;
  title: string;
  parent_id: string | null;
  people: number;
  risk_level: number | null;
  mailed: number[];
  caught: number[];
};

/** Departments with their descendants: for each month present people with an email, and those whom it caught. */
export const heatRows = async (
  tx: Tx,
  months: readonly string[],
  o: { limit: number; offset: number },
): Promise<HeatRow[]> => {
  const sums = (kind: string) =>
    months.map((month) => sql`sum(t.people) filter (where t.kind = ${kind} and t.key = ${monthKey(month)}::int)`);
  const total = (name: string) =>
    months.map((_, i) => sql`coalesce(sum((${sql.ref(`s.${name}`)})[${sql.lit(i + 1)}]), 0)::int`);
  const { rows } = await sql<HeatRow>`
    with recursive below as (
      select d.id as top, d.id from departments d
      union all select b.top, d.id from departments d join below b on d.parent_id = b.id),
    levels as (
      select t.department_id, ${peopleIn()} as n, ${sumOf('risk_level')} as risk, ${numberOf('risk_level')} as risk_n
      from ${talliesOf('figures')} group by 1),
    by_month as (
      select t.department_id, array[${sql.join(sums('mailed'))}] as mailed, array[${sql.join(sums('caught'))}] as caught
      from people_tallies t where t.kind in ('mailed', 'caught')
        and t.key in (${sql.join(months.map((month) => sql`${monthKey(month)}::int`))}) group by 1),
    people as (select * from levels left join by_month using (department_id))
    select d.id, d.title, d.parent_id, coalesce(sum(s.n), 0)::int as people,
      round(sum(s.risk) / nullif(sum(s.risk_n), 0), 2) as risk_level,
      array[${sql.join(total('mailed'))}] as mailed, array[${sql.join(total('caught'))}] as caught
    from departments d join below b on b.top = d.id left join people s on s.department_id = b.id
    group by d.id, d.title, d.parent_id
    order by 5 desc nulls last, d.title collate "ru-RU-x-icu", d.id limit ${o.limit} offset ${o.offset}`.execute(tx);
  return rows;
};

/** The last stored level of each department in each month. */
export const monthLevels = async (tx: Tx, departments: readonly string[], months: readonly string[]) => {
  if (departments.length === 0) return [];
  const { rows } = await sql<{ id: string; month: string; risk_level: number | null }>`
    select s.id, s.month, p.risk_level
    from (select d.id, m.month from unnest(array[${sql.join(departments)}]::uuid[]) d (id)
      cross join unnest(array[${sql.join([...months])}]::text[]) m (month)) s
    cross join lateral (
      select x.risk_level from risk_points x
      where x.scope = 'department' and x.subject_id = s.id
        and x.day >= (s.month || '-01')::date and x.day < (s.month || '-01')::date + interval '1 month'
      order by x.day desc limit 1) p`.execute(tx);
  return rows;
};
