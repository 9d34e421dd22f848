// @vitest-environment happy-dom
import { act, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import connection from '../../../../../locales/ru/connection.json' with { type: 'json' };
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/suspicious.json' with { type: 'json' };
import address from '../../../../../locales/ru/suspicious/address.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import {
  button,
  buttons,
  openPage,
  press,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import ReportAddressScreen from './report-address-screen.tsx';
import SuspiciousScreen from './suspicious-screen.tsx';
import VerifyScreen from './verify-screen.tsx';

const ID = '0b2ad0de-0000-4000-8000-000000000001';
const email = {
  id: ID,
  subject: 'Ваш счёт заблокирован',
  sender: 'Банк <secure@evil.test>',
  reporter: { id: null, name: '', email: 'anna@zavod.example' },
  reported_at: '2026-11-20T04:00:00Z',
  stage: 'new',
  verdict: null,
  taken_by: null,
  same: 1,
  unreadable: false,
  links_count: 1,
  attachments_count: 2,
  sent_at: null,
  links: ['hxxp://bank[.]evil[.]test/'],
  attachments: [{ name: 'invoice.pdf', size: 30, type: 'application/pdf', sha256: 'ab12' }],
  hops: [
    { from: 'evil.test', by: 'mx.zavod.example', address: '203.0.113.9', protocol: 'ESMTP', at: null, delay: null },
    {
      from: 'mx.zavod.example',
      by: 'mail.zavod.example',
      address: null,
      protocol: '',
      at: '2026-11-20T04:00:00Z',
      delay: 63,
    },
  ],
  authentication: [
    { source: 'authentication-results', by: 'mx.zavod.example', method: 'dmarc', result: 'fail', about: 'evil.test' },
  ],
  headers: 'Received: from evil.test',
  size: 2048,
  forwarded_to: 'soc@zavod.example',
  state_by: null,
  state_at: null,
  body: 'kept',
  body_until: '2026-12-20T04:00:00Z',
  reporters: 2,
  answered: 0,
  version: 1,
};
const message = {
  text: 'Ваш счёт заблокирован',
  page: { url: 'https://content.test/a', with_pictures: 'https://content.test/b', expires_at: '2026-11-20T05:00:00Z' },
  pictures: { embedded: 1, remote: 2 },
  headers: [{ name: 'Subject', value: 'Ваш счёт заблокирован' }],
  links: [{ text: 'Войти', address: 'hxxp://bank[.]evil[.]test/', host: 'bank[.]evil[.]test' }],
};
const texts = Object.fromEntries(
  ['ru', 'en', 'uz'].map((code) => [code, { subject: 'Тема ответа', text: 'Текст ответа' }]),
);
const answers = ['dangerous', 'spam', 'harmless', 'simulation'].map((verdict) => ({
  verdict,
  texts,
  own: false,
  version: 0,
}));
const figures = { months: [], reports: 0, judged: 0, dangerous: 0, median_minutes: null };
const box = {
  configured: true,
  address: 'report@zavod.example',
  host: 'imap.zavod.example',
  port: 993,
  security: 'tls',
  username: 'report',
  password_state: 'set',
  ca: '',
  folder: 'INBOX',
  forward_to: null,
  thanks: true,
  read_at: null,
  failure: { step: 'login', ok: false, code: 'login_failed', detail: 'no', at: '2026-11-20T04:00:00Z' },
  full: false,
  simulations: 3,
  suspicious: 1,
  version: 4,
};
const open = (screen: ReactNode, at = '/') => openPage(<Suspense>{screen}</Suspense>, at);

beforeEach(() => {
  for (const [name, texts] of Object.entries({
    suspicious: words,
    suspicious__address: address,
    tips,
    commons,
    connection,
  }))
    addTexts('ru', name, texts as never);
  signIn(['admin.phishing.campaigns', 'admin.settings.adfs'], { role: 'system_admin' } as never);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

/** The list of two emails with everything that the drawer reads. */
const serveReports = (answer: object = {}) => {
  const second = { ...email, id: ID.replace(/1$/, '2'), subject: 'Второе письмо' };
  return serve({
    'suspicious-mail.list': { data: [email, second], total_count: 2 },
    'suspicious-mail.get': { ...email, ...answer },
    'suspicious-mail.read': message,
    'suspicious-mail.similar': { groups: [] },
    'suspicious-mail.answers': { data: answers },
    'suspicious-mail.figures': figures,
    'suspicious-mail.judge': { ...email, stage: 'closed', verdict: 'dangerous', version: 2 },
    'suspicious-mail.answer': { ...email, answered: 2 },
  });
};
const key = (code: string, more: KeyboardEventInit = {}) =>
  act(
    async () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { code, bubbles: true, cancelable: true, ...more }),
      ),
  );

test('a reported email is read in a frame that loads nothing, with its way, checks and files, and no link opens', async () => {
  const sent = serveReports();
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Банк <secure@evil.test>'));
  expect(shownText()).toContain('1 ссылка, 2 вложения');
  expect(shownText()).toContain(`anna@zavod.example ${words.stranger}`);
  await press(email.subject);
  await until(() => expect(shownText()).toContain('hxxp://bank[.]evil[.]test/'));
  const frame = () => document.querySelector('iframe')!;
  expect([frame().getAttribute('sandbox'), frame().src]).toEqual(['', message.page.url]);
  for (const text of ['203.0.113.9', 'DMARC fail', 'SHA-256 ab12', 'через 63 с']) expect(shownText()).toContain(text);
  expect(document.querySelector('a[href*="evil"], img')).toBeNull();
  expect(sent('suspicious-mail.read')).toHaveLength(1);
  await press(words.drawer.pictures_show.replace('{{count}}', '1'));
  await until(() => expect(frame().src).toBe(message.page.with_pictures));
});

test('the checks of the sender stand before the message and the decision, each once', async () => {
  const check = email.authentication[0]!;
  serveReports({
    authentication: [check, { ...check, by: 'mail.zavod.example' }, { ...check, method: 'spf', result: 'pass' }],
  });
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Второе письмо'));
  await press(email.subject);
  await until(() => expect(shownText()).toContain('SPF pass'));
  const text = shownText();
  expect(text.split('DMARC fail')).toHaveLength(2);
  expect(text).toContain('mx.zavod.example, mail.zavod.example');
  expect(text.indexOf('DMARC fail')).toBeLessThan(text.indexOf(words.drawer.decide));
  expect(text.indexOf('DMARC fail')).toBeLessThan(text.indexOf('hxxp://bank[.]evil[.]test/'));
});

test('an answer of an earlier release, without checks and way, is shown', async () => {
  serveReports({ authentication: undefined, hops: undefined });
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Второе письмо'));
  await press(email.subject);
  await until(() => expect(shownText()).toContain(words.drawer.no_checks));
  expect(shownText()).not.toContain(words.drawer.path);
});

test('an email without a verdict has an empty cell, which a phone leaves out', async () => {
  serveReports();
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Второе письмо'));
  const empty = [...document.querySelectorAll('td[data-none]')].map((one) => one.getAttribute('data-label'));
  expect(empty).toContain(words.col.verdict);
});

test('1 to 4 give the verdict, J and K lead through the list, in every layout and never while somebody types', async () => {
  const sent = serveReports();
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Второе письмо'));
  await press(email.subject);
  await until(() => expect(shownText()).toContain(words.drawer.keys));
  await until(() => expect(shownText()).toContain('hxxp://bank[.]evil[.]test/'));
  await key('Digit1', { key: '1', ctrlKey: true });
  expect(sent('suspicious-mail.judge')).toEqual([]);
  await key('Digit1', { key: '1' });
  await until(() =>
    expect(sent('suspicious-mail.judge').map((one) => one.body)).toEqual([
      { stage: 'closed', verdict: 'dangerous', same: false, version: 1 },
    ]),
  );
  await key('KeyJ', { key: 'о' });
  await until(() => expect(sent('suspicious-mail.read')).toHaveLength(2));
  await key('KeyK', { key: 'л' });
  await until(() => expect(sent('suspicious-mail.read')).toHaveLength(3));
  await key('KeyK', { key: 'л' });
  expect(sent('suspicious-mail.read')).toHaveLength(3);
});

test('a verdict of all reports of the message is sent as one, and the reporters are answered at once', async () => {
  const sent = serveReports({ same: 3, verdict: 'spam', stage: 'closed' });
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Банк <secure@evil.test>'));
  await press(email.subject);
  await until(() => expect(shownText()).toContain('Тема ответа'));
  await press(words.drawer.answer_send.replace('{{count}}', '2'));
  await until(() => expect(sent('suspicious-mail.answer').map((one) => one.body)).toEqual([{ version: 1 }]));
  await key('Digit3', { key: '3' });
  await until(() =>
    expect(sent('suspicious-mail.judge').map((one) => one.body)).toEqual([
      { stage: 'closed', verdict: 'harmless', same: true, version: 1 },
    ]),
  );
});

test('a message that is not kept says why', async () => {
  serveReports({ body: 'deleted', body_until: null });
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Банк <secure@evil.test>'));
  await press(email.subject);
  await until(() => expect(shownText()).toContain(words.drawer.body.deleted));
  expect(document.querySelector('iframe')).toBeNull();
});

test('an empty list leads to the settings of the report address', async () => {
  serve({ 'suspicious-mail.figures': figures });
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain(words.set_up));
});

