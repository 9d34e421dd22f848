import { PHISHING_GAP_DAYS, passingReasons } from '@sergak/contract/automation/automation.rules.ts';
import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { dueAt, membersOf } from './due.query.ts';
import { affectedMembers, changedTables, reportedLines, type TagChange } from './changed-tag.query.ts';

export type ForecastRow = {
  day: string;
  action_id: string;
  reason: string | null;
  people: number;
  examples: { id: string; full_name: string }[];
};
export type Forecast = { joining: number; lines: ForecastRow[] };
export type ForecastOptions = {
  /** Null: all tags. */
  tagId: string | null;
  zone: string;
  hour: number;
  /** The time of the last run of the actions. */
  runAt: string | null;
  at: Date;
  days: number;
  /** Replaces the stored tag. The forecast is then limited to the changes that this causes. */
  change?: TagChange;
};
type Sql = RawBuilder<unknown>;

const gap = sql`make_interval(days => ${sql.lit(PHISHING_GAP_DAYS)})`;
const atOf = (o: ForecastOptions): Sql => sql`${iso(o.at)}::timestamptz`;
const horizon = (o: ForecastOptions): Sql => sql`(${atOf(o)} + make_interval(days => ${o.days}))`;
/** The next full hour in the organisation's time zone: the time of the next run. */
const nextHourAfter = (instant: Sql, o: ForecastOptions): Sql =>
  sql`(date_trunc('hour', ${instant}, ${o.zone}) + interval '1 hour')`;

/** Values that are the same for everyone. `soonest`: the time of the next run, or now if a run was missed. */
const organization = (o: ForecastOptions): Sql => sql`
  select o.autophish, o.sending_paused, (o.licence_end + 1)::timestamp at time zone ${o.zone} as licence_until,
    case when ${o.runAt}::timestamptz >= date_trunc('hour', ${atOf(o)}, ${o.zone}) then ${nextHourAfter(atOf(o), o)} else ${atOf(o)} end
      as soonest,
    date_trunc('month', ${atOf(o)} at time zone ${o.zone})::date as month,
    (date_trunc('month', ${atOf(o)} at time zone ${o.zone}) + interval '1 month') at time zone ${o.zone} as next_month,
    array(select domain from organization_domains where verified_at is not null) as domains
  from organizations o`;

/**
 * The actions of the requested tag, and the actions of other tags that may run before them: simulations, and courses that the
 * requested tag assigns as well. `place` is the order within one run, `campaign` the campaign of this month.
 */
const acts = (o: ForecastOptions): Sql => sql`
  select a.id, a.tag_id, a.type, a.created_at, a.since, a.defer_by, a.registration_link_hour,
    t.type as tag_type, t.life_days, t.is_active, row_number() over (order by a.created_at, a.id)::int as place,
    ${o.tagId}::uuid is null or a.tag_id = ${o.tagId}::uuid as asked, k.id as campaign, k.status <> 'active' as campaign_over,
    case
      when a.type = 'course' and exists (select from tag_action_courses ac join courses c on c.id = ac.course_id
        where ac.action_id = a.id and c.published_version = 0) then 'course_unavailable'
      when a.type = 'phishing' and not exists (select from tag_action_emails al join emails l on l.id = al.email_id
        join templates s on s.id = l.template_id where al.action_id = a.id and l.deleted_at is null and not s.archived) then 'no_emails'
    end as lacks
  from tag_actions a join tags t on t.id = a.tag_id
  left join campaigns k on k.tag_action_id = a.id and k.tag_month = (select month from organization)
  where ${o.tagId}::uuid is null or a.tag_id = ${o.tagId}::uuid
    or (a.type = 'phishing' and exists (select from tag_actions b where b.tag_id = ${o.tagId}::uuid and b.type = 'phishing'))
    or exists (select from tag_action_courses ac join tag_action_courses bc on bc.course_id = ac.course_id
      join tag_actions b on b.id = bc.action_id where ac.action_id = a.id and b.tag_id = ${o.tagId}::uuid)`;

/**
 * The members for whom an action becomes due in the period, and the time of the run (`ready`). Newcomers whose time (`until`)
 * ends before the run are left out. `offset 0` makes the planner compute the formula only once per row.
 */
