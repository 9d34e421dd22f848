import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { actionLog, call, inOrganization, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, dayIn, now } from '../../platform/clock.ts';

const today = () => dayIn(now(), 'Asia/Tashkent');

const prepared = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const [native, scorm] = [await learning.course(org), await learning.scormCourse(org)];
  const people = [await make.employee(org), await make.employee(org)] as const;
  const everyone = { ids: { include_ids: people.map((one) => one.id) } };
  const facts = async (id: string) => {
    await runJobs('statistics.refresh-people', org.id);
    return (await stored<{ day: string }>('select behind_from::text as day from employees where id = $1', [id]))[0]!
      .day;
  };
  const outbox = () =>
    stored<{ recipient: string }>('select recipient from outbox where organization_id = $1', [org.id]);
  return { org, administrator, native, scorm, people, everyone, facts, outbox };
};

test('nobody is behind, overdue or reminded while a course is paused; resuming changes no date', async () => {
  const h = await prepared();
  const { id, deadline } = await call('learning.assign', h.administrator, {
    course_id: h.native.id,
    selection: { ids: { include_ids: [h.people[0].id] } },
    deadline: addDays(today(), 3),
    need_message: false,
  });
  expect(await h.facts(h.people[0].id)).toBe(addDays(today(), 4));
  const paused = await call('learning.toggle', h.administrator, { id, toggle: 'false' });
  expect(paused).toMatchObject({ status: 'active', paused_at: expect.any(String), deadline });
  expect(await h.facts(h.people[0].id)).toBe('infinity');
  await call('learning.add-people', h.administrator, {
    id,
    selection: { ids: { include_ids: [h.people[1].id] } },
    need_message: true,
  });
  expect(await h.facts(h.people[1].id)).toBe('infinity');
  await runJobs('learning.send-emails', h.org.id);
  expect(await h.outbox()).toEqual([]);
  await expect(call('learning.remind', h.administrator, { id })).rejects.toMatchObject({ code: 'assignment.paused' });
  await atTime(after(now(), 10 * DAY), async () => {
    expect(await call('learning.assignment', h.administrator, { id })).toMatchObject({ overdue: false });
    expect(await call('learning.groups', h.administrator, { id })).toMatchObject({ behind: 0, not_started: 2 });
    const [mine] = (await call('learner.courses', h.people[0], {})).data;
    expect(mine).toMatchObject({ paused: true, overdue: false });
    expect(await call('learning.toggle', h.administrator, { id })).toMatchObject({
      paused_at: null,
      overdue: true,
      deadline,
    });
    expect(await call('learning.groups', h.administrator, { id })).toMatchObject({ behind: 2 });
    await runJobs('learning.send-emails', h.org.id);
    expect(await h.outbox()).toEqual([{ recipient: h.people[1].email }]);
  });
  expect((await actionLog(h.org.id)).filter((one) => one.action === 'assignment.toggled')).toMatchObject([
    { changes: { paused: [false, true] } },
    { changes: { paused: [true, false] } },
  ]);
});

test('a planned or completed course cannot be paused, and pausing twice changes nothing', async () => {
  const h = await prepared();
  const order = { course_id: h.native.id, selection: h.everyone, need_message: false };
  const planned = await call('learning.assign', h.administrator, { ...order, start_date: addDays(today(), 2) });
  await expect(call('learning.toggle', h.administrator, { id: planned.id })).rejects.toMatchObject({
    code: 'assignment.not_started',
  });
  await call('learning.delete', h.administrator, { id: planned.id });
  const { id } = await call('learning.assign', h.administrator, order);
  const first = await call('learning.toggle', h.administrator, { id, toggle: 'false' });
  const again = await call('learning.toggle', h.administrator, { id, toggle: 'false' });
  expect(again).toEqual(first);
  await call('learning.complete', h.administrator, { id });
  await expect(call('learning.toggle', h.administrator, { id })).rejects.toMatchObject({
    code: 'assignment.completed',
  });
});

