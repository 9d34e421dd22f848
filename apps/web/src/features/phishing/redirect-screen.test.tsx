// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../locales/ru/phishing.json' with { type: 'json' };
import tips from '../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { isBlocked } from '../../shared/ui/testing.tsx';
import { button, buttons, field, openPage, press, serve, type, until } from '../../shared/ui/testing-page.tsx';
import RedirectScreen from './redirect-screen.tsx';

const page = {
  id: 'r',
  name: 'Разбор',
  html: '<p>{{first_name}}</p>',
  version: 2,
  campaigns_count: 0,
  created_at: '2026-11-01T10:00:00Z',
};
const open = async () => {
  await openPage(
    <Suspense>
      <RedirectScreen />
    </Suspense>,
  );
  await until(() => expect(buttons(words.redirect.new).length).toBeGreaterThan(0));
};

beforeEach(() => {
  // The test DOM does not load frames and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [name, texts] of Object.entries({ phishing: words, tips, commons })) addTexts('ru', name, texts as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a page is created under its name, once it has a name and its variables are known', async () => {
  const sent = serve({ 'phishing.redirect-page-create': page });
  await open();
  await press(words.redirect.new);
  await until(() => expect(field(words.field.name)).toBeDefined());
  expect(isBlocked(button(words.editor.save_page))).toBe(true);
  await type(words.field.name, 'Разбор');
  await type(words.field.page_html, '<p>{{link}}</p>');
  expect(isBlocked(button(words.editor.save_page))).toBe(true);
  await type(words.field.page_html, '<p>{{first_name}}</p>');
  await press(words.editor.save_page);
  await until(() => expect(sent('phishing.redirect-page-create')).toHaveLength(1));
  expect(sent('phishing.redirect-page-create')[0]!.body).toEqual({ name: 'Разбор', html: '<p>{{first_name}}</p>' });
});

test('a page that a campaign uses cannot be deleted', async () => {
  serve({ 'phishing.redirect-pages': { data: [{ ...page, campaigns_count: 1 }], total_count: 1 } });
  await open();
  await until(() => expect(document.querySelector('[data-opens]')).not.toBeNull());
  await act(async () => document.querySelector<HTMLElement>('[data-opens]')!.click());
  await until(() => expect(buttons(commons.delete)).toHaveLength(1));
  expect(isBlocked(button(commons.delete))).toBe(true);
  expect(document.getElementById(button(commons.delete).getAttribute('aria-describedby')!)?.textContent).toBe(
    words.redirect.used,
  );
});
