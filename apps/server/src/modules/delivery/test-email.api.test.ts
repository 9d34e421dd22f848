import { readReceived } from '@sergak/mail/test-received.ts';
import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { expect, test } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, platform, runJobs, stored } from '../../../test/app.ts';
import { organization } from '../../../test/make/campaign.ts';
import * as make from '../../../test/make/index.ts';
import { mailServer } from '../../../test/make/campaign-rows.ts';
import { emails } from '../../../test/make/phishing.ts';
import { sendEmail } from '../settings/outbox.jobs.ts';
import { atTime } from '../../platform/clock.ts';
import { jobContext } from '../../platform/jobs.ts';
import { simulationMac } from '../settings/public.ts';

type Organization = Awaited<ReturnType<typeof organization>>;
/** Sends the organisation's email, with `html` in it, to its administrator over SMTP, and reads what the server received. */
const sendToOneself = async (h: Organization, html: string, document?: Attachment) => {
  const on = await platform();
  const sink = await sinkWith();
  await mailServer(on, h.org.id, sink.port);
  await stored('update emails set html = $2, attachments = $3 where id = $1', [
    h.email_id,
    html,
    JSON.stringify(document ? [document] : []),
  ]);
  if (document) await stored(`update templates set attack_vector = 'attachments' where id = $1`, [h.template_id]);
  expect(await call('campaigns.test-email', h.administrator, { email_id: h.email_id })).toEqual({
    email: h.administrator.email,
    dead_links: 0,
  });
  await runJobs('mail.send-email', h.org.id);
  expect(sink.accepted).toHaveLength(1);
  const [email] = sink.accepted;
  return { email: email!, mail: await readReceived(email!.raw!), on };
};
const WITH_ALL = '<p>{{first_name}}, {{organization}}</p><a href="{{link}}">сюда</a>{{qr_code}}{{tracking}}';