const coming = (o: ForecastOptions): Sql => sql`
  select d.*, greatest(d.due, h.soonest) as ready
  from organization h cross join (
    select a.place, a.type, a.asked, a.is_active, a.lacks, a.campaign, a.campaign_over,
      m.employee_id, m.onboarding, e.is_registered, split_part(e.email_key, '@', 2) = any ((select domains from organization)::text[]) as verified, ${dueAt(o.zone, o.hour)} as due,
      case when a.tag_type = 'newbie' then e.created_at + make_interval(days => a.life_days) else 'infinity' end as until
    ${membersOf(sql`acts`)}
    where ${o.change ? affectedMembers(o.change) : sql`a.asked or m.employee_id in (select employee_id from tag_employees where tag_id = ${o.tagId}::uuid)`}
    offset 0) d
  where d.due < ${horizon(o)} and d.until > greatest(d.due, h.soonest)`;

/** The reason against an action that is independent of the other runs; null if none. Checked in the order of a run. */
const judged: Sql = sql`
  select c.place, c.type = 'course' as teaches, c.type = 'phishing' as simulates, c.asked, c.campaign, c.campaign_over, c.employee_id,
    c.ready, c.until, case
    when not c.onboarding then 'without_onboarding'
    when not c.is_active then 'tag_off'
    when c.ready >= h.licence_until then 'licence_expired'
    when c.type = 'registration_link' then case when c.is_registered then 'already_registered' end
    when c.type = 'phishing' then case
      when not h.autophish then 'autophish_off'
      when h.sending_paused then 'sending_paused'
      when c.lacks is not null then c.lacks
      when not c.verified then 'domain_unverified' end
    when c.type = 'course' then c.lacks end as kept
  from coming c cross join organization h`;

// From here on nothing is joined by person: the planner cannot estimate how many people the previous steps return, and a wrong
// estimate would compare everyone with everyone. The rows of one person are combined by union and sorted instead.

/**
 * The people who would get courses, and whether they have all of them by then: assigned already, or by an earlier action of the
 * period. The first row of a person and course is the row that assigns the course.
 */
const courseLines: Sql = sql`
  select place, employee_id, until, ready, bool_and(nth > 1) as has_all
  from (
    select *, row_number() over (partition by employee_id, course_id order by ready, place) as nth
    from (
      select l.employee_id, s.course_id, 0 as place, '-infinity'::timestamptz as ready,
        null::timestamptz as until, false as reported
      from learners l join assignments s on s.id = l.assignment_id
      where s.status <> 'completed' and l.completed_at is null
        and s.course_id in (select c.course_id from tag_action_courses c join acts a on a.id = c.action_id)
      union all
      select j.employee_id, c.course_id, j.place, j.ready, j.until, j.asked and j.kept is null
      from judged j join acts a on a.place = j.place join tag_action_courses c on c.action_id = a.id
      where j.teaches and (j.kept is null or j.kept = 'course_unavailable')) given) turns
  where reported group by place, employee_id, until, ready`;

/** The time of each person's last simulation that counts, or of the simulation that is queued. */
const recent = (o: ForecastOptions): Sql => sql`
  select r.employee_id,
    max(coalesce(r.sent_at, case when r.state = 'unknown' then r.lease_until else greatest(r.send_at, ${atOf(o)}) end)) as last
  from campaigns c join campaign_recipients r on r.campaign_id = c.id
  where exists (select from acts where type = 'phishing')
    and not c.is_testing and (c.status <> 'completed' or coalesce(c.completed_at, 'infinity') > ${atOf(o)} - ${gap})
    and (r.sent_at > ${atOf(o)} - ${gap}
      or ((r.waiting or r.held) and c.status in ('creating', 'planned', 'active')
        and c.approval is distinct from 'rejected')
      or (r.state = 'unknown' and r.lease_until > ${atOf(o)} - ${gap}))
  group by r.employee_id`;

/**
 * Simulations without a reason against them, each with the earliest time it could be sent: in the next month if the campaign of
 * this month has ended or includes the person already. The last simulation precedes them as place 0.
 */
