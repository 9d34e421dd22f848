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
import RegistrationScreen from './registration-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const openLink = () => {
  addTexts('ru', 'session', session);
  const rootRoute = createRootRoute();
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component });
  const router = createRouter({
    routeTree: rootRoute.addChildren([
      at('/lk/auth/registration/$registration_token', RegistrationScreen),
      at('/lk/auth/login', () => 'signed in'),
    ]),
    history: createMemoryHistory({ initialEntries: ['/lk/auth/registration/abc'] }),
  });
  return draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
};

test('the link is checked once: not again after it was used', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${url}`);
    const person = { email: 'a@b.test', full_name: 'Алиева Нигора', organization: 'Завод' };
    return Promise.resolve(Response.json(method === 'GET' ? person : { token: 'x', next: 'ready' }));
  });
  const { root, end } = await openLink();
  await eventually(() => expect(root.textContent).toContain('Алиева Нигора'));
  const password = root.querySelector<HTMLInputElement>('input[autocomplete="new-password"]')!;
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(password, 'Ufqda-quyosh-42-chiqdi');
    password.dispatchEvent(new Event('input', { bubbles: true }));
  });
  act(() => root.querySelector<HTMLButtonElement>('button[type="submit"]')!.click());
  await eventually(() => expect(root.textContent).toContain('signed in'));
  expect(asked.map((one) => one.replace(/ .*(?=\/auth\/)/, ' '))).toEqual([
    'GET /auth/registration/abc',
    'POST /auth/registration/abc',
  ]);
  end();
});

test('a person who may sign in only through the provider is sent to the sign-in page', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'sso.required' }, { status: 403 })));
  const { root, end } = await openLink();
  await eventually(() => expect(root.textContent).toContain(session.sso.only_title));
  expect(root.querySelector('input')).toBeNull();
  expect(root.querySelector('a')!.getAttribute('href')).toBe('/lk/auth/login');
  end();
});
