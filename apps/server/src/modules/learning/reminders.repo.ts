import type { WorkHours } from '@sergak/contract/campaigns/schedule.rules.ts';
import { sql } from 'kysely';
import { iso, now } from '../../platform/clock.ts';
import type { SystemTx, Tx } from '../../platform/db.ts';
import { emailColumns, type CourseEmailRow } from './learning.repo.ts';

const reminding = sql`a.status = 'active' and a.paused_at is null and a.reminders <> '{}'`;

/**
 * Organisations with an assignment whose reminders of today were not sent yet, and their working hours. Crosses tenants: the
 * sweep serves the whole installation.
 */
export const organizationsWithDeadlines = async (tx: SystemTx): Promise<({ id: string } & WorkHours)[]> => {
  const { rows } = await sql<{ id: string } & WorkHours>`
    select o.id, o.time_zone, o.work_from, o.work_to, o.work_days, o.holidays
    from organizations o cross join lateral (select (${iso(now())}::timestamptz at time zone o.time_zone)::date as today) t
    where o.removal_started_at is null and t.today <= o.licence_end and exists (
      select from assignments a where a.organization_id = o.id and ${reminding} and (a.reminded_on is null or a.reminded_on < t.today))`.execute(
    tx,
  );
  return rows;
};

/**
 * The newest day up to `today` on which learner `l` of assignment `a` is reminded, like `reminderOffsets` of the contract; null if
 * there is none.
 */
const newestDay = (today: string) => sql`(
  select max(d.day) from (values
    (l.deadline - (a.reminders->>'before_days')::int),
    (case when (a.reminders->>'on_deadline')::boolean then l.deadline end),
    (case when ${today}::date - l.deadline >= (a.reminders->>'after_every')::int then l.deadline
      + (a.reminders->>'after_every')::int
        * least((a.reminders->>'after_times')::int, (${today}::date - l.deadline) / (a.reminders->>'after_every')::int) end)
  ) d (day) where d.day <= ${today}::date)`;

/**
 * Records the due reminders of up to `limit` learners and returns what their emails say. Of several missed reminders only the
 * newest is sent. A reminder on the day of the assignment or before `reminders_since` is not due.
 */
export const takeReminders = async (
  tx: Tx,
  today: string,
  timeZone: string,
  limit: number,
): Promise<CourseEmailRow[]> => {
  const { rows } = await sql<CourseEmailRow>`
    with due as (
      select l.id, d.day from assignments a join learners l on l.assignment_id = a.id
        join employees e on e.id = l.employee_id and e.deleted_at is null
        cross join lateral (select ${newestDay(today)} as day) d
      where ${reminding} and (a.reminded_on is null or a.reminded_on < ${today}::date)
        and l.completed_at is null and l.email_due is null
        and d.day >= greatest(a.reminders_since, l.start_date, (l.assigned_at at time zone ${timeZone})::date + 1)
        and not exists (select from course_reminders r where r.learner_id = l.id and r.due_day >= d.day)
      order by l.id limit ${limit} for update of l skip locked),
    sent as (
      insert into course_reminders (learner_id, due_day, sent_at) select id, day, ${iso(now())}::timestamptz from due
      on conflict (learner_id, due_day) do nothing returning learner_id)
    select 'reminder' as kind, false as gone, ${emailColumns}
    from sent join learners l on l.id = sent.learner_id join assignments a on a.id = l.assignment_id
      join courses c on c.id = a.course_id join employees e on e.id = l.employee_id`.execute(tx);
  return rows;
};

/** Records that the reminders of this day were sent, so that the sweep looks at these assignments tomorrow again. */
export const markLearnersReminded = (tx: Tx, today: string) =>
  sql`update assignments a set reminded_on = ${today}::date where ${reminding} and (a.reminded_on is null or a.reminded_on < ${today}::date)`.execute(
    tx,
  );
