import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { expect, test } from 'vitest';
import { actionLog, call, inOrganization, platform, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import * as learning from '../../../test/make/learning.ts';
import { mailing } from '../../../test/make/mailing.ts';
import { letters as scenario } from '../../../test/make/phishing.ts';
import { after, atTime, DAY, HOUR } from '../../platform/clock.ts';
import { inSystem } from '../../platform/db.ts';
import { jobContext } from '../../platform/jobs.ts';
import { refreshMembership } from '../tags/tags.jobs.ts';
import { runActions } from './automation.jobs.ts';
import { organizationsToRun } from './automation.query.ts';

/** A Monday, eight in the morning in Tashkent. */
const START = new Date('2027-03-01T03:00:00Z');
const at = (days: number, hours = 0) => after(START, days * DAY + hours * HOUR);

const started = async () => {
  const org = await make.organization();
  const officer = await make.operator(org);
  const tags = (await call('tags.list', officer, {})).data;
  const tag = (type: string) => tags.find((one) => one.type === type)!;
  const run = async (when: Date) => {
    const on = await platform();
    await atTime(when, () => runActions(jobContext(on, org.id, new AbortController().signal)));
  };
  const runs = (tagId: string) => call('automation.runs', officer, { id: tagId });
  const letters = (kind: string) =>
    stored<{ recipient: string; subject: string; html: string }>(
      'select recipient, subject, html from outbox where organization_id = $1 and kind = $2 order by recipient',
      [org.id, kind],
    );
  return { org, officer, tag, run, runs, letters };
};
const join = (officer: Person, tag_id: string, when: Date, ...people: { id: string }[]) =>
  atTime(when, () => call('tags.assign', officer, { tag_id, users_ids: people.map((one) => one.id) }));
const hour = (officer: Person, value: number) => call('automation.set-schedule', officer, { hour: value });
const letter = async (org: make.TestOrganization) => (await scenario(org)).email_id;
const upload = async (text: string) => {
  const path = joinPath(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, text);
  return { file: { path, name: 'people.csv', type: 'text/csv', size: Buffer.byteLength(text) } };
};
/** A letter of a tag for newcomers, with a delay, from the beginning of the simulated time on. */
const message = (officer: Person, tag_id: string, defer_by = 0, theme = 'Добро пожаловать') =>
  atTime(START, () => call('automation.add-message', officer, { tag_id, theme, text: 'Здравствуйте.', defer_by }));

test('a letter leaves at the hour of the organisation, once for each joining, however often and late the job runs', async () => {
  const { org, officer, run, runs, letters } = await started();
  const tag = await make.tag(org);
  const [early, late] = [await make.employee(org), await make.employee(org)];
  await message(officer, tag.id);
  await join(officer, tag.id, at(0, 1), early);
  await run(at(0, 1.5));
  expect(await letters('tag_letter')).toEqual([]);
  await run(at(0, 2));
  await run(at(0, 2));
  expect((await letters('tag_letter')).map((one) => one.recipient)).toEqual([early.email]);
  // after the hour: the next day's hour counts, and a server that slept three days makes up for it once
  await join(officer, tag.id, at(0, 3), late);
  await run(at(0, 4));
  expect(await letters('tag_letter')).toHaveLength(1);
  await Promise.all([run(at(3)), run(at(3))]);
  expect((await letters('tag_letter')).map((one) => one.recipient)).toEqual([early.email, late.email].sort());
  expect((await runs(tag.id)).counts).toEqual({ done: 2, waiting: 0, skipped: 0, failed: 0 });
  // who leaves and joins again gets it again
  await call('tags.remove-user', officer, { tagId: tag.id, userId: early.id });
  await join(officer, tag.id, at(4), early);
  await run(at(5));
  expect(await letters('tag_letter')).toHaveLength(3);
});

test('delays count days of the organisation, and a shorter life of the tag lets them begin at once', async () => {
  const { org, officer, tag, run, letters } = await started();
  const newbie = tag('newbie');
  const person = await atTime(START, () => make.employee(org));
  await inOrganization(org.id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ created_at: START }).where('id', '=', person.id).execute();
    await tx
      .insertInto('tag_employees')
      .values({ tag_id: newbie.id, employee_id: person.id, joined_at: START })
      .execute();
  });
  const made = await message(officer, newbie.id, 5);
  expect(made.defer_by).toBe(5);
  await run(at(5, 1));
  expect(await letters('tag_letter')).toEqual([]);
  await run(at(5, 2));
  expect(await letters('tag_letter')).toHaveLength(1);
  await expect(message(officer, newbie.id, 30)).rejects.toMatchObject({ code: 'action.defer_too_long' });
  await call('automation.set-life-days', officer, { id: newbie.id, life_days: 5 });
  expect((await call('automation.actions', officer, { id: newbie.id })).data[0]!.defer_by).toBe(0);
  expect((await actionLog(org.id)).at(-1)).toMatchObject({
    action: 'tag.changed',
    changes: { life_days: [30, 5], reset: 1 },
  });
  await expect(call('automation.set-life-days', officer, { id: newbie.id, life_days: 1000 })).rejects.toThrow();
  const own = await make.tag(org);
  await expect(call('automation.set-life-days', officer, { id: own.id, life_days: 5 })).rejects.toMatchObject({
    code: 'tag.system_tag',
  });
});

