import {
  HALF_LIFE_DAYS,
  LEARNING_DAYS,
  LEARNING_SHARE,
  PHISHING_SHARE,
  REPORTED_POINTS,
  RESULT_POINTS,
} from '@sergak/contract/statistics/risk.rules.ts';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { courseState, dangerous, emailEvents } from '../directory/public.ts';
import { factRows, facts } from './person-facts.query.ts';
import { delivered, deliveredAt, nowSql, sent, type StatisticsOrganization } from './period.query.ts';

const DAY_SECONDS = 86_400;
/** round2 of the contract's rules, in double precision. */
const round2 = (value: RawBuilder<unknown>) => sql`(floor(${value} * 100 + 0.5 + 1e-6) / 100)`;
/** The names of the email facts as a list of columns. */
const factNames = (table?: string) => sql.join(facts.map(({ name }) => sql.ref(table ? `${table}.${name}` : name)));
/** A number of the rules in double precision, so that SQL computes like JavaScript. */
const double = (value: number) => sql.raw(`${value}::float8`);

/** Points of email `r`, like emailPoints of the rules. */
export const emailPoints = sql`greatest(0, case r.result ${sql.join(
  RESULT_POINTS.map((points, result) => sql.raw(`when ${result} then ${points}`)),
  sql` `,
)} end - case when r.reported_at is null then 0 else ${sql.raw(String(REPORTED_POINTS))} end)::float8`;

/** Weight of email `r`, like emailWeight of the rules. */
export const emailWeight = () =>
  sql`power(0.5::float8, extract(epoch from ${nowSql()} - ${deliveredAt})::float8 / ${double(DAY_SECONDS * HALF_LIFE_DAYS)})`;

const ofSimulations = sql`campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing`;

/** Emails that count: delivered by now, without test campaigns. */
export const countedEmails = () => sql`${ofSimulations} where ${delivered} and ${deliveredAt} <= ${nowSql()}`;

/**
 * The assignments that count for the level, like `countedCourses` of the rules: `since` is the day of completion, or the day after
 * the missed deadline of an active assignment. Of several of one course, the newest of these.
 */
export const countedCourses = ({ today, time_zone }: StatisticsOrganization, only: RawBuilder<unknown>) => sql`
  select distinct on (l.employee_id, a.course_id) l.employee_id, a.course_id, l.assignment_id, a.title, l.start_date,
    l.progress::float8 as progress
  from learners l join assignments a on a.id = l.assignment_id cross join lateral (
    select coalesce((l.completed_at at time zone ${time_zone})::date, case when a.status = 'active' then l.behind_from end) as since) s
  where s.since <= ${today}::date and s.since > ${addDays(today, -LEARNING_DAYS)}::date ${only}
  order by l.employee_id, a.course_id, l.start_date desc, l.assigned_at desc, l.id`;

/**
 * Serialises the computation of figures, so that a transaction with an older snapshot of the emails never overwrites
 * newer figures.
 */
export const lockFigures = async (tx: Tx, organization: StatisticsOrganization): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext('figures'), hashtext(${organization.id}))`.execute(tx);
};

/** Raises the statement timeout: computing everyone takes longer than any call of a person may. */
export const raiseStatementTimeout = async (tx: Tx): Promise<void> => {
  await sql`select set_config('statement_timeout', '600s', true)`.execute(tx);
};

/** People whose email of this campaign was accepted by a mail server in the five minutes from `since`. */
export const sentWithin = async (tx: Tx, campaignId: string, since: string): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    select r.employee_id from campaign_recipients r where r.campaign_id = ${campaignId} and r.employee_id is not null and ${sent}
      and r.sent_at >= ${since}::timestamptz and r.sent_at < ${since}::timestamptz + interval '5 minutes'`.execute(tx);
  return rows.map((row) => row.employee_id);
};

/** Ids of everyone whose figures are computed. */
export const everybody = async (tx: Tx): Promise<string[]> => {
  const rows = await tx.selectFrom('employees').select('id').where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map((row) => row.id);
};

/**
 * Recomputes the figures of people (null: of everyone), their email facts and their course facts, and writes them
 * where they changed. Returns the ids of people whose risk step (level rounded down) changed. One statement for
 * everyone: 100,000 people take seconds. Sums are materialised, because the planner would otherwise compute them again for
 * each person right after the first emails of a campaign, about which it has no statistics. Equal to riskOf of the contract's rules; a test compares the two.
 */
