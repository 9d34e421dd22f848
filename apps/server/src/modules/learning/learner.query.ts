import type { CourseContent, DrawnQuestion } from '@sergak/contract/learning/learning.rules.ts';
import { sql } from 'kysely';
import { iso } from '../../platform/clock.ts';
import { PLAN_KEPT, type Tx } from '../../platform/db.ts';
import { readContents } from './course-content.query.ts';

/** A person's course with the assigned version. */
export type Learner = Row & { readonly content: CourseContent };
type Row = Awaited<ReturnType<ReturnType<typeof mine>['execute']>>[number];
export type Position = { readonly step_id: string; readonly slide: number; readonly sequence: number };

const mine = (tx: Tx, employeeId: string) =>
  tx
    .selectFrom('learners as l')
    .innerJoin('assignments as a', 'a.id', 'l.assignment_id')
    .select([
      'l.id',
      'l.assignment_id',
      'a.course_version_id',
      'l.employee_id',
      'l.start_date',
      'l.deadline',
      'l.completed_steps',
      'l.steps_total',
      'l.progress',
      'l.started_at',
      'l.completed_at',
      'l.assigned_at',
      'a.title',
      'a.status',
      'l.paused',
      sql<boolean>`l.completed_by is not null`.as('completed_manually'),
      sql<string | null>`'/lk/files/' || a.image_file_id::text`.as('own_image_path'),
      sql<Position | null>`l.position`.as('position'),
    ])
    .where('l.employee_id', '=', employeeId);

const withContent = async (tx: Tx, rows: readonly Row[]): Promise<Learner[]> => {
  const contents = await readContents(
    tx,
    rows.map((row) => row.course_version_id),
  );
  return rows.map((row) => ({ ...row, content: contents.get(row.course_version_id)! }));
};

export const selectOwnCourses = async (tx: Tx, employeeId: string): Promise<Learner[]> =>
  withContent(tx, await mine(tx, employeeId).orderBy('l.assigned_at', 'desc').orderBy('l.id').execute());

export const findMine = async (tx: Tx, assignmentId: string, employeeId: string): Promise<Learner | undefined> =>
  (await withContent(tx, await mine(tx, employeeId).where('l.assignment_id', '=', assignmentId).execute()))[0];

/** The learner's row, locked, so that two tabs of one person take turns. */
export const lockMine = async (tx: Tx, assignmentId: string, employeeId: string): Promise<Learner | undefined> =>
  (
    await withContent(
      tx,
      await mine(tx, employeeId).where('l.assignment_id', '=', assignmentId).forUpdate('l').execute(),
    )
  )[0];

/** The newest assignment of a person whose course version contains this module. */
export const findWithModule = async (tx: Tx, employeeId: string, moduleId: string): Promise<Learner | undefined> => {
  const rows = await mine(tx, employeeId)
    .innerJoin('course_versions as v', 'v.id', 'a.course_version_id')
    .where(sql<boolean>`v.content->'modules' @> ${JSON.stringify([{ id: moduleId }])}::jsonb`)
    .where('a.status', '<>', 'planned')
    .orderBy('l.assigned_at', 'desc')
    .limit(1)
    .execute();
  return (await withContent(tx, rows))[0];
};

export type LearnerStepRow = {
  learner_id: string;
  step_id: string;
  slide: number;
  /** The last slide that was opened. */
  reached: number;
  done: boolean;
  best_score: number | null;
  attempts_created: number;
  attempts_used: number;
  attempt_open: boolean;
  /** Number of questions of the open attempt, also if its time is over; null if there is none. */
  open_questions: number | null;
  last_score: number | null;
  registration_id: string | null;
};

/**
 * Progress of these learners on each step; steps that were never opened are omitted. A list of one is compared by equality:
 * PostgreSQL would plan the statement each time, because a kept plan expects a list of ten.
 */
