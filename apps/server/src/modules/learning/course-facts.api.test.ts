import { bitOfState, WITHOUT_COURSE } from '@sergak/contract/employees/course-states.rules.ts';
import { addDays, rightAnswer } from '@sergak/contract/learning/learning.rules.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, platform, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, dayIn, MINUTE, now } from '../../platform/clock.ts';
import { refreshPeople } from '../statistics/public.ts';
import { assignCourse } from './public.ts';
import { sweepLearning } from './learning.jobs.ts';

// Every change of a person's course state queues a refresh of the facts that lists filter by. In these tests, only the queued
// jobs compute the facts.

const NEVER = 'infinity';
const [NEW, DONE, BEGUN] = (['NOT_START', 'COMPLETED', 'NOT_COMPLETED'] as const).map(bitOfState);
const today = () => dayIn(now(), 'Asia/Tashkent');

const organization = async (quiz: Parameters<typeof learning.course>[1] = {}) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const [course, person] = [await learning.course(org, quiz), await make.employee(org)];
  const assign = async (dates: { start_date?: string; deadline?: string } = {}) =>
    (
      await call('learning.assign', administrator, {
        course_id: course.id,
        selection: { ids: { include_ids: [person.id] } },
        need_message: false,
        ...dates,
      })
    ).id;
  /** Runs the queued refresh jobs; returns the stored facts of a person and the number of jobs. */
  const known = async (of: Person = person) => {
    const orders = await runJobs('statistics.refresh-people', org.id);
    const facts = await stored<{ course_states: number; behind_from: string }>(
      'select course_states, behind_from::text from employees where id = $1',
      [of.id],
    );
    return { ...facts[0]!, orders };
  };
  const theory = (id: string) => learning.readTheory(person, { id, step_id: course.steps.theory });
  /** Answers all questions of the quiz correctly, without completing the attempt. */
  const answerAll = async (id: string) => {
    const { attempt_id } = await call('learner.create-attempt', person, { id, step_id: course.steps.quiz });
    for (const [n, question] of course.questions.entries()) {
      const answered = { question_id: question.id, answer: rightAnswer(question), sequence: n + 1 };
      await call('learner.answer', person, { id, attempt_id, ...answered });
    }
    return attempt_id;
  };
  const sweep = async (days: number, minutes = 0) =>
    atTime(after(now(), days * DAY + minutes * MINUTE), async () => {
      await sweepLearning(await platform());
      await runJobs('learning.advance-assignments', org.id);
    });
  return { org, administrator, course, person, assign, known, theory, answerAll, sweep };
};

test('a new learner has not begun and is behind after the deadline; a removed learner has no course state', async () => {
  const h = await organization();
  expect(await h.known()).toEqual({ course_states: WITHOUT_COURSE, behind_from: NEVER, orders: 0 });
  const id = await h.assign({ deadline: addDays(today(), 8) });
  expect(await h.known()).toEqual({ course_states: NEW, behind_from: addDays(today(), 9), orders: 1 });
  const other = await make.employee(h.org);
  await call('learning.add-people', h.administrator, {
    id,
    selection: { ids: { include_ids: [other.id] } },
    need_message: false,
  });
  expect(await h.known(other)).toEqual({ course_states: NEW, behind_from: addDays(today(), 9), orders: 1 });
  await call('learning.remove-people', h.administrator, { id, selection: { ids: { include_ids: [h.person.id] } } });
  expect(await h.known()).toEqual({ course_states: WITHOUT_COURSE, behind_from: NEVER, orders: 1 });
  await call('learning.delete', h.administrator, { id });
  expect(await h.known(other)).toEqual({ course_states: WITHOUT_COURSE, behind_from: NEVER, orders: 1 });
});

test('assignments by a tag or a campaign refresh facts as manual assignments do', async () => {
  const h = await organization();
  await inOrganization(h.org.id, 'write', (tx) =>
    assignCourse(tx, {
      courseId: h.course.id,
      employeeIds: [h.person.id],
      source: 'tag',
      startDate: today(),
      deadline: today(),
      createdBy: null,
    }),
  );
  expect(await h.known()).toEqual({ course_states: NEW, behind_from: addDays(today(), 1), orders: 1 });
});

