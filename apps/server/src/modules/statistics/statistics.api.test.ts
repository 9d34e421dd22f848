import { emailDate } from '@sergak/contract/phishing/phishing.rules.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import { refreshPeople, storeDailyPoints } from './public.ts';

const refresh = (id: string) => inOrganization(id, 'write', (tx) => refreshPeople(tx, null));

/** Two departments, a campaign from ten days ago and one from 120 days ago, and a course. */
const office = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const sales = await make.department(org, 'Продажи');
  const north = await make.department(org, 'Север', sales.id);
  const [anna, boris, vera] = [
    await make.employee(org, { department_id: north.id, last_name: 'Аннова' }),
    await make.employee(org, { department_id: sales.id, last_name: 'Борисов' }),
    await make.employee(org, { last_name: 'Верова' }),
  ];
  const old = await history.campaign(org, { ago: 120, name: 'Старая' });
  const recent = await history.campaign(org, { ago: 10, name: 'Новая' });
  await history.email(org, old, anna, { result: 4 });
  await history.email(org, recent, anna, { result: 2, reported: true });
  await history.email(org, recent, boris, { result: 0 });
  const testing = await history.campaign(org, { ago: 5, name: 'Проба', is_testing: true });
  await history.email(org, testing, vera, { result: 4 });
  const learners = [
    [boris, 40],
    [vera, 100],
  ] as const;
  const course = await history.course(org, learners, { days: 5 });
  await refresh(org.id);
  return { org, administrator, sales, north, anna, boris, vera, old, recent, course };
};

test('the level of the organisation is the mean of its people, with its components', async () => {
  const { org, administrator, anna, boris, vera, recent } = await office();
  const levels = await Promise.all(
    [anna, boris, vera].map((one) => call('statistics.user-risk-level', administrator, { id: one.id })),
  );
  const mean = levels.reduce((sum, one) => sum + one.value!, 0) / 3;
  const now = await call('statistics.current-risk-level', administrator, { id: org.id, explain: true });
  expect(now.value).toBeCloseTo(mean, 1);
  expect(now).toMatchObject({ people: 4, people_with_level: 3, color: 'green' });
  expect(now.explanation.reduce((sum, part) => sum + part.points, 0)).toBeCloseTo(now.value!, 1);
  expect(now.explanation.map((part) => part.title)).toEqual(
    expect.arrayContaining(['Старая', 'Новая', 'Фишинг сегодня']),
  );
  expect(now.explanation.map((part) => part.title)).not.toContain('Проба');
  expect(now.explanation.find((part) => part.id === recent.id)).toMatchObject({ kind: 'phishing' });
  expect((await call('statistics.current-risk-level', administrator, { id: org.id })).explanation).toEqual([]);
});

test('of a course assigned twice the newest assignment counts', async () => {
  const { org, administrator, boris, course } = await office();
  const again = await history.course(org, [[boris, 100]], { ago: 100 });
  await stored(
    `update assignments a set course_id = b.course_id, course_version_id = b.course_version_id
     from assignments b where a.id = $1 and b.id = $2`,
    [again.assignment_id, course.assignment_id],
  );
  await refresh(org.id);
  const { explanation, learning_progress } = await call('statistics.user-risk-level', administrator, { id: boris.id });
  expect(learning_progress).toBe(40);
  const courses = explanation.filter((part) => part.kind === 'learning');
  expect(courses.map((part) => [part.progress, part.points])).toEqual([[40, 1.8]]);
});

test('a person’s level lists the emails and courses that make it up, and its change', async () => {
  const { org, administrator, anna } = await office();
  await atTime(after(now(), -95 * DAY), () => inOrganization(org.id, 'write', storeDailyPoints));
  await refresh(org.id);
  const risk = await call('statistics.user-risk-level', administrator, { id: anna.id, days_period: 90 });
  expect(risk.explanation).toMatchObject([
    { title: 'Старая', result: 4 },
    { title: 'Новая', result: 2, reported: true },
  ]);
  expect(risk.explanation.reduce((sum, part) => sum + part.points, 0)).toBeCloseTo(risk.value!, 1);
  expect(risk.points.map((one) => one.value)).toEqual([risk.value]); // 95 days ago is outside the period and its two days more
  const long = await call('statistics.user-risk-level', administrator, { id: anna.id, days_period: 94 });
  expect(long.points).toHaveLength(2);
  expect(long.change).toBeCloseTo(risk.value! - 10, 5);
});

