import type { Answer, DrawnQuestion } from '@sergak/contract/learning/learning.rules.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db.ts';
import { type Attempt, attemptColumns, type Position } from './learner.query.ts';

/** Marks a learner as started; returns whether the learner had not started before. */
export const markStarted = async (tx: Tx, learnerId: string): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('learners')
    .set({ started_at: now() })
    .where('id', '=', learnerId)
    .where('started_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const openStep = async (tx: Tx, learnerId: string, stepId: string): Promise<void> => {
  await tx
    .insertInto('step_progress')
    .values({ learner_id: learnerId, step_id: stepId, started_at: now() })
    .onConflict((oc) => oc.columns(['learner_id', 'step_id']).doNothing())
    .execute();
};

/** Opens a step, or resets its position to the first question. */
export const restartStep = async (tx: Tx, learnerId: string, stepId: string): Promise<void> => {
  await tx
    .insertInto('step_progress')
    .values({ learner_id: learnerId, step_id: stepId, started_at: now() })
    .onConflict((oc) => oc.columns(['learner_id', 'step_id']).doUpdateSet({ slide: 0 }))
    .execute();
};

/**
 * Records that a slide of a step was opened. `isNewest`: the learner shows it now; an older position arrived late, and only counts
 * as opened.
 */
export const storePosition = async (
  tx: Tx,
  learnerId: string,
  { position, isNewest }: { position: Position; isNewest: boolean },
): Promise<void> => {
  await sql`
    with shown as (
      update learners set position = ${JSON.stringify(position)}::jsonb where id = ${learnerId} and ${isNewest}::boolean)
    insert into step_progress (learner_id, step_id, started_at, slide, reached)
    values (${learnerId}, ${position.step_id}, ${now()}, case when ${isNewest}::boolean then ${position.slide}::int else 0 end,
      ${position.slide})
    on conflict (learner_id, step_id) do update set reached = greatest(step_progress.reached, excluded.reached),
      slide = case when ${isNewest}::boolean then excluded.slide else step_progress.slide end`.execute(tx);
};

/** Records a result of a step. A completed step stays completed, and the best score is kept. */
export const completeStep = async (
  tx: Tx,
  learnerId: string,
  stepId: string,
  at: Date,
  done: boolean,
  score: number | null,
): Promise<void> => {
  await sql`
    insert into step_progress (learner_id, step_id, started_at, completed_at, best_score)
    values (${learnerId}, ${stepId}, ${at}, ${done ? at : null}, ${score}::int)
    on conflict (learner_id, step_id) do update set
      completed_at = coalesce(step_progress.completed_at, excluded.completed_at),
      best_score = greatest(step_progress.best_score, excluded.best_score)`.execute(tx);
};

/** Records the result of a SCORM step, whose score follows the policy of the course. A completed step stays completed. */
export const setStepResult = async (
  tx: Tx,
  learnerId: string,
  stepId: string,
  at: Date,
  done: boolean,
  score: number | null,
): Promise<void> => {
  await sql`
    insert into step_progress (learner_id, step_id, started_at, completed_at, best_score)
    values (${learnerId}, ${stepId}, ${at}, ${done ? at : null}, ${score}::int)
    on conflict (learner_id, step_id) do update set
      completed_at = coalesce(step_progress.completed_at, excluded.completed_at), best_score = excluded.best_score`.execute(
    tx,
  );
};

export const saveProgress = async (
  tx: Tx,
  learnerId: string,
  p: { completed_steps: number; progress: number; completed_at: Date | null },
): Promise<void> => {
  await tx
    .updateTable('learners')
    .set({
      completed_steps: p.completed_steps,
      progress: p.progress,
      ...(p.completed_at ? { completed_at: p.completed_at } : {}),
    })
    .where('id', '=', learnerId)
    .execute();
};

export const insertAttempt = (
  tx: Tx,
  a: {
    learnerId: string;
    stepId: string;
    number: number;
    drawn: readonly DrawnQuestion[];
    startedAt: Date;
    endsAt: Date | null;
  },
): Promise<Attempt> =>
  tx
    .insertInto('quiz_attempts')
    .values({
      learner_id: a.learnerId,
      step_id: a.stepId,
      number: a.number,
      drawn: JSON.stringify(a.drawn),
      started_at: a.startedAt,
      ends_at: a.endsAt,
    })
    .returning([...attemptColumns, sql<DrawnQuestion[]>`drawn`.as('drawn')])
    .executeTakeFirstOrThrow();

/** Stores an answer unless the stored sequence number is the same or greater; returns the stored answer. */
export const saveAnswer = async (
  tx: Tx,
  a: { attemptId: string; questionId: string; sequence: number; answer: Answer; correct: boolean },
): Promise<{ answer: Answer; sequence: number; saved: boolean }> => {
  const { rows } = await sql<{ sequence: number }>`
    insert into quiz_answers (attempt_id, question_id, sequence, answer, correct, answered_at)
    values (${a.attemptId}, ${a.questionId}, ${a.sequence}, ${JSON.stringify(a.answer)}::jsonb, ${a.correct}, ${now()})
    on conflict (attempt_id, question_id) do update set
      sequence = excluded.sequence, answer = excluded.answer, correct = excluded.correct, answered_at = excluded.answered_at
      where quiz_answers.sequence < excluded.sequence
    returning sequence`.execute(tx);
  if (rows.length > 0) return { answer: a.answer, sequence: a.sequence, saved: true };
  const kept = await tx
    .selectFrom('quiz_answers')
    .select(['answer', 'sequence'])
    .where('attempt_id', '=', a.attemptId)
    .where('question_id', '=', a.questionId)
    .executeTakeFirstOrThrow();
  return { answer: kept.answer as Answer, sequence: kept.sequence, saved: false };
};

export const finishAttempt = async (
  tx: Tx,
  id: string,
  end: { at: Date; score: number; passed: boolean },
): Promise<void> => {
  await tx
    .updateTable('quiz_attempts')
    .set({ completed_at: end.at, score: end.score, passed: end.passed })
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .execute();
};
