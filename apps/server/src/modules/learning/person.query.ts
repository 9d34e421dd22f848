import type { Sorting } from '@sergak/contract/paging.ts';
import type { PersonCourse, personCourseSorts } from '@sergak/contract/learning/person.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { learnerStateOn } from '../directory/public.ts';
import { findManualCompletion } from './learning.query.ts';

/** Name of a person of the organisation; undefined if the person is removed. */
export const findLearner = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees')
    .select(['id', 'full_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Courses of a person: active first, then planned, then completed; the nearest deadline first. */
export const selectPersonCourses = async (
  tx: Tx,
  id: string,
  today: string,
  o: { limit: number; offset: number } & Partial<Sorting<(typeof personCourseSorts)[number]>>,
): Promise<{ data: PersonCourse[]; total_count: number }> => {
  const orders = {
    title: sql`a.title collate "ru-RU-x-icu"`,
    state: learnerStateOn(today),
    progress: sql`l.progress`,
    attempts: sql`(select count(*) from quiz_attempts q where q.learner_id = l.id)`,
    assigned_at: sql`l.assigned_at`,
    deadline: sql`l.deadline`,
    completed_at: sql`l.completed_at`,
  };
  const order =
    o.sort_by === undefined
      ? sql`array_position(array['active', 'planned', 'completed'], a.status), l.completed_at is not null, l.deadline`
      : sql`${orders[o.sort_by]} ${sql.raw(o.sort_order ?? 'desc')} nulls last`;
  const { rows } = await sql<PersonCourse>`
    select a.id, a.title, '/lk/files/' || coalesce(a.image_file_id, c.image_file_id)::text as image_path, a.status, ${learnerStateOn(today)} as state, l.progress,
      l.completed_steps, l.steps_total, l.start_date, l.deadline, l.assigned_at, l.started_at, l.completed_at,
      l.paused and a.status = 'active' as paused, ${findManualCompletion} as manual,
      (select count(*) from quiz_attempts q where q.learner_id = l.id) as attempts_count
    from learners l join assignments a on a.id = l.assignment_id join courses c on c.id = a.course_id
    where l.employee_id = ${id}
    order by ${order}, l.id
    limit ${o.limit} offset ${o.offset}`.execute(tx);
  const { n } = await tx
    .selectFrom('learners')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('employee_id', '=', id)
    .executeTakeFirstOrThrow();
  return { data: rows, total_count: n };
};

/** All attempts at the quizzes of one assigned course, in the order of their start. */
export const listAttempts = (tx: Tx, learnerId: string) =>
  tx
    .selectFrom('quiz_attempts')
    .select(['id', 'step_id', 'number', 'started_at', 'completed_at', 'score', 'passed'])
    .where('learner_id', '=', learnerId)
    .orderBy('started_at')
    .orderBy('number')
    .execute();
