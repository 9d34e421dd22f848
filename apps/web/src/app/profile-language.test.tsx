// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentLanguage, applyLanguage } from '../shared/i18n/i18n.ts';
import { addTexts } from '../shared/i18n/texts.ts';
import { followLanguage, queryClient } from '../shared/query-client.ts';
import { useRead } from '../shared/query.ts';
import { refetchSession } from '../shared/session.ts';
import { draw, eventually } from '../shared/ui/testing.tsx';
import { useProfileLanguage } from './profile-language.ts';

let language: string | null;
/** What was asked for, and in which language. */
let asked: string[];
beforeEach(() => {
  vi.stubGlobal('__APP_VERSION__', '1');
  asked = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.startsWith('/lk/locales/')) return Promise.resolve(Response.json({}));
    asked.push(`${url.split('/').at(-1)} ${new Headers(init?.headers).get('x-language')}`);
    return Promise.resolve(
      Response.json({
        id: 'a',
        language,
        permissions: [],
        acting_organization: { id: 'b', time_zone: 'Asia/Tashkent' },
      }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  applyLanguage('ru');
  localStorage.clear();
});
/** Adds the texts that every page needs, as after a start. */
const started = () => ['translation', 'commons', 'tips', 'global_errors'].forEach((one) => addTexts('ru', one, {}));
const Page = (): ReactNode => (useProfileLanguage(), null);
const open = () => {
  started();
  return draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
};

test('after signing in, the language of the profile replaces the one stored on the device', async () => {
  applyLanguage('ru');
  language = 'uz';
  const { end } = await open();
  await eventually(() => expect(currentLanguage()).toBe('uz'));
  end();
});

test('a language chosen on this page is kept when the profile is read again; a profile without a language changes nothing', async () => {
  applyLanguage('ru');
  language = null;
  const { end } = await open();
  await act(() => refetchSession());
  expect(currentLanguage()).toBe('ru');
  language = 'en';
  await act(() => refetchSession());
  await eventually(() => expect(currentLanguage()).toBe('en'));
  applyLanguage('uz');
  await act(() => refetchSession());
  expect(currentLanguage()).toBe('uz');
  end();
});

test('another language reads again what the page shows, in that language, but not the profile', async () => {
  applyLanguage('ru');
  language = null;
  const Tags = (): ReactNode => (useProfileLanguage(), useRead('tags.list', {}), null);
  started();
  const { end } = await draw(
    <QueryClientProvider client={queryClient}>
      <Tags />
    </QueryClientProvider>,
  );
  await eventually(() => expect(asked.toSorted()).toEqual(['me ru', 'organization ru']));
  const unfollow = followLanguage();
  // The server has not stored the choice yet.
  language = 'ru';
  applyLanguage('uz');
  await eventually(() => expect(asked.slice(2)).toEqual(['organization uz']));
  expect(currentLanguage()).toBe('uz');
  unfollow();
  end();
});
