// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import session from '../../../../../locales/ru/session.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import '../../shared/wire.ts';
import AddressConfirmScreen from './address-confirm-screen.tsx';
import { OwnAddress } from './own-address.tsx';
import RecoveryConfirmScreen from './recovery-confirm-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const open = async (path: string, answer: (method: string) => unknown) => {
  const asked: { call: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    asked.push({ call: `${method} ${url.replace(/.*(?=\/auth\/)/, '')}`, body: body && JSON.parse(String(body)) });
    return Promise.resolve(Response.json(answer(method)));
  });
  addTexts('ru', 'session', session);
  const rootRoute = createRootRoute();
  const at = (route: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path: route, component });
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      at('/lk/auth/address/confirm/$address_token', AddressConfirmScreen),
      at('/lk/auth/password/recovery/confirm/$recovery_token', RecoveryConfirmScreen),
      at('/lk/user/profile', OwnAddress),
      at('/lk/auth/login', () => 'sign in'),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  const { root, end } = await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const shows = (text: string) => eventually(() => expect(root.textContent).toContain(text));
  const type = (selector: string, text: string) =>
    act(() => {
      const input = root.querySelector<HTMLInputElement>(selector)!;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
  const press = (selector: string) => act(() => root.querySelector<HTMLButtonElement>(selector)!.click());
  return { asked, shows, type, press, end };
};

test('a new address is confirmed by a button, not by opening the link', async () => {
  const page = await open('/lk/auth/address/confirm/abc', (method) =>
    method === 'GET' ? { email: 'new@zavod.test' } : null,
  );
  await page.shows('new@zavod.test');
  expect(page.asked.map((one) => one.call)).toEqual(['GET /auth/address/abc']);
  page.press('button');
  await page.shows('sign in');
  expect(page.asked.map((one) => one.call)).toEqual(['GET /auth/address/abc', 'POST /auth/address/abc']);
  page.end();
});

test('the profile asks for the password with a new address and shows where the link was sent', async () => {
  const page = await open('/lk/user/profile', () => null);
  await page.shows('Новый адрес');
  page.type('input[name="address"]', 'new@zavod.test');
  page.type('input[name="confirming"]', 'Тихая гавань 7');
  page.press('button[type="submit"]');
  await page.shows('new@zavod.test');
  expect(page.asked).toEqual([
    { call: 'POST /auth/address', body: { email: 'new@zavod.test', password: 'Тихая гавань 7' } },
  ]);
  page.end();
});

test('after recovery with two-factor authentication due, the sign-in page follows', async () => {
  const page = await open('/lk/auth/password/recovery/confirm/abc', (method) =>
    method === 'GET' ? { email: 'a@zavod.test' } : { next: 'sign_in' },
  );
  await page.shows('a@zavod.test');
  page.type('input[autocomplete="new-password"]', 'Ufqda-quyosh-42-chiqdi');
  page.press('button[type="submit"]');
  await page.shows('sign in');
  expect(page.asked.map((one) => one.call)).toEqual(['GET /auth/recovery/abc', 'POST /auth/recovery/abc']);
  page.end();
});
