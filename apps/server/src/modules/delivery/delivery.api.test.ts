import { readReceived } from '@sergak/mail/test-received.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { newPlatform } from '../../../test/app.ts';
import { emailStates, insertCampaign, mailServer } from '../../../test/make/campaign-rows.ts';
import { handlers } from '../../app/composition.ts';
import type { Platform } from '../../platform/context.ts';
import { jobContext } from '../../platform/jobs.ts';
import { simulationMac } from '../settings/public.ts';
import { createOrganization } from '../organizations/public.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await newPlatform();
  return () => platform.db.close();
});

let count = 0;
const organization = async (): Promise<string> => {
  const id = await createOrganization(platform, {
    title: `Организация ${++count}`,
    language: 'ru',
    timeZone: 'Asia/Tashkent',
    usersLimit: 1000,
    licenceStart: '2020-01-01',
    licenceEnd: '2099-12-31',
  });
  await platform.db.owner.query(
    `insert into organization_domains (organization_id, domain, proof, verified_at) values ($1, $2, 'test', now())`,
    [id, `o${count}.test`],
  );
  return id;
};
const sending = async () => {
  const sender = await startSender(platform, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  return sender;
};
const rows = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await platform.db.owner.query<T & Record<string, unknown>>(text, values)).rows;
const states = (campaignId: string, wanted: Record<string, number>) =>
  vi.waitFor(async () => expect(await emailStates(platform, campaignId)).toEqual(wanted), {
    timeout: 10_000,
    interval: 50,
  });

test('each person gets one email, filled in, with the organisation’s header; it is `sent` only after the 250', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 5, {
    html: '<p>{{full_name}} {{organization}}</p><a href="{{link}}">x</a>{{qr_code}}{{tracking}}',
  });
  await sending();
  await states(campaignId, { sent: 5 });
  expect(sink.accepted).toHaveLength(5);
  const [key] = await rows<{ header_key: Buffer }>('select header_key from organizations where id = $1', [org]);
  const recipients = await rows<{
    message_id: string;
    tracking_key: string;
    address: string;
    reply: string;
    sent_at: string;
    first_name: string;
    last_name: string;
  }>('select * from campaign_recipients where campaign_id = $1', [campaignId]);
  for (const recipient of recipients) {
    const email = sink.accepted.find((one) => one.messageId === recipient.message_id)!;
    expect(email.to).toEqual([recipient.address]);
    expect(email.from).toBe('portal@portal.test');
    const mail = await readReceived(email.raw!);
    expect(mail.headers.get('x-awareness-simulation')).toBe(simulationMac(key!.header_key, recipient.message_id));
    expect(mail.headers.get('x-awareness-organization')).toBe(org);
    expect(mail.from).toMatchObject({ address: 'support@help-desk.test', name: 'Служба поддержки' });
    expect(mail.subject).toBe('Письмо для Анна');
    expect(mail.html).toContain(`${recipient.last_name} ${recipient.first_name} Организация`);
    expect(mail.html).toContain(`${platform.urls.phishing}/${recipient.tracking_key}"`);
    expect(mail.html).toContain(`${platform.urls.phishing}/${recipient.tracking_key}/o.gif`);
    expect(mail.attachments[0]).toMatchObject({ contentType: 'image/png', cid: 'qr' });
    expect(recipient.reply).toMatch(/^250/);
    expect(recipient.sent_at).not.toBeNull();
  }
});

test('the facts about people are refreshed as soon as all emails are sent, five minutes in one job; test campaigns enqueue none', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 5);
  const testing = await insertCampaign(platform, org, 2, { is_testing: true });
  await sending();
  await states(campaignId, { sent: 5 });
  await states(testing.campaignId, { sent: 2 });
  const queued = () =>
    rows<{ payload: { campaign_id: string; since: string }; due: boolean }>(
      `select j.payload, j.run_at <= now() as due from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'statistics.count-sent' and j.payload->>'organization_id' = $1`,
      [org],
    );
  await vi.waitFor(
    async () =>
      expect(new Set((await queued()).map(({ payload, due }) => `${payload.campaign_id} ${due}`))).toEqual(
        new Set([`${campaignId} true`]),
      ),
    { timeout: 10_000, interval: 50 }, // a connection waits three seconds for another email
  );
  const orders = await queued();
  const times = await rows<{ since: string }>(
    `select distinct date_bin('5 minutes', sent_at, 'epoch') as since from campaign_recipients where campaign_id = $1`,
    [campaignId],
  );
  expect(orders.map(({ payload }) => Date.parse(payload.since))).toEqual(
    expect.arrayContaining(times.map(({ since }) => Date.parse(since))),
  );
  const run = jobContext(platform, org, new AbortController().signal);
  for (const { payload } of orders) await handlers['statistics.count-sent'](run, { organization_id: org, ...payload });
  expect(
    await rows('select count(*)::int as people from employees where organization_id = $1 and emails_sent = 1', [org]),
  ).toEqual([{ people: 5 }]);
});

