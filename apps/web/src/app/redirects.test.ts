// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { screens } from '@sergak/contract/access/screens.ts';
import { redirectRoutes } from './redirect-routes.ts';
import { redirects } from './redirects.ts';
import { screenAt } from './screen-at.ts';

test('each redirect leads to a page of its own, not to one that would read the last path segment as an id', () => {
  for (const [from, to] of Object.entries(redirects)) {
    expect(screens[screenAt(from)!].path).toContain('$');
    expect(screens[screenAt(to)!].path).toBe(to);
  }
});

test.each(Object.entries(redirects))('%s opens %s', async (from, to) => {
  const root = createRootRoute();
  const others = ['/lk/admin/learning/assigned/$id', '/lk/admin/phishing/templates/$id', to].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  );
  const router = createRouter({
    routeTree: root.addChildren([...others, ...redirectRoutes(root)]),
    history: createMemoryHistory({ initialEntries: [from] }),
  });
  await router.load();
  expect(router.state.location.pathname).toBe(to);
});
