import type { ScormStep } from '@sergak/contract/learning/learning.rules.ts';
import type { ScorePolicy } from '@sergak/contract/library/library.schema.ts';
import { now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { viewCourse } from './course-view.ts';
import * as query from './learner.query.ts';
import * as repo from './learner.repo.ts';
import { recordProgress, requireRunning, requireStep, startCourse } from './learner.service.ts';

/** A SCORM step of a learner. `running` is false in a completed assignment: its packages can be read, nothing is recorded. */
export type MyScormStep = {
  readonly learner: query.Learner;
  readonly step: ScormStep;
  readonly running: boolean;
};

type Which = { assignmentId: string; employeeId: string; stepId?: string };

/**
 * Returns a SCORM step of a person's course, by default the first; throws if the course has not begun, or the step is locked or of
 * another kind.
 */
export const findScormStep = async (tx: Tx, which: Which): Promise<MyScormStep> => {
  const learner = await query.findMine(tx, which.assignmentId, which.employeeId);
  if (!learner) throw new AppError('assignment.not_found');
  const view = viewCourse(learner, await query.readSteps(tx, [learner.id], now()));
  if (learner.status === 'planned') requireRunning(view);
  const stepId = which.stepId ?? view.steps.find((one) => one.kind === 'scorm')?.id ?? '';
  const { step } = requireStep(view, stepId);
  if (step.kind !== 'scorm') throw new AppError('step.not_found');
  return { learner, step, running: learner.status === 'active' };
};

/** Records that a learner has opened a SCORM step. */
export const openScormStep = async (ctx: Ctx, learner: query.Learner, stepId: string): Promise<void> => {
  await startCourse(ctx, learner);
  await repo.openStep(ctx.tx, learner.id, stepId);
};

/**
 * Records the result of a SCORM step and counts the progress of the course again. `scoreOf` gets the score policy of the assigned
 * version and returns the score of the step. A completed step stays completed.
 */
export const recordScormResult = async (
  tx: Tx,
  o: { assignmentId: string; employeeId: string; stepId: string; done: boolean; progress: number },
  scoreOf: (policy: ScorePolicy) => number | null,
): Promise<void> => {
  const learner = await query.lockMine(tx, o.assignmentId, o.employeeId);
  const step = learner?.content.sections
    .flatMap((section) => section.themes.flatMap((theme) => theme.steps))
    .find((one) => one.id === o.stepId);
  if (!learner || learner.status !== 'active' || step?.kind !== 'scorm') return;
  await repo.setStepResult(tx, learner.id, step.id, now(), o.done, scoreOf(step.score_policy));
  await recordProgress(tx, learner, now(), o.progress);
};
