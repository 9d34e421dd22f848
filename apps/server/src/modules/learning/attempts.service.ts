import type { AttemptResult, OpenAttempt } from '@sergak/contract/learning/learner.schema.ts';
import {
  answerFits,
  countPoints,
  drawQuestions,
  isCorrect,
  notesOf,
  passes,
  rightAnswer,
  scoreOf,
  showQuestion,
  type Answer,
  type QuizStep,
  type TheoryStep,
} from '@sergak/contract/learning/learning.rules.ts';
import { randomNumber } from '../../platform/random.ts';
import { after, iso, MINUTE, now, SECOND } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { moduleOf, nextStep, viewCourse, type CourseView } from './course-view.ts';
import * as query from './learner.query.ts';
import * as repo from './learner.repo.ts';
import { lockView, readView, recordProgress, requireRunning, requireStep, startCourse } from './learner.service.ts';

/** Time that an answer given before the end may take to arrive. */
const ANSWER_GRACE_MS = 20 * SECOND;
const isOver = (attempt: query.Attempt, at: Date) =>
  attempt.ends_at !== null && after(new Date(attempt.ends_at), ANSWER_GRACE_MS) < at;

const requireQuiz = (view: CourseView, stepId: string) => {
  const found = requireStep(view, stepId);
  if (found.step.kind !== 'quiz') throw new AppError('step.not_found');
  return { ...found, step: found.step };
};

/** Begins an attempt with drawn questions in a fixed order, or continues the open attempt with its answers so far. */
export const createAttempt = async (ctx: Ctx, input: { id: string; step_id: string }): Promise<OpenAttempt> => {
  const view = await lockView(ctx, input.id);
  requireRunning(view);
  const { step } = requireQuiz(view, input.step_id);
  const at = now();
  const created = view.records.get(step.id)?.attempts_created ?? 0;
  const open = created > 0 ? await query.findOpenAttempt(ctx.tx, view.learner.id, step.id) : undefined;
  if (open && !isOver(open, at)) {
    const answers = await query.readAnswers(ctx.tx, open.id);
    return showAttempt(view, step, open, answers, view.records.get(step.id)?.slide ?? 0);
  }
  if (open) await finish(ctx.tx, view, step, open);
  if (step.attempts_limit !== null && created >= step.attempts_limit)
    throw new AppError('attempt.limit', { limit: step.attempts_limit });
  const questions = moduleOf(view.learner, step.module_id)?.questions ?? [];
  await startCourse(ctx, view.learner);
  await repo.restartStep(ctx.tx, view.learner.id, step.id);
  const attempt = await repo.insertAttempt(ctx.tx, {
    learnerId: view.learner.id,
    stepId: step.id,
    number: created + 1,
    drawn: drawQuestions(questions, step, randomNumber),
    startedAt: at,
    endsAt: step.time_limit_minutes === null ? null : after(at, step.time_limit_minutes * MINUTE),
  });
  return showAttempt(view, step, attempt, [], 0);
};

/** Begins or continues the quiz of a module in the caller's newest course that contains it, or in the given course. */
export const startModuleQuiz = async (ctx: Ctx, input: { id: string; assigned_course_id?: string }) => {
  const id = input.assigned_course_id ?? (await query.findWithModule(ctx.tx, ctx.viewer.id, input.id))?.assignment_id;
  if (id === undefined) throw new AppError('module.not_found');
  const view = await readView(ctx, id);
  if (!moduleOf(view.learner, input.id)) throw new AppError('module.not_found');
  const quizzes = view.steps.filter((step) => step.kind === 'quiz' && step.module_id === input.id);
  const step = quizzes.find((one) => view.states.get(one.id) === 'open') ?? quizzes[0];
  if (!step) throw new AppError('step.not_found');
  return { ...(await createAttempt(ctx, { id, step_id: step.id })), assigned_course_id: id };
};

