import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { actionLog, call, inOrganization, platform, queued, runJobs, stored } from '../../../../test/app.ts';
import { organization, launch, recipients, sent } from '../../../../test/make/campaign.ts';
import { watchInvariants } from '../../../../test/invariants.ts';
import { mailServer } from '../../../../test/make/campaign-rows.ts';
import * as make from '../../../../test/make/index.ts';
import { emails } from '../../../../test/make/phishing.ts';
import { atTime } from '../../../platform/clock.ts';
import { jobContext } from '../../../platform/jobs.ts';
import { planEmails } from '../launch/planning.jobs.ts';
import { advanceCampaign } from '../lifecycle.service.ts';
import { sweepCampaigns } from '../sweep.service.ts';
import { SENDER_DEFAULTS, startSender } from '../../delivery/senders.ts';

const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

let expectNothingBroken: () => Promise<void>;
beforeAll(async () => {
  expectNothingBroken = await watchInvariants(await platform());
});
afterAll(() => expectNothingBroken());

/** An organisation of four people whose approval limit is three, with a second administrator. */
const guarded = async (above: number | null = 3, count = 4) => {
  const h = await organization(count);
  await stored('update organizations set approval_above = $2, approval_is_default = false where id = $1', [
    h.org.id,
    above,
  ]);
  const second = await make.operator(h.org);
  await age(h.org);
  return { ...h, second };
};
/** Makes the organisation's accounts old enough to approve. */
const age = (org: { id: string }) =>
  stored(`update employees set created_at = now() - interval '30 days' where organization_id = $1`, [org.id]);
type Guarded = Awaited<ReturnType<typeof guarded>>;
const get = (h: Guarded, id: string) => call('campaigns.get', h.administrator, { id });
const approve = async (h: Guarded, id: string, as = h.second) =>
  call('campaigns.approve', as, { id, version: (await get(h, id)).version });
const reject = async (h: Guarded, id: string, note = 'Слишком много людей сразу') =>
  call('campaigns.reject', h.second, { id, version: (await get(h, id)).version, note });
const change = async (h: Guarded, id: string, changes: object, as = h.administrator) =>
  call('campaigns.update', as, { id, version: (await get(h, id)).version, ...changes });
const outbox = (h: Guarded) =>
  stored<{ kind: string; employee_id: string; subject: string; text: string }>(
    'select kind, employee_id, subject, text from outbox where organization_id = $1 order by created_at, recipient',
    [h.org.id],
  );
/** Runs the start job directly, independently of the queue. */
const advance = async (h: Guarded, campaign_id: string) =>
  advanceCampaign(jobContext(await platform(), h.org.id, new AbortController().signal), {
    organization_id: h.org.id,
    campaign_id,
  });
const expectNothingSent = async (id: string) =>
  expect(new Set((await recipients(id)).map((one) => one.state))).toEqual(new Set(['queued']));

test('a campaign above the limit waits for approval and starts when a second administrator approves it', async () => {
  const h = await guarded();
  const made = await launch(h);
  const waiting = await get(h, made.id);
  expect(waiting).toMatchObject({
    status: 'planned',
    approval: 'waiting',
    users_count: 4,
    launched_at: null,
    approval_request: {
      asked_by: { id: h.administrator.id },
      recipients: 4,
      above: 3,
      decided_by: null,
      barred: [{ id: h.administrator.id, reason: 'author' }],
      approvers: [{ id: h.second.id }],
      approvers_count: 1,
    },
  });
  expect(await outbox(h)).toMatchObject([
    { kind: 'campaign_asked', employee_id: h.second.id, subject: 'Подтвердите рассылку «Кампания»' },
  ]);
  expect((await outbox(h))[0]!.text).toMatch(new RegExp(`/lk/admin/phishing/campaigns/${made.id}$`, 'm'));
  const approved = await approve(h, made.id);
  expect(approved).toMatchObject({
    approval: 'approved',
    approval_request: { decided_by: { id: h.second.id }, note: '' },
  });
  await runJobs('campaigns.advance', h.org.id);
  expect(await get(h, made.id)).toMatchObject({ status: 'active', approval: 'approved', sending: { queued: 4 } });
  expect((await outbox(h)).map((one) => [one.kind, one.employee_id])).toContainEqual([
    'campaign_approved',
    h.administrator.id,
  ]);
  expect(await actionLog(h.org.id)).toMatchObject([
    { action: 'campaign.launched' },
    {
      action: 'campaign.approval_asked',
      target: made.id,
      details: { recipients: 4, approval_above: 3 },
    },
    { action: 'campaign.approved', target: made.id, changes: { approval: ['waiting', 'approved'] } },
  ]);
});

