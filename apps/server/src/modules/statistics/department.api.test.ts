import { expect, test } from 'vitest';
import { call, inOrganization } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { refreshPeople, storeDailyPoints } from './public.ts';

test('the page of a department shows its risk against the organisation, with all its children', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const sales = await make.department(org, 'Продажи');
  const north = await make.department(org, 'Север', sales.id);
  const anna = await make.employee(org, { department_id: north.id });
  const boris = await make.employee(org);
  const campaign = await history.campaign(org, { ago: 10, name: 'Весна' });
  await history.email(org, campaign, anna, { result: 4 });
  await history.email(org, campaign, boris, { result: 0 });
  await inOrganization(org.id, 'write', (tx) => refreshPeople(tx, null));
  await inOrganization(org.id, 'write', (tx) => storeDailyPoints(tx));
  const found = await call('statistics.department', administrator, { id: sales.id });
  const { data } = await call('statistics.departments', administrator, {});
  const row = data.find((one) => one.id === sales.id)!;
  expect(found.people).toBe(row.employees_count);
  expect(found.risk).toMatchObject({ value: row.risk_level_statistic.value, color: 'red' });
  const whole = await call('statistics.current-risk-level', administrator, { id: org.id });
  expect(found.organization.risk_level).toBe(whole.value);
  expect(found.points.at(-1)?.value).toBe(found.risk.value);
  expect(found.campaigns).toMatchObject([
    { name: 'Весна', delivered: 1, entered_data: 1, incident_risk: 100, all_incident_risk: 50 },
  ]);
});

test('a department of another organisation is not found', async () => {
  const administrator = await make.operator(await make.organization());
  const foreign = await make.department(await make.organization(), 'Чужой');
  await expect(call('statistics.department', administrator, { id: foreign.id })).rejects.toThrow();
});