test('native courses answer 404 under /scorm, and SCORM courses under /learning', async () => {
  const h = await prepared();
  const to = { selection: h.everyone, need_message: false };
  const missing = { code: 'course.not_found' };
  await expect(call('learning.assign', h.administrator, { course_id: h.scorm.id, ...to })).rejects.toMatchObject(
    missing,
  );
  await expect(call('learning.scorm-assign', h.administrator, { course_id: h.native.id, ...to })).rejects.toMatchObject(
    missing,
  );
  const native = await call('learning.assign', h.administrator, { course_id: h.native.id, ...to });
  const scorm = await call('learning.scorm-assign', h.administrator, { course_id: h.scorm.id, ...to });
  expect([native.kind, scorm.kind, scorm.steps_total]).toEqual(['native', 'scorm', 1]);
  const pairs = [
    ['learning.assignment', 'learning.scorm-assignment'],
    ['learning.people', 'learning.scorm-people'],
    ['learning.groups', 'learning.scorm-groups'],
    ['learning.progress', 'learning.scorm-progress'],
    ['learning.progress-change', 'learning.scorm-progress-change'],
    ['learning.complete', 'learning.scorm-complete'],
    ['learning.toggle', 'learning.scorm-toggle'],
    ['learning.delete', 'learning.scorm-delete'],
  ] as const;
  for (const [face, scormFace] of pairs) {
    const gone = { code: 'assignment.not_found' };
    await expect(call(face, h.administrator, { id: scorm.id }), face).rejects.toMatchObject(gone);
    await expect(call(scormFace, h.administrator, { id: native.id }), scormFace).rejects.toMatchObject(gone);
  }
  const listed = async (id: 'learning.assignments' | 'learning.scorm-assignments', kind?: 'all') =>
    (await call(id, h.administrator, kind ? { kind } : {})).data.map((one) => one.id).sort();
  expect(await listed('learning.assignments')).toEqual([native.id]);
  expect(await listed('learning.scorm-assignments')).toEqual([scorm.id]);
  expect(await listed('learning.assignments', 'all')).toEqual([native.id, scorm.id].sort());
  expect((await call('learning.any-assignment', h.administrator, { id: scorm.id })).id).toBe(scorm.id);
  const of = await call('learning.of-organization', h.administrator, { id: h.org.id, limit: 1 });
  expect([of.total_count, of.data.length]).toEqual([2, 1]);
  const changed = { id: scorm.id, title: 'Новое имя', version: scorm.version };
  expect((await call('learning.scorm-update', h.administrator, changed)).title).toBe('Новое имя');
  const one = { id: scorm.id, selection: { ids: { include_ids: [h.people[0].id] } } };
  expect(await call('learning.scorm-remove-people', h.administrator, one)).toEqual({ removed: 1 });
  expect(await call('learning.scorm-add-people', h.administrator, { ...one, need_message: false })).toEqual({
    added: 1,
  });
  expect((await call('learning.scorm-groups', h.administrator, { id: scorm.id })).total).toBe(2);
});

test('several courses are assigned together or not at all; courses that all have are skipped', async () => {
  const h = await prepared();
  const order = { selection: h.everyone, need_message: true, reminders: { before_days: 2 } };
  const foreign = await learning.course(await make.organization());
  await expect(
    call('learning.bulk-assign', h.administrator, { ...order, course_ids: [h.native.id, foreign.id] }),
  ).rejects.toMatchObject({ code: 'course.not_found' });
  expect((await call('learning.assignments', h.administrator, { kind: 'all' })).total_count).toBe(0);
  await call('learning.assign-course', h.administrator, { course_id: h.native.id, ...order });
  const made = await call('learning.bulk-assign', h.administrator, { ...order, course_ids: [h.scorm.id, h.native.id] });
  expect(made.data).toMatchObject([
    { course: { id: h.scorm.id }, learners_count: 2, reminders: { before_days: 2, on_deadline: false } },
  ]);
  expect(made.skipped_courses).toMatchObject([{ id: h.native.id }]);
  await expect(
    call('learning.bulk-assign', h.administrator, { ...order, course_ids: [h.scorm.id, h.native.id] }),
  ).rejects.toMatchObject({ code: 'assignment.no_learners' });
  await runJobs('learning.send-emails', h.org.id);
  expect(await h.outbox()).toHaveLength(4);
});

