import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Attachment } from '@sergak/contract/phishing/phishing.rules.ts';
import { readReceived, type Received } from '@sergak/mail/test-received.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sinkWith } from '@sergak/mail/test-sinks.ts';
import { call, platform, stored } from '../../../test/app.ts';
import { launch, organization, recipients } from '../../../test/make/campaign.ts';
import { emailStates, mailServer } from '../../../test/make/campaign-rows.ts';
import { sheetFile, slideFile, wordFile } from '../../../test/make/office-files.ts';
import { readPackage } from '../phishing/public.ts';
import { startTracking } from '../tracking/listener.ts';
import { SENDER_DEFAULTS, startSender } from './senders.ts';

const generated = (
  format: 'html' | 'pdf' | 'docx' | 'xlsx' | 'ics',
  body = '{{full_name}}\n\n{{link}}',
): Attachment => ({
  kind: 'generated',
  format,
  name: `Файл.${format}`,
  body,
});
const partsOf = async (file: Buffer) => {
  const parts = await readPackage(file);
  return [...parts].map(([name, content]) => `${name}\n${content.toString('utf8')}`).join('\n');
};
const uploadTo = async (
  administrator: Awaited<ReturnType<typeof organization>>['administrator'],
  name: string,
  bytes: Buffer,
) => {
  const folder = await mkdtemp(join(tmpdir(), 'attachment-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'file'), bytes);
  const attachment = { path: join(folder, 'file'), name, type: '', size: bytes.length };
  return call('phishing.attachment-upload', administrator, {}, { attachment });
};

/** Launches a campaign with these attachments to one person and returns the email that the mail server received. */
const received = async (h: Awaited<ReturnType<typeof organization>>, attachments: Attachment[]) => {
  const on = await platform();
  const sink = await sinkWith();
  await mailServer(on, h.org.id, sink.port);
  await call('phishing.email-update', h.administrator, { id: h.email_id, attachments });
  const { id } = await launch(h);
  await stored(`update campaign_recipients set send_at = now() - interval '1 second' where campaign_id = $1`, [id]);
  const sender = await startSender(on, { ...SENDER_DEFAULTS, pollMs: 50 });
  onTestFinished(() => sender.stop());
  await vi.waitFor(async () => expect(await emailStates(on, id)).toEqual({ sent: 1 }), { timeout: 20_000 });
  return { campaignId: id, mail: await readReceived(sink.accepted[0]!.raw!), on };
};
const fileOf = (mail: Received, name: string) => mail.attachments.find((one) => one.filename === name)!.content;

test('each generated attachment is received as its type, with the link and picture of the person', async () => {
  const h = await organization(1);
  const formats = ['html', 'pdf', 'docx', 'xlsx', 'ics'] as const;
  const { mail, campaignId, on } = await received(
    h,
    formats.map((format) => generated(format)),
  );
  expect(mail.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['Файл.html', 'text/html'],
    ['Файл.pdf', 'application/pdf'],
    ['Файл.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['Файл.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['Файл.ics', 'text/calendar'],
  ]);
  const [{ tracking_key }] = (await recipients(campaignId)) as unknown as [{ tracking_key: string }];
  const page = `${on.urls.phishing}/${tracking_key}`;
  for (const format of ['docx', 'xlsx'] as const) {
    const text = await partsOf(fileOf(mail, `Файл.${format}`));
    expect(text).toContain(`Target="${page}/d.gif?f=${format}" TargetMode="External"`);
    expect(text).toContain(`Target="${page}/a?f=${format}" TargetMode="External"`);
    expect(text).toContain('Сотрудник0');
    expect(text).not.toContain('{{');
  }
  expect(fileOf(mail, 'Файл.html').toString()).toContain(`${page}/d.gif?f=html`);
  expect(fileOf(mail, 'Файл.pdf').toString('latin1')).toContain(`/URI (${page}/a?f=pdf)`);
  const calendar = fileOf(mail, 'Файл.ics').toString();
  expect(calendar.replace(/\r\n /g, '')).toContain(`URL:${page}/a?f=ics\r\n`);
  expect(calendar.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
});

test('uploaded attachments get the link and picture of the person, and their files are pinned to the campaign', async () => {
  const h = await organization(1);
  const split = wordFile('Текст', {
    'word/document.xml':
      '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{{</w:t></w:r><w:r><w:t>link}}</w:t></w:r></w:p><w:sectPr/></w:body></w:document>',
  });
  const uploads = [
    await uploadTo(h.administrator, 'Приказ.docx', split),
    await uploadTo(h.administrator, 'Смета.xlsx', sheetFile('Итого\t{{full_name}}')),
    await uploadTo(h.administrator, 'Показ.pptx', slideFile()),
    await uploadTo(h.administrator, 'Встреча.ics', Buffer.from('BEGIN:VCALENDAR\r\nURL:{{link}}\r\nEND:VCALENDAR\r\n')),
  ];
  const { mail, campaignId, on } = await received(h, uploads);
  const [{ tracking_key }] = (await recipients(campaignId)) as unknown as [{ tracking_key: string }];
  const page = `${on.urls.phishing}/${tracking_key}`;
  for (const [name, format] of [
    ['Приказ.docx', 'docx'],
    ['Смета.xlsx', 'xlsx'],
    ['Показ.pptx', 'pptx'],
  ] as const)
    expect(await partsOf(fileOf(mail, name))).toContain(`Target="${page}/d.gif?f=${format}"`);
  expect(await partsOf(fileOf(mail, 'Приказ.docx'))).toContain(`<w:t>${page}/a?f=docx</w:t>`);
  expect(await partsOf(fileOf(mail, 'Показ.pptx'))).toContain(`${page}/a?f=pptx`);
  expect(fileOf(mail, 'Встреча.ics').toString()).toContain(`URL:${page}/a?f=ics`);
  const pinned = await stored<{ file_id: string }>('select file_id from campaign_files where campaign_id = $1', [
    campaignId,
  ]);
  expect(pinned.map((one) => one.file_id).sort()).toEqual(uploads.map((one) => one.file_id).sort());
});

test('the results show how many people each kind of attachment reported', async () => {
  const h = await organization(1);
  const { campaignId, on } = await received(h, [generated('docx'), generated('pdf')]);
  const [{ tracking_key, email_id }] = (await recipients(campaignId)) as unknown as [
    { tracking_key: string; email_id: string },
  ];
  await stored(`update campaign_recipients set sent_at = now() - interval '10 minutes' where campaign_id = $1`, [
    campaignId,
  ]);
  const listener = await startTracking(on, 0, '127.0.0.1');
  onTestFinished(() => listener.stop());
  const base = `http://127.0.0.1:${(listener.server.address() as AddressInfo).port}`;
  const word = { 'user-agent': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)', accept: '*/*' };
  expect((await fetch(`${base}/${tracking_key}/d.gif?f=docx`, { headers: word })).headers.get('content-type')).toBe(
    'image/gif',
  );
  const { data } = await call('campaigns.emails', h.administrator, { id: campaignId });
  expect(data.find((one) => one.id === email_id)).toMatchObject({
    attachments: [
      { name: 'Файл.docx', format: 'docx', reports: 'opened', opened_by: 1 },
      { name: 'Файл.pdf', format: 'pdf', reports: 'clicked', opened_by: 0 },
    ],
    statistics: { opened_attachment: 1 },
  });
});
