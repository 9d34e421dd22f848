// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import starter from '../../../../../locales/ru/library/starter.json' with { type: 'json' };
import more from '../../../../../locales/ru/phishing/templates.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../shared/toasts.ts';
import {
  button,
  buttons,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  signIn,
  until,
} from '../../shared/ui/testing-page.tsx';
import TemplateScreen from './template-screen.tsx';

const template = {
  id: 't1',
  name: 'Срок пароля',
  description: 'Грубая подделка',
  category: { id: 'c', title: 'Доступ' },
  logo: null,
  difficulty: 'easy',
  attack_vector: 'form',
  archived: true,
  version: 5,
  updated_at: '2026-11-01T10:00:00Z',
  emails: [],
  pages: [],
};
const numbers = {
  campaigns: 1,
  recipients: 9,
  sent: 8,
  opened: 4,
  clicked: 2,
  opened_attachment: 0,
  entered_data: 0,
  reported: 0,
  last_sent_at: null,
  emails: [{ id: 'e1', sent: 8, fell: 3 }],
};
const email = {
  id: 'e1',
  template_id: 't1',
  page_id: null,
  name: 'Напоминание',
  language: 'ru',
  subject: 'Срок',
  html: '',
  attachments: [],
  tips: [],
  premise: null,
  versions: [{ id: 'e1', language: 'ru' }],
};
const open = (answers: Parameters<typeof serve>[0], tab = 'emails') => {
  const sent = serve({ 'phishing.template': template, 'phishing.template-statistics': numbers, ...answers });
  return openPage(
    <Suspense>
      <TemplateScreen />
    </Suspense>,
    `/templates/t1?tab=${tab}`,
    '/templates/$template_id',
  ).then((page) => ({ ...page, sent }));
};

beforeEach(() => {
  // The test DOM does not load frames and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [name, texts] of Object.entries({
    phishing: words,
    phishing__templates: more,
    library__starter: starter,
    tips,
    commons,
  }))
    addTexts('ru', name, texts);
  signIn(['admin.phishing', 'admin.phishing.templates', 'admin.phishing.campaigns']);
});
const shownTips = () => currentToasts().map((one) => one.text);
afterEach(() => {
  for (const one of currentToasts()) closeToast(one.id);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a template shows its results; results that never occurred are left out', async () => {
  await open({});
  await until(() => expect(shownText()).toContain('4 (44'));
  expect(shownText()).toContain(words.template.clicked);
  expect(shownText()).not.toContain(words.template.documents);
  expect(shownText()).not.toContain(words.template.reported);
});

test('each email shows the share of people who fell for it', async () => {
  await open({ 'phishing.template': { ...template, emails: [email] } });
  await until(() => expect(shownText()).toMatch(/Ошиблись: 38/));
});

const toCampaign = (): string | undefined =>
  [...document.querySelectorAll('a')].find((one) => one.textContent === starter.action.campaign)?.search;

test('a template leads to a campaign with its first email', async () => {
  await open({ 'phishing.template': { ...template, archived: false, emails: [email] } });
  await until(() => expect(toCampaign()).toBe('?email=e1'));
});

test('a template in the archive leads to no campaign', async () => {
  await open({ 'phishing.template': { ...template, emails: [email] } });
  await until(() => expect(button(words.template.restore)).toBeDefined());
  expect(toCampaign()).toBeUndefined();
});

test('a template that was never sent says so instead of showing zeros', async () => {
  await open({ 'phishing.template-statistics': { ...numbers, recipients: 0 } });
  await until(() => expect(shownText()).toContain(words.template.never_sent));
});

test('an archived template is restored with the version that was read', async () => {
  const { sent } = await open({ 'phishing.template-update': { ...template, archived: false } });
  await until(() => expect(buttons(words.template.restore)).toHaveLength(1));
  await press(words.template.restore);
  await until(() => expect(sent('phishing.template-update')).toHaveLength(1));
  expect(sent('phishing.template-update')[0]!.body).toMatchObject({ archived: false, version: 5 });
});

test('a template is deleted after a confirmation, and the list follows', async () => {
  const { sent, address } = await open({ 'phishing.template-delete': { archived: false } });
  await until(() => expect(buttons(commons.delete)).toHaveLength(1));
  await press(commons.delete);
  await until(() => expect(button(words.template.delete_action)).toBeDefined());
  expect(sent('phishing.template-delete')).toEqual([]);
  await press(words.template.delete_action);
  await until(() => expect(address()).toMatch(/templates$/));
  expect(sent('phishing.template-delete')[0]!.path).toMatch(/t1$/);
  expect(shownTips()).toEqual([tips.template.deleted]);
});

test('copying and restoring a template show their tips', async () => {
  await open({ 'phishing.template-copy': { ...template, id: 't2' }, 'phishing.template-update': template });
  await until(() => expect(buttons(words.template.restore)).toHaveLength(1));
  await press(words.template.restore);
  await until(() => expect(shownTips()).toEqual([tips.template.updated]));
  await press(commons.copy);
  await until(() => expect(shownTips()).toEqual([tips.template.updated, tips.template.copied]));
});

const page = {
  id: 'p1',
  template_id: 't1',
  name: 'Вход',
  language: 'ru',
  html: '',
  versions: [{ id: 'p1', language: 'ru' }],
};

test('a landing page that no email leads to is deleted after a confirmation', async () => {
  const { sent } = await open(
    { 'phishing.template': { ...template, pages: [page] }, 'phishing.page-delete': null },
    'pages',
  );
  await until(() => expect(buttons(commons.delete)).toHaveLength(2));
  await press(commons.delete);
  await until(() => expect(button(words.template.delete_page_action)).toBeDefined());
  expect(sent('phishing.page-delete')).toEqual([]);
  await press(words.template.delete_page_action);
  await until(() => expect(sent('phishing.page-delete')[0]?.path).toMatch(/p1$/));
});

test('a landing page that an email leads to cannot be deleted, and its button names the email', async () => {
  const emails = [{ ...email, page_id: 'p1' }];
  const { sent } = await open({ 'phishing.template': { ...template, emails, pages: [page] } }, 'pages');
  await until(() => expect(shownText()).toContain('Сюда ведут письма: Напоминание.'));
  await press(commons.delete);
  expect(buttons(words.template.delete_page_action)).toEqual([]);
  expect(sent('phishing.page-delete')).toEqual([]);
});

test('a template that does not exist is not found', async () => {
  await open({ 'phishing.template': errorResponse(404, 'template.not_found') });
  await until(() => expect(shownText()).toContain(commons.state.not_found_title));
});

test('a server error offers a retry', async () => {
  let answer: unknown = errorResponse(400, 'server.unexpected');
  await open({ 'phishing.template': () => answer });
  await until(() => expect(buttons(commons.retry)).toHaveLength(1));
  answer = template;
  await press(commons.retry);
  await until(() => expect(shownText()).toContain('Срок пароля'));
});
