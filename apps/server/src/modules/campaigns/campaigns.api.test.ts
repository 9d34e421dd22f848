import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { actionLog, call, platform, runJobs, stored } from '../../../test/app.ts';
import { organization, launch, recipients, sent } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { emails } from '../../../test/make/phishing.ts';
import { atTime } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { planEmails } from './launch/planning.jobs.ts';
import { sweepCampaigns } from './sweep.service.ts';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test('a launch returns at once and plans every email in the background, one for each person', async () => {
  const h = await organization(5);
  const made = await call('campaigns.create', h.administrator, {
    ...h.form,
    targets: { target_departments: [h.department.id], target_users: [h.staff[0]!.id] },
  });
  expect(made.status).toBe('creating');
  expect(await recipients(made.id)).toHaveLength(0);
  await runJobs('campaigns.plan-emails', h.org.id);
  const planned = await recipients(made.id);
  expect(planned.map((one) => one.employee_id).toSorted()).toEqual(h.staff.map((one) => one.id).toSorted());
  expect(new Set(planned.map((one) => one.tracking_key)).size).toBe(5);
  expect(planned.every((one) => /^[A-Za-z0-9_-]{22}$/.test(one.tracking_key))).toBe(true);
  expect(await call('tasks.get', h.administrator, { id: made.task_id })).toMatchObject({
    status: 'success',
    done: 5,
    total: 5,
    result: { recipients: 5 },
  });
  expect(await call('campaigns.get', h.administrator, { id: made.id })).toMatchObject({
    status: 'active',
    users_count: 5,
    sending: { queued: 5, sent: 0 },
    attack_vectors: [{ type: 'form' }],
    email: { name: 'Письмо' },
  });
  expect(await actionLog(h.org.id)).toMatchObject([
    { action: 'campaign.launched', target: made.id, details: { recipients: 5 } },
  ]);
});

test('an interrupted planning is repeated and leaves no duplicates', async () => {
  const h = await organization(5);
  const made = await call('campaigns.create', h.administrator, h.form);
  await stored(
    `insert into campaign_recipients (organization_id, campaign_id, email_id, employee_id, tracking_key, message_id, address, send_at)
     values ($1, $2, $3, $4, $5, 'x', 'x@y.test', now())`,
    [h.org.id, made.id, h.email_id, h.staff[0]!.id, randomUUID()],
  );
  expect(await call('campaigns.get', h.administrator, { id: made.id })).toMatchObject({ status: 'creating' });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await recipients(made.id)).toHaveLength(5);
  // Running the same job again changes nothing.
  const on = await platform();
  await planEmails(jobContext(on, h.org.id, new AbortController().signal), {
    organization_id: h.org.id,
    campaign_id: made.id,
  });
  expect(await recipients(made.id)).toHaveLength(5);
});

test('a shutdown during planning leaves the campaign unstarted, and the next run completes the planning', async () => {
  const h = await organization(3);
  const made = await call('campaigns.create', h.administrator, h.form);
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  const payload = { organization_id: h.org.id, campaign_id: made.id };
  await expect(planEmails(jobContext(await platform(), h.org.id, stopping.signal), payload)).rejects.toThrow(
    'stopping',
  );
  expect((await call('campaigns.get', h.administrator, { id: made.id })).status).toBe('creating');
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await call('campaigns.get', h.administrator, { id: made.id })).toMatchObject({
    status: 'active',
    users_count: 3,
  });
});

test('cancelling the planning ends the campaign without emails', async () => {
  const h = await organization(3);
  const made = await call('campaigns.create', h.administrator, h.form);
  await call('tasks.forget', h.administrator, { id: made.task_id });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await call('campaigns.get', h.administrator, { id: made.id })).toMatchObject({
    status: 'failed',
    failure: 'cancelled',
    users_count: 0,
  });
  expect(await call('tasks.get', h.administrator, { id: made.task_id })).toMatchObject({
    status: 'error',
    message: 'task.cancelled',
  });
});

