import type { Answer, CourseContent, DrawnQuestion } from '@sergak/contract/learning/learning.rules.ts';
import type { Audience, LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';
import { audienceOf, learnerStateOn } from '../directory/public.ts';
import { readInPages } from './pages.query.ts';

export type AssignmentFacts = {
  id: string;
  title: string;
  status: string;
  start_date: string;
  deadline: string;
  learners: number;
  completed: number;
  progress: number;
  audience: Audience;
};

type Period = { readonly from: string; readonly to: string };
/** Whether the term of an assignment or a learner has a day in the period. */
const runsIn = (row: 'a' | 'l', period: Period | undefined) =>
  period
    ? sql`(${sql.ref(`${row}.start_date`)} <= ${period.to}::date and ${sql.ref(`${row}.deadline`)} >= ${period.from}::date)`
    : sql`true`;

/** Assignments of the organisation, the latest first; `id` limits them to one. Removed people are not counted. */
export const readAssignments = async (
  tx: Tx,
  o: { readonly id?: string; readonly scorm?: boolean | undefined; readonly period?: Period | undefined } = {},
): Promise<AssignmentFacts[]> => {
  const { rows } = await sql<AssignmentFacts>`
    select a.id, a.title, a.status, a.start_date, a.deadline, n.learners, n.completed, n.progress, ${audienceOf} as audience
    from assignments a join courses k on k.id = a.course_id cross join lateral (
      select count(*)::int as learners, count(l.completed_at)::int as completed, coalesce(round(avg(l.progress), 2), 0) as progress
      from learners l join employees e on e.id = l.employee_id and e.deleted_at is null where l.assignment_id = a.id) n
    where (${o.id ?? null}::uuid is null or a.id = ${o.id ?? null}::uuid) and (not ${o.scorm ?? false} or k.kind = 'scorm')
      and ${runsIn('a', o.period)}
    order by a.created_at desc, a.id`.execute(tx);
  return rows;
};

export const findPersonName = (tx: Tx, id: string) =>
  tx
    .selectFrom('employees')
    .select(['full_name', 'email', 'position'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

export type LearnerFacts = {
  id: string;
  full_name: string;
  email: string;
  position: string;
  department: string;
  course: string;
  state: LearnerState;
  progress: number;
  /** Best scores of quizzes and packages, averaged. */
  score: number | null;
  deadline: string;
  started_at: string | null;
  completed_at: string | null;
};
export type LearnerCounts = Record<LearnerState, number> & { learners: number; progress: number };
type Which = {
  readonly assignmentId?: string;
  readonly personId?: string;
  readonly scorm?: boolean | undefined;
  readonly period?: Period | undefined;
};

/** Learners of an assignment, of a person, or of the organisation. */
const learnersOf = (o: Which) => sql`
  from learners l join assignments a on a.id = l.assignment_id join courses k on k.id = a.course_id
    join employees e on e.id = l.employee_id and e.deleted_at is null join departments d on d.id = e.department_id
  where (not ${o.scorm ?? false} or k.kind = 'scorm') and ${runsIn('l', o.period)}
    and (${o.assignmentId ?? null}::uuid is null or l.assignment_id = ${o.assignmentId ?? null}::uuid)
    and (${o.personId ?? null}::uuid is null or l.employee_id = ${o.personId ?? null}::uuid)`;

export const countLearners = async (tx: Tx, today: string, o: Which): Promise<LearnerCounts> => {
  const { rows } = await sql<{ state: LearnerState; n: number; progress: number }>`
    select ${learnerStateOn(today)} as state, count(*)::int as n, sum(l.progress)::float8 as progress ${learnersOf(o)} group by 1`.execute(
    tx,
  );
  const count = (state: LearnerState) => rows.find((one) => one.state === state)?.n ?? 0;
  const learners = rows.reduce((sum, one) => sum + one.n, 0);
  const progress = rows.reduce((sum, one) => sum + one.progress, 0) / Math.max(learners, 1);
  const [not_started, in_progress, likely_late] = [count('not_started'), count('in_progress'), count('likely_late')];
  const [completed, behind] = [count('completed'), count('behind')];
  return { learners, progress, not_started, in_progress, likely_late, completed, behind };
};

/** Learners with their courses, by name. */
export const readLearners = (tx: Tx, today: string, o: Which): AsyncGenerator<LearnerFacts> =>
  readInPages<LearnerFacts>(
    tx,
    sql`
    select l.id, e.full_name, e.email, e.position, d.title as department, a.title as course, l.progress, l.deadline, l.started_at, l.completed_at,
      ${learnerStateOn(today)} as state,
      (select round(avg(p.best_score))::int from step_progress p where p.learner_id = l.id) as score
    ${learnersOf(o)} order by e.full_name collate "ru-RU-x-icu", a.title collate "ru-RU-x-icu", l.id`,
  );

export type AttemptFacts = {
  employee_id: string;
  full_name: string;
  course: string;
  number: number;
  started_at: string;
  completed_at: string | null;
  score: number | null;
  passed: boolean | null;
  step_id: string;
  drawn: DrawnQuestion[];
  content: CourseContent;
};

/** An attempt at a quiz with the version that it was made of. */
export const findReportedAttempt = async (tx: Tx, id: string): Promise<AttemptFacts | undefined> => {
  const { rows } = await sql<AttemptFacts>`
    select l.employee_id, e.full_name, a.title as course, q.number, q.started_at, q.completed_at, q.score, q.passed, q.step_id, q.drawn, v.content
    from quiz_attempts q join learners l on l.id = q.learner_id join employees e on e.id = l.employee_id and e.deleted_at is null
      join assignments a on a.id = l.assignment_id join course_versions v on v.id = a.course_version_id
    where q.id = ${id}`.execute(tx);
  return rows[0];
};

export type AnswerFacts = { question_id: string; answer: Answer; correct: boolean; answered_at: string };
export const streamAnswers = async (tx: Tx, attemptId: string): Promise<AnswerFacts[]> => {
  const { rows } = await sql<AnswerFacts>`
    select question_id, answer, correct, answered_at from quiz_answers where attempt_id = ${attemptId}`.execute(tx);
  return rows;
};