test('a campaign at or below the limit, or without a limit, needs no approval', async () => {
  for (const above of [4, 100, null]) {
    const h = await guarded(above);
    const made = await launch(h);
    expect(await get(h, made.id)).toMatchObject({ status: 'active', approval: null, approval_request: null });
    expect(await outbox(h)).toEqual([]);
  }
});

test('the author, an employee, a content manager and a foreign administrator cannot approve', async () => {
  const h = await guarded();
  const made = await launch(h);
  const { version } = await get(h, made.id);
  const input = { id: made.id, version };
  await expect(call('campaigns.approve', h.administrator, input)).rejects.toMatchObject({
    code: 'campaign.own_approval',
  });
  const note = 'нет';
  await expect(call('campaigns.reject', h.administrator, { ...input, note })).rejects.toMatchObject({
    code: 'campaign.own_approval',
  });
  for (const role of ['employee', 'content_manager'] as const)
    await expect(call('campaigns.approve', await make.employee(h.org, { role }), input)).rejects.toMatchObject({
      code: 'session.forbidden',
    });
  const stranger = await make.operator(await make.organization());
  await expect(call('campaigns.approve', stranger, input)).rejects.toMatchObject({ code: 'campaign.not_found' });
  expect(await get(h, made.id)).toMatchObject({ approval: 'waiting', version });
});

test('an account younger than seven days cannot approve, even if its person was added long ago', async () => {
  const h = await guarded();
  const young = await make.operator(h.org);
  const made = await launch(h);
  const code = { code: 'campaign.approver_new' };
  await expect(approve(h, made.id, young)).rejects.toMatchObject(code);
  const request = (await get(h, made.id)).approval_request!;
  expect(request).toMatchObject({ approvers: [{ id: h.second.id }], approvers_count: 1 });
  expect(request.barred).toContainEqual({ id: young.id, reason: 'new' });
  expect((await outbox(h)).map((one) => one.employee_id)).toEqual([h.second.id]);
  // Added long ago, registered just now: the account still counts as new.
  await age(h.org);
  await stored(`update employees set registered_at = now() - interval '6 days' where id = $1`, [young.id]);
  await expect(approve(h, made.id, young)).rejects.toMatchObject(code);
  await stored(`update employees set registered_at = now() - interval '8 days' where id = $1`, [young.id]);
  expect(await approve(h, made.id, young)).toMatchObject({ approval: 'approved' });
});