export const refreshPeopleRows = async (
  tx: Tx,
  organization: StatisticsOrganization,
  ids: readonly string[] | null,
): Promise<string[]> => {
  const only = (column: string) => (ids === null ? sql`` : sql`and ${sql.ref(column)} = any(${ids}::uuid[])`);
  const { rows } = await sql<{ id: string; moved: boolean }>`
    with emails as (
      select r.employee_id, ${emailPoints} as points, case when ${deliveredAt} <= ${nowSql()} then ${emailWeight()} end as weight,
        ${emailEvents} as events, ${dangerous} as danger, ${factRows(organization)}
      from ${ofSimulations} join employees p on p.id = r.employee_id where ${delivered} ${only('r.employee_id')}),
    phishing as materialized (
      select employee_id, sum(weight * points) / sum(weight) as indicator, bit_or(events)::smallint as events,
        count(*) filter (where sent)::int as sent, count(*) filter (where sent and danger)::int as danger,
        ${sql.join(facts.map((one) => sql`${one.value} as ${sql.ref(one.name)}`))}
      from emails m group by employee_id),
    counted as materialized (select employee_id, avg(progress) as progress from (${countedCourses(organization, only('l.employee_id'))}) k group by 1),
    learning as materialized (
      select l.employee_id, bit_or(${courseState})::smallint as states,
        min(l.behind_from) filter (where a.status = 'active') as behind_from
      from learners l join assignments a on a.id = l.assignment_id where true ${only('l.employee_id')} group by l.employee_id),
    figures as (
      select e.id, coalesce(p.events, 0) as events, coalesce(p.sent, 0) as sent, coalesce(p.danger, 0) as danger,
        coalesce(l.states, 0) as states, coalesce(l.behind_from, 'infinity') as behind_from,
        ${sql.join(facts.map(({ name, none }) => sql`coalesce(p.${sql.ref(name)}, ${none}) as ${sql.ref(name)}`))},
        e.risk_level as level_before, p.indicator, k.progress, case
          when p.indicator is null then (100 - k.progress) / 10
          when k.progress is null then p.indicator / 10
          else ${double(PHISHING_SHARE)} * (p.indicator / 10) + ${double(LEARNING_SHARE)} * ((100 - k.progress) / 10) end as level
      from employees e left join phishing p on p.employee_id = e.id left join learning l on l.employee_id = e.id
        left join counted k on k.employee_id = e.id
      where e.deleted_at is null ${only('e.id')}),
    stored as (
      select id, events, sent, danger, states, behind_from, level_before, ${factNames()}, ${round2(sql`level`)}::numeric(4, 2) as level,
        ${round2(sql`indicator`)}::numeric(5, 2) as indicator, ${round2(sql`progress`)}::numeric(5, 2) as progress
      from figures)
    update employees e set risk_level = s.level, phishing_indicator = s.indicator, learning_progress = s.progress,
      risk_computed_at = ${nowSql()}, email_events = s.events, emails_sent = s.sent, emails_dangerous = s.danger,
      course_states = s.states, behind_from = s.behind_from,
      ${sql.join(facts.map(({ name }) => sql`${sql.ref(name)} = s.${sql.ref(name)}`))}
    from stored s
    where e.id = s.id and (e.risk_level, e.phishing_indicator, e.learning_progress, e.email_events, e.emails_sent, e.emails_dangerous,
        e.course_states, e.behind_from, ${factNames('e')})
      is distinct from (s.level, s.indicator, s.progress, s.events, s.sent, s.danger, s.states, s.behind_from, ${factNames('s')})
    returning e.id, floor(s.level) is distinct from floor(s.level_before) as moved`.execute(tx);
  return rows.filter((row) => row.moved).map((row) => row.id);
};

/** Stores today's point of the organisation, of each department with its descendants, and of each person with a level. */
export const storePoints = async (tx: Tx, organization: StatisticsOrganization): Promise<void> => {
  await sql`
    with recursive below as (
      select d.id as top, d.id from departments d
      union all select b.top, d.id from departments d join below b on d.parent_id = b.id),
    living as (select * from employees where deleted_at is null and role <> 'pdf_service'),
    sums as (
      select department_id, count(*) as n, sum(risk_level) as risk, count(risk_level) as risk_n, sum(phishing_indicator) as phishing,
        count(phishing_indicator) as phishing_n, sum(learning_progress) as learning, count(learning_progress) as learning_n
      from living group by 1),
    points as (
      select 'organization' as scope, ${organization.id}::uuid as subject_id, round(avg(risk_level), 2) as risk_level,
        round(avg(phishing_indicator), 2) as phishing_indicator, round(avg(learning_progress), 2) as learning_progress, count(*)::int as people
      from living
      union all
      select 'department', b.top, round(sum(s.risk) / nullif(sum(s.risk_n), 0), 2), round(sum(s.phishing) / nullif(sum(s.phishing_n), 0), 2),
        round(sum(s.learning) / nullif(sum(s.learning_n), 0), 2), coalesce(sum(s.n), 0)::int
      from below b left join sums s on s.department_id = b.id group by b.top
      union all
      select 'employee', id, risk_level, phishing_indicator, learning_progress, 1 from living where risk_level is not null)
    insert into risk_points (day, scope, subject_id, risk_level, phishing_indicator, learning_progress, people)
    select ${organization.today}::date, scope, subject_id, risk_level, phishing_indicator, learning_progress, people from points
    on conflict (organization_id, scope, subject_id, day) do update set risk_level = excluded.risk_level,
      phishing_indicator = excluded.phishing_indicator, learning_progress = excluded.learning_progress, people = excluded.people`.execute(
    tx,
  );
};

/** Whether points of the organisation are stored from this day on. */
export const hasPointSince = async (tx: Tx, day: string): Promise<boolean> =>
  (await tx
    .selectFrom('risk_points')
    .select('day')
    .where('scope', '=', 'organization')
    .where('day', '>=', day)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Organisations without a point for today in their time zone. Crosses tenants: one sweep for all organisations. */
export const withoutPointToday = async (tx: SystemTx): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o where not exists (
      select from risk_points p where p.organization_id = o.id and p.scope = 'organization' and p.subject_id = o.id
        and p.day = (${iso(now())}::timestamptz at time zone o.time_zone)::date)`.execute(tx);
  return rows.map((row) => row.id);
};
