import { iso, now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { digest } from '../../platform/secrets.ts';
import { findScormStep, openScormStep } from '../learning/public.ts';
import { launchOrigin } from './launch-token.ts';
import { newLaunchToken } from './learner-token.ts';
import * as query from './runtime.query.ts';
import * as repo from './runtime.repo.ts';
import { readStoredManifest } from './runtime.service.ts';

type Launch = { assigned_course_id: string; step_id: string; new_attempt: boolean };

/**
 * Opens the package of a step for the learner. An unfinished attempt continues, unless the assignment has a new package by now. A
 * finished one is only shown, unless the learner begins again. The player that recorded for this attempt so far is superseded.
 */
export const launchScorm = async (ctx: Ctx, input: Launch) => {
  const { tx, viewer } = ctx;
  const { learner, step, running } = await findScormStep(tx, {
    assignmentId: input.assigned_course_id,
    employeeId: viewer.id,
    stepId: input.step_id,
  });
  const at = { learnerId: learner.id, stepId: step.id, packageId: step.package_id };
  const newest = await (running ? repo.lockCurrent : repo.lockNewest)(tx, at);
  const over = newest.completed_at !== null || newest.completion === 'completed';
  const registration =
    running && input.new_attempt && over
      ? ((await repo.insertRegistration(tx, at, newest.number + 1)) ?? (await repo.lockNewest(tx, at)))
      : newest;
  const mode = running && registration.completed_at === null ? 'normal' : 'review';
  if (mode === 'normal') {
    await repo.supersedeSessions(tx, registration.id);
    await openScormStep(ctx, learner, step.id);
  }
  const scos = await query.listScos(tx, registration.id, '');
  const token = newLaunchToken(viewer.scope.organizationId);
  await repo.insertScormSession(tx, {
    registrationId: registration.id,
    tokenHash: digest(token),
    sessionHash: ctx.tokenHash,
    sessionEnds: (await query.findSessionEnd(tx, ctx.tokenHash)) ?? iso(now()),
    mode,
    language: viewer.language,
    baseSeconds: Object.fromEntries(scos.map((one) => [one.sco_id, one.total_seconds])),
  });
  const { completion, success, score, progress, number } = registration;
  const manifest = await readStoredManifest(tx, registration.package_id);
  return {
    url: `${launchOrigin(ctx.platform, token)}/r/${token}/player`,
    mode,
    title: step.title || manifest.title,
    number,
    completion: completion as 'not_attempted',
    success: success as 'unknown',
    score,
    progress,
  } as const;
};