test('a delayed campaign waits, is started by the sweep and completes by itself', async () => {
  const h = await organization(2);
  const made = await launch(h, { isDelay: true, dateDelay: later(1), dateType: 'custom', dateEnd: later(3) });
  const status = async () => (await call('campaigns.get', h.administrator, { id: made.id })).status;
  expect(await status()).toBe('planned');
  await runJobs('campaigns.advance', h.org.id);
  expect(await status()).toBe('planned');
  const on = await platform();
  const sweepAt = (days: number) =>
    atTime(new Date(later(days)), async () => {
      await sweepCampaigns(on);
      await runJobs('campaigns.advance', h.org.id);
    });
  await sweepAt(2);
  expect(await status()).toBe('active');
  await sweepAt(4);
  expect(await status()).toBe('completed');
  expect((await recipients(made.id)).map((one) => one.state)).toEqual(['cancelled', 'cancelled']);
});

test('two administrators change a planned campaign: the second one gets a conflict; new dates plan the emails again', async () => {
  const h = await organization(2);
  const made = await launch(h, { isDelay: true, dateDelay: later(1) });
  const { version } = await call('campaigns.get', h.administrator, { id: made.id });
  const moved = later(2);
  expect(
    await call('campaigns.update', h.administrator, { id: made.id, version, name: 'Новое имя', dateDelay: moved }),
  ).toMatchObject({
    name: 'Новое имя',
    status: 'creating',
    start_date: moved,
  });
  const missed = await call('campaigns.update', h.administrator, { id: made.id, version, name: 'Другое' }).catch(
    (error: unknown) => error,
  );
  const line = { by: 'Каримова Нигора', at: expect.any(String) };
  expect(missed).toMatchObject({
    code: 'common.stale_version',
    details: {
      current: { id: made.id, version: version + 1, name: 'Новое имя', settings: { dateDelay: moved } },
      changes: [
        { field: 'dateDelay', ...line },
        { field: 'name', ...line },
      ],
    },
  });
  // Until the emails are planned again, nothing else can be changed.
  await expect(
    call('campaigns.update', h.administrator, { id: made.id, version: version + 1, name: 'Другое' }),
  ).rejects.toMatchObject({ code: 'campaign.planning' });
  await runJobs('campaigns.plan-emails', h.org.id);
  const now = await call('campaigns.get', h.administrator, { id: made.id });
  expect(now).toMatchObject({ status: 'planned', users_count: 2 });
  expect((await recipients(made.id)).every((one) => new Date(one.send_at).toISOString() === moved)).toBe(true);
  // Changing only the name does not plan the emails again.
  expect(
    await call('campaigns.update', h.administrator, { id: made.id, version: now.version, name: 'Третье' }),
  ).toMatchObject({ status: 'planned' });
});

test('the end of a stopped campaign is the day it was stopped, on its page and in the list', async () => {
  const h = await organization(1);
  const made = await launch(h);
  const { completed_at, end_date } = await call('campaigns.complete', h.administrator, { id: made.id });
  expect(end_date).toBe(completed_at);
  const { data } = await call('campaigns.list', h.administrator, {});
  expect(data.map((one) => one.end_date)).toEqual([completed_at]);
});

test('completing cancels unsent emails, once; a running campaign cannot be deleted', async () => {
  const h = await organization(3);
  const made = await launch(h);
  await stored(
    `update campaign_recipients set state = 'sent' where id = (select min(id) from campaign_recipients where campaign_id = $1)`,
    [made.id],
  );
  await expect(call('campaigns.delete', h.administrator, { id: made.id })).rejects.toMatchObject({
    code: 'campaign.active',
  });
  expect(await call('campaigns.complete', h.administrator, { id: made.id })).toMatchObject({
    status: 'completed',
    sending: { sent: 1, cancelled: 2, queued: 0 },
  });
  await expect(call('campaigns.complete', h.administrator, { id: made.id })).rejects.toMatchObject({
    code: 'campaign.finished',
  });
  await expect(call('campaigns.update', h.administrator, { id: made.id, version: 1, name: 'x' })).rejects.toMatchObject(
    {
      code: 'common.stale_version',
    },
  );
  await call('campaigns.delete', h.administrator, { id: made.id });
  await expect(call('campaigns.get', h.administrator, { id: made.id })).rejects.toMatchObject({
    code: 'campaign.not_found',
  });
  expect(await recipients(made.id)).toEqual([]);
});

