import { expect, test } from 'vitest';
import { addDays } from '@sergak/contract/learning/learning.rules.ts';
import { actionLog, call, inOrganization, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { after, atTime, DAY, dayIn, now } from '../../platform/clock.ts';
import { assignCourse } from './public.ts';
import { sweepLearning } from './learning.jobs.ts';

const today = () => dayIn(now(), 'Asia/Tashkent');
const emails = (organizationId: string) =>
  stored<{ recipient: string; subject: string; html: string; kind: string }>(
    'select recipient, subject, html, kind from outbox where organization_id = $1 order by created_at, recipient',
    [organizationId],
  );

const prepared = async () => {
  const org = await make.organization();
  return { org, administrator: await make.operator(org), course: await learning.course(org) };
};

test('where single sign-on is forced, the email to an unregistered person leads to the course, not to a new password', async () => {
  const { org, administrator, course } = await prepared();
  const learner = await make.employee(org, { is_registered: false });
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .insertInto('sso_settings')
      .values({ protocol: 'saml', enabled: true, forced: true, attributes: '{}', group_roles: '[]' })
      .execute(),
  );
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [learner.id] } },
  });
  await runJobs('learning.send-emails', org.id);
  const [sent] = await emails(org.id);
  expect(sent!.html).toContain(`/lk/user/learning/courses/${id}`);
  expect(sent!.html).not.toContain('/lk/auth/registration/');
});

test('a course is assigned once to each person of a list, a department subtree and a tag; emails use the person’s language', async () => {
  const { org, administrator, course } = await prepared();
  const top = await make.department(org);
  const below = await make.department(org, 'Касса', top.id);
  const tag = await make.tag(org);
  const alone = await make.employee(org);
  const inside = await make.employee(org, { department_id: below.id, is_registered: false });
  const tagged = await make.employee(org);
  const left = await make.employee(org, { department_id: top.id });
  await inOrganization(org.id, 'write', async (tx) => {
    await tx
      .insertInto('tag_employees')
      .values([
        { tag_id: tag.id, employee_id: tagged.id },
        { tag_id: tag.id, employee_id: alone.id },
      ])
      .execute();
    await tx.updateTable('employees').set({ language: 'uz' }).where('id', '=', tagged.id).execute();
  });
  const selection = {
    ids: { include_ids: [alone.id], include_departments: [top.id], include_tags: [tag.id], exclude_ids: [left.id] },
  };
  expect(await call('learning.preview', administrator, { course_id: course.id, selection })).toEqual({
    people: 3,
    to_add: 3,
    unregistered: 1,
  });
  const made = await call('learning.assign', administrator, { course_id: course.id, selection });
  expect(made).toMatchObject({
    status: 'active',
    learners_count: 3,
    progress: 0,
    deadline: addDays(today(), 30),
    created_by: expect.any(String),
    course_version: 1,
  });
  expect((await queued('statistics.refresh-people', org.id))[0]!.employee_ids).toHaveLength(3);
  await runJobs('learning.send-emails', org.id);
  await runJobs('learning.send-emails', org.id);
  const sent = await emails(org.id);
  expect(sent.map((one) => one.recipient).sort()).toEqual([alone.email, inside.email, tagged.email].sort());
  expect(sent.find((one) => one.recipient === tagged.email)!.subject).toMatch(/kursi tayinlandi/);
  expect(sent.find((one) => one.recipient === alone.email)!.html).toContain(`/lk/user/learning/courses/${made.id}`);
  expect(sent.find((one) => one.recipient === inside.email)!.html).toMatch(/\/lk\/auth\/registration\/[\w-]{20,}/);
  expect(await call('learning.preview', administrator, { course_id: course.id, selection })).toEqual({
    people: 3,
    to_add: 0,
    unregistered: 0,
  });
  await expect(call('learning.assign', administrator, { course_id: course.id, selection })).rejects.toMatchObject({
    code: 'assignment.no_learners',
  });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'assignment.created',
    target: made.id,
    details: { affected: 3, people: [expect.any(String), expect.any(String), expect.any(String)] },
  });
});

