// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { afterEach, expect, test, vi } from 'vitest';
import learning from '../../../../../locales/ru/learning.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { draw, eventually } from '../../shared/ui/testing.tsx';
import '../../shared/wire.ts';
import AssignmentCharts from './assignment-charts.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the chart of a course that started today begins today, not a day earlier', async () => {
  const groups = { completed: 0, in_progress: 0, likely_late: 0, not_started: 2, behind: 0, total: 2 };
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(Response.json(url.includes('groups') ? groups : { data: [{ date: '2026-11-23', progress: 0 }] })),
  );
  addTexts('ru', 'learning', learning);
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <AssignmentCharts one={{ id: '1', kind: 'native' } as never} /> }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const { root, end } = await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await eventually(() => expect(root.textContent).toContain('23.11'));
  expect(root.textContent).not.toContain('22.11');
  end();
});
