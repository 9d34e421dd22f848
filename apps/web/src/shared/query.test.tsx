// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useWrite } from './query.ts';
import { queryClient } from './query-client.ts';
import { useEmployeeList } from './staff-lists.ts';
import { draw, eventually } from './ui/testing.tsx';
import './wire.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const Page = (): ReactNode => {
  const list = useEmployeeList({ search: 'Алиева' });
  const { mutate } = useWrite('employees.remove-many', { quiet: true });
  const loaded = list.isSuccess;
  useEffect(() => {
    if (loaded) mutate({ all: true, filter: {}, expected_count: 1 });
  }, [loaded, mutate]);
  return String(list.data?.total_count);
};

test('a bulk call that is rejected because the list has changed reads the list again', async () => {
  let total = 1;
  const lists: number[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    if (method === 'POST') {
      total = 2;
      const body = { status: 409, code: 'employee.selection_changed', message: '', request_id: '' };
      return Promise.resolve(new Response(JSON.stringify(body), { status: 409 }));
    }
    if (url.includes('/users')) lists.push(total);
    return Promise.resolve(new Response(JSON.stringify({ data: [], total_count: total })));
  });
  const { root, end } = await draw(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
  await eventually(() => expect(root.textContent).toMatch(/2$/));
  end();
  expect(lists).toEqual([1, 2]);
});
