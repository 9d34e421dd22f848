import { expect, test } from 'vitest';
import { isTheSimulation } from './authenticity.rules.ts';
import { readReport } from './report-message.ts';
import { simulation, ways, type ReportedMessage } from './test-reports.ts';

const KEY = 'Ab3_-Ab3_-Ab3_-Ab3_-xy';
const reported: ReportedMessage = {
  by: 'anna@company.test',
  to: 'anna@company.test',
  report: 'report@company.test',
  link: `https://phish.test/${KEY}`,
  messageId: '<0f1e2d3c@help-desk.test>',
  headerKey: Buffer.from('key'),
};
const recipient = {
  id: 1,
  tracking_key: KEY,
  message_id: reported.messageId,
  employee_id: 'e',
  address: reported.to,
  email: reported.to,
  sender_address: 'support@help-desk.test',
  html: '<a href="{{link}}">x</a><a href="https://policy.test/rules">x</a>',
};
const judge = async (raw: Buffer | string) =>
  isTheSimulation(await readReport(Buffer.from(String(raw).replace(/\r?\n/g, '\r\n'))), {
    found: [recipient],
    mailbox: reported.report,
    phishingHost: 'phish.test',
    isEmployee: (address) => address === reported.by,
  });

const top = (from: string, type: string, to = reported.report) =>
  `From: <${from}>\nTo: <${to}>\nMessage-ID: <r@x.test>\nMIME-Version: 1.0\nContent-Type: ${type}\n`;
const withAttached = (from: string, email: string, text = 'Spam?') =>
  `${top(from, 'multipart/mixed; boundary=q')}\n--q\nContent-Type: text/plain\n\n${text}\n--q\nContent-Type: message/rfc822\n\n${email}\n--q--\n`;
const inline = (sender: string, body: string, above = '') =>
  `${top(reported.by, 'text/plain; charset=utf-8')}\n${above}\n---------- Forwarded message ---------\nFrom: ${sender}\nSubject: Password\n\n${body}\n`;
const GENUINE = 'Support <support@help-desk.test>';

test.each(Object.entries(ways))('the simulation is recognised: %s', async (_, make) => {
  expect(await judge(make(reported))).toBe(true);
});

test.each([
  ['a signature with a link above the email', inline(GENUINE, reported.link, 'Anna https://company.test')],
  ['a link of the template', inline(GENUINE, `${reported.link} https://policy.test/rules`)],
  ['a link hidden by a gateway', inline(GENUINE, `${reported.link} https://protect-eu.mimecast.com/s/abc`)],
  ['old Outlook', inline('Support [mailto:support@help-desk.test]', reported.link)],
  [
    'the sender written twice',
    inline('Support <support@help-desk.test<mailto:support@help-desk.test>>', reported.link),
  ],
  ['the name of the sender only', inline('Support', reported.link)],
  ['without a head', `${top(reported.by, 'text/plain')}\n${reported.link}\n`],
  ['attached by a stranger', withAttached('anna@home.test', simulation(reported))],
])('it is recognised as well: %s', async (_, raw) => {
  expect(await judge(raw)).toBe(true);
});

const attack = simulation(reported).replace('<support@help-desk.test>\r\nTo:', '<attacker@evil.test>\r\nTo:');
test.each([
  ['another sender in the head', inline('Support <attacker@evil.test>', reported.link)],
  ['the sender as a display name', inline('"support@help-desk.test" <attacker@evil.test>', reported.link)],
  ['the sender in brackets before another', inline('<support@help-desk.test> <attacker@evil.test>', reported.link)],
  ['another host', inline(GENUINE, `${reported.link} https://evil.test/${KEY}`)],
  ['the phishing host as a user name', inline(GENUINE, `https://phish.test@evil.test/${KEY}`)],
  [
    'another host behind a gateway',
    inline(GENUINE, `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2F${KEY}`),
  ],
  [
    'another host after many links',
    inline(GENUINE, `${Array.from({ length: 60 }, (_, n) => `${reported.link}?${n}`).join('\n')}\nhttps://evil.test/`),
  ],
  ['another sender of the attached email', withAttached(reported.by, attack)],
  ['two senders', withAttached(reported.by, simulation(reported).replace('From:', 'From: <a@evil.test>\r\nFrom:'))],
  [
    'an attack that carries the simulation',
    withAttached(reported.by, withAttached('a@evil.test', simulation(reported))),
  ],
  [
    'an attack next to the simulation',
    withAttached(reported.by, `${simulation(reported)}\n--q\nContent-Type: message/rfc822\n\n${attack}`),
  ],
  [
    'a redirected attack that carries the simulation',
    `Resent-From: <${reported.by}>\n${withAttached('a@evil.test', simulation(reported))}`,
  ],
  [
    'an attack of a stranger that carries the simulation',
    withAttached('a@evil.test', simulation(reported), 'https://evil.test/'),
  ],
  [
    'a redirected attack with the head of a forwarded email',
    `${top('boss@company.test', 'text/plain', reported.to)}\nFrom: ${GENUINE}\nSubject: Password\n\n${reported.link}\n`,
  ],
])('an attack with marks of the simulation is not the simulation: %s', async (_, raw) => {
  expect(await judge(raw)).toBe(false);
});