const simulations = (o: ForecastOptions): Sql => sql`
  select j.place, j.asked, j.employee_id, j.ready, least(j.until, h.licence_until) as until, j.campaign_over,
    case when j.campaign_over or (j.campaign is not null and exists (
      select from campaign_recipients p where p.campaign_id = j.campaign and p.employee_id = j.employee_id))
      then greatest(j.ready, h.next_month) else j.ready end as could
  from judged j cross join organization h where j.simulates and j.kept is null
  union all
  select 0, false, employee_id, last, 'infinity', false, last from (${recent(o)}) r`;

/**
 * The order of a person's simulations, at most one in seven days: each round takes the first of the remaining simulations and
 * delays the others by seven days after it.
 */
const turns = (o: ForecastOptions): Sql => {
  const round = (rest: Sql, could: Sql): Sql => sql`
    select t.*, row_number() over mine as nth, first_value(could) over mine as first
    from (select place, asked, employee_id, ready, until, campaign_over, case when ${could} < until then ${could} else 'infinity' end as could
      from ${rest}) t
    window mine as (partition by employee_id order by place > 0, could, place)`;
  return sql`
    ${round(sql`(${simulations(o)}) s`, sql`could`)}
    union all
    ${round(
      sql`turns where nth > 1 and first < ${horizon(o)}`,
      sql`greatest(could, ${nextHourAfter(sql`first + ${gap}`, o)})`,
    )}`;
};

/** The result for each person: the time of the run and the reason if it does nothing. A waiting run keeps its own time. */
const outcomes = (o: ForecastOptions): Sql => sql`
  select place, employee_id, until, ready as run, kept as reason from judged
  where asked and (kept is not null or not (teaches or simulates))
  union all
  select place, employee_id, until, ready, case when has_all then 'has_course' end from course_lines
  union all
  select place, employee_id, until, case when could < ${horizon(o)} then could else ready end,
    case when could < ${horizon(o)} then null when campaign_over then 'sending_paused' else 'phishing_too_soon' end
  from turns where asked and (nth = 1 or first >= ${horizon(o)})`;

/** The results by day. The end of the licence ends waiting runs. */
const byDay = (o: ForecastOptions): Sql => sql`
  select (case when ended then licence_until else run end at time zone ${o.zone})::date as day, place,
    case when ended then 'licence_expired' else reason end as reason, employee_id
  from (
    select x.*, h.licence_until, coalesce(x.reason in (${sql.join(passingReasons)}), false)
      and h.licence_until < ${horizon(o)} and x.until >= h.licence_until as ended
    from (${outcomes(o)}) x cross join organization h) y`;

/**
 * What the runs until `days` after `at` would do if nothing else changed, by day, action and result, with up to five people as
 * examples; and how many people would join the changed tag.
 */
export const forecast = async (tx: Tx, o: ForecastOptions): Promise<Forecast> => {
  await sql`set local work_mem = '64MB'`.execute(tx);
  const { rows } = await sql<(ForecastRow | { day: null }) & { joining: number }>`
    with recursive ${o.change ? sql`${changedTables(o.change, o.at)},` : sql``} organization as materialized (${organization(o)}), acts as materialized (${acts(o)}), coming as (${coming(o)}),
    judged as materialized (${judged}), course_lines as (${courseLines}), turns as (${turns(o)}),
    lines as (
      select day, place, reason, count(*)::int as people, array_agg(employee_id) as everybody
      from (${byDay(o)}) z ${o.change ? sql`where ${reportedLines(o.change)}` : sql``} group by day, place, reason)
    select n.joining, day::text, a.id as action_id, reason, people, (select jsonb_agg(jsonb_build_object('id', e.id, 'full_name', e.full_name)
      order by e.full_name, e.id) from employees e where e.id = any(array(select unnest(everybody) order by 1 limit 5))) as examples
    from (${o.change ? sql`select count(*)::int as joining from joining` : sql`select 0 as joining`}) n
    left join (lines join acts a on a.place = lines.place) on true order by day, action_id, reason nulls first`.execute(
    tx,
  );
  return { joining: rows[0]!.joining, lines: rows.flatMap((row) => (row.day === null ? [] : [row])) };
};