test('the funnel of the period is next to that of the previous period, without test campaigns', async () => {
  const { org, administrator } = await office();
  const { groups, campaigns, incident_risk, report_median_seconds } = await call('statistics.phishing', administrator, {
    id: org.id,
    days_period: 90,
  });
  expect(groups).toMatchObject({
    sent: { value: 2, previous: 1 },
    opened: { value: 1, previous: 1 },
    clicked: { value: 1, previous: 1 },
    entered_data: { value: 0, previous: 1 },
    reported: { value: 1, previous: 0 },
  });
  expect(campaigns).toEqual({ value: 1, previous: 1 });
  expect(incident_risk).toEqual({ value: 0, previous: 100 });
  expect(report_median_seconds).toEqual({ value: 0, previous: null });
});

test('people are counted by level and by their courses, and a group filters the same people', async () => {
  const { org, administrator, boris } = await office();
  const risk = await call('statistics.risk-groups', administrator, { id: org.id });
  expect(risk.data.map((one) => [one.name, one.count])).toEqual([
    ['low', 2],
    ['middle', 1],
    ['high', 0],
    ['missing', 1],
  ]);
  const groups = await call('statistics.progress-groups', administrator, { id: org.id });
  expect(Object.fromEntries(groups.data.map((one) => [one.name, one.count]))).toEqual({
    NOT_START: 0,
    NOT_COMPLETED: 1,
    COMPLETED: 1,
    BEHIND: 1,
    WITHOUT_COURSE: 2,
  });
  const people = await call('statistics.progress-group-people', administrator, { id: org.id, group: 'NOT_COMPLETED' });
  expect(people).toMatchObject({ total_count: 1, data: [{ id: boris.id, progress: 40 }] });
  expect(await call('statistics.courses-counts', administrator, { id: org.id })).toMatchObject({
    assigned: 1,
    active: 1,
    overdue: 1,
    library: 1,
  });
  expect(await call('statistics.current-progress', administrator, { id: org.id })).toMatchObject({
    value: 70,
    learners: 2,
    completed: 1,
  });
  const progress = await call('statistics.progress', administrator, { id: org.id });
  expect(progress.points.at(-1)!.value).toBe(70);
});

test('test campaigns are not the last campaign', async () => {
  const { org, administrator, recent } = await office();
  const { data } = await call('statistics.last-campaign', administrator, { id: org.id });
  expect(data).toMatchObject({
    id: recent.id,
    statistics: { recipients: 2, sent: 2, opened: 1, clicked: 1, incident_risk: 0 },
  });
  const empty = await make.organization();
  expect(await call('statistics.last-campaign', await make.operator(empty), { id: empty.id })).toEqual({ data: null });
});

test('a department counts everyone in it and its descendants, and the table sorts as requested', async () => {
  const { administrator, sales, north, anna } = await office();
  const { data, total_count } = await call('statistics.departments', administrator, {
    sort_by: 'EMPLOYEES',
    sort_order: 'desc',
  });
  expect(total_count).toBe(3);
  const row = (id: string) => data.find((one) => one.id === id)!;
  expect(row(sales.id)).toMatchObject({
    employees_count: 2,
    phishing_statistic: { groups: { sent: { value: 2 }, clicked: { value: 1 } } },
  });
  expect(row(north.id)).toMatchObject({ employees_count: 1, parent_department_uuid: sales.id });
  expect(row(north.id).risk_level_statistic.color).toBe('yellow');
  expect(data.map((one) => one.employees_count)).toEqual([2, 2, 1]);
  const users = await call('statistics.users', administrator, { limit: 1, search: 'аннова' });
  expect(users).toMatchObject({
    total_count: 1,
    data: [{ id: anna.id, phishing_statistic: { groups: { sent: { value: 2 }, entered_data: { value: 1 } } } }],
  });
});

test('the history shows an email’s subject as the person saw it, also after a change of the name', async () => {
  const org = await make.organization({ title: 'Банк' });
  const administrator = await make.operator(org);
  const person = await make.employee(org, { last_name: 'Аннова', first_name: 'Анна' });
  const campaign = await history.campaign(org, {
    ago: 10,
    subject: '{{last_name}}, {{organization}} ждёт вас {{date}} ({{email}}){{phone}}',
  });
  await history.email(org, campaign, person, { result: 2 });
  await call('employees.update', administrator, { id: person.id, last_name: 'Другая' });
  const sent = (await call('statistics.user-phishing', administrator, { id: person.id })).data[0]!;
  const day = emailDate(new Date(sent.sent_at!), 'ru', 'Asia/Tashkent');
  const subject = `${person.name}, Банк ждёт вас ${day} (somebody@example.test)`;
  expect(sent.subject).toBe(subject);
  expect((await call('statistics.my-phishing', person, {})).data[0]!.subject).toBe(subject);
});

