import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, newPlatform } from '../../../test/app.ts';
import { expectInvariants } from '../../../test/invariants.ts';
import { organization } from '../../../test/make/big-organization.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import type { Platform } from '../../platform/context.ts';
import { SENDER_DEFAULTS, startSender } from '../delivery/senders.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});

const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await platform.db.owner.query<T & Record<string, unknown>>(text, values)).rows;
const operatorOf = async (org: string) => {
  const [row] = await rows<{ id: string }>(
    `insert into employees (organization_id, department_id, email, last_name, role)
     select $1, id, 'administrator@staff.test', 'Ким', 'operator' from departments where organization_id = $1 and is_default returning id`,
    [org],
  );
  return { id: row!.id, organization_id: org, role: 'operator' as const };
};
const states = (id: string, wanted: Record<string, number>) =>
  vi.waitFor(async () => expect(await emailStates(platform, id)).toEqual(wanted), { timeout: 20_000, interval: 50 });
/** Campaign with three rejected emails, two of uncertain fate and one that was accepted. */
const halfFailed = async () => {
  const org = await organization(platform);
  let emails = 0;
  const sink = await sinkWith({
    fault: (at) => {
      if (at !== 'dot') return undefined;
      emails += 1;
      if (emails <= 3) return { at, do: 'reply', code: 550, text: 'mailbox unavailable' };
      return emails <= 5 ? { at, do: 'drop', accept: true } : undefined;
    },
  });
  await mailServer(platform, org, sink.port, 1);
  const administrator = await operatorOf(org);
  const { campaignId: id } = await insertCampaign(platform, org, 6);
  const sender = await startSender(platform, { ...SENDER_DEFAULTS, pollMs: 50, awayStepsMs: [50, 100] });
  onTestFinished(() => sender.stop());
  await states(id, { failed: 3, unknown: 2, sent: 1 });
  sink.setFault(undefined);
  const resend = (with_unknown?: boolean) =>
    call('campaigns.resend', administrator, { id, ...(with_unknown ? { with_unknown } : {}) }, {}, platform);
  const get = () => call('campaigns.get', administrator, { id }, {}, platform);
  return { org, sink, administrator, id, resend, get };
};

test('rejected emails are sent again, uncertain ones only if that is confirmed; each person counts once and keeps the history', async () => {
  const { org, sink, administrator, id, resend, get } = await halfFailed();
  expect((await get()).resendable).toEqual({ failed: 3, unknown: 2 });
  const before = await rows<{ id: string; state: string; message_id: string; tracking_key: string }>(
    'select id, state, message_id, tracking_key from campaign_recipients where campaign_id = $1 order by id',
    [id],
  );
  expect(await resend()).toMatchObject({ sending: { queued: 3, unknown: 2, sent: 1 } });
  await states(id, { sent: 4, unknown: 2 });
  expect((await get()).resendable).toEqual({ failed: 0, unknown: 2 });
  await expect(resend()).rejects.toMatchObject({ code: 'campaign.nothing_to_resend' });
  await resend(true);
  await states(id, { sent: 6 });
  expect(sink.accepted).toHaveLength(8); // two of uncertain fate had arrived
  expect(
    await rows('select id, message_id, tracking_key from campaign_recipients where campaign_id = $1 order by id', [id]),
  ).toEqual(before.map(({ state: _, ...row }) => row));
  expect(await get()).toMatchObject({ statistics: { sent: 6, recipients: 6 }, users_count: 6 });
  const history = async (state: string) => {
    const recipient = before.find((row) => row.state === state)!.id;
    return (await call('campaigns.user-events', administrator, { id, recipient }, {}, platform)).earlier_attempts;
  };
  expect(await history('failed')).toEqual([
    { at: expect.any(String), state: 'failed', reply: '550 mailbox unavailable' },
  ]);
  expect(await history('unknown')).toMatchObject([{ state: 'unknown' }]);
  expect(await history('sent')).toEqual([]);
  expect(
    await rows(`select details from audit_log where organization_id = $1 and action = 'campaign.resent' order by id`, [
      org,
    ]),
  ).toEqual([{ details: { affected: 3, unknown: 0 } }, { details: { affected: 2, unknown: 2 } }]);
  await expectInvariants(platform);
});

test('an email whose fate was uncertain once stays uncertain, although its next attempt was rejected', async () => {
  const { sink, id, resend, get } = await halfFailed();
  sink.setFault((at) => (at === 'dot' ? { at, do: 'reply', code: 550, text: 'mailbox unavailable' } : undefined));
  await resend(true);
  await states(id, { failed: 5, sent: 1 });
  expect((await get()).resendable).toEqual({ failed: 3, unknown: 2 });
  sink.setFault(undefined);
  await resend();
  await states(id, { failed: 2, sent: 4 });
  await expect(resend()).rejects.toMatchObject({ code: 'campaign.nothing_to_resend' });
});

test('nobody who has reacted, left or moved gets the email again; an ended campaign sends nothing', async () => {
  const { id, administrator, resend, get } = await halfFailed();
  const people = await rows<{ id: string; employee_id: string; state: string }>(
    'select id, employee_id, state from campaign_recipients where campaign_id = $1 order by id',
    [id],
  );
  const [left, moved] = people.filter((one) => one.state === 'failed');
  const [reacted] = people.filter((one) => one.state === 'unknown');
  await rows('update employees set deleted_at = now() where id = $1', [left!.employee_id]);
  await rows(`update employees set email = 'moved@staff.test' where id = $1`, [moved!.employee_id]);
  await rows('update campaign_recipients set result = 1, opened_at = now() where id = $1', [reacted!.id]);
  expect((await get()).resendable).toEqual({ failed: 1, unknown: 1 });
  await resend(true);
  await states(id, { failed: 2, unknown: 1, sent: 3 });
  await call('campaigns.complete', administrator, { id }, {}, platform);
  expect((await get()).resendable).toEqual({ failed: 0, unknown: 0 });
  await expect(resend(true)).rejects.toMatchObject({ code: 'campaign.finished' });
});

test('on a pause the emails wait, and a spread campaign spreads them over its working hours', async () => {
  const { org, id, administrator, resend } = await halfFailed();
  await rows('update campaigns set spread = true where id = $1', [id]);
  await rows(`update organizations set work_from = 0, work_to = 1440, work_days = '{1,2,3,4,5,6,7}' where id = $1`, [
    org,
  ]);
  await call('campaigns.pause', administrator, { id }, {}, platform);
  await resend();
  const times = await rows<{ later: boolean }>(
    `select send_at > now() + interval '1 hour' as later from campaign_recipients where campaign_id = $1 and waiting`,
    [id],
  );
  expect(times).toEqual([{ later: true }, { later: true }, { later: true }]);
  expect(await emailStates(platform, id)).toEqual({ queued: 3, unknown: 2, sent: 1 });
});
