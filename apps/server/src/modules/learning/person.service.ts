import type { Input } from '@sergak/contract/endpoint.ts';
import type { personEndpoints } from '@sergak/contract/learning/person.endpoints.ts';
import type { PersonAttempt, PersonCourseDetail } from '@sergak/contract/learning/person.schema.ts';
import {
  countPoints,
  notesOf,
  rightAnswer,
  showQuestion,
  type Answer,
} from '@sergak/contract/learning/learning.rules.ts';
import { dayIn, now } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { drawnQuestions, judgedQuestions } from './attempts.service.ts';
import { courseDetail, moduleOf, viewCourse, type CourseView } from './course-view.ts';
import * as learner from './learner.query.ts';
import * as query from './person.query.ts';

type In<K extends keyof typeof personEndpoints> = Input<(typeof personEndpoints)[K]>;

const requirePerson = async (ctx: Ctx, id: string) => {
  const person = await query.findLearner(ctx.tx, id);
  if (!person) throw new AppError('employee.not_found');
  return person;
};

/** Courses of a person, for administrators. */
export const listPersonCourses = async (ctx: Ctx, input: In<'learning.person-courses'>) => {
  const person = await requirePerson(ctx, input.id);
  return { person, ...(await query.selectPersonCourses(ctx.tx, person.id, dayIn(now(), ctx.viewer.timeZone), input)) };
};

const viewOf = async (ctx: Ctx, input: { id: string; course_id: string }): Promise<CourseView> => {
  const found = await learner.findMine(ctx.tx, input.course_id, input.id);
  if (!found) throw new AppError('assignment.not_found');
  return viewCourse(found, await learner.readSteps(ctx.tx, [found.id], now()));
};

/** Progress of a person in one course, step by step, with all attempts. */
export const getPersonCourse = async (ctx: Ctx, input: In<'learning.person-course'>): Promise<PersonCourseDetail> => {
  const person = await requirePerson(ctx, input.id);
  const view = await viewOf(ctx, input);
  return {
    ...courseDetail(view, dayIn(now(), ctx.viewer.timeZone)),
    person,
    attempts: await query.listAttempts(ctx.tx, view.learner.id),
  };
};

/**
 * One attempt with all its answers. An open attempt is returned without verdicts and right answers. Administrators see no more
 * of their own attempts than the learner's result page shows.
 */
export const getAttempt = async (ctx: Ctx, input: In<'learning.person-attempt'>): Promise<PersonAttempt> => {
  const person = await requirePerson(ctx, input.id);
  const view = await viewOf(ctx, input);
  const attempt = await learner.findAttempt(ctx.tx, view.learner.id, input.attempt_id);
  const step = attempt && view.steps.find((one) => one.id === attempt.step_id);
  if (!attempt || step?.kind !== 'quiz') throw new AppError('attempt.not_found');
  const answers = new Map((await learner.readAnswers(ctx.tx, attempt.id)).map((one) => [one.question_id, one]));
  const over = attempt.completed_at !== null;
  const created = view.records.get(step.id)?.attempts_created ?? attempt.number;
  const last = step.attempts_limit !== null && created >= step.attempts_limit;
  const tells = over && (person.id !== ctx.viewer.id || attempt.passed === true || last);
  const { points, points_total } = countPoints(judgedQuestions(view, step, attempt, [...answers.values()]));
  const { id, step_id, number, started_at, completed_at, score, passed, ends_at } = attempt;
  return {
    id,
    step_id,
    number,
    started_at,
    completed_at,
    score,
    passed,
    ends_at,
    person,
    course: { id: view.learner.assignment_id, title: view.learner.title },
    quiz: moduleOf(view.learner, step.module_id)?.title ?? '',
    pass_mark: step.pass_mark,
    points: over ? points : null,
    points_total,
    questions: drawnQuestions(view, step, attempt).map(({ question, drawn }) => {
      const answered = answers.get(question.id);
      return {
        ...showQuestion(question, drawn),
        answer: (answered?.answer as Answer | undefined) ?? null,
        answered_at: answered?.answered_at ?? null,
        correct: over ? (answered?.correct ?? false) : null,
        right: tells ? rightAnswer(question) : null,
        explanation: over ? question.explanation : '',
        notes: over && answered ? notesOf(question, answered.answer as Answer) : [],
      };
    }),
  };
};
