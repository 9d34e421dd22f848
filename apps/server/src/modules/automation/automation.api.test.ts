import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, stored, type Person } from '../../../test/app.ts';
import { START, at, join, makeEmail, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { atTime } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { organizationsToRun } from './automation.query.ts';

const hour = (administrator: Person, value: number) => call('automation.set-schedule', administrator, { hour: value });

test('an email is sent at the hour of the organisation, once for each joining, however often and late the job runs', async () => {
  const { org, administrator, run, runs, emails } = await started();
  const tag = await make.tag(org);
  const [early, late] = [await make.employee(org), await make.employee(org)];
  await message(administrator, tag.id);
  await join(administrator, tag.id, at(0, 1), early);
  await run(at(0, 1.5));
  expect(await emails('tag_email')).toEqual([]);
  await run(at(0, 2));
  await run(at(0, 2));
  expect((await emails('tag_email')).map((one) => one.recipient)).toEqual([early.email]);
  // Joined after the hour: the email is due the next day. A server that was down for three days sends it once.
  await join(administrator, tag.id, at(0, 3), late);
  await run(at(0, 4));
  expect(await emails('tag_email')).toHaveLength(1);
  await Promise.all([run(at(3)), run(at(3))]);
  expect((await emails('tag_email')).map((one) => one.recipient)).toEqual([early.email, late.email].sort());
  expect((await runs(tag.id)).counts).toEqual({ done: 2, waiting: 0, skipped: 0, failed: 0 });
  // A person who leaves and joins again gets the email again.
  await call('tags.remove-user', administrator, { tagId: tag.id, userId: early.id });
  await join(administrator, tag.id, at(4), early);
  await run(at(5));
  expect(await emails('tag_email')).toHaveLength(3);
});

test('a restored person, or a person added late, gets what became due meanwhile', async () => {
  const { org, administrator, run, emails } = await started();
  const tag = await make.tag(org);
  const [back, late] = [await make.employee(org), await make.employee(org)];
  await message(administrator, tag.id);
  await join(administrator, tag.id, at(0, 1), back);
  const removed = (when: Date | null) => stored('update employees set deleted_at = $2 where id = $1', [back.id, when]);
  await removed(at(0, 1.5));
  await run(at(3));
  expect(await emails('tag_email')).toEqual([]);
  await removed(null);
  // A joining of three days ago that is committed only after the run.
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .insertInto('tag_employees')
      .values({ tag_id: tag.id, employee_id: late.id, joined_at: at(0, 1) })
      .execute(),
  );
  await run(at(3, 1));
  await run(at(3, 2));
  expect((await emails('tag_email')).map((one) => one.recipient)).toEqual([back.email, late.email].sort());
});

test('delays count days of the organisation, and a shorter life of the tag resets them to zero', async () => {
  const { org, administrator, tag, run, emails } = await started();
  const newbie = tag('newbie');
  const person = await atTime(START, () => make.employee(org));
  await inOrganization(org.id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ created_at: START }).where('id', '=', person.id).execute();
    await tx
      .insertInto('tag_employees')
      .values({ tag_id: newbie.id, employee_id: person.id, joined_at: START })
      .execute();
  });
  const made = await message(administrator, newbie.id, 5);
  expect(made.defer_by).toBe(5);
  await run(at(5, 1));
  expect(await emails('tag_email')).toEqual([]);
  await run(at(5, 2));
  expect(await emails('tag_email')).toHaveLength(1);
  await expect(message(administrator, newbie.id, 30)).rejects.toMatchObject({ code: 'action.defer_too_long' });
  await call('automation.set-life-days', administrator, { id: newbie.id, life_days: 5 });
  expect((await call('automation.actions', administrator, { id: newbie.id })).data[0]!.defer_by).toBe(0);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'tag.changed',
    changes: { life_days: [30, 5] },
    details: { reset: 1 },
  });
  await expect(call('automation.set-life-days', administrator, { id: newbie.id, life_days: 1000 })).rejects.toThrow();
  const own = await make.tag(org);
  await expect(call('automation.set-life-days', administrator, { id: own.id, life_days: 5 })).rejects.toMatchObject({
    code: 'tag.system_tag',
  });
});