export const readSteps = async (tx: Tx, learnerIds: readonly string[], at: Date): Promise<LearnerStepRow[]> => {
  const ofThese = learnerIds.length === 1 ? sql`= ${learnerIds[0]}::uuid` : sql`= any(${learnerIds}::uuid[])`;
  const { rows } = await sql<LearnerStepRow>`${PLAN_KEPT}
    with tries as (
      select learner_id, step_id, count(*) as created,
        max(jsonb_array_length(drawn)) filter (where completed_at is null) as open_questions, count(*) filter (where completed_at is not null or ends_at < ${iso(at)}::timestamptz) as used,
        bool_or(completed_at is null and (ends_at is null or ends_at >= ${iso(at)}::timestamptz)) as open,
        (array_agg(score order by number desc) filter (where completed_at is not null))[1] as last_score
      from quiz_attempts where learner_id ${ofThese} group by 1, 2),
    steps as (select * from step_progress where learner_id ${ofThese})
    select coalesce(p.learner_id, t.learner_id) as learner_id, coalesce(p.step_id, t.step_id) as step_id, coalesce(p.slide, 0) as slide,
      coalesce(greatest(p.reached, p.slide), 0) as reached,
      p.completed_at is not null as done, p.best_score, coalesce(t.created, 0) as attempts_created, coalesce(t.used, 0) as attempts_used,
      coalesce(t.open, false) as attempt_open, t.open_questions, t.last_score,
      (select r.id from scorm_registrations r where r.learner_id = p.learner_id and r.step_id = p.step_id and r.completed_at is not null
        order by r.number desc limit 1) as registration_id
    from steps p full join tries t on t.learner_id = p.learner_id and t.step_id = p.step_id`.execute(tx);
  return rows;
};

export const attemptColumns = [
  'id',
  'learner_id',
  'step_id',
  'number',
  'started_at',
  'ends_at',
  'completed_at',
  'score',
  'passed',
] as const;
const attempts = (tx: Tx) =>
  tx.selectFrom('quiz_attempts').select([...attemptColumns, sql<DrawnQuestion[]>`drawn`.as('drawn')]);
export type Attempt = NonNullable<Awaited<ReturnType<typeof findAttempt>>>;

/**
 * The learner's row with one of its attempts, both locked: after a wait for another tab both are as that one has left them.
 * Undefined if either is missing.
 */
export const lockWithAttempt = async (tx: Tx, assignmentId: string, employeeId: string, attemptId: string) => {
  const row = await mine(tx, employeeId)
    .innerJoin('quiz_attempts as q', 'q.learner_id', 'l.id')
    .select(['q.id as attempt_id', 'q.learner_id', 'q.step_id', 'q.number', 'q.started_at as attempt_started_at'])
    .select(['q.ends_at', 'q.completed_at as attempt_completed_at', 'q.score', 'q.passed'])
    .select(sql<DrawnQuestion[]>`q.drawn`.as('drawn'))
    .where('l.assignment_id', '=', assignmentId)
    .where('q.id', '=', attemptId)
    .forUpdate(['l', 'q'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { attempt_id, learner_id, step_id, number, attempt_started_at, ends_at, attempt_completed_at, ...rest } = row;
  const { score, passed, drawn, ...learner } = rest;
  const attempt: Attempt = {
    id: attempt_id,
    learner_id,
    step_id,
    number,
    started_at: attempt_started_at,
    ends_at,
    completed_at: attempt_completed_at,
    score,
    passed,
    drawn,
  };
  return { learner: (await withContent(tx, [learner]))[0]!, attempt };
};

export const findAttempt = (tx: Tx, learnerId: string, id: string) =>
  attempts(tx).where('learner_id', '=', learnerId).where('id', '=', id).executeTakeFirst();

export const findOpenAttempt = (tx: Tx, learnerId: string, stepId: string): Promise<Attempt | undefined> =>
  attempts(tx)
    .where('learner_id', '=', learnerId)
    .where('step_id', '=', stepId)
    .where('completed_at', 'is', null)
    .executeTakeFirst();

export const findLastResult = (tx: Tx, learnerId: string, stepId: string): Promise<Attempt | undefined> =>
  attempts(tx)
    .where('learner_id', '=', learnerId)
    .where('step_id', '=', stepId)
    .where('completed_at', 'is not', null)
    .orderBy('number', 'desc')
    .executeTakeFirst();

export const readAnswers = (tx: Tx, attemptId: string) =>
  tx
    .selectFrom('quiz_answers')
    .select(['question_id', 'answer', 'sequence', 'correct', 'answered_at'])
    .where('attempt_id', '=', attemptId)
    .execute();
export type StoredAnswer = Awaited<ReturnType<typeof readAnswers>>[number];

/** Open attempts whose time is over. */
export const expiredAttempts = (tx: Tx, at: Date) =>
  tx
    .selectFrom('quiz_attempts as q')
    .innerJoin('learners as l', 'l.id', 'q.learner_id')
    .select(['q.id', 'l.assignment_id', 'l.employee_id'])
    .where('q.completed_at', 'is', null)
    .where('q.ends_at', '<', iso(at))
    .limit(500)
    .execute();