test('the page of the report address says why reading fails and what to do', async () => {
  serve({ 'suspicious-mail.address': box });
  await open(<ReportAddressScreen />);
  await until(() => expect(shownText()).toContain(address.code.login_failed.what));
  expect(shownText()).toContain(address.code.login_failed.do);
});

test('settings are checked and saved without the stored password', async () => {
  const diagnosis = {
    ok: false,
    steps: [
      { step: 'name', ok: true, code: 'ok', detail: '' },
      { step: 'connect', ok: false, code: 'connection_refused', detail: 'ECONNREFUSED' },
    ],
  };
  const sent = serve({
    'suspicious-mail.address': box,
    'suspicious-mail.address-test': diagnosis,
    'suspicious-mail.address-save': { ...box, folder: 'Reports', version: 5 },
  });
  await open(<ReportAddressScreen />);
  await until(() => expect(buttons(connection.test)).toHaveLength(1));
  await type(address.form.folder, 'Reports');
  await press(connection.test);
  await until(() => expect(shownText()).toContain(connection.code.connection_refused.do));
  const steps = [...document.querySelectorAll('ol li')].map((one) => (one as HTMLElement).dataset['state']);
  expect(steps).toEqual(['passed', 'failed', 'not_reached', 'not_reached', 'not_reached']);
  await act(async () => button(commons.save).click());
  await until(() => expect(sent('suspicious-mail.address-save')).toHaveLength(1));
  expect(sent('suspicious-mail.address-save')[0]!.body).toEqual({
    address: box.address,
    host: box.host,
    port: 993,
    security: 'tls',
    ca: '',
    username: 'report',
    folder: 'Reports',
    forward_to: null,
    thanks: true,
    version: 4,
  });
});