test('a course is assigned to the selection of the staff list without excluded people, and not to later matches', async () => {
  const { org, administrator, course } = await prepared();
  const shop = await make.department(org, 'Магазин');
  const people = await Promise.all([1, 2, 3].map(() => make.employee(org, { department_id: shop.id })));
  await make.employee(org);
  const selection = { all: true, ids: { exclude_ids: [people[1]!.id] }, filter: { departments: [shop.id] } };
  const order = { course_id: course.id, selection, need_message: false };
  expect(await call('learning.preview', administrator, { course_id: course.id, selection })).toMatchObject({
    people: 2,
    to_add: 2,
  });
  const made = await call('learning.assign', administrator, order);
  await make.employee(org, { department_id: shop.id });
  const members = async () =>
    (await call('learning.people', administrator, { id: made.id })).data.map((one) => one.employee_id).sort();
  expect(await members()).toEqual([people[0]!.id, people[2]!.id].sort());
  await runJobs('learning.send-emails', org.id);
  expect(await emails(org.id)).toEqual([]);
  const ticked = { all: false, ids: { include_ids: [people[0]!.id, people[1]!.id] }, filter: {} };
  expect(await call('learning.preview', administrator, { course_id: course.id, selection: ticked })).toMatchObject({
    people: 2,
    to_add: 1,
  });
  await expect(
    call('learning.assign', administrator, {
      course_id: course.id,
      selection: { all: true, filter: { search: 'никто' } },
    }),
  ).rejects.toMatchObject({ code: 'assignment.no_learners' });
});

test('rejects impossible dates, unknown people, and an archived or unknown course, without writing anything', async () => {
  const { org, administrator, course } = await prepared();
  const person = await make.employee(org);
  const stranger = await make.employee(await make.organization());
  const assign = (input: object) =>
    call('learning.assign', administrator, {
      course_id: course.id,
      selection: { ids: { include_ids: [person.id] } },
      ...input,
    } as never);
  await expect(assign({ start_date: today(), deadline: addDays(today(), -1) })).rejects.toMatchObject({
    code: 'assignment.dates',
  });
  await expect(assign({ start_date: addDays(today(), -1) })).rejects.toMatchObject({ code: 'assignment.dates' });
  await expect(assign({ selection: { ids: { include_ids: [stranger.id] } } })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  await expect(assign({ selection: { ids: { include_ids: [] } } })).rejects.toMatchObject({
    code: 'assignment.no_learners',
  });
  await expect(assign({ course_id: person.id })).rejects.toMatchObject({ code: 'course.not_found' });
  await expect(assign({ deadline: '32.13.2026' })).rejects.toThrow();
  await expect(assign({ surprise: 1 })).rejects.toThrow();
  await call('library.change-course', administrator, { id: course.id, archived: true, version: 1 });
  await expect(assign({})).rejects.toMatchObject({ code: 'course.archived' });
  expect(await stored('select id from assignments where organization_id = $1', [org.id])).toEqual([]);
});

test('the sweep starts planned assignments and completes finished ones; a learner who is behind keeps an assignment open', async () => {
  const { org, administrator, course } = await prepared();
  const [quick, slow] = [await make.employee(org), await make.employee(org)];
  const start = addDays(today(), 2);
  const planned = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [quick.id, slow.id] } },
    start_date: start,
    deadline: addDays(start, 5),
  });
  expect(planned.status).toBe('planned');
  await runJobs('learning.send-emails', org.id);
  expect(await emails(org.id)).toEqual([]);
  await expect(
    call('learner.start-step', quick, { id: planned.id, step_id: course.steps.theory }),
  ).rejects.toMatchObject({ code: 'assignment.not_started' });
  const sweepAt = (days: number) =>
    atTime(after(now(), days * DAY), async () => {
      await sweepLearning(await platform());
      await runJobs('learning.advance-assignments', org.id);
      await runJobs('learning.send-emails', org.id);
    });
  await sweepAt(2);
  expect((await call('learning.assignment', administrator, { id: planned.id })).status).toBe('active');
  expect(await emails(org.id)).toHaveLength(2);
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .updateTable('learners')
      .set({ completed_at: now(), progress: 100 })
      .where('employee_id', '=', quick.id)
      .execute(),
  );
  await sweepAt(9);
  expect((await call('learning.assignment', administrator, { id: planned.id })).status).toBe('active');
  await inOrganization(org.id, 'write', (tx) =>
    tx.updateTable('learners').set({ completed_at: now(), progress: 100 }).execute(),
  );
  await sweepAt(9);
  expect(await call('learning.assignment', administrator, { id: planned.id })).toMatchObject({
    status: 'completed',
    progress: 100,
  });
  await sweepLearning(await platform());
  expect(await queued('learning.advance-assignments', org.id)).toEqual([]);
});

