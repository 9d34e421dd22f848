import { rightAnswer, type Question } from '@sergak/contract/learning/learning.rules.ts';
import { expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';

/** A published course assigned to four people: three answer one question wrongly, one stays at the first slide. */
const office = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org);
  const people = [await make.employee(org), await make.employee(org), await make.employee(org)];
  const idle = await make.employee(org, { last_name: 'Ленивцев' });
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [...people, idle].map((one) => one.id) } },
    need_message: false,
  });
  const questions = (await call('questions.list', administrator, { id: course.modules.first })).data as Question[];
  const missed = questions[0]!;
  for (const person of people) {
    await learning.readTheory(person, { id, step_id: course.steps.theory });
    const opened = await call('learner.create-attempt', person, { id, step_id: course.steps.quiz });
    for (const [i, shown] of opened.questions.entries()) {
      const question = questions.find((one) => one.id === shown.id)!;
      const answer = question.id === missed.id ? learning.wrongAnswer(question) : rightAnswer(question);
      await call('learner.answer', person, {
        id,
        attempt_id: opened.attempt_id,
        question_id: shown.id,
        answer,
        sequence: i + 1,
      });
    }
    await call('learner.complete-attempt', person, { id, attempt_id: opened.attempt_id });
  }
  return { org, administrator, course, assignment: id, missed, idle };
};

test('a course shows how far people are and the question that most answer wrongly', async () => {
  const { administrator, course, assignment, missed, idle } = await office();
  const found = await call('learning.course-figures', administrator, { id: course.id });
  expect(found).toMatchObject({
    learners: 4,
    not_started: 1,
    behind: 0,
    assignments: [{ id: assignment, learners: 4 }],
  });
  const whole = await call('learning.progress', administrator, { id: assignment });
  expect(found.progress).toBe(whole.progress);
  expect(found.questions[0]).toMatchObject({ id: missed.id, text: missed.text, answers: 3, wrong: 3 });
  const people = await call('learning.course-people', administrator, { id: course.id });
  expect(people.total_count).toBe(4);
  expect(people.data[0]).toMatchObject({ employee_id: idle.id, progress: 0, state: 'not_started' });
});

test('a course of another organisation is not found', async () => {
  const { course } = await office();
  const foreign = await make.operator(await make.organization());
  await expect(call('learning.course-figures', foreign, { id: course.id })).rejects.toThrow();
  await expect(call('learning.course-people', foreign, { id: course.id })).rejects.toThrow();
});