/** The questions of an attempt in their drawn order. */
export const drawnQuestions = (view: CourseView, step: QuizStep, attempt: query.Attempt) => {
  const moduleQuestions = moduleOf(view.learner, step.module_id)?.questions ?? [];
  return attempt.drawn.flatMap((drawn) => {
    const question = moduleQuestions.find((one) => one.id === drawn.id);
    return question ? [{ question, drawn }] : [];
  });
};

const showAttempt = (
  view: CourseView,
  step: QuizStep,
  attempt: query.Attempt,
  answers: readonly query.StoredAnswer[],
  place: number,
): OpenAttempt => {
  return {
    attempt_id: attempt.id,
    step_id: step.id,
    number: attempt.number,
    started_at: attempt.started_at,
    ends_at: attempt.ends_at,
    pass_mark: step.pass_mark,
    questions: drawnQuestions(view, step, attempt).map(({ question, drawn }) => showQuestion(question, drawn)),
    answers: answers.map(({ question_id, answer, sequence }) => ({ question_id, answer: answer as Answer, sequence })),
    place: Math.min(place, attempt.drawn.length),
    sequence: view.learner.position?.sequence ?? 0,
  };
};

const requireAttempt = async (ctx: Ctx, view: CourseView, id: string) =>
  attemptWithStep(view, await query.findAttempt(ctx.tx, view.learner.id, id));

const attemptWithStep = (view: CourseView, attempt: query.Attempt | undefined) => {
  const step = attempt && view.steps.find((one) => one.id === attempt.step_id);
  if (!attempt || step?.kind !== 'quiz') throw new AppError('attempt.not_found');
  return { attempt, step };
};

/** The caller's course and attempt, locked for an answer, which needs neither the states nor the progress of the steps. */
const lockAttempt = async (ctx: Ctx, input: { id: string; attempt_id: string }) => {
  const found = await query.lockWithAttempt(ctx.tx, input.id, ctx.viewer.id, input.attempt_id);
  const view = found ? viewCourse(found.learner, []) : await lockView(ctx, input.id);
  requireRunning(view);
  return { view, ...attemptWithStep(view, found?.attempt) };
};

/** Stores an answer and judges it by the pinned version; the verdict is not returned before the attempt ends. */
export const answerQuestion = async (
  ctx: Ctx,
  input: { id: string; attempt_id: string; question_id: string; answer: Answer; sequence: number },
) => {
  const { view, attempt, step } = await lockAttempt(ctx, input);
  if (attempt.completed_at !== null || isOver(attempt, now())) throw new AppError('attempt.finished');
  const drawnQuestion = drawnQuestions(view, step, attempt).find((one) => one.question.id === input.question_id);
  if (!drawnQuestion) throw new AppError('answer.invalid', [{ field: 'question_id', code: 'not_asked' }]);
  if (!answerFits(drawnQuestion.question, input.answer))
    throw new AppError('answer.invalid', [{ field: 'answer', code: drawnQuestion.question.type }]);
  const { question_id, answer, sequence } = input;
  const stored = await repo.saveAnswer(ctx.tx, {
    attemptId: attempt.id,
    questionId: question_id,
    sequence,
    answer,
    correct: isCorrect(drawnQuestion.question, answer),
  });
  return { question_id, ...stored };
};

/** The questions of an attempt, each with its points and whether it was answered correctly; no answer counts as wrong. */
export const judgedQuestions = (
  view: CourseView,
  step: QuizStep,
  attempt: query.Attempt,
  answers: readonly { readonly question_id: string; readonly correct: boolean }[],
) => {
  const right = new Set(answers.flatMap((one) => (one.correct ? [one.question_id] : [])));
  return drawnQuestions(view, step, attempt).map(({ question }) => ({
    points: question.points,
    correct: right.has(question.id),
  }));
};

