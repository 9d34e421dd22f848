import { expect, test } from 'vitest';
import { call, inOrganization, platform, stored } from '../../../test/app.ts';
import * as history from '../../../test/make/history.ts';
import * as make from '../../../test/make/index.ts';
import { inSystem } from '../../platform/db.ts';
import { storeDepartmentEmails } from './department-emails.repo.ts';

const count = async (id: string) => inSystem((await platform()).db, (tx) => storeDepartmentEmails(tx, id));
const countedRows = async (campaign: string) =>
  (
    await stored<{ n: number }>('select count(*)::int as n from department_emails where campaign_id = $1', [campaign])
  )[0]!.n;

test('departments show the same emails before and after they are counted, and follow later results', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const sales = await make.department(org, 'Продажи');
  const north = await make.department(org, 'Север', sales.id);
  const [anna, boris] = [
    await make.employee(org, { department_id: north.id }),
    await make.employee(org, { department_id: sales.id }),
  ];
  const [old, recent] = [await history.campaign(org, { ago: 120 }), await history.campaign(org, { ago: 10 })];
  const testing = await history.campaign(org, { ago: 5, is_testing: true });
  await history.email(org, old, anna, { result: 4 });
  await history.email(org, recent, anna, { result: 2 });
  await history.email(org, recent, boris);
  await history.email(org, testing, boris, { result: 4 });
  const read = async (days_period: number) =>
    (
      await call('statistics.departments', administrator, { days_period, sort_by: 'TITLE', sort_order: 'asc' })
    ).data.map((one) => [one.title, ...Object.values(one.phishing_statistic.groups).map((group) => group.value)]);
  const expected = {
    90: [
      ['Продажи', 2, 2, 1, 0],
      ['Север', 1, 1, 1, 0],
    ],
    365: [
      ['Продажи', 3, 3, 2, 1],
      ['Север', 2, 2, 2, 1],
    ],
  };
  const check = async (): Promise<void> => {
    for (const days of [90, 365] as const) expect(await read(days)).toEqual(expect.arrayContaining(expected[days]));
  };
  await check();
  for (const campaign of [old, recent]) await count(campaign.id);
  expect(await countedRows(recent.id)).toBe(2);
  await check();
  await inOrganization(org.id, 'write', (tx) =>
    tx
      .updateTable('campaign_recipients')
      .set({ result: 4, clicked_at: new Date(), entered_at: new Date(), opened_at: new Date() })
      .where('campaign_id', '=', recent.id)
      .where('employee_id', '=', boris.id)
      .execute(),
  );
  expected[90][0] = ['Продажи', 2, 2, 2, 1];
  expected[365][0] = ['Продажи', 3, 3, 3, 2];
  await check();
  await count(recent.id);
  await check();
  await call('campaigns.delete', administrator, { id: recent.id });
  expect(await countedRows(recent.id)).toBe(0);
});
