// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { screens } from '@sergak/contract/access/screens.ts';
import { redirectRoutes } from './stand-in-routes.ts';
import { redirects } from './stand-ins.ts';
import { screenAt } from './screen-at.ts';

test('every stand-in leads to a page of its own, not to one that takes its last word for an id', () => {
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