/** Ends an attempt. Unanswered questions count as wrong; a late end is recorded at `ends_at`. Returns the course and attempt then. */
const finish = async (tx: Tx, view: CourseView, step: QuizStep, attempt: query.Attempt) => {
  const ends = attempt.ends_at === null ? null : new Date(attempt.ends_at);
  const at = ends !== null && ends < now() ? ends : now();
  const answers = await query.readAnswers(tx, attempt.id);
  const { points, points_total } = countPoints(judgedQuestions(view, step, attempt, answers));
  const score = scoreOf(points, points_total);
  const passed = passes(score, step.pass_mark);
  await repo.finishAttempt(tx, attempt.id, { at, score, passed });
  await repo.completeStep(tx, view.learner.id, step.id, at, passed, score);
  return {
    view: await recordProgress(tx, view.learner, at),
    attempt: { ...attempt, completed_at: iso(at), score, passed },
  };
};

export const completeAttempt = async (ctx: Ctx, input: { id: string; attempt_id: string }): Promise<AttemptResult> => {
  const view = await lockView(ctx, input.id);
  const { attempt, step } = await requireAttempt(ctx, view, input.attempt_id);
  if (attempt.completed_at !== null) return showResult(ctx.tx, view, step, attempt);
  requireRunning(view);
  const finished = await finish(ctx.tx, view, step, attempt);
  return showResult(ctx.tx, finished.view, step, finished.attempt);
};

/** The result of the last finished attempt of a step. */
export const getResult = async (ctx: Ctx, input: { id: string; step_id: string }): Promise<AttemptResult> => {
  const view = await readView(ctx, input.id);
  const { step } = requireQuiz(view, input.step_id);
  const attempt = await query.findLastResult(ctx.tx, view.learner.id, step.id);
  if (!attempt) throw new AppError('attempt.not_found');
  return showResult(ctx.tx, view, step, attempt);
};

const showResult = async (tx: Tx, view: CourseView, step: QuizStep, attempt: query.Attempt): Promise<AttemptResult> => {
  const answers = new Map((await query.readAnswers(tx, attempt.id)).map((answer) => [answer.question_id, answer]));
  const created = view.records.get(step.id)?.attempts_created ?? attempt.number;
  const attemptsLeft = step.attempts_limit === null ? null : Math.max(0, step.attempts_limit - created);
  const tells = attempt.passed === true || attemptsLeft === 0;
  const questions = drawnQuestions(view, step, attempt).map(({ question, drawn }) => {
    const answered = answers.get(question.id);
    return {
      ...showQuestion(question, drawn),
      answer: (answered?.answer as Answer | undefined) ?? null,
      correct: answered?.correct ?? false,
      explanation: question.explanation,
      notes: answered ? notesOf(question, answered.answer as Answer) : [],
      right: tells ? rightAnswer(question) : null,
    };
  });
  const theory = view.steps.find((one): one is TheoryStep => one.kind === 'theory' && one.module_id === step.module_id);
  const read = theory && moduleOf(view.learner, theory.module_id);
  return {
    attempt_id: attempt.id,
    step_id: step.id,
    number: attempt.number,
    score: attempt.score ?? 0,
    passed: attempt.passed ?? false,
    pass_mark: step.pass_mark,
    correct_count: questions.filter((one) => one.correct).length,
    ...countPoints(questions),
    questions,
    attempts_left: attemptsLeft,
    completed_at: attempt.completed_at!,
    theory:
      theory && read
        ? {
            step_id: theory.id,
            module_id: theory.module_id,
            title: read.title,
            slides: read.slides.map(({ title }, index) => ({ index, title })),
          }
        : null,
    course: { progress: view.learner.progress, completed: view.learner.completed_at !== null, next: nextStep(view) },
  };
};

/** Ends open attempts whose time is over, so that their learners see a result. */
export const finishExpiredAttempts = async (tx: Tx): Promise<void> => {
  for (const due of await query.expiredAttempts(tx, after(now(), -ANSWER_GRACE_MS))) {
    const learner = await query.lockMine(tx, due.assignment_id, due.employee_id);
    const attempt = learner && (await query.findAttempt(tx, learner.id, due.id));
    if (!learner || !attempt || attempt.completed_at !== null) continue;
    const view = viewCourse(learner, await query.readSteps(tx, [learner.id], now()));
    const step = view.steps.find((one) => one.id === attempt.step_id);
    if (step?.kind === 'quiz') await finish(tx, view, step, attempt);
  }
};
