import {
  LEARNING_SHARE,
  PHISHING_SHARE,
  SERIES_MARGIN_DAYS,
  type Point,
} from '@sergak/contract/statistics/risk.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { meanOf, numberOf, peopleIn, talliesOf } from './people-tallies.query.ts';
import type { StatisticsOrganization, Period } from './period.query.ts';
import { countedCourses, countedEmails, emailPoints, emailWeight } from './refresh.repo.ts';

export type Figures = {
  risk_level: number | null;
  phishing_indicator: number | null;
  learning_progress: number | null;
  people: number;
  people_with_level: number;
};

/** Current means over the people of the organisation. */
export const currentFigures = async (tx: Tx): Promise<Figures> =>
  (
    await sql<Figures>`
      select ${meanOf('risk_level')} as risk_level, ${meanOf('phishing_indicator')} as phishing_indicator,
        ${meanOf('learning_progress')} as learning_progress, ${peopleIn()} as people,
        coalesce(${numberOf('risk_level')}, 0)::int as people_with_level
      from ${talliesOf('figures')}`.execute(tx)
  ).rows[0]!;

export type LevelScope = 'organization' | 'department' | 'employee';
type Measure = 'risk_level' | 'learning_progress';

/** Stored points of the period and the two days before it. */
export const points = async (
  tx: Tx,
  scope: LevelScope,
  subject: string,
  measure: Measure,
  period: Period,
): Promise<Point[]> => {
  const rows = await tx
    .selectFrom('risk_points')
    .select(['day as date', `${measure} as value`])
    .where('scope', '=', scope)
    .where('subject_id', '=', subject)
    .where('day', '>=', addDays(period.from, -SERIES_MARGIN_DAYS))
    .where('day', '<=', period.to)
    .orderBy('day')
    .execute();
  return rows as Point[];
};

/** Number of people by risk step (the level rounded down), like the staff filter and the tags. */
export const countRiskGroups = async (
  tx: Tx,
): Promise<{ low: number; middle: number; high: number; missing: number }> =>
  (
    await sql<{ low: number; middle: number; high: number; missing: number }>`
      select ${peopleIn(sql`t.key between 0 and 3`)} as low, ${peopleIn(sql`t.key between 4 and 6`)} as middle,
        ${peopleIn(sql`t.key > 6`)} as high, ${peopleIn(sql`t.key < 0`)} as missing
      from ${talliesOf('step')}`.execute(tx)
  ).rows[0]!;

export type OrganizationPart = {
  kind: 'phishing' | 'learning';
  id: string;
  title: string;
  date: string;
  points: number;
};

/** Components of the organisation's mean: the points of each campaign and course. Reads every email. */
export const organizationParts = async (tx: Tx, organization: StatisticsOrganization): Promise<OrganizationPart[]> => {
  const { rows } = await sql<OrganizationPart>`
    with people as (select id from employees where deleted_at is null and role <> 'pdf_service'),
    emails as (
      select r.employee_id, r.campaign_id, ${emailPoints} as points, ${emailWeight()} as weight from ${countedEmails()}
        and r.employee_id in (select id from people)),
    weights as (select employee_id, sum(weight) as total from emails group by 1),
    given as (
      select k.employee_id, k.course_id, 100 - k.progress as undone, k.start_date, count(*) over (partition by k.employee_id) as n
      from (${countedCourses(organization, sql`and l.employee_id in (select id from people)`)}) k),
    learning as (select distinct employee_id from given),
    rated as (select count(*) as n from (select employee_id from weights union select employee_id from learning) x),
    parts as (
      select 'phishing' as kind, l.campaign_id as id,
        sum(l.weight * l.points / w.total / 10 * case when k.employee_id is null then 1 else ${sql.raw(String(PHISHING_SHARE))} end) as points,
        null::date as date
      from emails l join weights w using (employee_id) left join learning k using (employee_id) group by 2
      union all
      select 'learning', c.course_id,
        sum(c.undone / 10 / c.n * case when w.employee_id is null then 1 else ${sql.raw(String(LEARNING_SHARE))} end), max(c.start_date)
      from given c left join weights w using (employee_id) group by 2)
    select p.kind, p.id, coalesce(c.name, k.title, '') as title,
      coalesce(p.date, (c.start_at at time zone ${organization.time_zone})::date)::text as date, p.points / nullif((select n from rated), 0) as points
    from parts p left join campaigns c on p.kind = 'phishing' and c.id = p.id left join courses k on p.kind = 'learning' and k.id = p.id
    order by 5 desc, 3`.execute(tx);
  return rows;
};
