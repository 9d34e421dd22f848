import { expect, onTestFinished, test } from 'vitest';
import { call, platform, stored } from '../../../test/app.ts';
import { at, message, started } from '../../../test/make/automation.ts';
import * as make from '../../../test/make/index.ts';
import { atTime } from '../../platform/clock.ts';
import { sweepAutomation } from './automation.jobs.ts';

/** The database refuses letters with this subject to this address, as a full disk or a broken rule would. */
const refuseLetters = async (subject: string, recipient: string) => {
  await stored(`create function refuse_letter() returns trigger language plpgsql as
    'begin raise exception ''refused by the test''; end'`);
  onTestFinished(async () => {
    await stored('drop function refuse_letter() cascade');
  });
  await stored(`create trigger refuse_letter before insert on outbox for each row
    when (new.subject = '${subject}' and new.recipient = '${recipient}') execute function refuse_letter()`);
};

/** More members than one batch holds, in the order in which batches take them. */
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

test('a batch that fails to the last is written down as failed, while other batches and actions go on', async () => {
  const { org, officer, run, runs, letters } = await started();
  const tag = await make.tag(org);
  const [first] = await crowd(org, tag.id, 502);
  await message(officer, tag.id, 0, 'Плохое');
  await message(officer, tag.id, 0, 'Хорошее');
  await refuseLetters('Плохое', first!.email);
  const counts = async () => (await runs(tag.id)).counts;
  const fails = expect.objectContaining({ message: '1 batches of tag actions failed' });
  await expect(run(at(0, 2))).rejects.toEqual(fails);
  expect(await counts()).toEqual({ done: 2 + 502, waiting: 0, skipped: 0, failed: 0 });
  await expect(run(at(0, 2), 'last')).rejects.toEqual(fails);
  expect(await counts()).toEqual({ done: 2 + 502, waiting: 0, skipped: 0, failed: 500 });
  const failed = await call('automation.runs', officer, { id: tag.id, state: 'failed', limit: 200 });
  expect(new Set(failed.data.map((one) => `${one.action.title} ${one.reason}`))).toEqual(
    new Set(['Плохое server_fault']),
  );
  // what has failed is final: nobody is written to out of the blue when the cause is gone
  await stored('drop trigger refuse_letter on outbox');
  await run(at(0, 3));
  expect(await counts()).toEqual({ done: 2 + 502, waiting: 0, skipped: 0, failed: 500 });
  expect(await letters('tag_letter')).toHaveLength(2 + 502);
});

test('a job between two tries is left alone by the sweep, so that it comes to its last one', async () => {
  const { org, officer } = await started();
  await message(officer, (await make.tag(org)).id);
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
