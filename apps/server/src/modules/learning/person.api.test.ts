import { rightAnswer, type Question } from '@sergak/contract/learning/learning.rules.ts';
import { expect, test } from 'vitest';
import { call, runJobs, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

/** A learner who has read the slides of a course and begun one attempt at its quiz. */
const begun = async (who?: 'administrator') => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org, { attempts_limit: 2 });
  const learner = who === 'administrator' ? administrator : await make.employee(org, { last_name: 'Азимова' });
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
    need_message: false,
  });
  await learning.readTheory(learner, { id, step_id: course.steps.theory });
  const { attempt_id } = await call('learner.create-attempt', learner, { id, step_id: course.steps.quiz });
  return { org, administrator, course, learner, id, attempt_id };
};
type Case = Awaited<ReturnType<typeof begun>>;

const answer = (c: Case, q: Question, given: ReturnType<typeof rightAnswer>) =>
  call('learner.answer', c.learner, {
    id: c.id,
    attempt_id: c.attempt_id,
    question_id: q.id,
    answer: given,
    sequence: c.course.questions.indexOf(q) + 1,
  });
const look = (c: Case, as: Person = c.administrator) =>
  call('learning.person-attempt', as, { id: c.learner.id, course_id: c.id, attempt_id: c.attempt_id });

test('the page of a person lists courses with their states, and a course with its attempts', async () => {
  const c = await begun();
  expect(await call('learning.person-courses', c.administrator, { id: c.learner.id })).toMatchObject({
    total_count: 1,
    person: { id: c.learner.id },
    data: [{ id: c.id, status: 'active', state: 'in_progress', progress: 33.33, attempts_count: 1, steps_total: 3 }],
  });
  const one = await call('learning.person-course', c.administrator, { id: c.learner.id, course_id: c.id });
  expect(one).toMatchObject({
    assigned_course_id: c.id,
    completed_steps: 1,
    attempts: [{ id: c.attempt_id, step_id: c.course.steps.quiz, number: 1, completed_at: null, passed: null }],
  });
  expect(one.sections[0]!.themes[0]!.steps.map((step) => step.state)).toEqual(['done', 'open', 'locked']);
});

test('an open attempt shows the answers without verdicts; a finished attempt shows the right answers', async () => {
  const c = await begun();
  const [first, second] = c.course.questions as [Question, Question];
  await answer(c, first, rightAnswer(first));
  await answer(c, second, learning.wrongAnswer(second));
  const open = await look(c);
  expect(open.questions.find((one) => one.id === first.id)).toMatchObject({
    answer: rightAnswer(first),
    answered_at: expect.any(String),
    correct: null,
    right: null,
    explanation: '',
  });
  await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: c.attempt_id });
  const done = await look(c);
  expect(done).toMatchObject({ score: 20, passed: false, pass_mark: 80, quiz: 'Первый модуль', number: 1 });
  const of = (q: Question) => done.questions.find((one) => one.id === q.id);
  expect(of(first)).toMatchObject({ correct: true });
  expect(of(second)).toMatchObject({
    correct: false,
    right: rightAnswer(second),
    explanation: expect.stringContaining('безопаснее'),
  });
  expect(done.questions.filter((one) => one.answer === null)).toHaveLength(3);
});

test('administrators see no more of their own attempts than other learners do', async () => {
  const c = await begun('administrator');
  await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: c.attempt_id });
  expect((await look(c)).questions.every((one) => one.right === null)).toBe(true);
  expect((await look(c, await make.operator(c.org))).questions.every((one) => one.right !== null)).toBe(true);
});

test('people, courses and attempts that do not match, or belong to another organisation, are not found', async () => {
  const c = await begun();
  const other = await make.employee(c.org);
  await runJobs('statistics.refresh-people', c.org.id);
  const rejected = (id: string, course_id: string, attempt_id: string, as: Person = c.administrator) =>
    call('learning.person-attempt', as, { id, course_id, attempt_id }).catch((error: { code: string }) => error.code);
  expect(await rejected(NOWHERE, c.id, c.attempt_id)).toBe('employee.not_found');
  expect(await rejected(other.id, c.id, c.attempt_id)).toBe('assignment.not_found');
  expect(await rejected(c.learner.id, c.id, NOWHERE)).toBe('attempt.not_found');
  const stranger = await make.operator(await make.organization());
  expect(await rejected(c.learner.id, c.id, c.attempt_id, stranger)).toBe('employee.not_found');
  const gone = { code: 'employee.not_found' };
  await expect(call('learning.person-courses', stranger, { id: c.learner.id })).rejects.toMatchObject(gone);
  await expect(call('learning.person-course', stranger, { id: c.learner.id, course_id: c.id })).rejects.toMatchObject(
    gone,
  );
  await call('employees.remove', c.administrator, { id: c.learner.id });
  expect(await rejected(c.learner.id, c.id, c.attempt_id)).toBe('employee.not_found');
});
