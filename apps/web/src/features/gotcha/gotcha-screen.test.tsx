// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import texts from '../../../../../locales/ru/gotcha.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, until } from '../../shared/ui/testing-page.tsx';
import GotchaScreen from './gotcha-screen.tsx';

beforeEach(() => {
  addTexts('ru', 'gotcha', texts);
  // The test DOM does not load frames and logs an error.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  queryClient.clear();
});

const key = 'k'.repeat(22);
const email = {
  subject: 'Сводка карантина',
  sender_name: 'Почтовый фильтр',
  sender_address: 'karantin@filter.test',
  attachments: [],
  preview: { url: 'about:blank', expires_at: '2026-12-01T00:00:00Z' },
};
const open = async (tips: readonly string[]) => {
  serve({
    'campaigns.gotcha': {
      first_name: 'Анна',
      language: 'ru',
      organization: 'Пример',
      brand_color: '#2a5bd7',
      email,
      tips: [...tips],
      next: null,
    },
  });
  await openPage(
    <Suspense>
      <GotchaScreen />
    </Suspense>,
    `/?c=${key}`,
  );
  await until(() => expect(shownText()).toContain(email.subject));
};
const numbers = () => [...document.querySelectorAll('figure sup')].map((one) => one.textContent);

test('a red flag about the address of the sender has its number at the sender', async () => {
  await open(['Торопят', 'Письмо пришло с karantin@filter.test. Сверьте адрес.', 'Просят пароль']);
  expect(numbers()).toEqual(['2']);
  expect(shownText()).toContain('Почтовый фильтр <karantin@filter.test>');
});

test('no number stands at the sender of an email without such a red flag', async () => {
  await open(['Торопят']);
  expect(numbers()).toEqual([]);
  expect(shownText()).toContain('Почтовый фильтр <karantin@filter.test>');
});