test('an action means its members at the moment it is added, or only those who join later', async () => {
  const { org, officer, run, letters } = await started();
  const tag = await make.tag(org);
  const [before, afterwards] = [await make.employee(org), await make.employee(org)];
  await join(officer, tag.id, at(-20), before);
  await atTime(START, () =>
    call('automation.add-message', officer, { tag_id: tag.id, theme: 'Новым', text: 'Да.', for_members: 'new' }),
  );
  await message(officer, tag.id, 0, 'Всем');
  await join(officer, tag.id, at(1), afterwards);
  await run(at(2));
  const told = (await letters('tag_letter')).map((one) => `${one.subject} ${one.recipient}`).sort();
  expect(told).toEqual([`Всем ${before.email}`, `Всем ${afterwards.email}`, `Новым ${afterwards.email}`].sort());
});

test('what keeps an action from a person is written down with the reason', async () => {
  const { org, officer, run, runs, letters } = await started();
  const tag = await make.tag(org);
  const [quiet, other] = [await make.employee(org), await make.employee(org)];
  await message(officer, tag.id);
  await atTime(START, () =>
    call('tags.assign', officer, { tag_id: tag.id, users_ids: [quiet.id], need_onboarding: false }),
  );
  await run(at(1));
  await call('tags.toggle', officer, { tag_id: tag.id, toggle: false });
  await join(officer, tag.id, at(1), other);
  await run(at(2));
  await call('tags.toggle', officer, { tag_id: tag.id, toggle: true });
  await run(at(3));
  expect(await letters('tag_letter')).toEqual([]);
  const log = await runs(tag.id);
  expect(log.data.map((one) => [one.person.id, one.state, one.reason])).toEqual([
    [other.id, 'skipped', 'tag_off'],
    [quiet.id, 'skipped', 'without_onboarding'],
  ]);
  expect(log.data[0]!.action).toMatchObject({ type: 'letter', title: 'Добро пожаловать' });
  expect((await call('automation.runs', officer, { id: tag.id, state: 'done' })).total_count).toBe(0);
});

test('courses gather in one assignment for each version, and who has the course is passed over', async () => {
  const { org, officer, run, runs } = await started();
  const course = await learning.course(org);
  const tag = await make.tag(org);
  const people = [await make.employee(org), await make.employee(org), await make.employee(org)];
  const made = await atTime(START, () =>
    call('automation.add-courses', officer, { tag_id: tag.id, course_ids: [course.id], period: 14 }),
  );
  expect(made).toMatchObject({ type: 'course', period: 14, courses: [{ id: course.id }] });
  await expect(
    call('automation.add-courses', officer, { tag_id: tag.id, course_ids: [course.id] }),
  ).rejects.toMatchObject({ code: 'action.taken' });
  await join(officer, tag.id, at(0, 1), people[0]!);
  await run(at(0, 2));
  await join(officer, tag.id, at(3), people[1]!);
  await run(at(3, 2));
  const learners = () =>
    stored<{ employee_id: string; assignment_id: string; deadline: string; source: string }>(
      `select l.employee_id, l.assignment_id, l.deadline::text, a.source from learners l join assignments a on a.id = l.assignment_id
       where l.organization_id = $1 order by l.deadline`,
      [org.id],
    );
  expect((await learners()).map((one) => [one.employee_id, one.deadline, one.source])).toEqual([
    [people[0]!.id, '2027-03-15', 'tag'],
    [people[1]!.id, '2027-03-18', 'tag'],
  ]);
  expect(new Set((await learners()).map((one) => one.assignment_id)).size).toBe(1);
  await call('tags.remove-user', officer, { tagId: tag.id, userId: people[0]!.id });
  await join(officer, tag.id, at(5), people[0]!);
  await run(at(6));
  expect((await runs(tag.id)).data[0]).toMatchObject({ state: 'skipped', reason: 'has_course' });
  expect(await learners()).toHaveLength(2);
  // a course that is not published now is waited for
  await stored('update courses set published_version = 0 where id = $1', [course.id]);
  await join(officer, tag.id, at(7), people[2]!);
  await run(at(7, 2));
  expect((await runs(tag.id)).data[0]).toMatchObject({ state: 'waiting', reason: 'course_unavailable' });
  await stored('update courses set published_version = 1 where id = $1', [course.id]);
  await run(at(7, 3));
  expect((await runs(tag.id)).data[0]).toMatchObject({ state: 'done', reason: null });
  expect(await learners()).toHaveLength(3);
});

