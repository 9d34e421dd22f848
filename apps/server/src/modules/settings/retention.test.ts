import { beforeAll, expect, test } from 'vitest';
import { newPlatform } from '../../../test/app.ts';
import { after, atTime, DAY, now } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { createOrganization } from '../organizations/public.ts';
import { sweepEmails } from './retention.repo.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});
const organization = (title: string) =>
  createOrganization(platform, {
    title,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 10,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
const rows = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
  (await platform.db.owner.query<T & Record<string, unknown>>(text, values)).rows;

const queueEmail = (org: string, subject: string, state: string, daysAgo: number) =>
  rows(
    `insert into outbox (organization_id, kind, recipient, subject, html, text, message_id, state, created_at)
     values ($1, 'invitation', 'a@b.test', $2, '', '', '<1@b.test>', $3, now() - make_interval(days => $4))`,
    [org, subject, state, daysAgo],
  );
const outbox = async (org: string) =>
  (
    await rows<{ subject: string }>('select subject from outbox where organization_id = $1 order by subject', [org])
  ).map((row) => row.subject);

test('sent and given-up emails of the outbox are deleted after 90 days; waiting emails never are', async () => {
  const org = await organization('Исходящие');
  await queueEmail(org, 'a sent long ago', 'sent', 91);
  await queueEmail(org, 'b failed long ago', 'failed', 91);
  await queueEmail(org, 'c sent lately', 'sent', 89);
  await queueEmail(org, 'd waiting', 'queued', 400);
  await sweepEmails(platform);
  await sweepEmails(platform);
  expect(await outbox(org)).toEqual(['c sent lately', 'd waiting']);
  await atTime(after(now(), 2 * DAY), () => sweepEmails(platform));
  expect(await outbox(org)).toEqual(['d waiting']);
});

const catchEmails = (org: string, many: number, daysAgo: number) =>
  rows(
    `insert into mailbox_emails (organization_id, sender, recipient, subject, raw, received_at)
     select $1, 's@b.test', 'a@b.test', 'n' || n, 'x', now() - make_interval(days => $3) from generate_series(1, $2::int) n`,
    [org, many, daysAgo],
  );
const caught = async (org: string) =>
  (await rows<{ n: number }>('select count(*)::int as n from mailbox_emails where organization_id = $1', [org]))[0]!.n;

test('the built-in mailbox keeps emails for 30 days, and at most the newest 20,000 of each organisation', async () => {
  const [busy, quiet] = [await organization('Большая'), await organization('Маленькая')];
  await catchEmails(busy, 6_003, 0);
  await catchEmails(busy, 20_000, 0);
  await catchEmails(quiet, 2, 31);
  await catchEmails(quiet, 3, 29);
  await sweepEmails(platform);
  expect(await caught(quiet)).toBe(3);
  expect(await caught(busy)).toBe(21_003); // one sweep deletes only a part
  await sweepEmails(platform);
  await sweepEmails(platform);
  expect(await caught(busy)).toBe(20_000);
  expect(
    await rows(`select count(*)::int as n from mailbox_emails where organization_id = $1 and subject = 'n20000'`, [
      busy,
    ]),
  ).toEqual([{ n: 1 }]);
  await atTime(after(now(), 2 * DAY), () => sweepEmails(platform));
  expect(await caught(quiet)).toBe(0);
  expect(await caught(busy)).toBe(20_000);
});
