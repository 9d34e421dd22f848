import { rightAnswer, type Answer, type Question } from '@sergak/contract/learning/learning.rules.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, platform, queued, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, MINUTE, now } from '../../platform/clock.ts';
import { sweepLearning } from './learning.jobs.ts';

const assigned = async (quiz: Parameters<typeof learning.course>[1] = {}) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const course = await learning.course(org, quiz);
  const learner = await make.employee(org);
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
    need_message: false,
  });
  await runJobs('statistics.refresh-people', org.id);
  return { org, administrator, course, learner, id };
};
type Case = Awaited<ReturnType<typeof assigned>>;

const states = async ({ learner, id }: Case) =>
  (await call('learner.course', learner, { id })).sections.flatMap((s) =>
    s.themes.flatMap((t) => t.steps.map((step) => step.state)),
  );
const readTheory = ({ learner, id, course }: Case) =>
  learning.readTheory(learner, { id, step_id: course.steps.theory });
const begin = ({ learner, id, course }: Case) =>
  call('learner.create-attempt', learner, { id, step_id: course.steps.quiz });
const answer = (c: Case, attempt_id: string, q: Question, given: Answer, sequence: number, as: Person = c.learner) =>
  call('learner.answer', as, { id: c.id, attempt_id, question_id: q.id, answer: given, sequence });
const answerAll = async (c: Case, attempt_id: string, pick: (q: Question, index: number) => Answer) => {
  for (const [index, q] of c.course.questions.entries()) await answer(c, attempt_id, q, pick(q, index), index + 1);
  return call('learner.complete-attempt', c.learner, { id: c.id, attempt_id });
};

test('slides, quiz, slides: a complete course, with progress after every step', async () => {
  const c = await assigned();
  expect(await states(c)).toEqual(['open', 'locked', 'locked']);
  const [card] = (await call('learner.courses', c.learner, {})).data;
  expect(card).toMatchObject({
    assigned_course_id: c.id,
    progress: 0,
    steps_total: 3,
    next: { step_id: c.course.steps.theory, slide: 0, kind: 'theory' },
    overdue: false,
  });
  expect(await call('learner.launch-theme', c.learner, { id: c.id, theme_id: c.course.themeId })).toMatchObject({
    step_id: c.course.steps.theory,
  });
  await expect(begin(c)).rejects.toMatchObject({ code: 'step.locked' });
  expect(await readTheory(c)).toMatchObject({
    progress: 33.33,
    completed: false,
    next: { step_id: c.course.steps.quiz },
  });
  expect(await readTheory(c)).toMatchObject({ progress: 33.33 });
  const attempt = await begin(c);
  expect(attempt.questions).toHaveLength(5);
  expect(JSON.stringify(attempt)).not.toMatch(/correct|accepted|explanation|right/);
  const result = await answerAll(c, attempt.attempt_id, rightAnswer);
  expect(result).toMatchObject({
    score: 100,
    passed: true,
    correct_count: 5,
    course: { progress: 66.67, completed: false },
  });
  expect(result.questions[0]).toMatchObject({
    correct: true,
    explanation: expect.stringContaining('безопаснее'),
    right: { option: expect.any(String) },
  });
  expect(result.theory).toMatchObject({
    step_id: c.course.steps.theory,
    slides: [{ index: 0 }, { index: 1 }, { index: 2 }],
  });
  await expect(call('learner.complete-course', c.learner, { id: c.id })).rejects.toMatchObject({
    code: 'assignment.unfinished',
  });
  expect(await learning.readTheory(c.learner, { id: c.id, step_id: c.course.steps.last })).toEqual({
    progress: 100,
    completed: true,
    next: null,
  });
  expect(await call('learner.complete-course', c.learner, { id: c.id })).toMatchObject({ completed: true });
  expect((await call('learning.people', c.administrator, { id: c.id })).data[0]).toMatchObject({
    state: 'completed',
    progress: 100,
  });
  expect(await queued('statistics.refresh-people', c.org.id)).toEqual(
    // One refresh for the start, and one for each step.
    Array(4).fill({ organization_id: c.org.id, employee_ids: [c.learner.id] }),
  );
});