test('an account that the author added, invited or gave a role cannot approve', async () => {
  const h = await guarded();
  await stored(`update employees set role = 'super_user' where id = $1`, [h.administrator.id]);
  const boss = { ...h.administrator, role: 'super_user' as const };
  const person = {
    last_name: 'Рахимов',
    first_name: 'Олим',
    role: 'operator' as const,
    need_message: 'false' as const,
  };
  const added = await call('employees.add', boss, { ...person, email: `added@${h.org.domain}` } as never);
  const invited = await make.employee(h.org, { role: 'operator', is_registered: false });
  await call('employees.reinvite', boss, { ids: { include_ids: [invited.id] } });
  const raised = await make.employee(h.org);
  await call('employees.update', boss, { id: raised.id, role: 'operator' });
  const powered = await make.employee(h.org);
  await call('roles.set', boss, { id: powered.id, role: 'system_admin' });
  await stored('update employees set is_registered = true where organization_id = $1', [h.org.id]);
  await age(h.org);
  const made = await launch(h);
  const accomplices = [added.id, invited.id, raised.id, powered.id];
  for (const id of accomplices)
    await expect(approve(h, made.id, { ...h.second, id })).rejects.toMatchObject({ code: 'campaign.approver_made' });
  const request = (await get(h, made.id)).approval_request!;
  expect(request).toMatchObject({ approvers: [{ id: h.second.id }], approvers_count: 1 });
  expect(
    request.barred
      .filter((one) => one.reason === 'made')
      .map((one) => one.id)
      .sort(),
  ).toEqual(accomplices.sort());
  expect((await outbox(h)).filter((one) => one.kind === 'campaign_asked')).toMatchObject([
    { employee_id: h.second.id },
  ]);
  expect(await approve(h, made.id)).toMatchObject({ approval: 'approved' });
});

test('an operator cannot approve campaigns of an account that this operator made; an administrator can', async () => {
  const h = await guarded();
  await stored('update employees set made_by = array[$2::uuid] where id = $1', [h.administrator.id, h.second.id]);
  const made = await launch(h);
  await expect(approve(h, made.id)).rejects.toMatchObject({ code: 'campaign.approver_made' });
  const request = (await get(h, made.id)).approval_request!;
  expect(request).toMatchObject({ approvers: [], approvers_count: 0 });
  expect(request.barred).toContainEqual({ id: h.second.id, reason: 'made' });
  await stored(`update employees set role = 'system_admin' where id = $1`, [h.second.id]);
  expect(await approve(h, made.id, { ...h.second, role: 'system_admin' })).toMatchObject({ approval: 'approved' });
});

test('an operator of the parent organisation cannot approve campaigns of an account that this operator made', async () => {
  const h = await guarded();
  const parent = await make.operator(await make.organization());
  await age({ id: parent.organization_id });
  await stored('update employees set made_by = array[$2::uuid] where id = $1', [h.administrator.id, parent.id]);
  const made = await launch(h);
  const acting = { ...parent, acting: h.org.id };
  await expect(approve(h, made.id, acting as never)).rejects.toMatchObject({ code: 'campaign.approver_made' });
});

test('an administrator of the parent organisation can approve', async () => {
  const h = await guarded();
  const parent = await make.operator(await make.organization());
  await age({ id: parent.organization_id });
  const made = await launch(h);
  const acting = { ...parent, acting: h.org.id, name: 'Головной Админ' };
  await call('campaigns.approve', acting, { id: made.id, version: (await get(h, made.id)).version });
  expect((await get(h, made.id)).approval_request?.decided_by).toEqual({ id: parent.id, full_name: 'Головной Админ' });
});

test('a campaign is decided once, and only in the version that the approver saw', async () => {
  const h = await guarded();
  const made = await launch(h, { isDelay: true, dateDelay: later(2) });
  const { version } = await get(h, made.id);
  await change(h, made.id, { name: 'Другая' });
  await expect(call('campaigns.approve', h.second, { id: made.id, version })).rejects.toMatchObject({
    code: 'common.stale_version',
    details: { current: { name: 'Другая' } },
  });
  await approve(h, made.id);
  await expect(approve(h, made.id)).rejects.toMatchObject({ code: 'campaign.not_waiting' });
  await expect(reject(h, made.id)).rejects.toMatchObject({
    code: 'campaign.not_waiting',
    details: { status: 'planned', approval: 'approved' },
  });
});

