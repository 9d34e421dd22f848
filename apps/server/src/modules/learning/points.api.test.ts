import { isCorrect, rightAnswer, type Question } from '@sergak/contract/learning/learning.rules.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { publishCourse } from '../library/public.ts';

/** A course whose quiz asks three questions of 1, 2 and 7 points, assigned to a learner who has read the slides. */
const assigned = async (quiz: Parameters<typeof learning.course>[1] = {}) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org, quiz);
  const id = course.modules.first;
  for (const { id: questionId } of (await call('questions.list', administrator, { id })).data)
    await call('questions.delete', administrator, { id, questionId });
  for (const points of [1, 2, 7])
    await call('questions.create', administrator, {
      id,
      type: 'single',
      text: `На ${points}`,
      points,
      body: {
        options: [
          { text: 'да', correct: true, explanation: 'Верно подмечено' },
          { text: 'нет', correct: false, explanation: 'А вот и нет' },
        ],
      },
    });
  await inOrganization(org.id, 'write', (tx) => publishCourse(tx, course.id));
  const questions = (await call('questions.list', administrator, { id })).data;
  const learner = await make.employee(org);
  const { id: assignment } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
    need_message: false,
  });
  await learning.readTheory(learner, { id: assignment, step_id: course.steps.theory });
  return { org, administrator, course, questions, learner, assignment };
};
type Case = Awaited<ReturnType<typeof assigned>>;

/** Answers the drawn questions; those of these points rightly. */
const attempt = async (c: Case, as: Person, right: readonly number[]) => {
  const { assignment: id } = c;
  const opened = await call('learner.create-attempt', as, { id, step_id: c.course.steps.quiz });
  for (const [i, shown] of opened.questions.entries()) {
    const question = c.questions.find((one) => one.id === shown.id) as Question;
    const answer = right.includes(shown.points) ? rightAnswer(question) : learning.wrongAnswer(question);
    expect(isCorrect(question, answer)).toBe(right.includes(shown.points));
    await call('learner.answer', as, {
      id,
      attempt_id: opened.attempt_id,
      question_id: shown.id,
      answer,
      sequence: i + 1,
    });
  }
  return call('learner.complete-attempt', as, { id, attempt_id: opened.attempt_id });
};

test('the score is the share of points, not of questions; the person’s page shows the points', async () => {
  const c = await assigned({ pass_mark: 80 });
  const low = await attempt(c, c.learner, [1, 2]);
  expect(low).toMatchObject({ score: 30, passed: false, correct_count: 2, points: 3, points_total: 10 });
  const high = await attempt(c, c.learner, [1, 7]);
  expect(high).toMatchObject({ score: 80, passed: true, correct_count: 2, points: 8, points_total: 10 });
  const page = await call('learning.person-attempt', c.administrator, {
    id: c.learner.id,
    course_id: c.assignment,
    attempt_id: high.attempt_id,
  });
  expect(page).toMatchObject({ score: 80, points: 8, points_total: 10 });
});

test('an attempt that draws some questions counts the points of those only', async () => {
  const c = await assigned({ draw_count: 2, pass_mark: 100 });
  for (let n = 0; n < 5; n++) {
    const result = await attempt(c, c.learner, [7]);
    const drawn = result.questions.reduce((sum, one) => sum + one.points, 0);
    const earned = result.questions.some((one) => one.points === 7) ? 7 : 0;
    expect(result.questions).toHaveLength(2);
    expect(result).toMatchObject({ points: earned, points_total: drawn, score: Math.floor((earned * 100) / drawn) });
  }
});

test('after the attempt the chosen option is explained, and no other', async () => {
  const c = await assigned();
  const { questions } = await attempt(c, c.learner, [1]);
  const texts = questions.map((one) => one.notes.map((note) => note.text));
  expect(texts).toEqual([['Верно подмечено'], ['А вот и нет'], ['А вот и нет']]);
});

test('the quiz of a module begins and continues through the module; a foreign or unassigned module is not found', async () => {
  const c = await assigned({ attempts_limit: 1 });
  const id = c.course.modules.first;
  const first = await call('learner.module-quiz', c.learner, { id });
  expect(first).toMatchObject({ assigned_course_id: c.assignment, step_id: c.course.steps.quiz, number: 1 });
  expect(first.questions).toHaveLength(3);
  const again = await call('learner.module-quiz', c.learner, { id, assigned_course_id: c.assignment });
  expect(again.attempt_id).toBe(first.attempt_id);
  const gone = { code: 'module.not_found' };
  await expect(call('learner.module-quiz', await make.employee(c.org), { id })).rejects.toMatchObject(gone);
  await expect(
    call('learner.module-quiz', c.learner, { id: (await assigned()).course.modules.first }),
  ).rejects.toMatchObject(gone);
  await expect(
    call('learner.module-quiz', c.learner, { id, assigned_course_id: (await assigned()).assignment }),
  ).rejects.toMatchObject({ code: 'assignment.not_found' });
  // A module without a quiz.
  await expect(call('learner.module-quiz', c.learner, { id: c.course.modules.second })).rejects.toMatchObject({
    code: 'step.not_found',
  });
});
