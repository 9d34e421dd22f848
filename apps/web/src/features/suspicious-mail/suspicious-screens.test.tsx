// @vitest-environment happy-dom
import { act, Suspense, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../locales/ru/suspicious.json' with { type: 'json' };
import address from '../../../locales/ru/suspicious/address.json' with { type: 'json' };
import tips from '../../../locales/ru/tips.json' with { type: 'json' };
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
  state: 'new',
  unreadable: false,
  links_count: 1,
  attachments_count: 2,
  sent_at: null,
  links: ['hxxp://bank[.]evil[.]test/'],
  attachments: [{ name: 'invoice.pdf', size: 30 }],
  headers: 'Received: from evil.test',
  size: 2048,
  forwarded_to: 'soc@zavod.example',
  state_by: null,
  state_at: null,
};
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
  for (const [name, texts] of Object.entries({ suspicious: words, suspicious__address: address, tips, commons }))
    addTexts('ru', name, texts);
  signIn(['admin.phishing.campaigns', 'admin.settings.adfs'], { role: 'system_admin' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a reported email is shown as text, without a link that opens, and assessed', async () => {
  const sent = serve({
    'suspicious-mail.list': { data: [email], total_count: 1 },
    'suspicious-mail.get': email,
    'suspicious-mail.set-state': { ...email, state: 'dangerous' },
  });
  await open(<SuspiciousScreen />);
  await until(() => expect(shownText()).toContain('Банк <secure@evil.test>'));
  expect(shownText()).toContain('1 ссылка, 2 вложения');
  expect(shownText()).toContain(`anna@zavod.example ${words.stranger}`);
  await press(email.subject);
  await until(() => expect(shownText()).toContain('hxxp://bank[.]evil[.]test/'));
  expect(document.querySelector('a[href*="evil"], iframe, img')).toBeNull();
  await press(words.state.dangerous);
  await until(() => expect(sent('suspicious-mail.set-state').map((one) => one.body)).toEqual([{ state: 'dangerous' }]));
});

test('an empty list leads to the settings of the report address', async () => {
  serve({});
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
  await until(() => expect(buttons(address.form.test)).toHaveLength(1));
  await type(address.form.folder, 'Reports');
  await press(address.form.test);
  await until(() => expect(shownText()).toContain(address.code.connection_refused.do));
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