test('a registration link goes to those who are not registered, at its own hour and for its own days', async () => {
  const { org, officer, tag, run, letters, runs } = await started();
  const unregistered = tag('not_registered');
  const add = (tag_id: string) =>
    atTime(START, () =>
      call('automation.add-message', officer, {
        tag_id,
        type: 'registration_link',
        theme: 'Вход на портал',
        text: 'Придумайте пароль.',
        registration_link_days: 3,
        registration_link_time: '15:00',
      }),
    );
  await expect(add(tag('newbie').id)).rejects.toMatchObject({ code: 'action.not_for_tag' });
  expect(await add(unregistered.id)).toMatchObject({ registration_link_days: 3, registration_link_time: '15:00' });
  const person = await make.employee(org, { is_registered: false });
  const on = await platform();
  await atTime(at(0, 1), () =>
    refreshMembership(jobContext(on, org.id, new AbortController().signal), {
      organization_id: org.id,
      employee_ids: [person.id],
    }),
  );
  await run(at(0, 6));
  expect(await letters('invitation')).toEqual([]);
  await run(at(0, 7));
  const [sent] = await letters('invitation');
  expect(sent).toMatchObject({ recipient: person.email, subject: 'Вход на портал' });
  expect(sent!.html).toContain('/lk/auth/registration/');
  const [token] = await stored<{ expires_at: string }>('select expires_at from link_tokens where employee_id = $1', [
    person.id,
  ]);
  expect(new Date(token!.expires_at).toISOString()).toBe(at(3, 7).toISOString());
  expect((await runs(unregistered.id)).counts.done).toBe(1);
});

test('a simulation is sent by the rules of campaigns: one in seven days, later when it was too soon, one mailing a month', async () => {
  const { org, officer, run, runs } = await started();
  const email = await letter(org);
  const tag = await make.tag(org);
  const [person, recent] = [await make.employee(org), await make.employee(org)];
  const earlier = await mailing(await platform(), org.id, 0, { employees: [recent.id] });
  await stored(`update campaign_recipients set state = 'sent', sent_at = $2 where campaign_id = $1`, [
    earlier.campaignId,
    at(-5),
  ]);
  await atTime(START, () => call('automation.add-phishing', officer, { tagId: tag.id, templates_ids: [email] }));
  await join(officer, tag.id, START, person, recent);
  await run(at(0, 2));
  expect((await runs(tag.id)).data.map((one) => one.reason)).toEqual(['autophish_off', 'autophish_off']);
  await call('phishing.autophish-toggle', officer, { toggle: 'true' });
  await call('tags.remove-users', officer, { tagId: tag.id, users_ids: [person.id, recent.id] });
  await join(officer, tag.id, at(0, 3), person, recent);
  await run(at(1, 2));
  const log = async () =>
    Object.fromEntries(
      (await runs(tag.id)).data
        .filter((one) => one.reason !== 'autophish_off')
        .map((one) => [one.person.id, one.reason ?? one.state]),
    );
  expect(await log()).toEqual({ [person.id]: 'done', [recent.id]: 'phishing_too_soon' });
  await run(at(2, 3));
  expect(await log()).toEqual({ [person.id]: 'done', [recent.id]: 'done' });
  const { data } = await call('campaigns.list', officer, { by_tag: 'true' });
  expect(data).toMatchObject([{ name: `${tag.title}: март 2027`, users_count: 2, is_autophish: true }]);
  expect((await call('automation.autophishing', officer, { tagId: tag.id })).campaigns).toMatchObject([
    { id: data[0]!.id, users_count: 2 },
  ]);
  expect((await call('campaigns.list', officer, {})).data.map((one) => one.id)).not.toContain(data[0]!.id);
});