test('slides are read when the last one was opened, whatever is shown afterwards', async () => {
  const c = await assigned();
  const at = { id: c.id, step_id: c.course.steps.theory };
  const complete = () => call('learner.complete-theory', c.learner, at);
  await expect(complete()).rejects.toMatchObject({ code: 'step.unread', details: { left: 2 } });
  await call('learner.save-position', c.learner, { ...at, slide: 1, sequence: 5 });
  await expect(complete()).rejects.toMatchObject({ code: 'step.unread', details: { left: 1 } });
  expect(await states(c)).toContain('locked');
  await call('learner.save-position', c.learner, { ...at, slide: 2, sequence: 6 });
  await call('learner.save-position', c.learner, { ...at, slide: 0, sequence: 7 });
  await complete();
  await complete();
  expect((await states(c))[0]).toBe('done');
});

test('closing the tab during a quiz loses nothing, and a second tab continues the same attempt', async () => {
  const c = await assigned({ shuffle: true });
  await readTheory(c);
  const first = await begin(c);
  const [q1, q2] = c.course.questions as [Question, Question];
  await answer(c, first.attempt_id, q1, rightAnswer(q1), 1);
  await answer(c, first.attempt_id, q2, learning.wrongAnswer(q2), 2);
  expect((await call('learner.course', c.learner, { id: c.id })).sections[0]!.themes[0]!.steps[1]).toMatchObject({
    attempt_open: true,
    state: 'open',
  });
  const again = await begin(c);
  expect(again.attempt_id).toBe(first.attempt_id);
  expect(again.questions).toEqual(first.questions);
  expect(again.answers).toHaveLength(2);
  await answer(c, again.attempt_id, q2, rightAnswer(q2), 3);
  const late = await answer(c, again.attempt_id, q2, learning.wrongAnswer(q2), 2);
  expect(late).toEqual({ question_id: q2.id, answer: rightAnswer(q2), sequence: 3, saved: false });
  expect(await answer(c, again.attempt_id, q2, rightAnswer(q2), 3)).toMatchObject({ sequence: 3, saved: false });
  expect((await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: again.attempt_id })).score).toBe(
    40,
  );
});

test('a quiz continues at the question shown last, answered or not; a new attempt begins at the first question', async () => {
  const c = await assigned();
  await readTheory(c);
  const at = { id: c.id, step_id: c.course.steps.quiz };
  const first = await begin(c);
  expect(first).toMatchObject({ place: 0, sequence: 1 });
  const total = first.questions.length;
  const q = c.course.questions[0]!;
  await answer(c, first.attempt_id, q, rightAnswer(q), 1);
  expect(await begin(c)).toMatchObject({ place: 0, answers: [{ question_id: q.id }] });
  await call('learner.save-position', c.learner, { ...at, slide: 3, sequence: 2 });
  expect(await call('learner.save-position', c.learner, { ...at, slide: 1, sequence: 1 })).toMatchObject({ slide: 3 });
  expect(await begin(c)).toMatchObject({ place: 3, sequence: 2 });
  const beyond = await call('learner.save-position', c.learner, { ...at, slide: 99, sequence: 3 });
  expect(beyond).toMatchObject({ slide: total });
  await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: first.attempt_id });
  expect(await begin(c)).toMatchObject({ number: 2, place: 0, sequence: 3 });
  await call('learner.save-position', c.learner, { ...at, slide: 2, sequence: 4 });
  expect(await begin(c)).toMatchObject({ number: 2, place: 2 });
});

test('two concurrent requests to begin create one attempt', async () => {
  const c = await assigned();
  await readTheory(c);
  const made = await Promise.all([begin(c), begin(c), begin(c)]);
  expect(new Set(made.map((attempt) => attempt.attempt_id)).size).toBe(1);
});