test('a test email has sender, headers and QR code of a campaign, links to a preview and is not counted', async () => {
  const h = await organization(1);
  const { email: sent, mail, on } = await sendToOneself(h, WITH_ALL);
  const [email] = await stored<{ sender_name: string; sender_address: string }>('select * from emails where id = $1', [
    h.email_id,
  ]);
  const [org] = await stored<{ header_key: Buffer; title: string }>('select * from organizations where id = $1', [
    h.org.id,
  ]);
  expect(sent).toMatchObject({ from: 'portal@portal.test', to: [h.administrator.email] });
  expect(mail.from).toMatchObject({ name: email!.sender_name, address: email!.sender_address });
  expect(mail.subject).toBe('Проверьте, Нигора');
  expect(mail.messageId).toBe(sent.messageId);
  expect(sent.messageId.endsWith(`${email!.sender_address.split('@')[1]}>`)).toBe(true);
  expect(mail.headers.get('x-awareness-simulation')).toBe(simulationMac(org!.header_key, sent.messageId));
  expect(mail.headers.get('x-awareness-organization')).toBe(h.org.id);
  expect(mail.headers.has('auto-submitted')).toBe(false);
  expect(mail.attachments).toMatchObject([{ filename: 'code.png', contentType: 'image/png', cid: 'qr' }]);
  expect(mail.html).toContain(`<p>Нигора, ${org!.title}</p>`);
  const links = [...(mail.html as string).matchAll(/href="([^"]*)"/g)].map((one) => one[1]!);
  expect(links).toEqual([expect.stringContaining(`${on.urls.content}/preview/`)]);
  expect(`${mail.html as string}${mail.text}`).not.toMatch(/\{\{|o\.gif/);
  expect(await stored('select id from campaigns where organization_id = $1', [h.org.id])).toEqual([]);
  expect(await stored('select state, message, html from outbox where organization_id = $1', [h.org.id])).toEqual([
    { state: 'sent', message: null, html: '' },
  ]);
});

test.each([
  ['Приказ 114.pdf', 'application/pdf', '{{organization}}\n\nОткройте: {{link}}'],
  ['Лично.pdf', 'application/pdf', '{{full_name}}\n\nОткройте: {{link}}'],
  ['Счёт.html', 'text/html', '{{full_name}}\n\nОткройте: {{link}}'],
])(
  'the file %s of a test email is made as in a campaign, and leads to the preview',
  async (name, contentType, body) => {
    const h = await organization(1);
    const { mail, on } = await sendToOneself(h, '<p>{{first_name}}, приказ</p>{{tracking}}', {
      kind: 'generated',
      format: name.split('.').at(-1) as 'pdf',
      name,
      body,
    });
    expect(mail.attachments).toMatchObject([{ filename: name, contentType }]);
    const text = mail.attachments[0]!.content.toString(contentType === 'text/html' ? 'utf8' : 'latin1');
    const link = (contentType === 'text/html' ? /href="([^"]*)"/ : /\/URI \(([^)]*)\)/).exec(text)![1]!;
    expect(link).toMatch(new RegExp(`^(${on.urls.content}/preview/[^/]+|${on.urls.portal}/lk/phishing/gotcha)$`));
    expect(text.match(/https?:\/\/127[^\s")]*/g)).toEqual([link]);
    expect(text).not.toContain('d.gif');
  },
);

test('retrying a test email sends identical bytes', async () => {
  const h = await organization(1);
  const on = await platform();
  let tries = 0;
  const sink = await sinkWith({
    fault: (at) => (at === 'dot' && ++tries === 1 ? { at, do: 'drop', accept: true } : undefined),
  });
  await mailServer(on, h.org.id, sink.port);
  await call('campaigns.test-email', h.administrator, { email_id: h.email_id });
  await expect(runJobs('mail.send-email', h.org.id)).rejects.toThrow('not delivered yet');
  const [row] = await stored<{ id: string }>('select id from outbox where organization_id = $1', [h.org.id]);
  const again = { organization_id: h.org.id, outbox_id: row!.id };
  await sendEmail(jobContext(on, h.org.id, new AbortController().signal), again);
  expect(sink.accepted).toHaveLength(2);
  expect(sink.accepted[0]!.raw).toEqual(sink.accepted[1]!.raw);
});

const order = (h: Organization) => call('campaigns.test-email', h.administrator, { email_id: h.email_id });
const ordered = (h: Organization) =>
  stored<{ state: string; reply: string | null }>('select state, reply from outbox where organization_id = $1', [
    h.org.id,
  ]);

test('a test email is sent to a verified domain only, however the user got the address', async () => {
  const h = await organization(1);
  await stored(`update employees set email = 'administrator@foreign.example' where id = $1`, [h.administrator.id]);
  await expect(order(h)).rejects.toMatchObject({
    code: 'mail.domain_unverified',
    details: { domain: 'foreign.example' },
  });
  expect(await ordered(h)).toEqual([]);
});

test('the kill switch stops a test email when it is requested and before it is sent', async () => {
  const h = await organization(1);
  const on = await platform();
  const sink = await sinkWith();
  await mailServer(on, h.org.id, sink.port);
  await order(h);
  await call('organizations.sending', h.administrator, { paused: true });
  await expect(order(h)).rejects.toMatchObject({ code: 'mail.sending_paused' });
  await runJobs('mail.send-email', h.org.id);
  expect(sink.accepted).toEqual([]);
  expect(await ordered(h)).toEqual([{ state: 'failed', reply: 'not sent: sending_paused' }]);
});

test('a test email is not sent if its domain was removed meanwhile', async () => {
  const h = await organization(1);
  const sink = await sinkWith();
  await mailServer(await platform(), h.org.id, sink.port);
  await order(h);
  await call('organizations.domain-remove', h.administrator, { domain: h.org.domain });
  await runJobs('mail.send-email', h.org.id);
  expect(sink.accepted).toEqual([]);
  expect(await ordered(h)).toEqual([{ state: 'failed', reply: 'not sent: domain_unverified' }]);
});

test('test emails count towards the daily cap, and one person sends at most ten per hour', async () => {
  const h = await organization(1);
  await stored('update organizations set daily_cap = 2 where id = $1', [h.org.id]);
  await order(h);
  await order(h);
  await expect(order(h)).rejects.toMatchObject({ code: 'mail.daily_cap', details: { cap: 2 } });
  expect(await stored('select taken from sending_days where organization_id = $1', [h.org.id])).toEqual([{ taken: 2 }]);
  await stored('update organizations set daily_cap = 100 where id = $1', [h.org.id]);
  let sent = 2;
  const fill = async () => {
    for (; sent < 100; sent += 1) await order(h);
  };
  await atTime(new Date('2027-01-11T08:00:01Z'), async () => {
    sent = 0;
    await expect(fill()).rejects.toMatchObject({ code: 'request.rate_limited' });
    expect(sent).toBe(10);
  });
});

test('a person of the parent organisation, at its verified domain, tests an email of a child', async () => {
  const parent = await make.organization();
  const administrator = await make.operator(parent);
  const child = await make.organization({ parent });
  const { email_id } = await emails(child);
  const sink = await sinkWith();
  await mailServer(await platform(), child.id, sink.port);
  const acting = { ...administrator, acting: child.id };
  expect(await call('campaigns.test-email', acting, { email_id })).toEqual({
    email: administrator.email,
    dead_links: 0,
  });
  await runJobs('mail.send-email', child.id);
  expect(sink.accepted.map((one) => one.to)).toEqual([[administrator.email]]);
});

test('a test email reports links that lead nowhere, and is not sent with variables that nobody knows', async () => {
  const h = await organization(1);
  const send = () => call('campaigns.test-email', h.administrator, { email_id: h.email_id });
  await stored(`update emails set html = html || '<a href="#">Отписаться</a>' where id = $1`, [h.email_id]);
  expect(await send()).toMatchObject({ dead_links: 1 });
  await stored(`update emails set html = html || '{{.RId}}' where id = $1`, [h.email_id]);
  await expect(send()).rejects.toMatchObject({ code: 'email.unknown_variable' });
});
