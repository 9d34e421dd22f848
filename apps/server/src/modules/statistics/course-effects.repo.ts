import { CAUGHT_RESULT, EFFECT_DAYS } from '@sergak/contract/statistics/insights.rules.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { delivered, deliveredAt, nowSql } from './period.query.ts';

const days = sql.raw(`interval '${EFFECT_DAYS} days'`);
const emailsOf = sql`
  select r.result from campaign_recipients r join campaigns c on c.id = r.campaign_id and not c.is_testing
  where r.employee_id = d.employee_id and ${delivered}`;

/**
 * Whether assignment `a` was made because of a result: by a campaign or by a tag of a risk group. The people of such an
 * assignment were just caught, so they do better afterwards even without a course (regression to the mean, decision 0280).
 * A tag action that no longer exists can have belonged to a risk group.
 */
const byResult = sql`(a.source = 'campaign' or a.source = 'tag' and not exists (
  select from tag_actions n join tags t on t.id = n.tag_id where n.id = a.tag_action_id and t.type <> 'risk_group'))`;

/**
 * Each present person `employee_id` with the time `at` of first finishing course `course_id`, and whether any assignment of
 * the course to this person was made because of a result.
 */
const finishedCourses = () => sql`
  select a.course_id, l.employee_id, min(l.completed_at) as at, bool_or(${byResult}) as by_result
  from learners l join assignments a on a.id = l.assignment_id join employees x on x.id = l.employee_id and x.deleted_at is null
  where l.completed_at <= ${nowSql()}
  group by 1, 2`;

/** The last email to person `d.employee_id` before the end of the course, `d.at`. */
const emailBefore = sql`${emailsOf} and ${deliveredAt} < d.at and ${deliveredAt} >= d.at - ${days}
  order by ${deliveredAt} desc limit 1`;
/** The first email after it. */
const emailAfter = () => sql`${emailsOf} and ${deliveredAt} >= d.at
  and ${deliveredAt} < d.at + ${days} and ${deliveredAt} <= ${nowSql()} order by ${deliveredAt} limit 1`;

/** Recomputes the effects of all courses. Reads two emails for each finished course of each person. */
export const storeCourseEffects = async (tx: Tx): Promise<void> => {
  await sql`
    with pairs as materialized (
      select d.course_id, d.employee_id, b.result >= ${CAUGHT_RESULT} as before, f.result >= ${CAUGHT_RESULT} as after
      from (${finishedCourses()}) d
        left join lateral (${emailBefore}) b on not d.by_result left join lateral (${emailAfter()}) f on true),
    counted as (
      select course_id, count(*) as finished, count(*) filter (where before is not null and after is not null) as people,
        count(*) filter (where before and after is not null) as caught_before,
        count(*) filter (where after and before is not null) as caught_after,
        count(*) filter (where before and not after) as only_before, count(*) filter (where after and not before) as only_after
      from pairs group by 1),
    removed as (delete from course_effects where course_id not in (select course_id from counted)),
    caught as (select course_id, employee_id from pairs where after and before is not null),
    forgotten as (
      delete from course_effect_people p where not exists (
        select from caught c where c.course_id = p.course_id and c.employee_id = p.employee_id)),
    kept as (
      insert into course_effect_people (course_id, employee_id) select course_id, employee_id from caught
      on conflict do nothing)
    insert into course_effects (course_id, finished, people, caught_before, caught_after, only_before, only_after, computed_at)
    select course_id, finished, people, caught_before, caught_after, only_before, only_after, ${nowSql()} from counted
    on conflict (organization_id, course_id) do update set finished = excluded.finished, people = excluded.people,
      caught_before = excluded.caught_before, caught_after = excluded.caught_after, only_before = excluded.only_before,
      only_after = excluded.only_after, computed_at = excluded.computed_at`.execute(tx);
};
