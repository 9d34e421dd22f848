// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import shell from '../../../../../locales/ru/organizations/shell.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import { SetUpCard } from './set-up-card.tsx';

const license = {
  users_count: 1,
  users_limit: 50_000,
  children_limit: 0,
  start_date: '2026-01-01',
  end_date: '2099-12-31',
  expired: false,
  days_left: 9_000,
};
const current = { id: 'head', title: 'Моя организация', license, sending_paused: false, set_up_due: true };
const page = { ...current, language: 'ru', time_zone: 'Asia/Tashkent', version: 1 };

beforeEach(() => {
  addTexts('ru', 'commons', commons);
  addTexts('ru', 'organizations__shell', shell);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const open = async (role: 'super_user' | 'system_admin', due: boolean) => {
  const own = { id: 'head', title: 'Моя организация', time_zone: 'Asia/Tashkent' } as never;
  signIn(['admin', 'admin.organization'], { role, organization: own, acting_organization: own });
  const sent = serve({
    'organizations.current': { ...current, set_up_due: due },
    'organizations.get': page,
    'organizations.set-up': { set_up_due: false },
  });
  await openPage(
    <Suspense>
      <SetUpCard />
      <p>page</p>
    </Suspense>,
  );
  return sent;
};

test('the first page of a new installation asks its super user and sends the answers', async () => {
  const sent = await open('super_user', true);
  await until(() => expect(shownText()).toContain(shell.set_up.title));
  await type(shell.set_up.name, 'Комбинат');
  await type(shell.set_up.seats, '300');
  await press(shell.set_up.action);
  await until(() => expect(sent('organizations.set-up')).toHaveLength(1));
  expect(sent('organizations.set-up')[0]!.body).toEqual({
    title: 'Комбинат',
    language: 'ru',
    time_zone: 'Asia/Tashkent',
    users_limit: 300,
  });
});

test('nobody else is asked, nor the super user of an organisation that is set up', async () => {
  for (const [role, due] of [
    ['system_admin', true],
    ['super_user', false],
  ] as const) {
    const sent = await open(role, due);
    await until(() => expect(shownText()).toContain('page'));
    await until(() => expect(sent('organizations.current')).toHaveLength(role === 'super_user' ? 1 : 0));
    expect(shownText()).not.toContain(shell.set_up.title);
    queryClient.clear();
  }
});
