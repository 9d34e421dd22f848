import { expect, onTestFinished, test } from 'vitest';
import { call, platform, stored } from '../../../test/app.ts';
import { at, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import { atTime } from '../../platform/clock.ts';
import { sweepAutomation } from './automation.jobs.ts';

/**
 * Makes the database reject emails with this subject to these addresses (to everyone if none are given), like a full disk or a
 * broken rule. Returns a function that counts the rejections.
 */
const rejectEmails = async (subject: string, recipients: readonly string[] = []) => {
  await stored('create sequence rejections');
  await stored(`create function reject_email() returns trigger language plpgsql security definer as
    'begin perform nextval(''rejections''); raise exception ''rejected by the test''; end'`);
  onTestFinished(async () => {
    await stored('drop function reject_email() cascade');
    await stored('drop sequence rejections');
  });
  const to = recipients.map((one) => `'${one}'`).join(',');
  await stored(`create trigger reject_email before insert on outbox for each row
    when (new.subject = '${subject}' ${to && `and new.recipient in (${to})`}) execute function reject_email()`);
  // A sequence is not rolled back with the failed transaction.
  return async () => (await stored<{ n: number }>('select last_value::int as n from rejections'))[0]!.n;
};

/** More members than one batch holds, in batch order. */
const crowd = async (
  org: make.TestOrganization,
  tagId: string,
  size: number,
): Promise<{ id: string; email: string }[]> => {
  const { department_id } = await make.employee(org);
  const people = await stored<{ id: string; email: string }>(
    `with people as (insert into employees (organization_id, department_id, email, is_registered)
       select $1, $2, 'crowd-' || n || '@${org.domain}', true from generate_series(1, $3::int) n returning id, email),
     members as (insert into tag_employees (organization_id, tag_id, employee_id, joined_at)
       select $1, $4, id, $5::timestamptz from people)
     select id, email from people order by id`,
    [org.id, department_id, size, tagId, at(0, 1)],
  );
  return people;
};

test('a member for whom an action fails is logged as failed in the end, and does not block the others', async () => {
  const { org, administrator, run, runs, emails } = await started();
  const tag = await make.tag(org);
  const people = await crowd(org, tag.id, 502);
  const bad = [people[0]!, people[1]!, people[317]!, people[499]!, people[501]!];
  await message(administrator, tag.id, 0, 'Плохое');
  await message(administrator, tag.id, 0, 'Хорошее');
  await rejectEmails(
    'Плохое',
    bad.map((one) => one.email),
  );
  const counts = async () => (await runs(tag.id)).counts;
  const fails = expect.objectContaining({ message: 'tag actions failed 5 times' });
  await expect(run(at(0, 2))).rejects.toEqual(fails);
  expect(await counts()).toEqual({ done: 497 + 502, waiting: 0, skipped: 0, failed: 0 });
  await expect(run(at(0, 2), 'last')).rejects.toEqual(fails);
  expect(await counts()).toEqual({ done: 497 + 502, waiting: 0, skipped: 0, failed: 5 });
  const failed = await call('automation.runs', administrator, { id: tag.id, state: 'failed', limit: 200 });
  expect(new Set(failed.data.map((one) => `${one.person.id} ${one.action.title} ${one.reason}`))).toEqual(
    new Set(bad.map((one) => `${one.id} Плохое server_fault`)),
  );
  // A failed run is final: no one gets a late email when the cause is gone.
  await stored('drop trigger reject_email on outbox');
  await run(at(0, 3));
  expect(await counts()).toEqual({ done: 497 + 502, waiting: 0, skipped: 0, failed: 5 });
  expect(await emails('tag_email')).toHaveLength(497 + 502);
});

test('an action that is repaired between two attempts succeeds in the next attempt', async () => {
  const { org, administrator, run, runs, emails } = await started();
  const tag = await make.tag(org);
  const people = await crowd(org, tag.id, 3);
  await message(administrator, tag.id, 0, 'Плохое');
  await rejectEmails('Плохое', [people[1]!.email]);
  await expect(run(at(0, 2))).rejects.toThrow();
  await stored('drop trigger reject_email on outbox');
  await run(at(0, 2), 'last');
  expect((await runs(tag.id)).counts).toEqual({ done: 3, waiting: 0, skipped: 0, failed: 0 });
  expect((await emails('tag_email')).map((one) => one.recipient)).toEqual(people.map((one) => one.email).sort());
});

test('an action that fails for everyone is not tried one by one, and other actions continue', async () => {
  const { org, administrator, run, runs } = await started();
  const tag = await make.tag(org);
  await crowd(org, tag.id, 1203);
  await message(administrator, tag.id, 0, 'Плохое');
  await message(administrator, tag.id, 0, 'Хорошее');
  const rejected = await rejectEmails('Плохое');
  await expect(run(at(0, 2), 'last')).rejects.toThrow();
  expect((await runs(tag.id)).counts).toEqual({ done: 1203, waiting: 0, skipped: 0, failed: 1203 });
  expect(await rejected()).toBeLessThan(120);
});

test('many failing members in a row do not block the members after them', async () => {
  const { org, administrator, run, runs } = await started();
  const tag = await make.tag(org);
  const people = await crowd(org, tag.id, 700);
  const bad = [...people.slice(0, 40), people[611]!];
  await message(administrator, tag.id, 0, 'Плохое');
  await rejectEmails(
    'Плохое',
    bad.map((one) => one.email),
  );
  await expect(run(at(0, 2), 'last')).rejects.toThrow();
  expect((await runs(tag.id)).counts).toEqual({ done: 659, waiting: 0, skipped: 0, failed: 41 });
});

test('the sweep does not enqueue a job that waits for its next attempt, so that it reaches the last one', async () => {
  const { org, administrator } = await started();
  await message(administrator, (await make.tag(org)).id);
  const on = await platform();
  const sweep = () => atTime(at(0, 2), () => sweepAutomation(on));
  const tries = async (tried?: string) =>
    (
      await stored<{ attempts: number }>(
        `update graphile_worker._private_jobs set attempts = ${tried ?? 'attempts'} where key = $1 returning attempts`,
        [`automation:${org.id}`],
      )
    ).map((job) => job.attempts);
  await sweep();
  expect(await tries('3')).toEqual([3]);
  await sweep();
  expect(await tries()).toEqual([3]);
  await tries('max_attempts');
  await sweep();
  expect(await tries()).toEqual([0]);
});
