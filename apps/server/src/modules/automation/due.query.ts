import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';

/**
 * The time at which an action is due for a member: the first occurrence of its hour in the organisation's time zone at or after
 * the joining, plus `defer_by` days. A member of the time when an action for all was added counts as joining then. Needs the
 * tables `tag_employees m`, `tag_actions a` and the values `zone` and `hour` of the organisation.
 */
export const dueAt = (zone: string, hour: number) => {
  const dueHour = sql`coalesce(a.registration_link_hour, ${hour}::int)`;
  const joined = sql`(case when a.since is null then greatest(m.joined_at, a.created_at) else m.joined_at end at time zone ${zone})`;
  const nextDay = sql`(a.defer_by = 0 and ${joined}::time > make_time(${dueHour}, 0, 0))::int`;
  return sql`((${joined}::date + a.defer_by + ${nextDay} + make_interval(hours => ${dueHour})) at time zone ${zone})`;
};

/**
 * No member who joined after this time can be due at `at`: a cheap comparison that skips members whose time has not come. The
 * margin of 26 hours covers an hour earlier in the day than the joining and changes of the clock.
 */
const latestJoining = (at: Date) => {
  const joined = sql`${iso(at)}::timestamptz - make_interval(days => a.defer_by) + interval '26 hours'`;
  return sql`case when a.since is null and a.created_at > ${joined} then '-infinity' else ${joined} end`;
};

/** Members to whom an action `a` of `actions` applies and for whom it has no final run: not removed, joined since `a.since`. */
export const membersOf = (actions: RawBuilder<unknown>) => sql`
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
  /** Results of earlier attempts for the same joining. */
  assignment_id: string | null;
  settled_course_ids: string[];
};

type DueOptions = { actionId: string; zone: string; hour: number; at: Date };

/**
 * Ids of the people for whom an action seems to be due at `at`, in order; waiting runs are included. One pass over the tag, so
 * that an hour without due actions costs little in any organisation. `dueMembers` checks the people again in the transaction that
 * runs the action.
 */
export const findDuePeople = async (tx: Tx, o: DueOptions): Promise<string[]> => {
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

/** The members among `people` for whom an action is due at `at`, with the data that the action needs. */
export const dueMembers = async (tx: Tx, o: DueOptions & { people: readonly string[] }): Promise<DueMember[]> => {
  const { rows } = await sql<DueMember>`
    select m.employee_id, m.joined_at, ${dueAt(o.zone, o.hour)} as due_at, m.onboarding, e.is_registered,
      r.assignment_id, coalesce(r.settled_course_ids, '{}')::text[] as settled_course_ids
    ${membersOf(sql`tag_actions`)}
    left join tag_action_runs r on r.action_id = a.id and r.employee_id = m.employee_id and r.joined_at = m.joined_at
    where a.id = ${o.actionId} and m.employee_id = any(${o.people}::uuid[])
      and ${dueAt(o.zone, o.hour)} <= ${iso(o.at)}
    order by m.employee_id`.execute(tx);
  return rows;
};