test('people of a campaign share one assignment, each with their own dates; people who have the course are skipped', async () => {
  const { org, course } = await prepared();
  const people = [
    await make.employee(org),
    await make.employee(org, { is_registered: false }),
    await make.employee(org),
  ];
  const campaignId = '11111111-1111-4111-8111-111111111111';
  const add = (employeeIds: string[], days: number) =>
    inOrganization(org.id, 'write', (tx) =>
      assignCourse(tx, {
        courseId: course.id,
        employeeIds,
        source: 'campaign',
        campaignId,
        title: 'После учений',
        startDate: addDays(today(), days),
        periodDays: 10,
        createdBy: null,
      }),
    );
  const first = await add([people[0]!.id, people[1]!.id], 0);
  expect(first.added).toHaveLength(2);
  const second = await add([people[0]!.id, people[2]!.id], 0);
  expect(second).toEqual({ assignmentId: first.assignmentId, added: [people[2]!.id] });
  expect(await add([people[0]!.id], 0)).toMatchObject({ added: [] });
  await runJobs('learning.send-emails', org.id);
  expect((await emails(org.id)).map((one) => one.recipient).sort()).toEqual(
    [people[0]!.email, people[2]!.email].sort(),
  );
  const rows = await stored<{ learners: number }>(
    'select count(*)::int as learners from learners where assignment_id = $1',
    [first.assignmentId],
  );
  expect(rows[0]!.learners).toBe(3);
});

test('an administrator changes dates, adds and removes people, reminds, completes and deletes; each writes an audit entry', async () => {
  const { org, administrator, course } = await prepared();
  const [one, two] = [await make.employee(org), await make.employee(org)];
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [one.id] } },
    need_message: false,
  });
  const later = addDays(today(), 60);
  await call('learning.update', administrator, { id, deadline: later, version: 1 });
  expect((await call('learning.people', administrator, { id })).data[0]).toMatchObject({
    employee_id: one.id,
    deadline: later,
    state: 'not_started',
  });
  await expect(call('learning.update', administrator, { id, deadline: later, version: 1 })).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await expect(call('learning.update', administrator, { id, start_date: later, version: 2 })).rejects.toMatchObject({
    code: 'assignment.dates',
  });
  expect(
    await call('learning.add-people', administrator, {
      id,
      selection: { ids: { include_ids: [one.id, two.id] } },
      need_message: false,
    }),
  ).toEqual({
    added: 1,
  });
  expect(await call('learning.remind', administrator, { id })).toEqual({ reminded: 2 });
  expect(await call('learning.remind', administrator, { id })).toEqual({ reminded: 0 });
  await runJobs('learning.send-emails', org.id);
  expect((await emails(org.id)).map((row) => row.kind)).toEqual(['course_reminder', 'course_reminder']);
  expect(
    await call('learning.remove-people', administrator, { id, selection: { ids: { include_ids: [two.id] } } }),
  ).toEqual({
    removed: 1,
  });
  expect(await call('learning.groups', administrator, { id })).toEqual({
    not_started: 1,
    in_progress: 0,
    likely_late: 0,
    completed: 0,
    behind: 0,
    total: 1,
  });
  expect(await call('learning.complete', administrator, { id })).toMatchObject({ status: 'completed' });
  await expect(call('learning.complete', administrator, { id })).rejects.toMatchObject({
    code: 'assignment.completed',
  });
  await expect(
    call('learning.add-people', administrator, { id, selection: { ids: { include_ids: [two.id] } } }),
  ).rejects.toMatchObject({
    code: 'assignment.completed',
  });
  await expect(call('learner.complete-theory', one, { id, step_id: course.steps.theory })).rejects.toMatchObject({
    code: 'assignment.completed',
  });
  expect(await call('learner.start-step', one, { id, step_id: course.steps.theory })).toMatchObject({ state: 'open' });
  await call('learning.delete', administrator, { id });
  await expect(call('learning.assignment', administrator, { id })).rejects.toMatchObject({
    code: 'assignment.not_found',
  });
  expect((await actionLog(org.id)).map((row) => row.action)).toEqual([
    'assignment.created',
    'assignment.updated',
    'assignment.people_added',
    'assignment.reminded',
    'assignment.reminded',
    'assignment.people_removed',
    'assignment.completed',
    'assignment.deleted',
  ]);
});