test.for(['learner.launch-theme', 'learner.start-step', 'learner.create-attempt'] as const)(
  '%s marks the course as begun, once',
  async (way) => {
    const h = await organization();
    const id = await h.assign();
    if (way === 'learner.create-attempt') {
      await h.theory(id);
      await inOrganization(h.org.id, 'write', (tx) => tx.updateTable('learners').set({ started_at: null }).execute());
    }
    await h.known();
    const begin = () => {
      if (way === 'learner.launch-theme') return call(way, h.person, { id, theme_id: h.course.themeId });
      const step_id = way === 'learner.start-step' ? h.course.steps.theory : h.course.steps.quiz;
      return call(way, h.person, { id, step_id });
    };
    await begin();
    expect(await h.known()).toMatchObject({ course_states: BEGUN, orders: 1 });
    await begin();
    expect(await h.known()).toMatchObject({ course_states: BEGUN, orders: 0 });
  },
);

test('completed steps do not move the day after the deadline; the last one completes the course', async () => {
  const h = await organization();
  const id = await h.assign({ deadline: addDays(today(), 30) });
  await h.theory(id);
  expect(await h.known()).toMatchObject({ course_states: BEGUN, behind_from: addDays(today(), 31) });
  const attempt_id = await h.answerAll(id);
  await call('learner.complete-attempt', h.person, { id, attempt_id });
  expect(await h.known()).toMatchObject({ course_states: BEGUN, behind_from: addDays(today(), 31) });
  await learning.readTheory(h.person, { id, step_id: h.course.steps.last });
  expect(await h.known()).toMatchObject({ course_states: DONE, behind_from: NEVER });
});

test('new dates move the day from which a learner is behind; a new title queues no refresh', async () => {
  const h = await organization();
  const id = await h.assign({ deadline: addDays(today(), 9) });
  await h.theory(id);
  expect(await h.known()).toMatchObject({ behind_from: addDays(today(), 10) });
  await call('learning.update', h.administrator, { id, deadline: addDays(today(), 90), version: 1 });
  expect(await h.known()).toMatchObject({ behind_from: addDays(today(), 91), orders: 1 });
  await call('learning.update', h.administrator, { id, title: 'Другие слова', version: 2 });
  expect(await h.known()).toMatchObject({ behind_from: addDays(today(), 91), orders: 0 });
});

test('no learner is behind before the course begins, nor after an administrator completed it', async () => {
  const h = await organization();
  const begins = addDays(today(), 2);
  const id = await h.assign({ start_date: begins, deadline: addDays(today(), 9) });
  expect(await h.known()).toMatchObject({ course_states: NEW, behind_from: NEVER });
  await h.sweep(1);
  expect(await h.known()).toMatchObject({ behind_from: NEVER, orders: 0 });
  await h.sweep(2);
  expect(await h.known()).toMatchObject({ behind_from: addDays(today(), 10), orders: 1 });
  await call('learning.complete', h.administrator, { id });
  expect(await h.known()).toMatchObject({ course_states: NEW, behind_from: NEVER, orders: 1 });
});

test('completion by the sweep does not change facts; a restored person is not behind', async () => {
  const h = await organization();
  const gone = await make.employee(h.org);
  const id = await h.assign({ deadline: addDays(today(), 1) });
  await call('learning.add-people', h.administrator, {
    id,
    selection: { ids: { include_ids: [gone.id] } },
    need_message: false,
  });
  expect(await h.known(gone)).toMatchObject({ behind_from: addDays(today(), 2) });
  await call('employees.remove', h.administrator, { id: gone.id });
  await inOrganization(h.org.id, 'write', (tx) =>
    tx
      .updateTable('learners')
      .set({ started_at: now(), completed_at: now(), progress: 100 })
      .where('employee_id', '=', h.person.id)
      .execute(),
  );
  await inOrganization(h.org.id, 'write', (tx) => refreshPeople(tx, null));
  await h.sweep(3);
  expect((await call('learning.assignment', h.administrator, { id })).status).toBe('completed');
  expect(await h.known()).toEqual({ course_states: DONE, behind_from: NEVER, orders: 0 });
  await call('employees.restore', h.administrator, { id: gone.id });
  expect(await h.known(gone)).toEqual({ course_states: NEW, behind_from: NEVER, orders: 1 });
});

test('an attempt ended by the sweep refreshes facts like any other', async () => {
  const h = await organization({ time_limit_minutes: 5 });
  const id = await h.assign({ deadline: addDays(today(), 30) });
  await h.theory(id);
  await h.answerAll(id);
  await h.known();
  await h.sweep(0, 6);
  expect(await h.known()).toMatchObject({ course_states: BEGUN, behind_from: addDays(today(), 31), orders: 1 });
});