test('nobody outside a confirmed domain gets a simulation, and what waits ends when its person leaves the tag', async () => {
  const { org, officer, run, runs } = await started();
  const email = await letter(org);
  const tag = await make.tag(org);
  const outside = await make.employee(org, { email: 'someone@elsewhere.example' });
  const inside = await make.employee(org);
  await call('phishing.autophish-toggle', officer, { toggle: 'true' });
  await atTime(START, () => call('automation.add-phishing', officer, { tagId: tag.id, templates_ids: [email] }));
  await call('organizations.sending', officer, { paused: true });
  await join(officer, tag.id, START, outside, inside);
  await run(at(0, 2));
  expect((await runs(tag.id)).counts.waiting).toBe(2);
  await call('tags.remove-user', officer, { tagId: tag.id, userId: inside.id });
  await call('organizations.sending', officer, { paused: false });
  await run(at(0, 3));
  const log = Object.fromEntries((await runs(tag.id)).data.map((one) => [one.person.id, one.reason]));
  expect(log).toEqual({ [outside.id]: 'domain_unconfirmed', [inside.id]: 'left_tag' });
});

test('a dry run says who would get what on which day, and why somebody would not; then it comes true', async () => {
  const { org, officer, run, letters } = await started();
  const tag = await make.tag(org);
  const people = [await make.employee(org), await make.employee(org)];
  await message(officer, tag.id);
  await join(officer, tag.id, at(0, 1), people[0]!);
  await atTime(at(0, 3), () =>
    call('tags.assign', officer, { tag_id: tag.id, users_ids: [people[1]!.id], need_onboarding: false }),
  );
  const forecast = await atTime(at(0, 1), () => call('automation.forecast', officer, { id: tag.id }));
  expect(forecast.data.map(({ day, reason, people: n }) => [day, reason, n])).toEqual([
    ['2027-03-01', null, 1],
    ['2027-03-02', 'without_onboarding', 1],
  ]);
  expect(forecast.total).toBe(1);
  expect(forecast.data[0]!.examples).toMatchObject([{ id: people[0]!.id }]);
  expect(await letters('tag_letter')).toEqual([]);
  await run(at(0, 2));
  expect(await letters('tag_letter')).toHaveLength(1);
  const rest = await atTime(at(0, 2), () => call('automation.forecast-all', officer, {}));
  expect(rest.data.map((one) => one.reason)).toEqual(['without_onboarding']);
});

