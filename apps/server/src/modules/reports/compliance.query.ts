import { sql } from 'kysely';
import type { Audience } from '@sergak/contract/learning/learning.schema.ts';
import type { Tx } from '../../platform/db.ts';
import { audienceOf } from '../directory/public.ts';
import type { ReportPeriod } from '../statistics/public.ts';
import { readInPages } from './pages.query.ts';

/** Deadlines of these days, as seen on this day in this time zone. */
type Due = { readonly period: ReportPeriod; readonly today: string; readonly time_zone: string };
type DueOutcome = 'on_time' | 'late' | 'missed' | 'pending';
export type DueCounts = Record<DueOutcome, number> & { people: number };
export type CourseDue = DueCounts & { assignment_id: string; title: string; deadline: string; audience: Audience };
export type DepartmentDue = DueCounts & { id: string };
export type DuePerson = {
  full_name: string;
  email: string;
  position: string;
  department_id: string;
  course: string;
  deadline: string;
  days_late: number;
  completed_at: string | null;
  score: number | null;
  progress: number;
  outcome: DueOutcome;
  recorded_by: string | null;
  reason: string | null;
};

const completedOn = ({ time_zone }: Due) => sql`(l.completed_at at time zone ${time_zone})::date`;
const outcome = (o: Due) => sql`case
  when ${completedOn(o)} <= l.deadline then 'on_time' when l.completed_at is not null then 'late'
  when l.deadline < ${o.today}::date then 'missed' else 'pending' end`;
/** Learners with a deadline in the period. Courses of removed people are not included. */
const due = ({ period }: Due) => sql`
  learners l join assignments a on a.id = l.assignment_id
    join employees e on e.id = l.employee_id and e.deleted_at is null
  where l.deadline between ${period.from}::date and ${period.to}::date`;
const dueCounts = sql`count(*)::int as people, count(*) filter (where x.outcome = 'on_time')::int as on_time,
  count(*) filter (where x.outcome = 'late')::int as late, count(*) filter (where x.outcome = 'missed')::int as missed,
  count(*) filter (where x.outcome = 'pending')::int as pending`;

/** Courses by the learners' own deadlines: a course with several deadlines has several rows. */
export const dueCourses = async (tx: Tx, o: Due): Promise<CourseDue[]> => {
  const { rows } = await sql<CourseDue>`
    select a.title, ${audienceOf} as audience, f.* from (
      select x.assignment_id, x.deadline, ${dueCounts}
      from (select l.assignment_id, l.deadline, ${outcome(o)} as outcome from ${due(o)}) x group by 1, 2) f
    join assignments a on a.id = f.assignment_id order by f.deadline, a.title, a.id`.execute(tx);
  return rows;
};

export const dueDepartments = async (tx: Tx, o: Due): Promise<DepartmentDue[]> => {
  const { rows } = await sql<DepartmentDue>`
    select x.department_id as id, ${dueCounts}
    from (select e.department_id, ${outcome(o)} as outcome from ${due(o)}) x group by 1`.execute(tx);
  return rows;
};

/** People with a course due in the period, by name: those who have completed it, or those who have not. */
export const streamDuePeople = (tx: Tx, o: Due, completed: boolean): AsyncGenerator<DuePerson> =>
  readInPages<DuePerson>(
    tx,
    sql`select e.full_name, e.email, e.position, e.department_id, a.title as course, l.deadline, l.completed_at, l.progress,
      ${outcome(o)} as outcome, m.full_name as recorded_by, l.completion_reason as reason,
      greatest(0, coalesce(${completedOn(o)}, ${o.today}::date) - l.deadline)::int as days_late,
      (select round(avg(p.best_score))::int from step_progress p where p.learner_id = l.id) as score
    from learners l join assignments a on a.id = l.assignment_id
      join employees e on e.id = l.employee_id and e.deleted_at is null left join employees m on m.id = l.completed_by
    where l.deadline between ${o.period.from}::date and ${o.period.to}::date
      and (l.completed_at is not null) = ${completed}
    order by e.full_name collate "ru-RU-x-icu", a.title collate "ru-RU-x-icu", l.id`,
  );