test('a manual completion stores who and why, without steps or quiz results', async () => {
  const h = await prepared();
  const { id } = await call('learning.assign', h.administrator, { course_id: h.native.id, selection: h.everyone });
  await learning.readTheory(h.people[0], { id, step_id: h.native.steps.theory });
  await runJobs('statistics.refresh-people', h.org.id);
  const completion = {
    assigned_course_id: id,
    selection: { ids: { include_ids: [h.people[0].id] } },
    reason: 'Прошёл очный семинар',
  };
  expect(await call('learning.complete-manually', h.administrator, completion)).toEqual({ completed: 1 });
  expect(await queued('statistics.refresh-people', h.org.id)).toHaveLength(1);
  expect(await call('learning.complete-manually', h.administrator, completion)).toEqual({ completed: 0 });
  const rows = (await call('learning.people', h.administrator, { id })).data;
  expect(rows.find((one) => one.employee_id === h.people[0].id)).toMatchObject({
    state: 'completed',
    progress: 100,
    completed_steps: 1,
    manual: { by: expect.any(String), reason: 'Прошёл очный семинар', certificate: false },
  });
  expect(rows.find((one) => one.employee_id === h.people[1].id)).toMatchObject({ state: 'not_started', manual: null });
  const course = await call('learner.course', h.people[0], { id });
  expect(course).toMatchObject({ completed_manually: true, progress: 100 });
  expect(course.sections[0]!.themes[0]!.steps[1]).toMatchObject({ kind: 'quiz', best_score: null, attempts_used: 0 });
  expect(await stored('select id from quiz_attempts where organization_id = $1', [h.org.id])).toEqual([]);
  const [mine] = (await call('learning.person-courses', h.administrator, { id: h.people[0].id })).data;
  expect(mine).toMatchObject({ state: 'completed', manual: { reason: 'Прошёл очный семинар' } });
  expect((await actionLog(h.org.id)).filter((one) => one.action === 'assignment.people_completed')[0]).toMatchObject({
    target: id,
    details: { people: [h.people[0].id], note: 'Прошёл очный семинар' },
  });
  const change = await call('learning.progress-change', h.administrator, { id });
  expect(change.data.at(-1)!.progress).toBe(50);
  expect((await call('learning.assignment', h.administrator, { id })).progress_change).toBe(50);
  // Reading on after the completion changes nothing.
  await learning.readTheory(h.people[0], { id, step_id: h.native.steps.theory });
  expect(await call('learner.course', h.people[0], { id })).toMatchObject({ progress: 100 });
});

test('reminders and manual completions take a selection of the list', async () => {
  const h = await prepared();
  const { id } = await call('learning.assign', h.administrator, {
    course_id: h.native.id,
    selection: h.everyone,
    need_message: false,
  });
  const ticked = { ids: { include_ids: [h.people[1].id] } };
  expect(await call('learning.remind', h.administrator, { id, selection: ticked })).toEqual({ reminded: 1 });
  await runJobs('learning.send-emails', h.org.id);
  expect(await h.outbox()).toEqual([{ recipient: h.people[1].email }]);
  const all = { all: true, ids: { exclude_ids: [h.people[0].id] }, expected_count: 1 };
  const input = { assigned_course_id: id, selection: all, reason: 'Зачтено', certificate: true };
  expect(await call('learning.complete-manually', h.administrator, input)).toEqual({ completed: 1 });
  const [row] = (await call('learning.people', h.administrator, { id, state: 'completed' })).data;
  expect(row).toMatchObject({ employee_id: h.people[1].id, manual: { certificate: true } });
  expect(await queued('certificates.issue', h.org.id)).toHaveLength(1);
});

test('the progress of a list row counts the work of the last seven days', async () => {
  const h = await prepared();
  const { id } = await call('learning.assign', h.administrator, {
    course_id: h.native.id,
    selection: { ids: { include_ids: [h.people[0].id] } },
  });
  await learning.readTheory(h.people[0], { id, step_id: h.native.steps.theory });
  const change = async () => (await call('learning.assignments', h.administrator, {})).data[0]!.progress_change;
  expect(await change()).toBe(33.33);
  await atTime(after(now(), 8 * DAY), async () => expect(await change()).toBe(0));
});

