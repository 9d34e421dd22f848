import { type EndpointId, endpoints } from '@sergak/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { call, inOrganization, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { dayIn, now } from '../../platform/clock.ts';
import { refreshPeople, storeDailyPoints } from './public.ts';

/** A person with emails, a course and a quiz, who may see the statistics of the whole organisation. */
const world = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const campaign = await history.campaign(org, { ago: 10, name: 'Новая' });
  await history.email(org, campaign, administrator, { result: 4 });
  await history.course(org, [[administrator, 40]]);
  await inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  await inOrganization(org.id, 'write', storeDailyPoints);
  return { org: org.id, administrator };
};

const gateway = '/gateway/v1/statistic';
const level = ['value', 'color', 'change'];
const counts = ['sent.value', 'clicked.value', 'entered_data.value'].map((one) => `phishing_statistic.groups.${one}`);
type Line = { path: string; parameters?: object; fields: readonly string[]; row?: readonly string[] };

/** Every statistics call of the specification with its optional parameters and the fields that its answer must have. */
const table: Partial<Record<EndpointId, Line>> = {
  'statistics.departments': {
    path: '/analytics/operator/departments',
    parameters: { limit: 5, offset: 0 },
    fields: ['total_count'],
    row: ['id', 'title', 'parent_department_uuid', 'employees_count', 'progress_statistic.value', ...counts].concat(
      level.map((one) => `risk_level_statistic.${one}`),
    ),
  },
  'statistics.users': {
    path: '/analytics/operator/users',
    parameters: { limit: 5, offset: 0 },
    fields: ['total_count'],
    row: ['id', 'full_name', 'email', 'progress_statistic.value', ...counts, 'risk_level_statistic.value', 'note'],
  },
  'statistics.my-progress-change': {
    path: '/scorm/analytics/users/my_progress_change',
    parameters: { days_count: 90 },
    fields: ['points'],
  },
  'statistics.my-progress': { path: `${gateway}/my/progress`, fields: ['value', 'change', 'points'] },
  'statistics.my-passed': { path: `${gateway}/my/passed_stat`, fields: ['courses_assigned', 'quizzes_passed'] },
  'statistics.my-phishing': { path: `${gateway}/my/phishing`, fields: ['indicator', 'groups.sent'], row: ['result'] },
  'statistics.my-risk-level': {
    path: `${gateway}/my/risk-level`,
    parameters: { days_period: 30 },
    fields: [...level, 'points', 'explanation'],
  },
  'statistics.current-risk-level': { path: `${gateway}/organizations/:id/current-risk-level`, fields: level },
  'statistics.phishing': {
    path: `${gateway}/organizations/:id/phishing`,
    fields: ['groups.sent.value', 'groups.sent.previous', 'groups.opened_attachment.value', 'incident_risk.value'],
  },
  'statistics.current-progress': { path: `${gateway}/organizations/:id/current-progress`, fields: ['value', 'change'] },
  'statistics.progress': { path: `${gateway}/organizations/:id/progress`, fields: ['points'] },
  'statistics.risk-levels': { path: `${gateway}/organizations/:id/risk-levels`, fields: ['change', 'points'] },
  'statistics.risk-groups': { path: `${gateway}/organizations/:id/risk-groups`, fields: [], row: ['name', 'count'] },
  'statistics.progress-groups': { path: `${gateway}/organizations/:id/progress-groups`, fields: [], row: ['count'] },
  'statistics.courses-counts': { path: `${gateway}/organizations/:id/courses-counts`, fields: ['assigned', 'active'] },
  'statistics.last-campaign': {
    path: `${gateway}/organizations/:id/last-campaign`,
    fields: ['data.name', 'data.statistics.sent', 'data.statistics.incident_risk'],
  },
  'statistics.progress-group-people': {
    path: `${gateway}/organizations/:id/detail-progress-group`,
    parameters: { group: 'NOT_COMPLETED' },
    fields: ['total_count'],
    row: ['full_name', 'email', 'progress'],
  },
  'statistics.user-risk-level': { path: `${gateway}/users/:id/risk-level`, fields: [...level, 'points'] },
  'statistics.user-progress': { path: `${gateway}/users/:id/progress`, fields: ['value', 'points'] },
  'statistics.user-phishing': {
    path: `${gateway}/users/:id/phishing`,
    fields: ['indicator'],
    row: ['result', 'events'],
  },
  'statistics.user-quizzes': { path: `${gateway}/users/:id/quizes`, fields: ['total_count', 'data'] },
};

const valueAt = (answer: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], answer);

test('every statistics call of the specification has its address, parameters and fields', async () => {
  const { org, administrator } = await world();
  for (const [name, { path, parameters = {}, fields, row = [] }] of Object.entries(table)) {
    const id = name as 'statistics.risk-groups';
    expect(endpoints[id].path, name).toBe(path);
    const subject = path.includes('/users/:id') ? administrator.id : org;
    const answer = await call(id, administrator, { ...(path.includes(':id') && { id: subject }), ...parameters } as {
      id: string;
    });
    for (const field of fields) expect(valueAt(answer, field), `${name}: ${field}`).toBeDefined();
    const { data } = answer as { data?: unknown };
    const first: unknown = Array.isArray(data) ? data[0] : undefined;
    for (const field of row) expect(valueAt(first, field), `${name}: data[].${field}`).toBeDefined();
  }
});

test('a series of levels has the points of the period and of two days before it', async () => {
  const { org, administrator } = await world();
  await stored(
    `insert into risk_points (organization_id, day, scope, subject_id, risk_level, learning_progress)
     select $1::text::uuid, $2::date - n, scope, id::uuid, 4, 50
     from (values ('organization', $1::text), ('employee', $3::text)) p(scope, id), generate_series(1, 200) n
     on conflict do nothing`,
    [org, dayIn(now(), 'Asia/Tashkent'), administrator.id],
  );
  const count = async (
    id: 'statistics.risk-levels' | 'statistics.user-risk-level' | 'statistics.progress',
    days: number,
  ) => {
    const subject = id === 'statistics.user-risk-level' ? administrator.id : org;
    return (await call(id, administrator, { id: subject, days_period: days })).points.length;
  };
  for (const days of [7, 30, 90]) {
    expect(await count('statistics.risk-levels', days)).toBe(days + 2);
    expect(await count('statistics.user-risk-level', days)).toBe(days + 2);
  }
  expect(await count('statistics.progress', 180)).toBe(90);
});

test('days_period shortens and lengthens every series and every comparison', async () => {
  const { org, administrator } = await world();
  const series = [
    ['statistics.my-progress', {}],
    ['statistics.my-risk-level', {}],
    ['statistics.progress', { id: org }],
    ['statistics.risk-levels', { id: org }],
    ['statistics.user-progress', { id: administrator.id }],
    ['statistics.user-risk-level', { id: administrator.id }],
  ] as const;
  for (const [id, input] of series)
    for (const days_period of [1, 365, 730]) {
      const { points } = await call(id, administrator, { ...input, days_period });
      expect(points, `${id} ${days_period}`).toHaveLength(1);
    }
  const sent = async (days_period: number) =>
    (await call('statistics.phishing', administrator, { id: org, days_period })).groups.sent;
  expect(await sent(6)).toEqual({ value: 0, previous: 1 });
  expect(await sent(30)).toEqual({ value: 1, previous: 0 });
  for (const days_period of [0, 731, 1.5])
    await expect(call('statistics.phishing', administrator, { id: org, days_period })).rejects.toThrow();
});
