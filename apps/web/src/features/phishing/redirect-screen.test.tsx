// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import editor from '../../../../../locales/ru/phishing/editor.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { isBlocked } from '../../shared/ui/testing.tsx';
import { button, buttons, field, openPage, press, serve, type, until } from '../../shared/ui/testing-page.tsx';
import { openCode, writeCode } from './editor/testing-code.ts';
import RedirectCreateScreen from './redirect-create-screen.tsx';
import RedirectDetailScreen from './redirect-detail-screen.tsx';

const page = {
  id: 'r',
  name: 'Разбор',
  html: '<p>{{first_name}}</p>',
  version: 2,
  campaigns_count: 0,
  created_at: '2026-11-01T10:00:00Z',
};

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

test('a page is created under its name, once it has a name and its variables are known', async () => {
  const sent = serve({ 'phishing.redirect-page-create': page });
  const { address } = await openPage(
    <Suspense>
      <RedirectCreateScreen />
    </Suspense>,
  );
  await until(() => expect(field(words.field.name)).toBeDefined());
  expect(isBlocked(button(words.editor.save_page))).toBe(true);
  await openCode();
  await type(words.field.name, 'Разбор');
  await writeCode('<p>{{link}}</p>');
  expect(isBlocked(button(words.editor.save_page))).toBe(true);
  await writeCode('<p>{{first_name}}</p>');
  await press(words.editor.save_page);
  await until(() => expect(address()).toMatch(/detail\/r$/));
  expect(sent('phishing.redirect-page-create')[0]!.body).toEqual({ name: 'Разбор', html: '<p>{{first_name}}</p>' });
});

test('a page that a campaign uses cannot be deleted', async () => {
  serve({ 'phishing.redirect-page': { ...page, campaigns_count: 1 } });
  await openPage(
    <Suspense>
      <RedirectDetailScreen />
    </Suspense>,
    '/detail/r',
    '/detail/$id',
  );
  await until(() => expect(buttons(commons.delete)).toHaveLength(1));
  expect(isBlocked(button(commons.delete))).toBe(true);
  expect(document.getElementById(button(commons.delete).getAttribute('aria-describedby')!)?.textContent).toBe(
    words.redirect.used,
  );
});