test('actions are changed and taken away; stale, foreign and unsuitable ones are refused', async () => {
  const { org, officer, tag } = await started();
  const email = await letter(org);
  const own = await make.tag(org);
  const added = await call('automation.add-phishing', officer, { tagId: own.id, templates_ids: [email] });
  await expect(
    call('automation.add-phishing', officer, { tagId: own.id, templates_ids: [email] }),
  ).rejects.toMatchObject({ code: 'action.taken' });
  const risk = tag('risk_group');
  await expect(
    call('automation.add-phishing', officer, { tagId: risk.id, templates_ids: [email] }),
  ).rejects.toMatchObject({ code: 'action.not_for_tag' });
  await expect(
    call('automation.set-phishing-templates', officer, { tagId: own.id, templates_ids: [own.id] }),
  ).rejects.toMatchObject({ code: 'email.not_found' });
  await call('automation.set-phishing-templates', officer, {
    tagId: own.id,
    templates_ids: [email],
    version: added.version,
  });
  await expect(
    call('automation.set-phishing-defer', officer, { tagId: own.id, defer_by: 0, version: added.version }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  const mail = await call('automation.add-message', officer, { tag_id: own.id, theme: 'Один', text: 'Два' });
  const renamed = { tagId: own.id, messageId: mail.id, theme: 'Новый' };
  expect(await call('automation.update-message', officer, renamed)).toMatchObject({
    theme: 'Новый',
    text: 'Два',
    version: 2,
  });
  await expect(call('automation.add-message', officer, { tag_id: own.id, theme: ' ', text: 'x' })).rejects.toThrow();
  await expect(
    call('automation.add-message', officer, { tag_id: own.id, theme: 'a\r\nBcc: x', text: 'x' }),
  ).rejects.toThrow();
  await expect(
    call('automation.add-scorm-courses', officer, { tag_id: own.id, cmi_course_ids: [email] }),
  ).rejects.toMatchObject({ code: 'course.not_found' });
  const stranger = await make.operator(await make.organization());
  await expect(call('automation.actions', stranger, { id: own.id })).rejects.toMatchObject({ code: 'tag.not_found' });
  await expect(call('automation.remove-message', stranger, renamed)).rejects.toMatchObject({ code: 'tag.not_found' });
  await call('automation.remove-phishing', officer, { tagId: own.id });
  await call('automation.remove-message', officer, renamed);
  expect((await call('automation.actions', officer, { id: own.id })).data).toEqual([]);
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual([
    'action.added',
    'action.changed',
    'action.added',
    'action.changed',
    'action.removed',
    'action.removed',
  ]);
});

test('the sweep wakes an organisation once for each hour that struck, and none without actions', async () => {
  const { org, officer, run } = await started();
  const due = async (when: Date) =>
    (await inSystem((await platform()).db, (tx) => organizationsToRun(tx, when))).includes(org.id);
  expect(await due(at(0, 2.5))).toBe(false);
  await message(officer, (await make.tag(org)).id);
  await hour(officer, 11);
  expect(await due(at(0, 2.5))).toBe(true);
  await run(at(0, 2.5));
  expect(await due(at(0, 2.9))).toBe(false);
  expect(await due(at(0, 3))).toBe(true);
  const schedule = await atTime(at(0, 2.5), () => call('automation.schedule', officer, {}));
  expect(schedule).toMatchObject({ hour: 11, time_zone: 'Asia/Tashkent', next_run_at: at(0, 3).toISOString() });
});

test('members by spreadsheet: previewed with the lines that name nobody, then put under the tag', async () => {
  const { org, officer } = await started();
  const tag = await make.tag(org);
  const [a, b] = [await make.employee(org), await make.employee(org)];
  const rows = [
    'ФИО;Почта',
    `Первая;${a.email.toUpperCase()}`,
    `Второй;${b.email}`,
    'Кто-то;nobody@nowhere.test',
    `Ещё;${a.email}`,
    'Пусто;',
  ];
  const file = await upload(rows.join('\r\n'));
  const preview = await call('tags.preview-file', officer, {} as never, file);
  expect(preview).toMatchObject({ lines: 5, found: 2, refused: 3 });
  expect(preview.refusals.map((one) => [one.line, one.reason])).toEqual([
    [4, 'not_found'],
    [5, 'email_twice_in_file'],
    [6, 'email_missing'],
  ]);
  expect((await call('tags.users', officer, { id: tag.id })).total_count).toBe(0);
  const input = { id: tag.id };
  expect(await call('tags.assign-file', officer, input, file)).toEqual({ assigned: 2, already: 0, refused: 3 });
  expect(await call('tags.assign-file', officer, input, file)).toEqual({ assigned: 0, already: 2, refused: 3 });
  const wrong = await upload('ФИО;Должность\r\nКто-то;Бухгалтер');
  await expect(call('tags.preview-file', officer, {} as never, wrong)).rejects.toMatchObject({
    code: 'import.columns_missing',
  });
});

test('risk groups follow their bounds, which never cross', async () => {
  const { org, officer, tag } = await started();
  const risk = tag('risk_group');
  const person = await make.employee(org);
  await stored('update employees set risk_level = 5 where id = $1', [person.id]);
  await call('tags.set-risk-bounds', officer, {
    id: risk.id,
    min_risk_level: 4,
    max_risk_level: 6,
    version: risk.version,
  });
  const on = await platform();
  await refreshMembership(jobContext(on, org.id, new AbortController().signal), {
    organization_id: org.id,
    employee_ids: null,
  });
  expect((await call('tags.users', officer, { id: risk.id })).data.map((one) => one.id)).toContain(person.id);
  await expect(
    call('tags.set-risk-bounds', officer, { id: risk.id, min_risk_level: 7, max_risk_level: 6 }),
  ).rejects.toThrow();
  await expect(
    call('tags.set-risk-bounds', officer, { id: tag('newbie').id, min_risk_level: 1, max_risk_level: 2 }),
  ).rejects.toMatchObject({ code: 'tag.system_tag' });
});

/** Which of a person's runs were done, as `type day` counted from the beginning of the simulated time. */
const doneDays = (
  log: { action: { type: string }; person: { id: string }; state: string; done_at: string | null }[],
) => {
  const found = new Map<string, string[]>();
  for (const { action, person, state, done_at } of log) {
    if (state !== 'done') continue;
    const hours = (new Date(done_at!).getTime() - START.getTime()) / HOUR;
    found.set(person.id, [...(found.get(person.id) ?? []), `${action.type} ${hours}`]);
  }
  for (const list of found.values()) list.sort();
  return found;
};

test(
  'all kinds of tags and actions over thirty days: each person gets what is due, once, at its hour',
  { timeout: 120_000 },
  async () => {
    const { org, officer, tag, run } = await started();
    const own = await make.tag(org);
    const [reports, newbie, unregistered, risk] = [
      (await call('tags.list', officer, {})).data.find((one) => one.title === 'отчеты')!,
      tag('newbie'),
      tag('not_registered'),
      tag('risk_group'),
    ];
    const email = await letter(org);
    await call('phishing.autophish-toggle', officer, { toggle: 'true' });
    await call('automation.set-life-days', officer, { id: unregistered.id, life_days: 14 });
    await call('automation.set-life-days', officer, { id: risk.id, life_days: 10 });
    const give = async (tag_id: string, delay: number, kinds: readonly ('phishing' | 'registration_link')[] = []) => {
      const courses = [(await learning.course(org)).id];
      await call('automation.add-courses', officer, { tag_id, course_ids: courses, defer_by: delay });
      await message(officer, tag_id, delay);
      if (kinds.includes('phishing'))
        await call('automation.add-phishing', officer, { tagId: tag_id, templates_ids: [email], defer_by: delay });
      if (kinds.includes('registration_link'))
        await call('automation.add-message', officer, {
          tag_id,
          type: 'registration_link',
          theme: 'Вход',
          text: 'Да',
          defer_by: delay,
          registration_link_time: '15:00',
        });
    };
    await atTime(START, async () => {
      await give(own.id, 0, ['phishing']);
      await give(reports.id, 0);
      await give(newbie.id, 5, ['phishing']);
      await give(unregistered.id, 3, ['phishing', 'registration_link']);
      await give(risk.id, 2);
    });
    /** Who joins which tag on which day, an hour after the start, which is an hour before the strike. */
    const joiners = [
      { tag: own, days: [0, 4, 11] },
      { tag: reports, days: [1, 9] },
      { tag: newbie, days: [2, 8] },
      { tag: unregistered, days: [3, 12] },
      { tag: risk, days: [5, 20] },
    ].flatMap(({ tag: of, days }) => days.map((day) => ({ of, day })));
    const people = [];
    for (const { of, day } of joiners) {
      const person = await make.employee(org, { is_registered: of !== unregistered });
      await stored('update employees set created_at = $2 where id = $1', [person.id, at(day, 1)]);
      people.push({ person, of, day });
    }
    for (let hours = 0; hours <= 30 * 24; hours += 1) {
      for (const { person, of, day } of people)
        if (day * 24 + 1 === hours)
          await inOrganization(org.id, 'write', (tx) =>
            tx
              .insertInto('tag_employees')
              .values({ tag_id: of.id, employee_id: person.id, joined_at: at(day, 1) })
              .execute(),
          );
      // Of each day the hours around the strikes; the others change nothing but the length of this test.
      if (hours % 24 > 8) continue;
      // The server is down while ten strikes on the eighth day, where something is due: it is made up for an hour later.
      if (hours === 7 * 24 + 2 || hours === 7 * 24 + 3) continue;
      await run(at(0, hours));
    }
    const log = (
      await Promise.all(
        [own, reports, newbie, unregistered, risk].map((one) =>
          call('automation.runs', officer, { id: one.id, limit: 200 }),
        ),
      )
    ).flatMap((page) => page.data);
    const done = doneDays(log);
    const delays = new Map<string, number>([
      [newbie.id, 5],
      [unregistered.id, 3],
      [risk.id, 2],
    ]);
    for (const { person, of, day } of people) {
      const due = day + (delays.get(of.id) ?? 0);
      const late = due === 7 ? 2 : 0;
      const kinds =
        of === own || of === newbie || of === unregistered ? ['course', 'letter', 'phishing'] : ['course', 'letter'];
      const expected = kinds.map((kind) => `${kind} ${due * 24 + 2 + late}`);
      if (of === unregistered) expected.push(`registration_link ${due * 24 + 7}`);
      expect(done.get(person.id), `${of.title}, joined on day ${day}`).toEqual(expected.sort());
    }
    expect(log.filter((one) => one.state !== 'done')).toEqual([]);
  },
);
