import { drawQuestions, progressOf, showQuestion, type ContentStep } from '@sergak/contract/learning/learning.rules.ts';
import { randomNumber } from '../../platform/random.ts';
import { dayIn, iso, now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs.ts';
import { reportAddressOrWords } from '../settings/public.ts';
import { announce } from './announce.ts';
import {
  courseCard,
  courseDetail,
  moduleOf,
  moduleOfStep,
  nextStep,
  viewCourse,
  type CourseView,
} from './course-view.ts';
import * as query from './learner.query.ts';
import * as repo from './learner.repo.ts';

const today = (ctx: Ctx) => dayIn(now(), ctx.viewer.timeZone);

/** Sort key: unfinished courses that are active, then planned, then closed; finished courses last. */
const rank = (course: { completed_at: string | null; status: string }): number =>
  course.completed_at !== null ? 3 : course.status === 'active' ? 0 : course.status === 'planned' ? 1 : 2;

export const listMyCourses = async (ctx: Ctx) => {
  const learners = await query.selectOwnCourses(ctx.tx, ctx.viewer.id);
  const rows = await query.readSteps(
    ctx.tx,
    learners.map((learner) => learner.id),
    now(),
  );
  const data = learners.map((learner) => courseCard(viewCourse(learner, rows), today(ctx)));
  data.sort(
    (a, b) => rank(a) - rank(b) || a.deadline.localeCompare(b.deadline) || a.title.localeCompare(b.title, 'ru'),
  );
  return { data };
};

const load = async (tx: Tx, learner: query.Learner | undefined): Promise<CourseView> => {
  if (!learner) throw new AppError('assignment.not_found');
  return viewCourse(learner, await query.readSteps(tx, [learner.id], now()));
};

export const readView = async (ctx: Ctx, assignmentId: string): Promise<CourseView> =>
  load(ctx.tx, await query.findMine(ctx.tx, assignmentId, ctx.viewer.id));

/** The caller's course, locked for a write. */
export const lockView = async (ctx: Ctx, assignmentId: string): Promise<CourseView> =>
  load(ctx.tx, await query.lockMine(ctx.tx, assignmentId, ctx.viewer.id));

/** Throws if the assignment has not begun or is completed. */
export const requireRunning = (view: CourseView): void => {
  if (view.learner.status === 'planned')
    throw new AppError('assignment.not_started', { start_date: view.learner.start_date });
  if (view.learner.status === 'completed') throw new AppError('assignment.completed');
};

/** Returns a step of the course; throws if the step is locked. */
export const requireStep = (view: CourseView, stepId: string) => {
  const step = view.steps.find((one) => one.id === stepId);
  if (!step) throw new AppError('step.not_found');
  const state = view.states.get(step.id)!;
  if (state === 'locked') throw new AppError('step.locked');
  return { step, state, record: view.records.get(step.id) };
};

export const getMyCourse = async (ctx: Ctx, input: { id: string }) => {
  const detail = courseDetail(await readView(ctx, input.id), today(ctx));
  return { ...detail, summary: await withReportAddress(ctx, detail.summary) };
};

/** Marks the learner as started on the first call. */
export const startCourse = async (ctx: Ctx, learner: query.Learner): Promise<void> => {
  if (await repo.markStarted(ctx.tx, learner.id)) await announce(ctx.tx, [learner.employee_id], false);
};

/** Opens a theme and returns its first unfinished step. */
export const launchTheme = async (ctx: Ctx, input: { id: string; theme_id: string }) => {
  const view = await lockView(ctx, input.id);
  requireRunning(view);
  const theme = view.learner.content.sections
    .flatMap((section) => section.themes)
    .find((one) => one.id === input.theme_id);
  if (!theme) throw new AppError('theme.not_found');
  const step = theme.steps.find((one) => view.states.get(one.id) === 'open') ?? theme.steps[0];
  if (!step || view.states.get(step.id) === 'locked') throw new AppError('step.locked');
  await startCourse(ctx, view.learner);
  return { step_id: step.id, module_id: step.kind === 'scorm' ? null : step.module_id };
};

/** Opens a step. In a completed assignment the step is readable, but nothing is written. */
export const startStep = async (ctx: Ctx, input: { id: string; step_id: string }) => {
  const view = await lockView(ctx, input.id);
  if (view.learner.status === 'planned') requireRunning(view);
  const { step, state, record } = requireStep(view, input.step_id);
  if (view.learner.status === 'active') {
    await startCourse(ctx, view.learner);
    await repo.openStep(ctx.tx, view.learner.id, step.id);
  }
  return {
    step_id: step.id,
    kind: step.kind,
    module_id: step.kind === 'scorm' ? null : step.module_id,
    state,
    slide: record?.slide ?? 0,
    sequence: view.learner.position?.sequence ?? 0,
    attempts_used: record?.attempts_used ?? 0,
    attempts_left:
      step.kind !== 'quiz' || step.attempts_limit === null
        ? null
        : Math.max(0, step.attempts_limit - (record?.attempts_created ?? 0)),
    attempt_open: record?.attempt_open ?? false,
    last_score: record?.last_score ?? null,
  };
};

/** The last position in a step: the last slide, or the page after the questions of the open attempt. */
const lastPosition = (view: CourseView, step: ContentStep): number =>
  step.kind === 'quiz'
    ? (view.records.get(step.id)?.open_questions ?? 0)
    : Math.max(0, (moduleOfStep(view.learner, step)?.slides.length ?? 1) - 1);

/** Stores the current slide or question. A position older than the stored one is ignored; returns the stored position. */
export const savePosition = async (
  ctx: Ctx,
  input: { id: string; step_id: string; slide: number; sequence: number },
) => {
  const view = await lockView(ctx, input.id);
  requireRunning(view);
  const { step } = requireStep(view, input.step_id);
  const slide = Math.min(input.slide, lastPosition(view, step));
  const position = { step_id: step.id, slide, sequence: input.sequence };
  const before = view.learner.position;
  const isNewest = !before || before.sequence < position.sequence;
  await repo.storePosition(ctx.tx, view.learner.id, { position, isNewest });
  return isNewest ? position : before;
};

/**
 * Counts the completed steps again, in the transaction that completed a step, and queues a refresh of statistics. Returns the
 * course as it is now. `reported` is the progress of an unfinished SCORM course, which its package reports.
 */
export const recordProgress = async (tx: Tx, learner: query.Learner, at: Date, reported = 0): Promise<CourseView> => {
  const view = viewCourse(learner, await query.readSteps(tx, [learner.id], at));
  const completed = view.steps.filter((step) => view.records.get(step.id)?.done).length;
  // after a manual completion the course counts as done, whatever the learner still reads
  const counted = learner.completed_manually ? 100 : progressOf(completed, view.steps.length);
  const progress = Math.max(counted, learner.content.kind === 'scorm' ? reported : 0);
  const isNewEnd = completed === view.steps.length && !learner.completed_at;
  await repo.saveProgress(tx, learner.id, {
    completed_steps: completed,
    progress,
    completed_at: isNewEnd ? at : null,
  });
  if (isNewEnd) await enqueue(tx, 'certificates.issue', { learner_id: learner.id });
  if (progress !== learner.progress) await announce(tx, [learner.employee_id], false);
  const completed_at = isNewEnd ? iso(at) : learner.completed_at;
  return { ...view, learner: { ...learner, completed_steps: completed, progress, completed_at } };
};

/** Completes a step of slides whose last slide was opened. */
export const completeTheory = async (ctx: Ctx, input: { id: string; step_id: string }) => {
  const view = await lockView(ctx, input.id);
  requireRunning(view);
  const { step, state, record } = requireStep(view, input.step_id);
  if (step.kind !== 'theory') throw new AppError('step.not_found');
  const last = (moduleOfStep(view.learner, step)?.slides.length ?? 1) - 1;
  if (state !== 'done' && (record?.reached ?? 0) < last)
    throw new AppError('step.unread', { left: last - (record?.reached ?? 0) });
  await repo.markStarted(ctx.tx, view.learner.id);
  await repo.completeStep(ctx.tx, view.learner.id, step.id, now(), true, null);
  const current = await recordProgress(ctx.tx, view.learner, now());
  const { progress, completed_steps } = current.learner;
  return { progress, completed: completed_steps === current.steps.length, next: nextStep(current) };
};

/** Confirms a completed course. The course itself is completed by its last step. */
export const completeCourse = async (ctx: Ctx, input: { id: string }) => {
  const view = await lockView(ctx, input.id);
  if (view.learner.completed_at === null)
    throw new AppError('assignment.unfinished', { left: view.learner.steps_total - view.learner.completed_steps });
  return { progress: view.learner.progress, completed: true, next: null };
};

/** Content with the address for reports of the learner's organisation in place of its variable. */
const withReportAddress = async <C>(ctx: Ctx, content: C): Promise<C> => {
  const text = JSON.stringify(content);
  if (!text.includes('{{report_address}}')) return content;
  const address = JSON.stringify(await reportAddressOrWords(ctx.tx, ctx.viewer.language)).slice(1, -1);
  return JSON.parse(text.replaceAll('{{report_address}}', () => address)) as C;
};

type ModuleInput = { id: string; with_slides: boolean; with_questions: boolean; assigned_course_id?: string };

/** A module of the assigned version: slides, and questions without the right answers. */
export const getMyModule = async (ctx: Ctx, input: ModuleInput) => {
  const learner = input.assigned_course_id
    ? (await readView(ctx, input.assigned_course_id)).learner
    : await query.findWithModule(ctx.tx, ctx.viewer.id, input.id);
  const found = learner && learner.status !== 'planned' ? moduleOf(learner, input.id) : undefined;
  if (!learner || !found) throw new AppError('module.not_found');
  const { questions } = found;
  const shown = () =>
    drawQuestions(questions, { shuffle: false, draw_count: null }, randomNumber).map((drawn) =>
      showQuestion(
        questions.find((q) => q.id === drawn.id)!,
        drawn,
      ),
    );
  return {
    id: found.id,
    title: found.title,
    assigned_course_id: learner.assignment_id,
    ...(input.with_slides
      ? { slides: (await withReportAddress(ctx, found.slides)).map((slide, order_id) => ({ ...slide, order_id })) }
      : {}),
    ...(input.with_questions ? { questions: shown().map((question, order_id) => ({ ...question, order_id })) } : {}),
  };
};
