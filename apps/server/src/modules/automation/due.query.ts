import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * When an action is due for a member: the first time its hour strikes in the organisation's zone at or after the joining,
 * `defer_by` days later. Who was a member when an action for all was added counts as joining then. Needs the tables
 * `tag_employees m`, `tag_actions a` and the values `zone` and `hour` of the organisation.
 */
const dueAt = (zone: string, hour: number) => {
  const strikes = sql`coalesce(a.registration_link_hour, ${hour}::int)`;
  const joined = sql`(case when a.since is null then greatest(m.joined_at, a.created_at) else m.joined_at end at time zone ${zone})`;
  const tooLate = sql`(a.defer_by = 0 and ${joined}::time > make_time(${strikes}, 0, 0))::int`;
  return sql`((${joined}::date + a.defer_by + ${tooLate} + make_interval(hours => ${strikes})) at time zone ${zone})`;
};

/**
 * Who joined after this cannot be due at `at`: cheap to compare, so that those who wait for another day cost nothing. A day
 * and two hours of leave, as the hour may strike before that of the joining and clocks are changed.
 */
const latestJoining = (at: Date) => {
  const joined = sql`${iso(at)}::timestamptz - make_interval(days => a.defer_by) + interval '26 hours'`;
  return sql`case when a.since is null and a.created_at > ${joined} then '-infinity' else ${joined} end`;
};

/** Members that an action `a` of `actions` means: living staff who joined since it does, and are not through with it. */
const meantBy = (actions: RawBuilder<unknown>) => sql`
  from ${actions} a join tag_employees m on m.tag_id = a.tag_id and (a.since is null or m.joined_at >= a.since)
    and not exists (select from tag_action_runs x where x.state <> 'waiting'
      and x.action_id = a.id and x.employee_id = m.employee_id and x.joined_at = m.joined_at)
  join employees e on e.id = m.employee_id and e.deleted_at is null and e.role <> 'pdf_service'`;

export type DueMember = {
  employee_id: string;
  joined_at: string;
  due_at: string;
  onboarding: boolean;
  is_registered: boolean;
  /** What came of earlier tries for the same joining. */
  assignment_id: string | null;
  settled_course_ids: string[];
};

type Strike = { actionId: string; zone: string; hour: number; at: Date };

/**
 * The people for whom an action seems to be due at `at`, in the order of their ids; postponed ones come again. One pass over
 * the tag, so that an hour in which nothing is due costs little however many members there are; what is found is judged
 * once more in the transaction that acts (`dueMembers`).
 */
export const duePeople = async (tx: Tx, o: Strike): Promise<string[]> => {
  const { rows } = await sql<{ employee_id: string }>`
    with left_over as materialized (
      select m.employee_id, m.joined_at from tag_employees m
      where m.tag_id = (select tag_id from tag_actions where id = ${o.actionId})
        and m.joined_at <= (select ${latestJoining(o.at)} from tag_actions a where a.id = ${o.actionId})
        and not exists (select from tag_action_runs r where r.action_id = ${o.actionId} and r.state <> 'waiting'
          and r.employee_id = m.employee_id and r.joined_at = m.joined_at))
    select m.employee_id from left_over m join tag_actions a on a.id = ${o.actionId}
    where (a.since is null or m.joined_at >= a.since) and ${dueAt(o.zone, o.hour)} <= ${iso(o.at)}
    order by m.employee_id`.execute(tx);
  return rows.map((row) => row.employee_id);
};