test('a rejected campaign shows the reason, does not start, and can be changed, which requests approval again, or deleted', async () => {
  const h = await guarded();
  const made = await launch(h);
  await expect(
    call('campaigns.reject', h.second, { id: made.id, version: (await get(h, made.id)).version, note: ' ' }),
  ).rejects.toMatchObject({ name: 'ZodError' });
  const rejected = await reject(h, made.id);
  expect(rejected).toMatchObject({ status: 'planned', approval: 'rejected' });
  expect(rejected.approval_request).toMatchObject({
    note: 'Слишком много людей сразу',
    decided_by: { id: h.second.id },
  });
  expect((await outbox(h)).find((one) => one.kind === 'campaign_rejected')).toMatchObject({
    employee_id: h.administrator.id,
  });
  await runJobs('campaigns.advance', h.org.id);
  await advance(h, made.id);
  expect(await get(h, made.id)).toMatchObject({ status: 'planned', approval: 'rejected' });
  await change(h, made.id, { isDelay: true, dateDelay: later(1) });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await get(h, made.id)).toMatchObject({
    status: 'planned',
    approval: 'waiting',
    approval_request: { decided_by: null, note: '' },
  });
  await reject(h, made.id);
  await call('campaigns.delete', h.administrator, { id: made.id });
  expect(await stored('select 1 from campaign_approvals where organization_id = $1', [h.org.id])).toEqual([]);
});

test('a change after the approval needs a new approval, not by the person who made the change', async () => {
  const h = await guarded();
  const made = await launch(h, { isDelay: true, dateDelay: later(2) });
  await approve(h, made.id);
  await change(h, made.id, { name: 'Только имя' }, h.second);
  expect((await get(h, made.id)).approval).toBe('approved');
  await change(h, made.id, { hasMessage: true, theme: 'Тема', text: 'Текст' }, h.second);
  expect(await get(h, made.id)).toMatchObject({
    approval: 'waiting',
    approval_request: {
      asked_by: { id: h.second.id },
      barred: [
        { id: h.administrator.id, reason: 'author' },
        { id: h.second.id, reason: 'author' },
      ],
      approvers_count: 0,
    },
  });
  await expect(approve(h, made.id)).rejects.toMatchObject({ code: 'campaign.own_approval' });
  // Two administrators do not block each other: after the author's own change the second one may decide.
  await change(h, made.id, { isDelay: true, dateDelay: later(3) });
  expect(await get(h, made.id)).toMatchObject({ status: 'creating', approval: 'waiting' });
  await expect(approve(h, made.id)).rejects.toMatchObject({ code: 'campaign.planning' });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await get(h, made.id)).toMatchObject({
    approval_request: { barred: [{ id: h.administrator.id, reason: 'author' }] },
  });
  expect(await approve(h, made.id)).toMatchObject({ approval: 'approved', status: 'planned' });
});

test('raising the limit does not release waiting campaigns; lowering it requests approval for planned ones', async () => {
  const h = await guarded();
  const waiting = await launch(h);
  const { version } = await call('organizations.get', h.administrator, { id: h.org.id });
  const admin = await make.employee(h.org, { role: 'system_admin' });
  const saved = await call('organizations.save', admin, { version, approval_above: null });
  await advance(h, waiting.id);
  await sweepCampaigns(await platform());
  await runJobs('campaigns.advance', h.org.id);
  expect(await get(h, waiting.id)).toMatchObject({ status: 'planned', approval: 'waiting' });
  await change(h, waiting.id, { hasMessage: true, theme: 'Тема', text: 'Текст' });
  await runJobs('campaigns.plan-emails', h.org.id);
  expect(await get(h, waiting.id)).toMatchObject({ approval: 'waiting', approval_request: { above: 3 } });
  const free = await launch(h, { isDelay: true, dateDelay: later(1) });
  expect((await get(h, free.id)).approval).toBeNull();
  await call('organizations.save', admin, { version: saved.version, approval_above: 2 });
  await atTime(new Date(later(1.5)), () => advance(h, free.id));
  expect(await get(h, free.id)).toMatchObject({ status: 'planned', approval: 'waiting' });
  await expectNothingSent(free.id);
});

