import { expect, test } from 'vitest';
import { actionLog, platform, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY } from '../../platform/clock.ts';
import { sweepLicences } from './licence-reminders.service.ts';

/** 10:00 in Tashkent on the last day of the licence. */
const end = new Date('2031-06-30T05:00:00Z');
const organization = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  await make.employee(org);
  await stored(`update organizations set licence_end = '2031-06-30' where id = $1`, [org.id]);
  const day = (before: number) =>
    atTime(after(end, -before * DAY), async () => {
      await sweepLicences(await platform());
      await runJobs('organizations.remind-of-licence', org.id);
    });
  const emails = () =>
    stored<{ employee_id: string; recipient: string; subject: string; text: string }>(
      `select employee_id, recipient, subject, text from outbox where organization_id = $1 and kind = 'licence_ends' order by created_at`,
      [org.id],
    );
  return { org, administrator, day, emails };
};

test('administrators are reminded 60, 30 and 7 days before the last day of the licence, once each', async () => {
  const { org, administrator, day, emails } = await organization();
  await day(61);
  expect(await emails()).toEqual([]);
  for (const before of [60, 59, 30, 29, 7, 6, 0]) await day(before);
  const sent = await emails();
  expect(sent.map((one) => one.employee_id)).toEqual([administrator.id, administrator.id, administrator.id]);
  expect(new Set(sent.map((one) => one.recipient))).toEqual(new Set([administrator.email]));
  expect(sent.map((one) => one.subject).sort()).toEqual([
    'Лицензия закончится через 30 дней',
    'Лицензия закончится через 60 дней',
    'Лицензия закончится через 7 дней',
  ]);
  expect(sent[0]!.text).toContain('30.06.2031');
  expect((await actionLog(org.id)).filter((one) => one.action === 'organization.licence_reminded')).toHaveLength(3);
  await day(-1);
  expect(await emails()).toHaveLength(3);
});

test('after an outage one reminder is sent, and an extended licence is reminded of again', async () => {
  const { org, day, emails } = await organization();
  await day(5);
  expect(await emails()).toHaveLength(1);
  await stored(`update organizations set licence_end = '2031-07-30' where id = $1`, [org.id]);
  await day(5); // 35 days before the new last day
  await day(0); // 30 days before it
  expect(await emails()).toHaveLength(3);
});