test('the position in the slides is stored; an older position that arrives late is ignored', async () => {
  const c = await assigned();
  const at = { id: c.id, step_id: c.course.steps.theory };
  expect(await call('learner.start-step', c.learner, at)).toMatchObject({ slide: 0, sequence: 0, state: 'open' });
  await call('learner.save-position', c.learner, { ...at, slide: 2, sequence: 5 });
  expect(await call('learner.save-position', c.learner, { ...at, slide: 1, sequence: 4 })).toEqual({
    step_id: at.step_id,
    slide: 2,
    sequence: 5,
  });
  expect(await call('learner.start-step', c.learner, at)).toMatchObject({ slide: 2, sequence: 5 });
  expect((await call('learner.courses', c.learner, {})).data[0]!.next).toMatchObject({ slide: 2 });
  expect(await call('learner.save-position', c.learner, { ...at, slide: 99, sequence: 6 })).toMatchObject({ slide: 2 });
  await expect(
    call('learner.save-position', c.learner, { id: c.id, step_id: c.course.steps.last, slide: 0, sequence: 7 }),
  ).rejects.toMatchObject({ code: 'step.locked' });
});

test('a failed attempt hides the right answers and allows another; the best score is kept; completing twice returns the same result', async () => {
  const c = await assigned();
  await readTheory(c);
  const first = await begin(c);
  const failed = await answerAll(c, first.attempt_id, (q, i) => (i < 3 ? rightAnswer(q) : learning.wrongAnswer(q)));
  expect(failed).toMatchObject({
    score: 60,
    passed: false,
    attempts_left: null,
    course: { progress: 33.33, next: { step_id: c.course.steps.quiz } },
  });
  expect(failed.questions.every((q) => q.right === null)).toBe(true);
  expect(await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: first.attempt_id })).toEqual(failed);
  await expect(
    answer(c, first.attempt_id, c.course.questions[0]!, rightAnswer(c.course.questions[0]!), 9),
  ).rejects.toMatchObject({ code: 'attempt.finished' });
  expect(await states(c)).toEqual(['done', 'open', 'locked']);
  const second = await begin(c);
  expect(second).toMatchObject({ number: 2, answers: [] });
  expect(
    await answerAll(c, second.attempt_id, (q, i) => (i < 4 ? rightAnswer(q) : learning.wrongAnswer(q))),
  ).toMatchObject({ score: 80, passed: true });
  const third = await begin(c);
  await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: third.attempt_id });
  expect((await call('learner.course', c.learner, { id: c.id })).sections[0]!.themes[0]!.steps[1]).toMatchObject({
    best_score: 80,
    state: 'done',
    attempts_used: 3,
  });
  expect(await call('learner.result', c.learner, { id: c.id, step_id: c.course.steps.quiz })).toMatchObject({
    number: 3,
    score: 0,
  });
});

test('rejects answers of a wrong type, to a question that was not drawn or with unknown options', async () => {
  const c = await assigned({ draw_count: 4 });
  await readTheory(c);
  const attempt = await begin(c);
  expect(attempt.questions).toHaveLength(4);
  const asked = c.course.questions.filter((q) => attempt.questions.some((shown) => shown.id === q.id));
  const notAsked = c.course.questions.find((q) => !asked.includes(q))!;
  for (const q of asked)
    for (const other of c.course.questions)
      if (other !== q)
        await expect(
          answer(c, attempt.attempt_id, q, rightAnswer(other), 1),
          `${q.type} ← ${other.type}`,
        ).rejects.toMatchObject({ code: 'answer.invalid' });
  await expect(answer(c, attempt.attempt_id, notAsked, rightAnswer(notAsked), 1)).rejects.toMatchObject({
    code: 'answer.invalid',
  });
  await expect(answer(c, attempt.attempt_id, asked[0]!, { option: 'нет' }, 1)).rejects.toThrow();
  await expect(answer(c, attempt.attempt_id, asked[0]!, { text: 'а'.repeat(501) }, 1)).rejects.toThrow();
  expect(await stored('select question_id from quiz_answers where attempt_id = $1', [attempt.attempt_id])).toEqual([]);
});

test('after the last attempt no new attempt is possible and the next step opens', async () => {
  const c = await assigned({ attempts_limit: 1 });
  await readTheory(c);
  const attempt = await begin(c);
  const result = await call('learner.complete-attempt', c.learner, { id: c.id, attempt_id: attempt.attempt_id });
  expect(result).toMatchObject({ passed: false, attempts_left: 0, course: { next: { step_id: c.course.steps.last } } });
  await expect(begin(c)).rejects.toMatchObject({ code: 'attempt.limit' });
  expect(await states(c)).toEqual(['done', 'failed', 'open']);
});

