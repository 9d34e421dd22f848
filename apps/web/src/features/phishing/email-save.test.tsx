// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Email } from '@sergak/contract/phishing/phishing.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import more from '../../../../../locales/ru/phishing/templates.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import editor from '../../../../../locales/ru/phishing/editor.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { queryClient } from '../../shared/query-client.ts';
import { isBlocked } from '../../shared/ui/testing.tsx';
import {
  button,
  field,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import { EmailEditor } from './email-editor.tsx';
import { openCode, shownCode, writeCode } from './editor/testing-code.ts';

const email = {
  id: 'e',
  name: 'Письмо',
  language: 'ru',
  subject: 'Срок пароля',
  sender_name: 'Поддержка',
  sender_address: 'it@corp-portal.test',
  html: '<p>{{first_name}}, <a href="{{link}}">войдите</a></p>{{tracking}}',
  attachments: [],
  tips: [{ text: 'Чужой адрес', cue: 'sender_address' }],
  premise: null,
  translation_of: null,
  page_id: null,
  version: 7,
} as unknown as Email;

let closed = 0;
const open = async (edited: Email | null = email) => {
  const page = await openPage(
    <Suspense>
      <EmailEditor templateId="t" vector="form" email={edited} pages={[]} onClose={() => void (closed += 1)} />
      <ScreenLink screen="phishing.templates">К шаблонам</ScreenLink>
    </Suspense>,
  );
  await until(() => expect(field(words.field.subject)).toBeDefined());
  await openCode();
  return page;
};

beforeEach(() => {
  // The test DOM does not load frames and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  closed = 0;
  for (const [name, texts] of Object.entries({
    phishing: words,
    phishing__editor: editor,
    phishing__templates: more,
    tips,
    global_errors: errors,
  }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('an email is saved with the version that was read; empty lines are not red flags', async () => {
  const sent = serve({ 'phishing.email-update': email });
  await open();
  await press(more.tips.add);
  await press(more.tips.add);
  await type(more.tips.text.replace('{{n}}', '3'), 'Спешка');
  await press(words.editor.save_email);
  await until(() => expect(closed).toBe(1));
  expect(sent('phishing.email-update')[0]!.body).toMatchObject({
    version: 7,
    tips: [email.tips[0], { text: 'Спешка', cue: null }],
  });
});

test('the marks of the other red flags stay with them when a red flag is removed', async () => {
  const marked = {
    ...email,
    html: '<p><span data-tip="1">а</span> <span data-tip="2">б</span> <span data-tip="3">в</span> <a href="{{link}}">г</a></p>{{tracking}}',
    tips: ['ONE', 'TWO', 'THREE'].map((text) => ({ text, cue: null })),
  };
  const sent = serve({ 'phishing.email-update': marked });
  await open(marked);
  await press(more.tips.remove.replace('{{n}}', '1'));
  await type(more.tips.text.replace('{{n}}', '1'), ' ');
  await press(words.editor.save_email);
  await until(() => expect(closed).toBe(1));
  expect(sent('phishing.email-update')[0]!.body).toMatchObject({
    tips: [{ text: 'THREE' }],
    html: '<p>а б <span data-tip="1">в</span> <a href="{{link}}">г</a></p>{{tracking}}',
  });
});

test('an email without a subject, or with a fault in its HTML, cannot be saved', async () => {
  serve({});
  await open();
  await type(words.field.subject, '  ');
  expect(isBlocked(button(words.editor.save_email))).toBe(true);
  await type(words.field.subject, 'Срок пароля');
  await until(() => expect(isBlocked(button(words.editor.save_email))).toBe(false));
  await writeCode('<p>{{unknown}}</p>');
  expect(isBlocked(button(words.editor.save_email))).toBe(true);
});

test('a sender domain that simulations may not use is named while it is typed', async () => {
  serve({ 'phishing.domains': { data: ['corp-portal.test'] } });
  await open();
  const warning = words.field.sender_foreign.replace('{{domain}}', 'microsoft.com');
  await until(() => expect(shownText()).toContain('corp-portal.test'));
  expect(shownText()).not.toContain(warning);
  await type(words.field.sender_address, 'it@microsoft');
  expect(shownText()).not.toContain(warning);
  await type(words.field.sender_address, 'it@microsoft.com');
  expect(shownText()).toContain(warning);
});

test('an email that another person has changed stays in the editor; saving mine keeps the other fields', async () => {
  let stale = true;
  const sent = serve({
    'phishing.email-update': () => (stale ? errorResponse(409, 'common.stale_version') : email),
    'phishing.email': { ...email, version: 8, subject: 'Чужая тема', sender_name: 'Касса' },
  });
  await open();
  await type(words.field.subject, 'Новая тема');
  await press(words.editor.save_email);
  await until(() => expect(shownText()).toContain(editor.stale.title));
  expect(shownText()).toContain('Чужая тема');
  await until(() => expect(document.activeElement!.textContent).toContain(editor.stale.title));
  expect(field(words.field.subject).value).toBe('Новая тема');
  expect(closed).toBe(0);
  stale = false;
  await press(commons.stale.overwrite);
  await until(() => expect(closed).toBe(1));
  expect(sent('phishing.email-update')[1]!.body).toEqual({ version: 8, subject: 'Новая тема' });
});

test('the changes of the other person can be taken instead', async () => {
  serve({
    'phishing.email-update': errorResponse(409, 'common.stale_version'),
    'phishing.email': { ...email, version: 8, subject: 'Чужая тема' },
  });
  await open();
  await type(words.field.subject, 'Новая тема');
  await press(words.editor.save_email);
  await until(() => expect(shownText()).toContain(editor.stale.title));
  await press(commons.stale.take);
  expect(field(words.field.subject).value).toBe('Чужая тема');
});

const leave = () =>
  act(async () => [...document.querySelectorAll('a')].find((one) => one.textContent === 'К шаблонам')!.click());

/** Answers the question with «Отмена», which the save bar has too. */
const stay = () =>
  act(async () =>
    [...document.querySelectorAll<HTMLElement>('[role=dialog] button')]
      .find((one) => one.textContent === commons.cancel)!
      .click(),
  );

test('whoever leaves the editor saves', async () => {
  const sent = serve({ 'phishing.email-update': { ...email, version: 8 } });
  const { address } = await open();
  await type(words.field.subject, 'Новая тема');
  await leave();
  await until(() => expect(address()).toContain('/phishing/templates'));
  expect(sent('phishing.email-update').map((one) => one.body)).toEqual([{ version: 7, subject: 'Новая тема' }]);
  expect(closed, 'the way of the link, not of the button').toBe(0);
});

test('an email that the server does not store stays in the editor, and the person decides', async () => {
  serve({ 'phishing.email-update': errorResponse(503, 'common.unavailable') });
  const { address } = await open();
  await type(words.field.subject, 'Новая тема');
  await leave();
  await until(() => expect(shownText()).toContain(commons.unsaved.failed));
  await stay();
  expect(address()).toBe('/');
  expect(field(words.field.subject).value).toBe('Новая тема');
  await leave();
  await until(() => expect(shownText()).toContain(commons.unsaved.failed));
  await press(commons.unsaved.leave);
  await until(() => expect(address()).toContain('/phishing/templates'));
});

test('an email that cannot be saved yet says why; «Отмена» drops the changes only after a question', async () => {
  const sent = serve({});
  const { address } = await open();
  await type(words.field.subject, ' ');
  await leave();
  await until(() =>
    expect(shownText()).toContain(commons.unsaved.held.replace('{{reason}}', commons.save_bar.required)),
  );
  await stay();
  expect(address()).toBe('/');
  await until(() => expect(shownText()).not.toContain(commons.unsaved.title));
  await press(commons.cancel);
  await until(() => expect(shownText()).toContain(commons.unsaved.title));
  expect(closed).toBe(0);
  await press(commons.unsaved.leave);
  await until(() => expect(closed).toBe(1));
  expect(sent('phishing.email-update')).toEqual([]);
});

test('a variable is inserted into the code, and undone there', async () => {
  serve({});
  await open();
  await until(() => expect(shownCode()).toBe(email.html));
  await press(words.variable.position);
  expect(shownCode()).toContain('{{tracking}}{{position}}');
  await press(editor.view.undo);
  expect(shownCode()).toBe(email.html);
});