test('an action applies to the members at the time it is added, or only to later members', async () => {
  const { org, administrator, run, emails } = await started();
  const tag = await make.tag(org);
  const [before, afterwards] = [await make.employee(org), await make.employee(org)];
  await join(administrator, tag.id, at(-20), before);
  await atTime(START, () =>
    call('automation.add-message', administrator, { tag_id: tag.id, theme: 'Новым', text: 'Да.', for_members: 'new' }),
  );
  await message(administrator, tag.id, 0, 'Всем');
  await join(administrator, tag.id, at(1), afterwards);
  await run(at(2));
  const told = (await emails('tag_email')).map((one) => `${one.subject} ${one.recipient}`).sort();
  expect(told).toEqual([`Всем ${before.email}`, `Всем ${afterwards.email}`, `Новым ${afterwards.email}`].sort());
});

test('an action that is not run for a person is logged with the reason', async () => {
  const { org, administrator, run, runs, emails } = await started();
  const tag = await make.tag(org);
  const [quiet, other] = [await make.employee(org), await make.employee(org)];
  await message(administrator, tag.id);
  await atTime(START, () =>
    call('tags.assign', administrator, { tag_id: tag.id, users_ids: [quiet.id], need_onboarding: false }),
  );
  await run(at(1));
  await call('tags.toggle', administrator, { tag_id: tag.id, toggle: false });
  await join(administrator, tag.id, at(1), other);
  await run(at(2));
  await call('tags.toggle', administrator, { tag_id: tag.id, toggle: true });
  await run(at(3));
  expect(await emails('tag_email')).toEqual([]);
  const log = await runs(tag.id);
  expect(log.data.map((one) => [one.person.id, one.state, one.reason])).toEqual([
    [other.id, 'skipped', 'tag_off'],
    [quiet.id, 'skipped', 'without_onboarding'],
  ]);
  expect(log.data[0]!.action).toMatchObject({ type: 'letter', title: 'Добро пожаловать' });
  expect((await call('automation.runs', administrator, { id: tag.id, state: 'done' })).total_count).toBe(0);
});

test('a dry run reports who gets what on which day, and the reason if not; the runs then match it', async () => {
  const { org, administrator, run, emails } = await started();
  const tag = await make.tag(org);
  const people = [await make.employee(org), await make.employee(org)];
  await message(administrator, tag.id);
  await join(administrator, tag.id, at(0, 1), people[0]!);
  await atTime(at(0, 3), () =>
    call('tags.assign', administrator, { tag_id: tag.id, users_ids: [people[1]!.id], need_onboarding: false }),
  );
  const forecast = await atTime(at(0, 1), () => call('automation.forecast', administrator, { id: tag.id }));
  expect(forecast.data.map(({ day, reason, people: n }) => [day, reason, n])).toEqual([
    ['2027-03-01', null, 1],
    ['2027-03-02', 'without_onboarding', 1],
  ]);
  expect(forecast.total).toBe(1);
  expect(forecast.data[0]!.examples).toMatchObject([{ id: people[0]!.id }]);
  expect(await emails('tag_email')).toEqual([]);
  await run(at(0, 2));
  expect(await emails('tag_email')).toHaveLength(1);
  const rest = await atTime(at(0, 2), () => call('automation.forecast-all', administrator, {}));
  expect(rest.data.map((one) => one.reason)).toEqual(['without_onboarding']);
});

