import type { z } from 'zod';
import { numbersInProgress } from '@sergak/contract/employees/course-states.rules.ts';
import { endOf, RESULTS_RISE_DAYS } from '@sergak/contract/campaigns/campaigns.rules.ts';
import type { Funnel } from '@sergak/contract/campaigns/campaigns.schema.ts';
import { SMALLEST_GROUP } from '@sergak/contract/privacy/privacy.rules.ts';
import type { coursesCounts, progressGroupName } from '@sergak/contract/statistics/statistics.schema.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { inProgress, learningOn } from '../directory/public.ts';
import { countCampaigns } from './campaign-funnel.query.ts';
import { countTallied, dayKey, peopleIn, talliesOf } from './people-tallies.query.ts';
import { midnight, nowSql, type FunnelCounts, type StatisticsOrganization, type Period } from './period.query.ts';

export type PeriodCounts = FunnelCounts & { delivered: number; campaigns: number };

/** Sum of the emails of tallies `t` that meet a condition. */
const emails = (where: RawBuilder<unknown>) => sql`coalesce(sum(t.emails) filter (where ${where}), 0)::int`;

/** Funnel columns from tallies `t`, defined like `funnelColumns` for single emails. */
const tallyColumns = sql`
  ${emails(sql`t.state = 'sent'`)} as sent,
  ${emails(sql`t.result >= 1`)} as opened,
  ${emails(sql`t.result in (2, 4) or t.clicked`)} as clicked,
  ${emails(sql`t.result = 3 or t.opened_attachment`)} as opened_attachment,
  ${emails(sql`t.result = 4`)} as entered_data,
  ${emails(sql`t.reported`)} as reported,
  ${emails(sql`t.result >= 3`)} as dangerous`;

/**
 * Emails delivered from the day `from` up to the day before `to` (null: up to now), by result, without test
 * campaigns. Reads the tallies, so that the time does not depend on the size of the organisation (decision 0031).
 */
export const funnelBetween = async (tx: Tx, from: string, to: string | null): Promise<PeriodCounts> => {
  const within = sql`campaign_tallies t join campaigns c on c.id = t.campaign_id and not c.is_testing
    where t.delivered_on >= ${from}::date ${to === null ? sql`` : sql`and t.delivered_on < ${to}::date`}`;
  const { rows } = await sql<PeriodCounts>`
    select ${tallyColumns}, ${emails(sql`true`)} as delivered,
      (select count(*)::int from (select from ${within} group by t.campaign_id having sum(t.emails) > 0) counted) as campaigns
    from ${within}`.execute(tx);
  return rows[0]!;
};

/**
 * The figures of a period of an anonymous organisation: those of whole campaigns whose results became final in these days and that at least five
 * people received. The numbers of two periods then differ by totals of campaigns, which their pages show as well.
 */
export const finalFunnelBetween = async (
  tx: Tx,
  organization: StatisticsOrganization,
  from: string,
  to: string | null,
): Promise<PeriodCounts> => {
  const final = sql`coalesce(c.completed_at, c.end_at) + make_interval(days => ${RESULTS_RISE_DAYS}::int)`;
  const within = sql`campaign_tallies t where t.campaign_id in (
    select c.id from campaigns c join campaign_tallies s on s.campaign_id = c.id
    where not c.is_testing and c.status = 'completed' and ${final} >= ${midnight(from, organization)}
      and ${final} < ${to === null ? nowSql() : midnight(to, organization)}
    group by c.id having coalesce(sum(s.emails) filter (where s.state = 'sent'), 0) >= ${SMALLEST_GROUP}::int)`;
  const { rows } = await sql<PeriodCounts>`
    select ${tallyColumns}, ${emails(sql`t.delivered_on is not null`)} as delivered,
      count(distinct t.campaign_id)::int as campaigns from ${within}`.execute(tx);
  return rows[0]!;
};

type Medians = { value: number | null; previous: number | null };

/** Median time from an email to its report, of emails sent in the period and in the previous one, without test campaigns. */
export const reportMedians = async (tx: Tx, organization: StatisticsOrganization, period: Period): Promise<Medians> => {
  const from = midnight(period.from, organization);
  const previous = midnight(period.previous, organization);
  const median = (within: RawBuilder<unknown>) => sql`percentile_cont(0.5) within group
    (order by extract(epoch from r.reported_at - r.sent_at)::float8) filter (where ${within})`;
  const { rows } = await sql<Medians>`
    select ${median(sql`r.sent_at >= ${from}`)} as value, ${median(sql`r.sent_at < ${from}`)} as previous
    from campaigns c join campaign_recipients r on r.campaign_id = c.id
    where not c.is_testing and coalesce(c.completed_at, c.end_at) >= ${previous}
      and r.reported_at is not null and r.sent_at >= ${previous}`.execute(tx);
  return rows[0]!;
};