test('an attempt past its time rejects answers and is judged by the answers given in time', async () => {
  const c = await assigned({ time_limit_minutes: 5, pass_mark: 40 });
  await readTheory(c);
  const attempt = await begin(c);
  expect(new Date(attempt.ends_at!).getTime() - new Date(attempt.started_at).getTime()).toBe(5 * MINUTE);
  const [q1, q2, q3] = c.course.questions as [Question, Question, Question];
  await answer(c, attempt.attempt_id, q1, rightAnswer(q1), 1);
  await answer(c, attempt.attempt_id, q2, rightAnswer(q2), 2);
  await atTime(after(now(), 6 * MINUTE), async () => {
    await expect(answer(c, attempt.attempt_id, q3, rightAnswer(q3), 3)).rejects.toMatchObject({
      code: 'attempt.finished',
    });
    await sweepLearning(await platform());
    await runJobs('learning.advance-assignments', c.org.id);
    await runJobs('learning.advance-assignments', c.org.id);
  });
  const result = await call('learner.result', c.learner, { id: c.id, step_id: c.course.steps.quiz });
  expect(result).toMatchObject({ score: 40, passed: true, completed_at: attempt.ends_at });
});

test('an assignment does not change when the library changes', async () => {
  const c = await assigned();
  await inOrganization(c.org.id, 'write', async (tx) => {
    await tx
      .updateTable('slides')
      .set({ doc: JSON.stringify(learning.textDoc('Новое')) })
      .execute();
    await tx.deleteFrom('questions').execute();
  });
  const unit = await call('learner.module', c.learner, {
    id: c.course.modules.first,
    with_slides: 'true',
    with_questions: 'true',
  });
  expect(unit.slides!.map((slide) => slide.doc)).toEqual(['0', '1', '2'].map(learning.textDoc));
  expect(unit.questions).toHaveLength(5);
  expect(JSON.stringify(unit)).not.toMatch(/correct|accepted|explanation/);
});

test('a slide names the address for reports of the learner’s organisation', async () => {
  const c = await assigned();
  const read = async () => {
    const unit = await call('learner.module', c.learner, { id: c.course.modules.first, with_slides: 'true' });
    return JSON.stringify(unit.slides![0]!.doc);
  };
  await stored(
    `update course_versions set content = replace(content::text, '"text": "0"', '"text": "Сюда: {{report_address}}"')::jsonb where course_id = $1`,
    [c.course.id],
  );
  expect(await read()).toContain('Сюда: адрес для сообщений о фишинге');
  await stored(
    `insert into report_mailboxes (organization_id, address, host, port, security, username, password_sealed)
     values ($1, 'soc"@corp.test', 'imap.test', 993, 'tls', 'soc', 'x')`,
    [c.org.id],
  );
  expect(await read()).toContain('Сюда: soc\\"@corp.test');
});

test('another person’s course, attempt or module is not found', async () => {
  const c = await assigned();
  await readTheory(c);
  const attempt = await begin(c);
  const colleague = await make.employee(c.org);
  const other = await assigned();
  await readTheory(other);
  for (const person of [colleague, other.learner]) {
    const at = { id: c.id, step_id: c.course.steps.theory };
    await expect(call('learner.course', person, { id: c.id })).rejects.toMatchObject({ code: 'assignment.not_found' });
    await expect(call('learner.start-step', person, at)).rejects.toMatchObject({ code: 'assignment.not_found' });
    await expect(call('learner.complete-theory', person, at)).rejects.toMatchObject({ code: 'assignment.not_found' });
    await expect(
      call('learner.complete-attempt', person, { id: c.id, attempt_id: attempt.attempt_id }),
    ).rejects.toMatchObject({ code: 'assignment.not_found' });
    await expect(call('learner.module', person, { id: c.course.modules.first })).rejects.toMatchObject({
      code: 'module.not_found',
    });
  }
  await expect(
    call('learner.complete-attempt', other.learner, { id: other.id, attempt_id: attempt.attempt_id }),
  ).rejects.toMatchObject({ code: 'attempt.not_found' });
  expect(await call('learner.courses', colleague, {})).toEqual({ data: [] });
});
