import { sql, type RawBuilder } from 'kysely';
import { iso } from '../../platform/clock.ts';
import { arrayText, type Tx } from '../../platform/db.ts';

/**
 * When an action is due for a member: the first time its hour strikes in the organisation's zone at or after the joining,
 * `defer_by` days later. Who was a member when an action for all was added counts as joining then. Needs the tables
 * `tag_employees m`, `tag_actions a` and the values `zone` and `hour` of the organisation.
 */
export const dueAt = (zone: string, hour: number) => {
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
export const meantBy = (actions: RawBuilder<unknown>) => sql`
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
    where a.id = ${o.actionId} and m.employee_id = any(${arrayText(o.people)}::uuid[])
      and ${dueAt(o.zone, o.hour)} <= ${iso(o.at)}
    order by m.employee_id`.execute(tx);
  return rows;
};