test('an operator sees the state, and who may change it', async () => {
  signIn(['admin.settings.adfs']);
  serve({ 'suspicious-mail.address': { ...box, failure: null, read_at: '2026-11-20T04:00:00Z' } });
  await open(<ReportAddressScreen />);
  await until(() => expect(shownText()).toContain(address.kept.title));
  expect(buttons(address.state.remove)).toEqual([]);
});

const genuine = {
  verdict: 'genuine',
  organization: { id: ID, title: 'Завод' },
  campaign: { id: ID, name: 'Осенние учения', email: 'Счёт' },
  sent_at: '2026-11-20T04:00:00Z',
  sender: { name: 'Бухгалтерия', address: 'pay@help.test' },
  sender_matches: true,
  recipient: null,
  recipient_matches: null,
};
const nothing = {
  organization: null,
  campaign: null,
  sent_at: null,
  sender: null,
  sender_matches: null,
  recipient: null,
  recipient_matches: null,
};
test.for([
  ['a simulation', genuine, [words.verify.genuine, 'Осенние учения', 'Бухгалтерия <pay@help.test>']],
  ['a copied signature', { ...genuine, sender_matches: false }, [words.verify.copied, words.verify.copied_text]],
  ['no sender to compare', { ...genuine, sender_matches: null }, [words.verify.unproven, words.verify.unproven_text]],
  ['another addressee', { ...genuine, recipient_matches: false }, [words.verify.readdressed]],
  ['no signature of ours', { ...nothing, verdict: 'invalid' }, [words.verify.invalid, words.verify.invalid_text]],
  ['no headers', { ...nothing, verdict: 'missing' }, [words.verify.missing]],
] as const)('a pasted email is verified: %s', async ([, answer, texts]) => {
  const sent = serve({ 'suspicious-mail.verify': answer });
  await open(<VerifyScreen />);
  await type(words.verify.label, 'Message-ID: <1@x>');
  await press(words.verify.action);
  for (const text of texts) await until(() => expect(shownText()).toContain(text));
  expect(sent('suspicious-mail.verify').map((one) => one.body)).toEqual([{ text: 'Message-ID: <1@x>' }]);
});
