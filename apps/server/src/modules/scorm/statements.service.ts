import type { Cmi, ScoState } from '@sergak/contract/scorm/runtime.rules.ts';
import { launchableItems } from '@sergak/contract/scorm/items.rules.ts';
import { writeAudit } from '../../platform/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { findLearner, findScormStep, getMyCourse, listMyCourses, openScormStep } from '../learning/public.ts';
import * as query from './runtime.query.ts';
import * as repo from './runtime.repo.ts';
import { readStoredManifest, storeStatement } from './runtime.service.ts';

/** SCORM courses of the caller. */
export const listMyScormCourses = async (ctx: Ctx) => {
  const { data } = await listMyCourses(ctx);
  return { data: data.filter((course) => course.kind === 'scorm') };
};

/** One SCORM course of the caller. A course of slides and quizzes is not found here. */
export const getMyScormCourse = async (ctx: Ctx, input: { id: string }) => {
  const course = await getMyCourse(ctx, input);
  if (course.kind !== 'scorm') throw new AppError('assignment.not_found');
  return course;
};

/** A registration as a statement: the data model of the SCO that was opened last. */
const showStatement = async (ctx: Ctx, registration: query.Registration, scoId = registration.current_sco) => {
  const sco = (await query.listScos(ctx.tx, registration.id, scoId)).find((one) => one.sco_id === scoId);
  return {
    registration_id: registration.id,
    step_id: registration.step_id,
    sco_id: scoId,
    statement: { ...sco?.cmi },
    completion: registration.completion as ScoState['completion'],
    success: registration.success as ScoState['success'],
    score: registration.score,
    progress: registration.progress,
    seconds: registration.total_seconds,
  };
};

/** The newest attempt of a person at a course: the caller's own, or anybody's with the right to see employees. */
export const getStatement = async (ctx: Ctx, input: { course_id: string; user_id: string }) => {
  const { tx, viewer } = ctx;
  const allowed = input.user_id === viewer.id || viewer.permissions.has('admin.staff.employees');
  if (!allowed || !(await query.hasLearner(tx, input.course_id, input.user_id)))
    throw new AppError('assignment.not_found');
  const registration = await query.findNewest(tx, input.course_id, input.user_id);
  if (!registration) throw new AppError('attempt.not_found');
  return showStatement(ctx, registration);
};

type Statement = { statement: Cmi; sco_id?: string | undefined };
type Of = { assignmentId: string; employeeId: string };

const store = async (ctx: Ctx, registration: query.Registration, of: Of, input: Statement) => {
  const items = launchableItems((await readStoredManifest(ctx.tx, registration.package_id)).items);
  const sco = input.sco_id ?? (registration.current_sco || items[0]?.id || '');
  await storeStatement(ctx.tx, registration, of, { sco, changes: input.statement });
  return showStatement(ctx, (await query.findRegistration(ctx.tx, registration.id))!, sco);
};

/** Stores elements of the caller's open attempt at a step. A finished attempt stays as it is. */
export const saveStep = async (ctx: Ctx, input: { id: string; step_id: string } & Statement) => {
  const { learner, step, running } = await findScormStep(ctx.tx, {
    assignmentId: input.id,
    employeeId: ctx.viewer.id,
    stepId: input.step_id,
  });
  if (!running) throw new AppError('assignment.completed');
  const at = { learnerId: learner.id, stepId: step.id, packageId: step.package_id };
  const registration = await repo.lockCurrent(ctx.tx, at);
  await openScormStep(ctx, learner, step.id);
  return store(ctx, registration, { assignmentId: input.id, employeeId: ctx.viewer.id }, input);
};

/**
 * Stores elements of a person's open attempt at a course with one package. People write their own; for another person the right
 * to assigned courses is needed, and the action is logged.
 */
export const saveStatement = async (ctx: Ctx, input: { course_id: string; user_id: string } & Statement) => {
  const { tx, viewer } = ctx;
  const own = input.user_id === viewer.id;
  if (!own && !viewer.permissions.has('admin.learning.assigned')) throw new AppError('assignment.not_found');
  const found = await findScormStep(tx, { assignmentId: input.course_id, employeeId: input.user_id });
  if (!found.running) throw new AppError('assignment.completed');
  const at = { learnerId: found.learner.id, stepId: found.step.id, packageId: found.step.package_id };
  const registration = await repo.lockCurrent(tx, at);
  await openScormStep(ctx, found.learner, found.step.id);
  const answer = await store(ctx, registration, { assignmentId: input.course_id, employeeId: input.user_id }, input);
  if (!own)
    await writeAudit(
      tx,
      {
        action: 'scorm.statement_recorded',
        actorId: viewer.id,
        actorName: viewer.name,
        address: ctx.request.address,
      },
      { kind: 'assignment', id: input.course_id, title: found.learner.title },
    );
  return answer;
};

/** Results of a person in the packages of a course: score, time and answers, for administrators. */
export const getPersonResults = async (ctx: Ctx, input: { id: string; course_id: string }) => {
  const person = await findLearner(ctx.tx, input.id);
  if (!person) throw new AppError('employee.not_found');
  if (!(await query.hasLearner(ctx.tx, input.course_id, person.id))) throw new AppError('assignment.not_found');
  const registrations = await query.listResults(ctx.tx, input.course_id, person.id);
  const ids = registrations.map((one) => one.id);
  const answers = ids.length > 0 ? await query.listInteractions(ctx.tx, ids) : [];
  const data = [];
  for (const one of registrations) {
    const states = new Map((await query.listScos(ctx.tx, one.id, '')).map((sco) => [sco.sco_id, sco]));
    data.push({
      id: one.id,
      step_id: one.step_id,
      title: one.title,
      number: one.number,
      completion: one.completion as ScoState['completion'],
      success: one.success as ScoState['success'],
      score: one.score,
      progress: one.progress,
      seconds: one.total_seconds,
      started_at: one.started_at,
      last_at: one.last_at,
      completed_at: one.completed_at,
      scos: launchableItems(one.manifest.items).map((item) => {
        const state = states.get(item.id);
        return {
          id: item.id,
          title: item.title,
          completion: state?.completion ?? ('not_attempted' as const),
          success: state?.success ?? ('unknown' as const),
          score: state?.score ?? null,
          seconds: state?.total_seconds ?? 0,
          interactions: answers.filter((answer) => answer.registration_id === one.id && answer.sco_id === item.id),
        };
      }),
    });
  }
  return { data };
};
