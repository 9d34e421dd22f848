// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refresh } from './query.ts';
import { queryClient } from './query-client.ts';
import { useDepartmentList, useEmployeeList } from './staff-lists.ts';
import { draw, eventually } from './ui/testing.tsx';
import './wire.ts';

const START = Date.parse('2026-11-22T10:00:00Z');
const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ data: [], total_count: 0, breadcrumbs: [] }))));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  queryClient.clear();
  asked.mockClear();
});

const People = (): ReactNode => useEmployeeList({ search: 'Алиева' }).status;
const Departments = (): ReactNode => useDepartmentList({}).status;

/** Opens the page after `seconds`, and returns the number of requests so far. */
const openedAfter = async (seconds: number, Page: () => ReactNode): Promise<number> => {
  vi.setSystemTime(START + seconds * 1000);
  const { root, end } = await draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  await eventually(() => expect(root.textContent).toMatch(/success$/));
  await act(async () => Promise.resolve());
  end();
  return asked.mock.calls.length;
};

test.each([
  ['people', People],
  ['departments', Departments],
])('a list of %s is not asked for again within 30 seconds', async (_, Page) => {
  expect(await openedAfter(0, Page)).toBe(1);
  expect(await openedAfter(29, Page)).toBe(1);
  expect(await openedAfter(31, Page)).toBe(2);
});

test('a write shows at once', async () => {
  expect(await openedAfter(0, People)).toBe(1);
  await refresh('employees');
  expect(await openedAfter(5, People)).toBe(2);
});
