import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  call,
  inOrganization,
  platform,
  queued,
  runJobs,
  stored,
  type Person,
  withOwnPlatform,
} from '../../test/app.ts';
import * as make from '../../test/make/index.ts';
import { emails } from '../../test/make/phishing.ts';
import { after, atTime, MINUTE, now } from '../platform/clock.ts';
import type { JobName } from '../job-table.ts';
import { jobContext } from '../platform/jobs.ts';
import { openTask } from '../platform/tasks.ts';
import { handlers } from './composition.ts';

withOwnPlatform();

/** Runs the sweep with the clock `minutes` from now. */
const sweepIn = async (minutes: number): Promise<void> => {
  const ctx = jobContext(await platform(), '', new AbortController().signal);
  await atTime(after(now(), minutes * MINUTE), () => handlers['system.sweep'](ctx, {}));
};
const ofQueue = `from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier = $1 and j.payload->>'organization_id' = $2`;
/** Deletes the job, as after a failed last try and a clean-up of the queue. */
const loseJob = (name: JobName, org: string) =>
  stored(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t ${ofQueue.slice(ofQueue.indexOf('where'))} returning j.id`,
    [name, org],
  );
/** Leaves the job in the queue without a remaining try. */
const exhaustJob = (name: JobName, org: string) =>
  stored(`update graphile_worker._private_jobs j set attempts = max_attempts ${ofQueue} returning j.id`, [name, org]);
/** Number of attempts of the jobs that have tries left. */
const tries = async (name: JobName, org: string) =>
  (
    await stored<{ attempts: number }>(
      `select j.attempts from graphile_worker._private_jobs j, graphile_worker._private_tasks t ${ofQueue.slice(ofQueue.indexOf('where'))}
       and j.attempts < j.max_attempts`,
      [name, org],
    )
  ).map((row) => row.attempts);
const putBack = async (taskId: string) =>
  (await stored<{ put_back: number }>('select put_back from tasks where id = $1', [taskId]))[0]!.put_back;

const launched = async (people = 3) => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const staff = [];
  for (let n = 0; n < people; n += 1) staff.push(await make.employee(org));
  const { email_id } = await emails(org);
  const targets = { target_users: staff.map((one) => one.id) };
  const made = await call('campaigns.create', administrator, {
    name: 'Кампания',
    templates: [email_id],
    targets,
    emailSendType: 'at_once',
  });
  return { org, administrator, staff, id: made.id, task_id: made.task_id, email_id };
};
const recipients = (id: string) =>
  stored<{ employee_id: string; state: string }>(
    'select employee_id, state from campaign_recipients where campaign_id = $1',
    [id],
  );
/** The state after a planning job was killed. */
const halfPlanned = async (h: Awaited<ReturnType<typeof launched>>) =>
  stored(
    `insert into campaign_recipients (organization_id, campaign_id, email_id, employee_id, tracking_key, message_id, address, send_at)
     values ($1, $2, $3, $4, $5, $6, 'a@b.test', now()) returning id`,
    [h.org.id, h.id, h.email_id, h.staff[0]!.id, randomUUID(), `<${randomUUID()}@b.test>`],
  );

test('a lost planning job is queued again once, however often the sweep runs, and completes', async () => {
  const h = await launched();
  await halfPlanned(h);
  await loseJob('campaigns.plan-emails', h.org.id);
  await sweepIn(4);
  expect(await queued('campaigns.plan-emails', h.org.id)).toEqual([]);
  await sweepIn(6);
  await sweepIn(6);
  await sweepIn(30);
  expect(await queued('campaigns.plan-emails', h.org.id)).toEqual([{ organization_id: h.org.id, campaign_id: h.id }]);
  expect(await putBack(h.task_id)).toBe(1);
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await call('campaigns.get', h.administrator, { id: h.id })).toMatchObject({
    status: 'active',
    users_count: 3,
  });
  expect((await recipients(h.id)).map((one) => one.employee_id).sort()).toEqual(h.staff.map((one) => one.id).sort());
  expect(await call('tasks.get', h.administrator, { id: h.task_id })).toMatchObject({ status: 'success' });
});

test('a planning job that is lost repeatedly fails with its task and keeps no emails', async () => {
  const h = await launched();
  await halfPlanned(h);
  for (const times of [1, 2, 3]) {
    await exhaustJob('campaigns.plan-emails', h.org.id);
    await sweepIn(times * 6);
    expect(await tries('campaigns.plan-emails', h.org.id)).toEqual([0]);
    expect(await putBack(h.task_id)).toBe(times);
    expect(await call('campaigns.get', h.administrator, { id: h.id })).toMatchObject({ status: 'creating' });
  }
  await exhaustJob('campaigns.plan-emails', h.org.id);
  await sweepIn(24);
  await sweepIn(25);
  expect(await call('campaigns.get', h.administrator, { id: h.id })).toMatchObject({
    status: 'failed',
    failure: 'planning_failed',
  });
  expect(await call('tasks.get', h.administrator, { id: h.task_id })).toMatchObject({
    status: 'error',
    message: 'campaign.planning_failed',
  });
  expect(await recipients(h.id)).toEqual([]);
  expect(await tries('campaigns.plan-emails', h.org.id)).toEqual([]);
  // A late run finds nothing to do.
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await recipients(h.id)).toEqual([]);
});

test('work with a waiting job is left alone, however long it waits, and its task does not end', async () => {
  const h = await launched();
  for (const minutes of [6, 20, 34, 600]) await sweepIn(minutes);
  expect(await putBack(h.task_id)).toBe(0);
  expect(await queued('campaigns.plan-emails', h.org.id)).toHaveLength(1);
  expect(await call('tasks.get', h.administrator, { id: h.task_id })).toMatchObject({ status: 'in_process' });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await call('campaigns.get', h.administrator, { id: h.id })).toMatchObject({
    status: 'active',
    users_count: 3,
  });
});

test('a planning whose task has ended fails: nobody waits for it for ever', async () => {
  const h = await launched();
  await loseJob('campaigns.plan-emails', h.org.id);
  await stored(`update tasks set status = 'error', message = 'task.lost' where id = $1 returning id`, [h.task_id]);
  await sweepIn(6);
  await sweepIn(6);
  expect(await call('campaigns.get', h.administrator, { id: h.id })).toMatchObject({ status: 'failed' });
});

const upload = async (text: string) => {
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, text);
  return { file: { path, name: 'staff.csv', type: 'text/csv', size: Buffer.byteLength(text) } };
};
const uploaded = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const text = `Фамилия;Имя;Почта\nАзимова;Лола;azimova@${org.domain}\n`;
  return { org, administrator, ...(await call('imports.read', administrator, {}, await upload(text))) };
};
const task = (administrator: Person, id: string) => call('tasks.get', administrator, { id });

test('an import whose reading job is lost is read after all, or fails after three lost tries', async () => {
  const h = await uploaded();
  await loseJob('employees.read-import', h.org.id);
  await sweepIn(6);
  await sweepIn(6);
  expect(await queued('employees.read-import', h.org.id)).toHaveLength(1);
  await runJobs('employees.read-import', h.org.id);
  expect(await call('imports.get', h.administrator, { id: h.import_id })).toMatchObject({ status: 'ready' });

  const lost = await uploaded();
  for (const times of [1, 2, 3, 4]) {
    await exhaustJob('employees.read-import', lost.org.id);
    await sweepIn(times * 6);
  }
  expect(await call('imports.get', lost.administrator, { id: lost.import_id })).toMatchObject({ status: 'failed' });
  expect(await task(lost.administrator, lost.task_id)).toMatchObject({ status: 'error', message: 'task.lost' });
});

test('an import whose job is lost is applied once, as confirmed, or can be confirmed again', async () => {
  const h = await uploaded();
  await runJobs('employees.read-import', h.org.id);
  const order = { task_id: h.task_id, add_type: 'add' as const, need_message: true };
  const { task_id } = await call('imports.apply', h.administrator, order);
  const [wanted] = await queued('employees.apply-import', h.org.id);
  await loseJob('employees.apply-import', h.org.id);
  await sweepIn(6);
  await sweepIn(6);
  expect(await queued('employees.apply-import', h.org.id)).toEqual([wanted]);
  for (const times of [2, 3, 4]) {
    await loseJob('employees.apply-import', h.org.id);
    await sweepIn(times * 6);
  }
  expect(await queued('employees.apply-import', h.org.id)).toEqual([]);
  expect(await call('imports.get', h.administrator, { id: h.import_id })).toMatchObject({ status: 'ready' });
  expect(await task(h.administrator, task_id)).toMatchObject({ status: 'error', message: 'task.lost' });
  const again = await call('imports.apply', h.administrator, order);
  await runJobs('employees.apply-import', h.org.id);
  expect(await task(h.administrator, again.task_id)).toMatchObject({
    status: 'success',
    result: { added: 1, invited: 1 },
  });
});

test('an export whose job is lost ends as lost; an export whose job waits does not', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { task_id } = await call('employees.report', administrator, { ids: { include_ids: [administrator.id] } });
  await sweepIn(60);
  expect(await task(administrator, task_id)).toMatchObject({ status: 'in_process' });
  await loseJob('employees.write-export', org.id);
  await sweepIn(14);
  expect(await task(administrator, task_id)).toMatchObject({ status: 'in_process' });
  await sweepIn(16);
  await sweepIn(16);
  expect(await task(administrator, task_id)).toMatchObject({ status: 'error', message: 'task.lost' });
});

test('a task between two tries of its job is not lost, however long the pause', async () => {
  const org = await make.organization({ title: 'Головная' });
  const child = await make.organization({ title: 'Филиал', parent: org, usersLimit: 10 });
  const boss = { ...(await make.employee(org, { role: 'super_user' })), readable: [org.id, child.id] };
  const removal = await call('organizations.remove-child', boss, { id: child.id, title: 'Филиал' });
  const log = await call('audit.report', boss, {});
  for (const minutes of [16, 200]) await sweepIn(minutes);
  for (const { task_id } of [removal, log]) expect(await task(boss, task_id)).toMatchObject({ status: 'in_process' });
  await exhaustJob('audit.write-export', org.id);
  await sweepIn(216);
  expect(await task(boss, log.task_id)).toMatchObject({ status: 'error', message: 'task.lost' });
  expect(await task(boss, removal.task_id)).toMatchObject({ status: 'in_process' });
});

test('a task of a kind without a job ends as lost as well', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const id = await inOrganization(org.id, 'write', (tx) => openTask(tx, { kind: 'gone', createdBy: administrator.id }));
  await sweepIn(16);
  expect(await task(administrator, id)).toMatchObject({ status: 'error', message: 'task.lost' });
});

test('the tallies of campaigns stay compact and correct; those of a removed campaign are deleted', async () => {
  const h = await launched(4);
  await runJobs('campaigns.plan-emails', h.org.id);
  const kept = () =>
    stored<{ n: number }>('select count(*)::int as n from campaign_tallies where campaign_id = $1', [h.id]);
  const shown = async () => (await call('campaigns.get', h.administrator, { id: h.id })).statistics;
  for (let n = 0; n < 60; n += 1)
    await stored('update campaign_recipients set result = $2 where campaign_id = $1', [h.id, n % 5]);
  const before = await shown();
  expect(before).toMatchObject({ recipients: 4, entered_data: 4, incident_risk: 100 });
  expect((await kept())[0]!.n).toBeGreaterThan(100);
  await sweepIn(0);
  expect(await kept()).toEqual([{ n: 1 }]);
  expect(await shown()).toEqual(before);
  await stored(`update campaign_recipients set lease_until = now() where campaign_id = $1`, [h.id]);
  expect(await kept(), 'a lease changes no figure').toEqual([{ n: 1 }]);
  await stored('delete from campaigns where id = $1', [h.id]);
  await sweepIn(0);
  expect(await kept()).toEqual([{ n: 0 }]);
});