test('an assignment may have a picture of its own, which learners see', async () => {
  const h = await prepared();
  const order = { selection: h.everyone, need_message: false };
  const { data } = await call('learning.bulk-assign', h.administrator, {
    course_ids: [h.native.id, h.scorm.id],
    ...order,
  });
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1a7' } })
    .png()
    .toBuffer();
  const image = async () => {
    const path = join(tmpdir(), `cover-${randomUUID()}`);
    await writeFile(path, bytes);
    return { path, name: 'cover.png', type: 'image/png', size: bytes.length };
  };
  for (const [at, face] of (['learning.set-picture', 'learning.scorm-set-picture'] as const).entries()) {
    const { id } = data[at]!;
    const set = await call(face, h.administrator, { id }, { image: await image() });
    expect(set.image_path).toMatch(/^\/lk\/files\//);
    const again = await call(face, h.administrator, { id }, { image: await image() });
    expect(again.image_path).not.toBe(set.image_path);
    expect((await call('learner.course', h.people[0], { id })).image_path).toBe(again.image_path);
  }
  await expect(
    call('learning.scorm-set-picture', h.administrator, { id: data[0]!.id }, { image: await image() }),
  ).rejects.toMatchObject({ code: 'assignment.not_found' });
  const kept = () => stored('select id from files where organization_id = $1', [h.org.id]);
  expect(await kept()).toHaveLength(2);
  await call('learning.delete', h.administrator, { id: data[0]!.id });
  expect(await kept()).toHaveLength(1);
});

test('filters and statistics count a SCORM course like any other', async () => {
  const h = await prepared();
  const { id } = await call('learning.scorm-assign', h.administrator, {
    course_id: h.scorm.id,
    selection: { ids: { include_ids: [h.people[0].id] } },
  });
  const found = async (filter: object) =>
    (await call('employees.list', h.administrator, filter)).data.map((one) => one.id);
  const state = async () => {
    await runJobs('statistics.refresh-people', h.org.id);
    const [row] = await stored<{ course_states: number; learning_progress: string }>(
      'select course_states, learning_progress from employees where id = $1',
      [h.people[0].id],
    );
    return row!;
  };
  expect((await state()).learning_progress, 'before the deadline').toBeNull();
  expect(await found({ course_progress: ['NOT_START'] })).toEqual([h.people[0].id]);
  await atTime(after(now(), 30 * DAY), async () => expect(await found({ learning: 'BEHIND' })).toEqual([]));
  await atTime(after(now(), 31 * DAY), async () =>
    expect(await found({ learning: 'BEHIND' })).toEqual([h.people[0].id]),
  );
  const input = { assigned_course_id: id, selection: { ids: { include_ids: [h.people[0].id] } }, reason: 'Зачтено' };
  await call('learning.complete-manually', h.administrator, input);
  expect(Number((await state()).learning_progress)).toBe(100);
  expect(await found({ course_progress: ['COMPLETED'] })).toEqual([h.people[0].id]);
  expect((await call('learner.courses', h.people[0], {})).data).toMatchObject([{ kind: 'scorm', completed_steps: 0 }]);
  expect(
    (await inOrganization(h.org.id, 'read', (tx) => tx.selectFrom('learners').select('completed_by').execute())).length,
  ).toBe(1);
});

test('assignments of one course say whom they are for: a few people by name, otherwise the largest departments', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id: course_id } = await learning.course(org);
  const [store, shop, office] = [
    await make.department(org, 'Склад'),
    await make.department(org, 'Цех'),
    await make.department(org, 'Бухгалтерия'),
  ];
  const person = (department_id: string, last_name = 'Юсупова') => make.employee(org, { department_id, last_name });
  const assign = async (people: readonly { id: string }[]) =>
    (
      await call('learning.assign', administrator, {
        course_id,
        selection: { ids: { include_ids: people.map((one) => one.id) } },
        need_message: false,
      })
    ).audience;
  expect(await assign([await person(store.id, 'Азимов')])).toEqual({
    people: ['Азимов Нигора'],
    departments: ['Склад'],
    departments_count: 1,
  });
  const many = [store, store, shop, shop, shop, office].map(({ id }) => person(id));
  expect(await assign(await Promise.all(many))).toEqual({
    people: [],
    departments: ['Цех', 'Склад'],
    departments_count: 3,
  });
  const { data } = await call('learning.assignments', administrator, {});
  expect(data.map((one) => one.audience?.departments_count)).toEqual([3, 1]);
  const found = await call('search.find', administrator, { search: data[0]!.title });
  expect(found.data.filter((one) => one.kind === 'assignment').map((one) => one.detail)).toEqual(
    expect.arrayContaining(['Склад', 'Бухгалтерия, Склад, Цех']),
  );
});

test('what waits tells overdue assignments of one title apart', async () => {
  const h = await prepared();
  for (const { id } of h.people)
    await call('learning.assign', h.administrator, {
      course_id: h.native.id,
      selection: { ids: { include_ids: [id] } },
      deadline: addDays(today(), 1),
      need_message: false,
    });
  await atTime(after(now(), 5 * DAY), async () => {
    const { data } = await call('notifications.waiting', h.administrator, {});
    const titles = data.find((one) => one.kind === 'overdue')!.things.map((one) => one.title);
    expect(titles).toHaveLength(2);
    for (const title of titles) expect(title).toMatch(/\(Каримова Нигора\)$/);
  });
});