test('an assignment of another organisation is not found, and the permission is required', async () => {
  const { org, administrator, course } = await prepared();
  const person = await make.employee(org);
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [person.id] } },
  });
  const stranger = await make.operator(await make.organization());
  for (const endpoint of [
    'learning.assignment',
    'learning.people',
    'learning.progress',
    'learning.progress-change',
    'learning.groups',
    'learning.complete',
    'learning.delete',
    'learning.remind',
  ] as const)
    await expect(call(endpoint, stranger, { id }), endpoint).rejects.toMatchObject({ code: 'assignment.not_found' });
  await expect(
    call('learning.assign', stranger, { course_id: course.id, selection: { ids: { include_ids: [person.id] } } }),
  ).rejects.toMatchObject({ code: 'course.not_found' });
  await expect(call('learning.assignments', person, {})).rejects.toMatchObject({ code: 'session.forbidden' });
});

test('progress is the mean over learners per day, next to the expected progress', async () => {
  const { org, administrator, course } = await prepared();
  const [one, two] = [await make.employee(org), await make.employee(org)];
  const { id } = await call('learning.assign', administrator, {
    course_id: course.id,
    selection: { ids: { include_ids: [one.id, two.id] } },
    deadline: addDays(today(), 9),
  });
  await learning.readTheory(one, { id, step_id: course.steps.theory });
  await atTime(after(now(), 5 * DAY), async () => {
    expect(await call('learning.progress', administrator, { id })).toEqual({
      progress: 16.67,
      expected: 50,
      learners_count: 2,
      completed_count: 0,
    });
    const { data } = await call('learning.progress-change', administrator, { id });
    expect(data).toHaveLength(6);
    expect(data.at(-1)).toEqual({ date: addDays(today(), 0), progress: 16.67 });
    expect(await call('learning.groups', administrator, { id })).toMatchObject({ behind: 0, in_progress: 1, total: 2 });
  });
  await atTime(after(now(), 8 * DAY), async () =>
    expect(await call('learning.groups', administrator, { id })).toMatchObject({ behind: 0, likely_late: 2, total: 2 }),
  );
  await atTime(after(now(), 10 * DAY), async () => {
    expect(await call('learning.groups', administrator, { id })).toMatchObject({ behind: 2, total: 2 });
    expect(
      (
        await call('learning.people', administrator, { id, state: 'behind', sort_by: 'progress', sort_order: 'desc' })
      ).data.map((row) => row.employee_id),
    ).toEqual([one.id, two.id]);
    const list = await call('learning.assignments', administrator, { status: 'active' });
    expect(list).toMatchObject({ total_count: 1, counts: { planned: 0, active: 1, completed: 0 } });
  });
});