test('the following campaign starts for people at or past the mark of the first one', async () => {
  const h = await organization(3);
  const second = await emails(h.org);
  const made = await launch(h, {
    post_campaign: { name: 'Вторая волна', templates: [second.email_id], post_campaign_targets: 'clicked' },
  });
  const [first] = await recipients(made.id);
  await sent(made.id);
  await stored('update campaign_recipients set result = 4 where id = $1', [first!.id]);
  await call('campaigns.complete', h.administrator, { id: made.id });
  await runJobs('campaigns.plan-emails', h.org.id);
  const found = (await call('campaigns.list', h.administrator, { search: 'вторая' })).data;
  expect(found).toMatchObject([{ name: 'Вторая волна', status: 'active', users_count: 1 }]);
  expect((await recipients(found[0]!.id)).map((one) => one.employee_id)).toEqual([first!.employee_id]);
});

test('campaigns of another organisation are not found', async () => {
  const h = await organization(1);
  const made = await launch(h);
  const [one] = await recipients(made.id);
  const stranger = await make.operator(await make.organization());
  const missing = { code: 'campaign.not_found' };
  const id = made.id;
  await expect(call('campaigns.get', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.complete', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.delete', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.update', stranger, { id, version: 1 })).rejects.toMatchObject(missing);
  await expect(call('campaigns.users', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.departments', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.course', stranger, { id })).rejects.toMatchObject(missing);
  await expect(call('campaigns.user-events', stranger, { id, recipient: one!.id })).rejects.toMatchObject(missing);
  await expect(
    call('campaigns.create', stranger, { name: 'x', templates: [h.email_id], targetType: 'all' }),
  ).rejects.toMatchObject({ code: 'email.not_found' });
  await expect(
    call('campaigns.create', stranger, {
      ...h.form,
      templates: [(await emails({ ...h.org, id: stranger.organization_id })).email_id],
    }),
  ).rejects.toMatchObject({
    code: 'campaign.no_recipients',
  });
});

test('editing an email after the launch does not change the campaign', async () => {
  const h = await organization(1);
  const made = await launch(h);
  await call('phishing.email-update', h.administrator, { id: h.email_id, subject: 'Другая тема' });
  expect((await call('campaigns.emails', h.administrator, { id: made.id })).data[0]!.subject).toBe(
    'Проверьте, {{first_name}}',
  );
  expect(await call('phishing.template-delete', h.administrator, { id: h.template_id })).toEqual({ archived: true });
});

test('the redirect page is copied at the launch, and copied again when a planned campaign chooses another one', async () => {
  const h = await organization(1);
  const page = (html: string) =>
    call('phishing.redirect-page-create', h.administrator, { name: html, html: `<p>${html}</p>` });
  const [first, second] = [await page('Первая'), await page('Вторая')];
  const copy = async (id: string) =>
    (await stored<{ redirect_html: string | null }>('select redirect_html from campaigns where id = $1', [id]))[0]!
      .redirect_html;
  const dateDelay = new Date(Date.now() + 86_400_000).toISOString();
  const made = await launch(h, { isDelay: true, dateDelay, enableRedirect: true, redirect_page: first.id });
  await call('phishing.redirect-page-update', h.administrator, { id: first.id, html: '<p>Правка</p>' });
  expect(await copy(made.id)).toBe('<p>Первая</p>');
  const change = async (changes: object) => {
    const { version } = await call('campaigns.get', h.administrator, { id: made.id });
    await call('campaigns.update', h.administrator, { id: made.id, version, ...changes });
  };
  await change({ hasMessage: true, theme: 'Тема', text: 'Текст' });
  expect(await copy(made.id)).toBe('<p>Первая</p>');
  await change({ redirect_page: second.id });
  expect(await copy(made.id)).toBe('<p>Вторая</p>');
  await change({ enableRedirect: false });
  expect(await copy(made.id)).toBeNull();
});

test('a campaign shows when postponed emails are tried again', async () => {
  const h = await organization(3);
  const made = await launch(h);
  const next = async () => (await call('campaigns.get', h.administrator, { id: made.id })).next_retry_at;
  expect(await next()).toBeNull();
  const moments = ['2027-01-01T10:15:00.000Z', '2027-01-01T10:05:00.000Z'];
  const [first, second] = await recipients(made.id);
  for (const [i, one] of [first, second].entries())
    await stored(`update campaign_recipients set state = 'retry', reply = '451 later', send_at = $2 where id = $1`, [
      one!.id,
      moments[i],
    ]);
  expect(await next()).toBe(moments[1]);
});