test('the attached document is a PDF with the person’s own link', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 3, {
    html: '<p>Приказ</p>{{tracking}}',
    attachments: [
      { kind: 'generated', format: 'pdf', name: 'Приказ 114.pdf', body: '{{organization}}\n\nОткройте: {{link}}' },
    ],
  });
  await sending();
  await states(campaignId, { sent: 3 });
  for (const email of sink.accepted) {
    const [recipient] = await rows<{ tracking_key: string }>(
      'select tracking_key from campaign_recipients where message_id = $1',
      [email.messageId],
    );
    const { attachments } = await readReceived(email.raw!);
    expect(attachments[0]).toMatchObject({ filename: 'Приказ 114.pdf', contentType: 'application/pdf' });
    const text = attachments[0]!.content.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text.match(/\/URI \(([^)]*)\)/)?.[1]).toBe(`${platform.urls.phishing}/${recipient!.tracking_key}/a?f=pdf`);
  }
});

test('people who were removed, changed their address or are at an unverified domain get nothing', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 4, { status: 'planned' });
  const people = await rows<{ id: string }>('select id from employees where organization_id = $1 order by email', [
    org,
  ]);
  await rows(`update employees set deleted_at = now() where id = $1`, [people[0]!.id]);
  await rows(`update employees set email = 'new@elsewhere.test' where id = $1`, [people[1]!.id]);
  await rows(`update employees set email = 'x@unverified.test' where id = $1`, [people[2]!.id]);
  await rows(`update campaign_recipients set address = 'x@unverified.test' where employee_id = $1`, [people[2]!.id]);
  await rows(`update campaigns set status = 'active' where id = $1`, [campaignId]);
  await sending();
  await states(campaignId, { sent: 1, cancelled: 2, failed: 1 });
  expect(sink.accepted).toHaveLength(1);
  expect(
    (
      await rows<{ reply: string }>(
        `select reply from campaign_recipients where campaign_id = $1 and state <> 'sent' order by reply`,
        [campaignId],
      )
    ).map((row) => row.reply),
  ).toEqual(['not sent: address_changed', 'not sent: domain_unverified', 'not sent: person_deleted']);
});

test('an email with a sender that the organisation may not use is not sent', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  const { campaignId } = await insertCampaign(platform, org, 2, { status: 'planned' });
  await rows(`update campaign_emails set sender_address = 'security@microsoft.com' where campaign_id = $1`, [
    campaignId,
  ]);
  await rows(`update campaigns set status = 'active' where id = $1`, [campaignId]);
  await sending();
  await states(campaignId, { failed: 2 });
  expect(sink.accepted).toEqual([]);
  expect(
    await rows<{ reply: string }>('select distinct reply from campaign_recipients where campaign_id = $1', [
      campaignId,
    ]),
  ).toEqual([{ reply: 'not sent: sender_domain' }]);
});

test('the daily cap postpones the rest until tomorrow, and a second campaign waits a day for the same person', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  await rows('update organizations set daily_cap = 3 where id = $1', [org]);
  const first = await insertCampaign(platform, org, 5);
  await sending();
  await states(first.campaignId, { sent: 3, queued: 2 });
  const later = await rows<{ later: boolean }>(
    `select send_at > now() as later from campaign_recipients where campaign_id = $1 and state = 'queued'`,
    [first.campaignId],
  );
  expect(later).toEqual([{ later: true }, { later: true }]);
  await rows('update organizations set daily_cap = 100 where id = $1', [org]);
  const reached = await rows<{ employee_id: string }>(
    `select employee_id from campaign_recipients where campaign_id = $1 and state = 'sent'`,
    [first.campaignId],
  );
  const second = await insertCampaign(platform, org, 0, { employees: reached.map((row) => row.employee_id) });
  const testing = await insertCampaign(platform, org, 0, {
    employees: reached.map((row) => row.employee_id),
    is_testing: true,
  });
  await states(testing.campaignId, { sent: 3 });
  const gap = () =>
    rows<{ hours: number }>(
      `select round(extract(epoch from send_at - now()) / 3600)::int as hours from campaign_recipients where campaign_id = $1`,
      [second.campaignId],
    );
  await vi.waitFor(async () => expect(await gap()).toEqual([{ hours: 24 }, { hours: 24 }, { hours: 24 }]), {
    timeout: 10_000,
  });
});