/** Those of `people` for whom an action is due at `at`, with what it needs to know of them. */
export const dueMembers = async (tx: Tx, o: Strike & { people: readonly string[] }): Promise<DueMember[]> => {
  const { rows } = await sql<DueMember>`
    select m.employee_id, m.joined_at, ${dueAt(o.zone, o.hour)} as due_at, m.onboarding, e.is_registered,
      r.assignment_id, coalesce(r.settled_course_ids, '{}')::text[] as settled_course_ids
    ${meantBy(sql`tag_actions`)}
    left join tag_action_runs r on r.action_id = a.id and r.employee_id = m.employee_id and r.joined_at = m.joined_at
    where a.id = ${o.actionId} and m.employee_id = any(${`{${o.people.join(',')}}`}::uuid[])
      and ${dueAt(o.zone, o.hour)} <= ${iso(o.at)}
    order by m.employee_id`.execute(tx);
  return rows;
};

/** The same with what came of it so far. */
const meant = sql`
  from tag_actions a join tag_employees m on m.tag_id = a.tag_id and (a.since is null or m.joined_at >= a.since)
  join employees e on e.id = m.employee_id and e.deleted_at is null and e.role <> 'pdf_service'
  left join tag_action_runs r on r.action_id = a.id and r.employee_id = m.employee_id and r.joined_at = m.joined_at`;

export type ForecastRow = {
  day: string;
  action_id: string;
  reason: string | null;
  people: number;
  examples: { id: string; full_name: string }[];
};

/**
 * Who would get what until `days` from `at`, by day, action and outcome. What is overdue falls on the next hour, so on
 * today; newcomers whose time will be over by then are left out.
 */
export const forecast = async (
  tx: Tx,
  o: { tagId: string | null; zone: string; hour: number; at: Date; days: number },
): Promise<ForecastRow[]> => {
  const at = sql`${iso(o.at)}::timestamptz`;
  const { rows } = await sql<ForecastRow>`
    with coming as materialized (
      select a.id as action_id, a.type, e.id, e.full_name, e.email_key, e.organization_id, e.is_registered, m.onboarding, t.is_active,
        greatest(${dueAt(o.zone, o.hour)}, ${at}) as due
      ${meant} join tags t on t.id = a.tag_id
      where coalesce(r.state, 'waiting') = 'waiting' and (${o.tagId}::uuid is null or a.tag_id = ${o.tagId}::uuid)
        and ${dueAt(o.zone, o.hour)} < ${at} + make_interval(days => ${o.days})
        and (t.type <> 'newbie' or e.created_at + make_interval(days => t.life_days) > greatest(${dueAt(o.zone, o.hour)}, ${at}))),
    judged as (
      select c.*, (c.due at time zone ${o.zone})::date as day, case
        when not c.onboarding then 'without_onboarding'
        when not c.is_active then 'tag_off'
        when o.licence_end < (c.due at time zone o.time_zone)::date then 'licence_expired'
        when c.type = 'registration_link' and c.is_registered then 'already_registered'
        when c.type = 'course' and not exists (select from tag_action_courses ac where ac.action_id = c.action_id and not exists (
          select from learners l join assignments s on s.id = l.assignment_id
          where l.employee_id = c.id and s.course_id = ac.course_id and s.status <> 'completed' and l.completed_at is null)) then 'has_course'
        when c.type = 'phishing' and not o.autophish then 'autophish_off'
        when c.type = 'phishing' and o.sending_paused then 'sending_paused'
        when c.type = 'phishing' and not exists (select from organization_domains d
          where d.domain = split_part(c.email_key, '@', 2) and d.confirmed_at is not null) then 'domain_unconfirmed'
        when c.type = 'phishing' and exists (select from campaign_recipients p join campaigns pc on pc.id = p.campaign_id
          where p.organization_id = c.organization_id and p.employee_id = c.id and not pc.is_testing
            and p.sent_at > c.due - interval '7 days') then 'phishing_too_soon'
        end as reason
      from coming c join organizations o on o.id = c.organization_id)
    select day::text, action_id, reason, count(*)::int as people,
      to_jsonb((array_agg(jsonb_build_object('id', id, 'full_name', full_name) order by full_name, id))[1:5]) as examples
    from judged group by day, action_id, reason order by day, action_id, reason nulls first`.execute(tx);
  return rows;
};
