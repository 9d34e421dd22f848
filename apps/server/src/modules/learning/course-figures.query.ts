import type { CourseFigures, CourseLearner } from '@sergak/contract/learning/course-figures.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { inSearchText } from '../../platform/search.query.ts';
import { audienceOf, isBehind, learnerStateOn } from '../directory/public.ts';

/** Number of questions and of slides that are shown. */
const MOST = 6;
/** A question with fewer answers says nothing. */
const ANSWERS_LEAST = 3;

/** Learners `l` of all assignments `a` of a course, who are not removed. */
const learnersOf = (course: string) => sql`learners l join assignments a on a.id = l.assignment_id
  join employees e on e.id = l.employee_id and e.deleted_at is null where a.course_id = ${course}`;
const counts = (today: string) => sql`count(*)::int as learners, count(l.completed_at)::int as completed,
  count(*) filter (where ${isBehind(today)})::int as behind, round(avg(l.progress), 2) as progress`;

export const countCourse = async (tx: Tx, course: string, today: string) => {
  type Counts = Pick<CourseFigures, 'learners' | 'completed' | 'behind' | 'progress' | 'not_started'>;
  const { rows } = await sql<Counts>`select ${counts(today)},
    count(*) filter (where l.started_at is null and l.completed_at is null)::int as not_started
    from ${learnersOf(course)}`.execute(tx);
  return rows[0]!;
};

export const countCourseAssignments = async (
  tx: Tx,
  course: string,
  today: string,
): Promise<CourseFigures['assignments']> => {
  const { rows } = await sql<CourseFigures['assignments'][number]>`
    select a.id, a.title, a.status, a.start_date, a.deadline, a.paused_at, f.learners, f.completed, f.behind, coalesce(f.progress, 0) as progress,
      ${audienceOf} as audience
    from (select l.assignment_id, ${counts(today)} from ${learnersOf(course)} group by 1) f join assignments a on a.id = f.assignment_id
    order by array_position(array['active', 'planned', 'completed'], a.status), a.deadline desc, a.id`.execute(tx);
  return rows;
};

/** Questions with the most errors in finished attempts, by share of wrong answers. */
export const countErrors = async (tx: Tx, course: string) => {
  const { rows } = await sql<{ id: string; answers: number; wrong: number }>`
    select w.question_id as id, count(*)::int as answers, count(*) filter (where not w.correct)::int as wrong
    from quiz_answers w join quiz_attempts q on q.id = w.attempt_id and q.completed_at is not null
      cross join ${learnersOf(course)} and l.id = q.learner_id
    group by 1 having count(*) >= ${ANSWERS_LEAST}::int and count(*) filter (where not w.correct) > 0
    order by avg((not w.correct)::int) desc, 3 desc, 1 limit ${MOST}::int`.execute(tx);
  return rows;
};

/** The slides at which learners who have not finished a material stopped; `slide` is counted from 0. */
export const countStops = async (tx: Tx, course: string) => {
  const { rows } = await sql<{ step_id: string; slide: number; people: number }>`
    select p.step_id, p.slide, count(*)::int as people
    from step_progress p cross join ${learnersOf(course)} and l.id = p.learner_id and l.completed_at is null
    and p.completed_at is null and not exists (select from quiz_attempts q where q.learner_id = l.id and q.step_id = p.step_id)
    group by 1, 2 order by 3 desc, 1, 2 limit ${MOST}::int`.execute(tx);
  return rows;
};

/** The newest published version of a course; undefined if it was never published. */
export const newestVersion = async (tx: Tx, course: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('course_versions')
      .select('id')
      .where('course_id', '=', course)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.id;

/** Learners of all assignments of a course: those behind first, then the lowest progress. */
export const selectCourseLearners = async (
  tx: Tx,
  course: string,
  today: string,
  o: { search: string; limit: number; offset: number },
): Promise<{ data: CourseLearner[]; total_count: number }> => {
  const from = sql`${learnersOf(course)} and ${inSearchText(sql`e.search_text`, o.search)}`;
  const { rows: data } = await sql<CourseLearner>`
    select e.id as employee_id, e.full_name, e.email, (select d.title from departments d where d.id = e.department_id) as department,
      jsonb_build_object('id', a.id, 'title', a.title) as assignment, ${learnerStateOn(today)} as state, l.progress, l.deadline
    from ${from}
    order by ${isBehind(today)} desc, l.progress, e.full_name collate "ru-RU-x-icu", l.id limit ${o.limit} offset ${o.offset}`.execute(
    tx,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${from}`.execute(tx);
  return { data, total_count: rows[0]!.n };
};
