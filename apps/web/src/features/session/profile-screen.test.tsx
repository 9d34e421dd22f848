// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import session from '../../../../../locales/ru/session.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../shared/toasts.ts';
import { openPage, serve, signIn, until } from '../../shared/ui/testing-page.tsx';
import ProfileScreen from './profile-screen.tsx';

afterEach(() => {
  for (const one of currentToasts()) closeToast(one.id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a new picture of the profile is sent as «avatar» and shows its tip', async () => {
  for (const [name, texts] of Object.entries({ commons, session, tips })) addTexts('ru', name, texts);
  signIn(['user'], {
    first_name: 'Анна',
    last_name: 'Алиева',
    middle_name: '',
    avatar_url: null,
    email: 'anna@acme.test',
    language: 'ru',
    position: '',
    department: null,
    role: 'employee',
    organization: { id: 'o', title: 'Завод' },
  } as never);
  const sent = serve({ 'session.avatar': { avatar_url: '/lk/avatars/a' } });
  await openPage(
    <Suspense>
      <ProfileScreen />
    </Suspense>,
  );
  await until(() => expect(document.querySelector('input[type=file]')).not.toBeNull());
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'anna.png')], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(() => expect(sent('session.avatar')).toHaveLength(1));
  expect(sent('session.avatar')[0]!.body).toMatchObject({ avatar: { name: 'anna.png' } });
  await until(() => expect(currentToasts().map((one) => one.text)).toEqual([tips.profile.avatar]));
});
