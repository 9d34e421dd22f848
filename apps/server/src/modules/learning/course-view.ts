import { isBehind } from '@sergak/contract/learning/behind.rules.ts';
import type { MyCourse, MyCourseDetail, MyStep } from '@sergak/contract/learning/learner.schema.ts';
import {
  stepsOf,
  stepStates,
  type ContentModule,
  type ContentStep,
  type StepState,
} from '@sergak/contract/learning/learning.rules.ts';
import type { Learner, LearnerStepRow } from './learner.query.ts';

/** A learner's course: its steps with their states and stored progress. */
export type CourseView = {
  readonly learner: Learner;
  readonly steps: readonly ContentStep[];
  readonly states: ReadonlyMap<string, StepState>;
  readonly records: ReadonlyMap<string, LearnerStepRow>;
};

export const viewCourse = (learner: Learner, rows: readonly LearnerStepRow[]): CourseView => {
  const steps = stepsOf(learner.content);
  const records = new Map(rows.filter((row) => row.learner_id === learner.id).map((row) => [row.step_id, row]));
  const states = stepStates(
    steps,
    new Map([...records].map(([id, row]) => [id, { done: row.done, attemptsUsed: row.attempts_used }])),
  );
  return { learner, steps, states, records };
};

/** The module that a step shows or asks; undefined for a SCORM step. */
export const moduleOfStep = (learner: Learner, step: ContentStep): ContentModule | undefined =>
  step.kind === 'scorm' ? undefined : moduleOf(learner, step.module_id);

/** What a step is called: its module's title, or that of its package. */
export const titleOfStep = (learner: Learner, step: ContentStep): string =>
  step.kind === 'scorm' ? step.title : (moduleOf(learner, step.module_id)?.title ?? '');

export const moduleOf = (learner: Learner, moduleId: string): ContentModule | undefined =>
  learner.content.modules.find((one) => one.id === moduleId);

/** The step to continue with: the last position if its step is open, otherwise the first open step. */
export const nextStep = (view: CourseView): MyCourse['next'] => {
  if (view.learner.status === 'planned') return null;
  const open = view.steps.filter((step) => view.states.get(step.id) === 'open');
  const step = open.find((one) => one.id === view.learner.position?.step_id) ?? open[0];
  if (!step) return null;
  return {
    step_id: step.id,
    kind: step.kind,
    module_id: step.kind === 'scorm' ? null : step.module_id,
    title: titleOfStep(view.learner, step),
    slide: view.records.get(step.id)?.slide ?? 0,
  };
};

export const courseCard = (view: CourseView, today: string): MyCourse => {
  const { learner } = view;
  const { kind, description, minutes, image_path } = learner.content;
  return {
    assigned_course_id: learner.assignment_id,
    kind,
    title: learner.title,
    description,
    minutes,
    image_path: learner.own_image_path ?? image_path,
    status: learner.status,
    start_date: learner.start_date,
    deadline: learner.deadline,
    overdue: isBehind(
      { ...learner, started: learner.started_at !== null, completed: learner.completed_at !== null },
      today,
    ),
    paused: learner.paused && learner.status === 'active',
    progress: learner.progress,
    completed_steps: learner.completed_steps,
    steps_total: learner.steps_total,
    started_at: learner.started_at,
    completed_at: learner.completed_at,
    completed_manually: learner.completed_manually,
    next: nextStep(view),
  };
};

/** Quiz settings of a step that is no quiz: nothing limits it. */
const noQuiz = { pass_mark: 0, attempts_limit: null, shuffle: false, draw_count: null, time_limit_minutes: null };
const settingsOf = (step: ContentStep) => {
  if (step.kind !== 'quiz') return noQuiz;
  const { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes } = step;
  return { pass_mark, attempts_limit, shuffle, draw_count, time_limit_minutes };
};

const stepView = (view: CourseView, step: ContentStep): MyStep => {
  const record = view.records.get(step.id);
  const found = moduleOfStep(view.learner, step);
  const { id, kind } = step;
  const settings = settingsOf(step);
  const questions = found?.questions.length ?? 0;
  return {
    id,
    kind,
    module_id: step.kind === 'scorm' ? null : step.module_id,
    ...settings,
    title: titleOfStep(view.learner, step),
    state: view.states.get(id) ?? 'locked',
    slides_count: found?.slides.length ?? 0,
    questions_count: kind === 'quiz' ? Math.min(settings.draw_count ?? questions, questions) : 0,
    slide: record?.slide ?? 0,
    best_score: record?.best_score ?? null,
    attempts_used: record?.attempts_used ?? 0,
    attempt_open: record?.attempt_open ?? false,
    registration_id: record?.registration_id ?? null,
  };
};

export const courseDetail = (view: CourseView, today: string): MyCourseDetail => ({
  ...courseCard(view, today),
  summary: view.learner.content.summary ?? null,
  sections: view.learner.content.sections.map((section, order_id) => ({
    id: section.id,
    title: section.title,
    order_id,
    themes: section.themes.map((theme, order) => ({
      id: theme.id,
      title: theme.title,
      order_id: order,
      steps: theme.steps.map((step) => stepView(view, step)),
    })),
  })),
});
