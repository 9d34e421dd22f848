// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import editor from '../../../../../locales/ru/phishing/editor.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { field, openPage, press, serve, shownText, type, until } from '../../shared/ui/testing-page.tsx';
import PageCreateScreen from './page-create-screen.tsx';

const page = { id: 'p1', template_id: 't', name: 'Вход', html: '', translation_of: null, versions: [], version: 1 };
const email = (id: string, page_id: string | null) => ({ id, name: `Письмо ${id}`, page_id, version: 1 });
const template = {
  id: 't',
  name: 'Шаблон',
  attack_vector: 'form',
  language: 'ru',
  emails: [email('a', null), email('b', 'p1'), email('c', null)],
  pages: [page],
};
const open = (search = '') =>
  openPage(
    <Suspense>
      <PageCreateScreen />
    </Suspense>,
    `/templates/t/page/create${search}`,
    '/templates/$template_id/page/create',
  );

beforeEach(() => {
  // The test DOM does not load frames and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [name, texts] of Object.entries({ phishing: words, phishing__editor: editor, tips, commons }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test.each([
  ['', ['a', 'c']],
  ['?email=b', ['b']],
])('a new page gets the emails that lead nowhere, or the email for which it is made: %s', async (search, expected) => {
  const sent = serve({ 'phishing.template': template, 'phishing.page-create': page });
  await open(search);
  await until(() => expect(field(words.field.page_name)).toBeDefined());
  expect(shownText()).toContain(words.field.page_emails);
  await type(words.field.page_name, 'Вход');
  await press(words.editor.save_page);
  await until(() => expect(sent('phishing.page-create')).toHaveLength(1));
  expect(sent('phishing.page-create')[0]!.body).toMatchObject({ template_id: 't', email_ids: expected });
});