/** Number of people with a course, of those who finished one, and of those behind, from the tallies of people. */
export const learnerCounts = async (tx: Tx, organization: StatisticsOrganization) => {
  const states = await countStates(tx);
  const all = sum(states.map((one) => one.people));
  return {
    learners: all - inAny(states, ['WITHOUT_COURSE']),
    completed: inAny(states, ['COMPLETED']),
    behind: await countBehind(tx, organization),
  };
};

type States = readonly { states: number; people: number }[];
/** People by the states of their courses. */
const countStates = async (tx: Tx): Promise<States> =>
  (
    await sql<{ states: number; people: number }>`
      select t.key as states, ${peopleIn()} as people from ${talliesOf('courses')} group by 1`.execute(tx)
  ).rows;
const countBehind = (tx: Tx, organization: StatisticsOrganization): Promise<number> =>
  countTallied(tx, 'behind', sql`t.key <= ${dayKey(organization.today)}`);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const inAny = (states: States, progresses: Parameters<typeof numbersInProgress>[0]): number => {
  const numbers = new Set(numbersInProgress(progresses));
  return sum(states.filter((one) => numbers.has(one.states)).map((one) => one.people));
};

type Group = z.output<typeof progressGroupName>;

/** Conditions for a person `e` to belong to a group: those of the staff filter, so that a click finds the same people. */
const inGroup = (today: string): Record<Group, RawBuilder<boolean>> => ({
  NOT_START: inProgress(['NOT_START']),
  NOT_COMPLETED: inProgress(['NOT_COMPLETED']),
  COMPLETED: inProgress(['COMPLETED']),
  BEHIND: learningOn(today).BEHIND,
  WITHOUT_COURSE: inProgress(['WITHOUT_COURSE']),
});

export const countProgressGroups = async (tx: Tx, organization: StatisticsOrganization, names: readonly Group[]) => {
  const states = await countStates(tx);
  const behind = await countBehind(tx, organization);
  return names.map((name) => ({ name, count: name === 'BEHIND' ? behind : inAny(states, [name]) }));
};

type GroupPerson = { id: string; full_name: string; email: string; department: string; progress: number | null };

export const selectProgressGroupPeople = async (
  tx: Tx,
  organization: StatisticsOrganization,
  group: Group,
  o: { limit: number; offset: number },
) => {
  const where = sql`e.deleted_at is null and e.role <> 'pdf_service' and ${inGroup(organization.today)[group]}`;
  const most = o.offset + o.limit;
  // People without a progress come first, and each half is in the order of an index.
  const half = (place: number, having: RawBuilder<unknown>) => sql`(
    select ${sql.lit(place)} as place, e.* from employees e where ${where} and ${having}
    order by e.learning_progress, e.full_name collate "ru-RU-x-icu", e.id limit ${most})`;
  const { rows: data } = await sql<GroupPerson>`
    select e.id, e.full_name, e.email, d.title as department, e.learning_progress as progress
    from (${half(0, sql`e.learning_progress is null`)} union all ${half(1, sql`e.learning_progress is not null`)}) e
      join departments d on d.id = e.department_id
    order by e.place, e.learning_progress, e.full_name collate "ru-RU-x-icu", e.id limit ${o.limit} offset ${o.offset}`.execute(
    tx,
  );
  const [counted] = await countProgressGroups(tx, organization, [group]);
  return { data, total_count: counted!.count };
};

export const countCourses = async (
  tx: Tx,
  organization: StatisticsOrganization,
): Promise<z.output<typeof coursesCounts>> =>
  (
    await sql<z.output<typeof coursesCounts>>`
      select count(*)::int as assigned, count(*) filter (where a.status = 'planned')::int as planned,
        count(*) filter (where a.status = 'active')::int as active, count(*) filter (where a.status = 'completed')::int as completed,
        count(*) filter (where a.status = 'active' and a.paused_at is null and a.deadline < ${organization.today}::date and exists (
          select from learners l join employees e on e.id = l.employee_id and e.deleted_at is null
          where l.assignment_id = a.id and l.completed_at is null))::int as overdue,
        (select count(*) from courses where not archived)::int as library
      from assignments a`.execute(tx)
  ).rows[0]!;

type LastCampaign = { id: string; name: string; status: string; start_date: string; end_date: string };

/** The campaign that started last, with its funnel; test campaigns excluded. */
export const findLastCampaignFigures = async (tx: Tx): Promise<(LastCampaign & { statistics: Funnel }) | null> => {
  const found = await tx
    .selectFrom('campaigns')
    .select(['id', 'name', 'status', 'start_at as start_date', 'end_at', 'completed_at'])
    .where('is_testing', '=', false)
    .where('status', 'in', ['active', 'completed'])
    .where(sql<boolean>`start_at <= ${nowSql()}`)
    .orderBy('start_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  if (!found) return null;
  const { end_at, completed_at, ...campaign } = found;
  const { statistics } = (await countCampaigns(tx, [campaign.id])).get(campaign.id)!;
  return { ...campaign, end_date: endOf({ end_at, completed_at }), statistics };
};
