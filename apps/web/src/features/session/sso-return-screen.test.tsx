// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import session from '../../../../../locales/ru/session.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import '../../shared/wire.ts';
import { keepBinding } from './sso.ts';
import SsoReturnScreen from './sso-return-screen.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

const open = async (hash: string) => {
  addTexts('ru', 'session', session);
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit = {}) => {
    sent.push(JSON.parse(String(body)));
    return Promise.resolve(Response.json({ token: 'x', next: 'ready' }));
  });
  location.hash = hash;
  const rootRoute = createRootRoute();
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => rootRoute, path, component });
  const router = createRouter({
    routeTree: rootRoute.addChildren([at('/lk/auth/sso', SsoReturnScreen), at('/lk/auth/login', () => 'signed in')]),
    history: createMemoryHistory({ initialEntries: ['/lk/auth/sso'] }),
  });
  const drawn = await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { ...drawn, sent };
};

test('a ticket and the binding of this tab are exchanged once, and the ticket leaves the address', async () => {
  keepBinding('binding-of-this-tab');
  const { root, sent, end } = await open('#ticket=a-ticket-of-one-use');
  await eventually(() => expect(root.textContent).toContain('signed in'));
  expect(sent).toEqual([{ ticket: 'a-ticket-of-one-use', binding: 'binding-of-this-tab' }]);
  expect(location.hash).toBe('');
  end();
});

test('an error of the return is named, and a ticket without the binding of this tab is not sent', async () => {
  const rejected = await open('#error=no_account');
  await eventually(() => expect(rejected.root.textContent).toContain(session.sso.failure.no_account));
  rejected.end();
  const foreign = await open('#ticket=a-ticket-of-one-use');
  await eventually(() => expect(foreign.root.textContent).toContain(session.sso.failure.expired));
  expect(foreign.sent).toEqual([]);
  foreign.end();
});