test('actions are changed and removed; stale, foreign and unsuitable actions are rejected', async () => {
  const { org, administrator, tag } = await started();
  const email = await makeEmail(org);
  const own = await make.tag(org);
  const added = await call('automation.add-phishing', administrator, { tagId: own.id, templates_ids: [email] });
  await expect(
    call('automation.add-phishing', administrator, { tagId: own.id, templates_ids: [email] }),
  ).rejects.toMatchObject({ code: 'action.taken' });
  const risk = tag('risk_group');
  await expect(
    call('automation.add-phishing', administrator, { tagId: risk.id, templates_ids: [email] }),
  ).rejects.toMatchObject({ code: 'action.not_for_tag' });
  await expect(
    call('automation.set-phishing-templates', administrator, { tagId: own.id, templates_ids: [own.id] }),
  ).rejects.toMatchObject({ code: 'email.not_found' });
  await call('automation.set-phishing-templates', administrator, {
    tagId: own.id,
    templates_ids: [email],
    version: added.version,
  });
  await expect(
    call('automation.set-phishing-defer', administrator, { tagId: own.id, defer_by: 0, version: added.version }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  const mail = await call('automation.add-message', administrator, { tag_id: own.id, theme: 'Один', text: 'Два' });
  const message = { tagId: own.id, messageId: mail.id };
  expect(await call('automation.update-message', administrator, { ...message, theme: 'Новый' })).toMatchObject({
    theme: 'Новый',
    text: 'Два',
    version: 2,
  });
  await expect(
    call('automation.add-message', administrator, { tag_id: own.id, theme: ' ', text: 'x' }),
  ).rejects.toThrow();
  await expect(
    call('automation.add-message', administrator, { tag_id: own.id, theme: 'a\r\nBcc: x', text: 'x' }),
  ).rejects.toThrow();
  await expect(
    call('automation.add-scorm-courses', administrator, { tag_id: own.id, cmi_course_ids: [email] }),
  ).rejects.toMatchObject({ code: 'course.not_found' });
  const stranger = await make.operator(await make.organization());
  await expect(call('automation.actions', stranger, { id: own.id })).rejects.toMatchObject({ code: 'tag.not_found' });
  await expect(call('automation.remove-message', stranger, message)).rejects.toMatchObject({ code: 'tag.not_found' });
  await call('automation.remove-phishing', administrator, { tagId: own.id });
  await call('automation.remove-message', administrator, message);
  expect((await call('automation.actions', administrator, { id: own.id })).data).toEqual([]);
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual([
    'action.added',
    'action.changed',
    'action.added',
    'action.changed',
    'action.removed',
    'action.removed',
  ]);
});

test('the list of tags includes the courses and emails of each tag', async () => {
  const { org, administrator, tag } = await started();
  const course = await learning.course(org);
  const newbie = tag('newbie');
  expect(newbie).toMatchObject({ course_ids: [], cmi_course_ids: [], messages: [] });
  await call('automation.add-courses', administrator, { tag_id: newbie.id, course_ids: [course.id] });
  const first = await message(administrator, newbie.id);
  const second = await message(administrator, newbie.id, 1);
  const tags = (await call('tags.list', administrator, {})).data;
  expect(tags.find((one) => one.id === newbie.id)).toMatchObject({
    course_ids: [course.id],
    cmi_course_ids: [],
    messages: expect.arrayContaining([{ id: first.id }, { id: second.id }]),
  });
  expect(tags.filter((one) => one.messages.length > 0)).toHaveLength(1);
});

test('the course action assigns native and SCORM courses; each face reads and writes its own kind', async () => {
  const { org, administrator, run } = await started();
  const tag = await make.tag(org);
  const person = await make.employee(org);
  await join(administrator, tag.id, at(0, 1), person);
  const [native, scorm] = [await learning.course(org), await learning.scormCourse(org)];
  const missing = { code: 'course.not_found' };
  await expect(
    call('automation.add-scorm-courses', administrator, { tag_id: tag.id, cmi_course_ids: [native.id] }),
  ).rejects.toMatchObject(missing);
  await expect(
    call('automation.add-courses', administrator, { tag_id: tag.id, course_ids: [scorm.id] }),
  ).rejects.toMatchObject(missing);
  await call('automation.add-scorm-courses', administrator, { tag_id: tag.id, cmi_course_ids: [scorm.id] });
  await call('automation.add-courses', administrator, { tag_id: tag.id, course_ids: [native.id] });
  await expect(
    call('automation.add-scorm-courses', administrator, { tag_id: tag.id, cmi_course_ids: [scorm.id] }),
  ).rejects.toMatchObject({ code: 'action.taken' });
  expect((await call('automation.courses', administrator, { id: tag.id })).course_ids).toEqual([native.id]);
  expect((await call('automation.scorm-courses', administrator, { id: tag.id })).cmi_course_ids).toEqual([scorm.id]);
  expect((await call('tags.list', administrator, {})).data.find((one) => one.id === tag.id)).toMatchObject({
    course_ids: [native.id],
    cmi_course_ids: [scorm.id],
  });
  const both = await call('automation.courses-by-tag', administrator, { tagId: tag.id });
  expect(both.data.map((one) => one.kind).sort()).toEqual(['native', 'scorm']);
  await run(at(1));
  const kinds = (await call('learner.courses', person, {})).data.map((one) => one.kind);
  expect(kinds.sort()).toEqual(['native', 'scorm']);
  const set = { id: tag.id, cmi_course_ids: [scorm.id], version: both.version! };
  await call('automation.set-scorm-courses', administrator, set);
  await expect(call('automation.set-scorm-courses', administrator, set)).rejects.toMatchObject({
    code: 'common.stale_version',
  });
  await call('automation.remove-courses', administrator, { id: tag.id });
  await expect(call('automation.remove-courses', administrator, { id: tag.id })).rejects.toMatchObject({
    code: 'action.not_found',
  });
  await call('automation.remove-scorm-courses', administrator, { id: tag.id });
  expect((await call('automation.actions', administrator, { id: tag.id })).data).toEqual([]);
});

test('the calls of courses by tag take courses of both kinds', async () => {
  const { org, administrator } = await started();
  const tag_id = (await make.tag(org)).id;
  const [native, scorm] = [await learning.course(org), await learning.scormCourse(org)];
  const added = { tag_id, course_ids: [native.id, scorm.id], period: 10 };
  await call('automation.add-courses-by-tag', administrator, added);
  expect(await call('automation.courses-by-tag', administrator, { tagId: tag_id })).toMatchObject({
    defer_by: 0,
    period: 10,
    data: expect.arrayContaining([expect.objectContaining({ id: scorm.id, kind: 'scorm' })]),
  });
  await call('automation.set-courses-by-tag', administrator, { tag_id, course_ids: [scorm.id] });
  expect((await call('automation.courses-by-tag', administrator, { tagId: tag_id })).data).toMatchObject([
    { id: scorm.id },
  ]);
  await call('automation.remove-courses-by-tag', administrator, { tagId: tag_id });
  expect(await call('automation.courses-by-tag', administrator, { tagId: tag_id })).toMatchObject({
    data: [],
    version: null,
  });
});

test('the sweep enqueues one job per organisation and full hour, and none for organisations without actions', async () => {
  const { org, administrator, run } = await started();
  const due = async (when: Date) =>
    (await inSystem((await platform()).db, (tx) => organizationsToRun(tx, when))).includes(org.id);
  expect(await due(at(0, 2.5))).toBe(false);
  await message(administrator, (await make.tag(org)).id);
  await hour(administrator, 11);
  expect(await due(at(0, 2.5))).toBe(true);
  await run(at(0, 2.5));
  expect(await due(at(0, 2.9))).toBe(false);
  expect(await due(at(0, 3))).toBe(true);
  const schedule = await atTime(at(0, 2.5), () => call('automation.schedule', administrator, {}));
  expect(schedule).toMatchObject({ hour: 11, time_zone: 'Asia/Tashkent', next_run_at: at(0, 3).toISOString() });
});