test('nothing is sent before the approval, whichever job is run by hand, and the database rejects it as well', async () => {
  const h = await guarded();
  const made = await launch(h);
  const on = await platform();
  const job = { organization_id: h.org.id, campaign_id: made.id };
  for (let n = 0; n < 3; n += 1) {
    await advance(h, made.id);
    await planEmails(jobContext(on, h.org.id, new AbortController().signal), job);
    await sweepCampaigns(on);
    await runJobs('campaigns.advance', h.org.id);
  }
  const sink = await sinkWith();
  const control = await organization(1);
  for (const org of [h.org, control.org]) await mailServer(on, org.id, sink.port);
  const sender = await startSender(on, { ...SENDER_DEFAULTS, pollMs: 20 });
  onTestFinished(() => sender.stop());
  const running = await launch(control);
  await vi.waitFor(async () => expect((await recipients(running.id))[0]!.state).toBe('sent'), { timeout: 10_000 });
  await expectNothingSent(made.id);
  expect(sink.accepted.map((one) => one.to)).toEqual([[control.staff[0]!.email]]);
  expect((await outbox(h)).filter((one) => one.kind === 'campaign_asked')).toHaveLength(1);
  for (const approval of ['waiting', 'rejected']) {
    await stored('update campaigns set approval = $2 where id = $1', [made.id, approval]);
    await expect(
      inOrganization(h.org.id, 'write', (tx) =>
        tx.updateTable('campaigns').set({ status: 'active' }).where('id', '=', made.id).execute(),
      ),
    ).rejects.toThrow(/campaigns_active_approved/);
  }
});

test('a campaign approved before its start starts on time; one approved later starts at once', async () => {
  const h = await guarded();
  const made = await launch(h, { isDelay: true, dateDelay: later(2) });
  expect(await queued('campaigns.advance', h.org.id)).toEqual([]);
  await approve(h, made.id);
  await advance(h, made.id);
  expect(await get(h, made.id)).toMatchObject({ status: 'planned', approval: 'approved' });
  await atTime(new Date(later(2.1)), () => advance(h, made.id));
  expect(await get(h, made.id)).toMatchObject({ status: 'active' });
  const late = await launch(h, { isDelay: true, dateDelay: later(1) });
  await atTime(new Date(later(1.5)), async () => {
    await sweepCampaigns(await platform());
    expect(await queued('campaigns.advance', h.org.id)).not.toContainEqual(
      expect.objectContaining({ campaign_id: late.id }),
    );
    await approve(h, late.id);
    await runJobs('campaigns.advance', h.org.id);
    const running = await get(h, late.id);
    expect(running.status).toBe('active');
    expect(running.start_date > later(1.4)).toBe(true);
  });
});

test('spread emails are spread over the same length of time when the approval is late', async () => {
  const h = await guarded(3, 6);
  const monday = new Date('2026-12-07T04:00:00Z'); // 09:00 in Tashkent
  const made = await atTime(monday, () =>
    launch(h, {
      emailSendType: 'to_end',
      email_send_end_date: '2026-12-08T13:00:00Z',
      dateType: 'custom',
      dateEnd: '2026-12-20T07:00:00Z',
    }),
  );
  const keys = async () => (await recipients(made.id)).map((one) => [one.employee_id, one.tracking_key]);
  const before = await keys();
  const at = new Date('2026-12-08T12:58:00Z'); // Tuesday, two minutes before the planned end of sending
  await atTime(at, async () => {
    await approve(h, made.id);
    await runJobs('campaigns.advance', h.org.id);
  });
  const moments = (await recipients(made.id)).map((one) => new Date(one.send_at));
  const last = new Date(at.getTime() + Date.parse('2026-12-08T13:00:00Z') - monday.getTime());
  expect(moments.every((moment) => moment >= at && moment <= last)).toBe(true);
  expect(moments.filter((moment) => moment > new Date('2026-12-09T00:00:00Z')).length).toBeGreaterThan(3);
  expect(new Set(moments.map(String)).size).toBe(6);
  expect(await keys()).toEqual(before);
  expect(await get(h, made.id)).toMatchObject({ status: 'active', start_date: at.toISOString() });
});

