import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { actionLog, call, newPlatform, platform as shared, runJobs, stored } from '../../../test/app.ts';
import { expectCorrectOutcomes } from '../../../test/invariants.ts';
import { launch, organization, recipients } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import { atTime } from '../../platform/clock.ts';
import type { Platform } from '../../platform/context.ts';
import { createOrganization } from '../organizations/public.ts';
import { SENDER_DEFAULTS, startSender } from '../delivery/senders.ts';
import { sweepCampaigns } from './sweep.service.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});
const until = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 20_000, interval: 30 });
const states = (id: string) => emailStates(platform, id);

test('a pause in the middle of sending stops at once; after it is resumed every email arrives exactly once', async () => {
  const org = await createOrganization(platform, {
    title: 'Организация',
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 10_000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  await platform.db.owner.query(
    `insert into organization_domains (organization_id, domain, proof, verified_at) values ($1, 'o1.test', 'test', now())`,
    [org],
  );
  const sink = await sinkWith({
    keepRaw: false,
    fault: (at) => (at === 'dot' ? { at, do: 'delay', ms: 10 } : undefined),
  });
  await mailServer(platform, org, sink.port);
  const { campaignId: id } = await insertCampaign(platform, org, 500);
  const other = await insertCampaign(platform, org, 100);
  const { rows: administrators } = await platform.db.owner.query<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, role)
     select $1, id, 'administrator@staff.test', 'Ким', 'operator' from departments where organization_id = $1 and is_default returning id`,
    [org],
  );
  const administrator = { id: administrators[0]!.id, organization_id: org, role: 'operator' as const };
  const sender = await startSender(platform, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  await until(async () => expect((await states(id)).sent ?? 0).toBeGreaterThan(40));
  await call('campaigns.pause', administrator, { id }, {}, platform);
  await until(async () => {
    const now = await states(id);
    expect((now.claimed ?? 0) + (now.handing_over ?? 0)).toBe(0);
  });
  const paused = await states(id);
  expect(paused.queued).toBeGreaterThan(0);
  await until(async () => expect(await states(other.campaignId)).toEqual({ sent: 100 }));
  expect(await states(id)).toEqual(paused);
  await call('campaigns.resume', administrator, { id }, {}, platform);
  await until(async () => expect(await states(id)).toEqual({ sent: 500 }));
  expect(sink.accepted).toHaveLength(600);
  await expectCorrectOutcomes(
    platform,
    id,
    sink.accepted.map((email) => email.messageId),
  );
});

test('resuming spreads the unsent emails over the remaining working hours', async () => {
  const h = await organization(4);
  // A Monday morning in the organisation, whose working hours are from nine to six on weekdays.
  const at = (text: string) => new Date(`${text}+05:00`);
  const made = await atTime(at('2030-01-07T09:00:00'), () =>
    launch(h, {
      emailSendType: 'to_end',
      email_send_end_date: at('2030-01-08T18:00:00').toISOString(),
      dateType: 'custom',
      dateEnd: at('2030-01-18T18:00:00').toISOString(),
    }),
  );
  const [first] = await recipients(made.id);
  await stored(`update campaign_recipients set state = 'sent', sent_at = send_at where id = $1`, [first!.id]);
  const id = made.id;
  const paused = await atTime(at('2030-01-07T12:00:00'), () => call('campaigns.pause', h.administrator, { id }));
  expect(paused).toMatchObject({ status: 'active', paused_at: at('2030-01-07T12:00:00').toISOString() });
  await expect(call('campaigns.pause', h.administrator, { id })).rejects.toMatchObject({ code: 'campaign.paused' });
  const resumedAt = at('2030-01-10T10:00:00');
  const resumed = await atTime(resumedAt, () => call('campaigns.resume', h.administrator, { id }));
  expect(resumed.paused_at).toBeNull();
  expect(resumed.send_until).toBe(at('2030-01-11T16:00:00').toISOString());
  const moved = (await recipients(id)).filter((one) => one.state === 'queued').map((one) => +new Date(one.send_at));
  expect(new Set(moved).size).toBe(3);
  expect(Math.min(...moved)).toBeGreaterThan(+resumedAt);
  expect(Math.max(...moved)).toBeLessThan(+at('2030-01-11T16:00:00'));
  expect((await actionLog(h.org.id)).slice(-2)).toMatchObject([
    { action: 'campaign.paused', target: id, details: { affected: 3 } },
    { action: 'campaign.resumed', target: id, details: { affected: 3 } },
  ]);
});

test('only an active campaign is paused and only a paused one resumed; a paused campaign ends at its end', async () => {
  const h = await organization(1);
  const later = (days: number) => new Date(Date.now() + days * 86_400_000);
  const planned = await launch(h, { isDelay: true, dateDelay: later(1).toISOString() });
  await expect(call('campaigns.pause', h.administrator, { id: planned.id })).rejects.toMatchObject({
    code: 'campaign.not_active',
  });
  const { id } = await launch(h);
  await expect(call('campaigns.resume', h.administrator, { id })).rejects.toMatchObject({
    code: 'campaign.not_paused',
  });
  const stranger = await make.operator(await make.organization());
  await expect(call('campaigns.pause', stranger, { id })).rejects.toMatchObject({ code: 'campaign.not_found' });
  await call('campaigns.pause', h.administrator, { id });
  expect(
    (await call('campaigns.list', h.administrator, {})).data.find((row) => row.id === id)?.paused_at,
  ).not.toBeNull();
  const on = await shared();
  await atTime(later(60), async () => {
    await sweepCampaigns(on);
    await runJobs('campaigns.advance', h.org.id);
  });
  expect(await call('campaigns.get', h.administrator, { id })).toMatchObject({
    status: 'completed',
    sending: { cancelled: 1 },
  });
  await expect(call('campaigns.resume', h.administrator, { id })).rejects.toMatchObject({ code: 'campaign.finished' });
});
