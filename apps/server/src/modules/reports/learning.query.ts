import type { Answer, CourseContent, Drawn } from '@sergak/contract/learning/learning.rules.ts';
import type { LearnerState } from '@sergak/contract/learning/learning.schema.ts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export type AssignmentFacts = {
  id: string;
  title: string;
  status: string;
  start_date: string;
  deadline: string;
  learners: number;
  completed: number;
  progress: number;
};

/** Assignments of the organisation, the latest first; `id` limits them to one. Removed people are not counted. */
export const readAssignments = async (
  tx: Tx,
  o: { readonly id?: string; readonly scorm?: boolean | undefined } = {},
): Promise<AssignmentFacts[]> => {
  const { rows } = await sql<AssignmentFacts>`
    select a.id, a.title, a.status, a.start_date, a.deadline, n.learners, n.completed, n.progress
    from assignments a join courses k on k.id = a.course_id cross join lateral (
      select count(*)::int as learners, count(l.completed_at)::int as completed, coalesce(round(avg(l.progress), 2), 0) as progress
      from learners l join employees e on e.id = l.employee_id and e.deleted_at is null where l.assignment_id = a.id) n
    where (${o.id ?? null}::uuid is null or a.id = ${o.id ?? null}::uuid) and (not ${o.scorm ?? false} or k.kind = 'scorm')
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
const AT_ONCE = 5_000;

/** Learners with their courses, in pages of a few thousand: of an assignment, of a person, or of the organisation. */
export async function* readLearners(
  tx: Tx,
  today: string,
  o: { readonly assignmentId?: string; readonly personId?: string; readonly scorm?: boolean | undefined },
): AsyncGenerator<LearnerFacts> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const { rows }: { rows: LearnerFacts[] } = await sql<LearnerFacts>`
      select l.id, e.full_name, e.email, d.title as department, a.title as course, l.progress, l.deadline, l.started_at, l.completed_at,
        case when l.completed_at is not null then 'completed' when l.behind_from <= ${today}::date then 'behind'
          when l.started_at is null then 'not_started' else 'in_progress' end as state,
        (select round(avg(p.best_score))::int from step_progress p where p.learner_id = l.id) as score
      from learners l join assignments a on a.id = l.assignment_id join courses k on k.id = a.course_id
        join employees e on e.id = l.employee_id and e.deleted_at is null join departments d on d.id = e.department_id
      where l.id > ${last}::uuid and (not ${o.scorm ?? false} or k.kind = 'scorm')
        and (${o.assignmentId ?? null}::uuid is null or l.assignment_id = ${o.assignmentId ?? null}::uuid)
        and (${o.personId ?? null}::uuid is null or l.employee_id = ${o.personId ?? null}::uuid)
      order by l.id limit ${AT_ONCE}`.execute(tx);
    yield* rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)!.id;
  }
}

export type AttemptFacts = {
  full_name: string;
  course: string;
  number: number;
  started_at: string;
  completed_at: string | null;
  score: number | null;
  passed: boolean | null;
  step_id: string;
  drawn: Drawn[];
  content: CourseContent;
};

/** An attempt at a quiz with the version that it was made of. */
export const findAttempt = async (tx: Tx, id: string): Promise<AttemptFacts | undefined> => {
  const { rows } = await sql<AttemptFacts>`
    select e.full_name, a.title as course, q.number, q.started_at, q.completed_at, q.score, q.passed, q.step_id, q.drawn, v.content
    from quiz_attempts q join learners l on l.id = q.learner_id join employees e on e.id = l.employee_id and e.deleted_at is null
      join assignments a on a.id = l.assignment_id join course_versions v on v.id = a.course_version_id
    where q.id = ${id}`.execute(tx);
  return rows[0];
};

export type AnswerFacts = { question_id: string; answer: Answer; correct: boolean; answered_at: string };
export const readAnswers = async (tx: Tx, attemptId: string): Promise<AnswerFacts[]> => {
  const { rows } = await sql<AnswerFacts>`
    select question_id, answer, correct, answered_at from quiz_answers where attempt_id = ${attemptId}`.execute(tx);
  return rows;
};