test('a chosen end moves with a late start, so that the last recipients have time to react', async () => {
  const h = await guarded();
  const made = await launch(h);
  const { start_date, end_date } = await get(h, made.id);
  const at = new Date(later(3));
  await atTime(at, async () => {
    await approve(h, made.id);
    await runJobs('campaigns.advance', h.org.id);
  });
  const running = await get(h, made.id);
  expect(Date.parse(running.end_date) - at.getTime()).toBe(Date.parse(end_date) - Date.parse(start_date));
});

test('renaming a campaign that was to start at once keeps its approval request, emails and times', async () => {
  const h = await guarded();
  const made = await launch(h);
  const { start_date, end_date, approval_request: asked } = await get(h, made.id);
  const emails = await recipients(made.id);
  await change(h, made.id, { name: 'Другое название' }, h.second);
  expect(await get(h, made.id)).toMatchObject({
    name: 'Другое название',
    status: 'planned',
    start_date,
    end_date,
    approval_request: asked,
  });
  expect(await recipients(made.id)).toEqual(emails);
  expect(await approve(h, made.id)).toMatchObject({ approval: 'approved' });
});

test('a campaign that is not approved until its end fails with a reason', async () => {
  const h = await guarded();
  const made = await launch(h, { dateType: 'custom', dateEnd: later(3) });
  await atTime(new Date(later(4)), async () => {
    await expect(approve(h, made.id)).rejects.toMatchObject({ code: 'campaign.finished' });
    await sweepCampaigns(await platform());
    await runJobs('campaigns.advance', h.org.id);
    expect(await get(h, made.id)).toMatchObject({ status: 'failed', failure: 'not_approved', completed_at: null });
    expect((await actionLog(h.org.id)).map((line) => line.action)).toContain('campaign.ended_unapproved');
    await sweepCampaigns(await platform());
    expect(await recipients(made.id)).toEqual([]);
    await expect(approve(h, made.id)).rejects.toMatchObject({ code: 'campaign.not_waiting' });
  });
});

test('approval of a following campaign depends on the number of its own people', async () => {
  const h = await guarded(2);
  const second = await emails(h.org);
  const post_campaign = { name: 'Вторая', templates: [second.email_id], post_campaign_targets: 'sent' };
  const made = await launch(h, { post_campaign });
  await approve(h, made.id);
  await runJobs('campaigns.advance', h.org.id);
  await sent(made.id);
  await call('campaigns.complete', h.administrator, { id: made.id });
  await runJobs('campaigns.plan-emails', h.org.id);
  const { data } = await call('campaigns.list', h.administrator, { search: 'Вторая' });
  expect(data).toMatchObject([{ status: 'planned', approval: 'waiting', users_count: 4 }]);
  await expect(approve(h, data[0]!.id, h.administrator)).rejects.toMatchObject({ code: 'campaign.own_approval' });
});

test('the checks before a launch say that approval is needed and who can approve', async () => {
  const h = await guarded();
  const look = async () =>
    (await call('campaigns.preflight', h.administrator, h.form)).checks.find((one) => one.code === 'approval');
  expect(await look()).toEqual({
    code: 'approval',
    level: 'warn',
    reason: 'needed',
    details: { count: 1, above: 3, examples: [h.second.name] },
  });
  await stored('update employees set is_registered = false where id = $1', [h.second.id]);
  expect(await look()).toMatchObject({ reason: 'alone', details: { count: 0 } });
  expect((await call('organizations.get', h.administrator, { id: h.org.id })).approvers_count).toBe(1);
  await stored('update organizations set approval_above = 4 where id = $1', [h.org.id]);
  expect(await look()).toBeUndefined();
});