test('a person’s emails are listed with every event, and quizzes are listed', async () => {
  const { org, administrator, anna, boris, course } = await office();
  const emails = await call('statistics.user-phishing', administrator, { id: anna.id });
  expect(emails).toMatchObject({ total_count: 2, groups: { sent: 2, clicked: 2, entered_data: 1, reported: 1 } });
  expect(emails.data.map((one) => one.campaign.name)).toEqual(['Новая', 'Старая']);
  expect(emails.data[0]).toMatchObject({
    points: 30,
    reported: true,
    events: [{ kind: 'opened' }, { kind: 'clicked' }, { kind: 'reported' }],
  });
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .insertInto('quiz_attempts')
      .values({
        learner_id: course.learners[0]!,
        step_id: crypto.randomUUID(),
        number: 1,
        drawn: '[]',
        score: 90,
        passed: true,
        completed_at: new Date(),
      })
      .execute(),
  );
  expect(await call('statistics.user-quizzes', administrator, { id: boris.id })).toMatchObject({
    total_count: 1,
    data: [{ score: 90, passed: true }],
  });
  expect(await call('statistics.my-passed', boris, {})).toMatchObject({
    courses_assigned: 1,
    courses_completed: 0,
    quizzes_passed: 1,
  });
});

test('a running simulation is hidden from the person until the person falls for it', async () => {
  const org = await make.organization();
  const [administrator, person] = [await make.operator(org), await make.employee(org)];
  const running = await history.campaign(org, { status: 'active', name: 'Идёт', ago: 1 });
  const second = await history.campaign(org, { status: 'active', name: 'Попался', ago: 2 });
  const over = await history.campaign(org, { name: 'Прошла', ago: 30 });
  await history.email(org, running, person, { result: 1 });
  await history.email(org, second, person, { result: 2 });
  await history.email(org, over, person);
  await refresh(org.id);
  const mine = await call('statistics.my-phishing', person, {});
  expect(mine.data.map((one) => one.campaign.name)).toEqual(['Попался', 'Прошла']);
  expect(mine.groups.sent).toBe(2);
  expect((await call('statistics.user-phishing', administrator, { id: person.id })).total_count).toBe(3);
  const risk = await call('statistics.my-risk-level', person, {});
  expect(JSON.stringify(risk)).not.toContain('Идёт');
  expect(risk.explanation.map((part) => part.kind)).toContain('other');
  expect(risk.explanation.reduce((sum, part) => sum + part.points, 0)).toBeCloseTo(risk.value!, 1);
});

test('nobody sees another organisation, a parent sees its child, and people see only themselves', async () => {
  const { org, anna } = await office();
  const stranger = await make.operator(await make.organization());
  await expect(call('statistics.risk-groups', stranger, { id: org.id })).rejects.toMatchObject({
    code: 'organization.not_found',
  });
  await expect(call('statistics.user-risk-level', stranger, { id: anna.id })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  await expect(call('statistics.users', stranger, { organization_id: org.id })).rejects.toMatchObject({
    code: 'organization.not_found',
  });
  await expect(call('statistics.user-risk-level', anna, { id: anna.id })).rejects.toMatchObject({
    code: 'session.forbidden',
  });
  const parent = { ...stranger, readable: [stranger.organization_id, org.id] };
  expect((await call('statistics.current-risk-level', parent, { id: org.id })).people).toBe(4);
  expect((await call('statistics.departments', parent, { organization_id: org.id })).total_count).toBe(3);
});

test('an organisation without history returns nulls, not zeros that look like good news', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  expect(await call('statistics.current-risk-level', administrator, { id: org.id, explain: true })).toMatchObject({
    value: null,
    color: 'red',
    change: null,
    explanation: [],
  });
  expect(await call('statistics.risk-levels', administrator, { id: org.id })).toMatchObject({
    points: [],
    change: null,
  });
  expect(await call('statistics.my-risk-level', administrator, {})).toMatchObject({
    value: null,
    points: [],
    explanation: [],
  });
  await expect(call('statistics.phishing', administrator, { id: org.id, days_period: 0 })).rejects.toThrow();
});