test('the gap between two emails to a person is the organisation’s setting', async () => {
  const org = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  await rows('update organizations set person_weekly_cap = 1, person_gap_hours = 2 where id = $1', [org]);
  const first = await insertCampaign(platform, org, 2);
  await sending();
  await states(first.campaignId, { sent: 2 });
  const people = await rows<{ employee_id: string }>(
    'select employee_id from campaign_recipients where campaign_id = $1 order by id',
    [first.campaignId],
  );
  const employees = people.map((row) => row.employee_id);
  const second = await insertCampaign(platform, org, 0, { employees });
  const wait = () =>
    rows<{ hours: number }>(
      `select round(extract(epoch from send_at - now()) / 3600)::int as hours from campaign_recipients where campaign_id = $1`,
      [second.campaignId],
    );
  await vi.waitFor(async () => expect(await wait()).toEqual([{ hours: 168 }, { hours: 168 }]), { timeout: 10_000 });
  await rows('update organizations set person_weekly_cap = 7 where id = $1', [org]);
  await rows('update campaign_recipients set send_at = now() where campaign_id = $1', [second.campaignId]);
  await vi.waitFor(async () => expect(await wait()).toEqual([{ hours: 2 }, { hours: 2 }]), { timeout: 10_000 });
});

test('no email is sent for a campaign that is inactive, has ended, or whose licence expired', async () => {
  const org = await organization();
  const expired = await organization();
  const sink = await sinkWith();
  await mailServer(platform, org, sink.port);
  await mailServer(platform, expired, sink.port);
  await rows(`update organizations set licence_end = '2021-01-01' where id = $1`, [expired]);
  const idle = [
    await insertCampaign(platform, org, 2, { status: 'creating' }),
    await insertCampaign(platform, org, 2, { status: 'planned' }),
    await insertCampaign(platform, org, 2, { end_at: new Date(Date.now() - 1_000) }),
    await insertCampaign(platform, org, 2, { send_at: new Date(Date.now() + 3_600_000) }),
    await insertCampaign(platform, expired, 2),
  ];
  const running = await insertCampaign(platform, org, 2);
  await sending();
  await states(running.campaignId, { sent: 2 });
  for (const { campaignId } of idle) expect(await emailStates(platform, campaignId)).toEqual({ queued: 2 });
});

test('a rejected recipient fails with the server’s reply, a busy server is retried, an invalid email is never offered', async () => {
  const org = await organization();
  let asked = 0;
  const sink = await sinkWith({
    fault: (at, session) => {
      if (at === 'rcpt' && ++asked === 1) return { at, do: 'reply', code: 550, text: 'no such user' };
      return at === 'dot' && session.emails === 0 && asked === 2
        ? { at, do: 'reply', code: 451, text: 'greylisted' }
        : undefined;
    },
  });
  await mailServer(platform, org, sink.port, 1);
  const { campaignId } = await insertCampaign(platform, org, 3);
  await sending();
  await states(campaignId, { failed: 1, retry: 1, sent: 1 });
  const found = await rows<{ state: string; reply: string; attempts: number }>(
    'select state, reply, attempts from campaign_recipients where campaign_id = $1 order by state',
    [campaignId],
  );
  expect(found).toMatchObject([
    { reply: '550 no such user', attempts: 1 },
    { reply: '451 greylisted', attempts: 1 },
    { attempts: 1 },
  ]);
  const broken = await insertCampaign(platform, org, 1, { subject: 'Внимание\r\nBcc: everybody@acme.test' });
  await states(broken.campaignId, { failed: 1 });
  expect(sink.accepted).toHaveLength(1);
});
