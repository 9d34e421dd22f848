import { expect, test } from 'vitest';
import { defang } from '@sergak/contract/suspicious-mail/suspicious-mail.rules.ts';
import { simulationMac } from '../settings/public.ts';
import { readReport } from './report-message.ts';
import { realPhishing, ways, type ReportedMessage } from './test-reports.ts';

const KEY = 'Ab3_-Ab3_-Ab3_-Ab3_-xy';
const reported: ReportedMessage = {
  by: 'anna@company.test',
  to: 'anna@company.test',
  report: 'report@company.test',
  link: `https://phish.test/${KEY}`,
  messageId: '<0f1e2d3c@help-desk.test>',
  headerKey: Buffer.from('key'),
};

test.each(Object.entries(ways))('the key or the Message-ID of a simulation is found: %s', async (way, make) => {
  const report = await readReport(make(reported));
  expect([...report.keys, ...report.messageIds]).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:Ab3_-Ab3_-Ab3_-Ab3_-xy|<0f1e2d3c@help-desk\.test>)$/)]),
  );
  expect(report.automatic).toBe(false);
  if (way.includes('rule')) expect(report.addressees).toEqual(['anna@company.test']);
  else expect(report.senders).toContain('anna@company.test');
  const whole = /attachment|file|redirected/.test(way);
  if (whole)
    expect(report.proofs).toEqual([
      {
        messageId: reported.messageId,
        mac: simulationMac(reported.headerKey!, reported.messageId),
        direct: way.includes('redirected'),
      },
    ]);
  expect(report.original).toMatchObject({
    sender: 'Служба поддержки <support@help-desk.test>',
    subject: 'Обновите пароль',
  });
});

test('a real email is described by its headers, its defanged links and the names of its attachments', async () => {
  const { original, keys, proofs } = await readReport(realPhishing(reported));
  expect(original).toMatchObject({
    sender: 'Банк <secure@evil.test>',
    subject: 'Ваш счёт заблокирован',
    message_id: '<real-1@evil.test>',
    sent_at: '2026-11-23T04:00:00.000Z',
    links: ['hxxp://bank[.]evil[.]test/login?a=1&b=2'],
    attachments: [{ name: 'invoice.pdf', size: 30 }],
  });
  expect(original.headers).toContain('Received: from evil.test (203.0.113.9)');
  expect(original.headers).not.toContain('anna@company.test');
  expect({ keys, proofs }).toEqual({ keys: [], proofs: [] });
});

test.each([
  ['an empty message', ''],
  ['no headers', '\r\n\r\nhello'],
  [
    'a boundary that never ends',
    'Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>',
  ],
  [
    'broken encodings',
    'Subject: =?utf-8?B?%%%?=\r\nContent-Type: text/plain; charset=nonsense\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!=',
  ],
  [
    'nested a hundred times',
    Array.from({ length: 100 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(''),
  ],
  ['NUL and control characters', 'From: a@b.test\r\nSubject: x\0y\u0007z\r\n\r\nt\0t'],
  ['a header of a megabyte', `From: a@b.test\r\nSubject: ${'x'.repeat(1_000_000)}\r\n\r\nbody`],
])('malformed mail is read as far as possible: %s', async (_, raw) => {
  const report = await readReport(Buffer.from(raw));
  expect(report.digest).toHaveLength(32);
  expect(JSON.stringify(report.original)).not.toContain('\\u0000');
});

test('automatic answers and bounces are no reports', async () => {
  const automatic = async (headers: string) =>
    (await readReport(Buffer.from(`From: a@b.test\r\n${headers}\r\n\r\n`))).automatic;
  expect(await automatic('Auto-Submitted: auto-replied')).toBe(true);
  expect(await automatic('Content-Type: multipart/report; report-type=delivery-status; boundary=x')).toBe(true);
  expect(await automatic('Auto-Submitted: no')).toBe(false);
  expect(await automatic('Content-Type: multipart/report;\r\n report-type=feedback-report; boundary=x')).toBe(false);
});

test('the same message has the same digest, another message of the same person another one', async () => {
  const digest = async (n: string) =>
    (await readReport(ways['Gmail, forwarded inline']({ ...reported, n }))).digest.toString('hex');
  expect(await digest('1')).toBe(await digest('1'));
  expect(await digest('1')).not.toBe(await digest('2'));
});

test('no part of a defanged link can be opened', () => {
  expect(defang('https://user@evil.test:8080/a.b?c.d')).toBe('hxxps://user[@]evil[.]test:8080/a.b?c.d');
  expect(defang('FTP://evil.test')).toBe('fxp://evil[.]test');
});

test.each([
  [
    'Yandex, HTML',
    'text/html',
    '<div>Смотрите</div><div>-------- Пересылаемое сообщение --------</div><div>30.11.2026, 10:00, "Служба ИТ" &lt;it@evil.test&gt;:</div><div><a href="https://evil.test/x">тут</a></div>',
  ],
  [
    'Yandex, text',
    'text/plain',
    'От: я\r\n\r\n-------- Forwarded message --------\r\n30.11.2026, 10:00, "Служба ИТ" <it@evil.test>:\r\n\r\nhttps://evil.test/x',
  ],
])(
  'a forwarded email is described by what the program wrote about it, not by the person who reports: %s',
  async (_, type, body) => {
    const raw = `From: anna@b.test\r\nSubject: Fwd: Пароль истёк\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`;
    const { original, forwarded } = await readReport(Buffer.from(raw));
    expect(original).toMatchObject({ sender_address: 'it@evil.test', subject: 'Пароль истёк', hosts: ['evil.test'] });
    expect(forwarded).toEqual({ from: 'it@evil.test', hosts: ['evil.test'] });
  },
);

test('an attached email of which nothing is left hides nothing', async () => {
  const raw =
    'From: evil@c.test\r\nSubject: Fotos\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\ntext\r\n--x\r\nContent-Type: message/rfc822\r\n\r\n--x--\r\n';
  expect((await readReport(Buffer.from(raw))).original).toMatchObject({ sender: 'evil@c.test', subject: 'Fotos' });
});
