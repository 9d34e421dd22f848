// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EmployeeImport } from '@sergak/contract/employees/imports.schema.ts';
import words from '../../../../../locales/ru/employees/import.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { refresh, useRead } from '../../shared/query.ts';
import { useFollowedTasks, unfollowTask } from '../../shared/tasks.ts';
import { draw } from '../../shared/ui/testing.tsx';
import { type Started, useFollowedWhenLeft, useNoticedEnd } from './import-follow.ts';
import '../../shared/wire.ts';

let people = 1;
let found: Partial<EmployeeImport>;
const server = (address: string) =>
  Promise.resolve(new Response(JSON.stringify(address.includes('/csv') ? found : { data: [], total_count: people })));

beforeEach(() => {
  addTexts('ru', 'employees__import', words);
  people = 1;
  vi.stubGlobal('fetch', server);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

const List = (): ReactNode => <p data-people>{useRead('employees.list', {}).data?.total_count}</p>;
const Window = ({ started }: { started: Started | null }): ReactNode => {
  const { data } = useRead('imports.get', { id: 'i' }, { staleTime: 0 });
  useNoticedEnd(data);
  useFollowedWhenLeft(data, { current: started });
  return <p data-status>{data?.status}</p>;
};
const Tray = (): ReactNode => <p data-tray>{useFollowedTasks().map((one) => one.id)}</p>;
const until = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => Promise.resolve());
      check();
    },
    { timeout: 20_000 },
  );
const shown = async (window: ReactNode) => {
  const drawn = await draw(
    <QueryClientProvider client={queryClient}>
      <List />
      <Tray />
      {window}
    </QueryClientProvider>,
  );
  const read = (name: string): string | null => drawn.root.querySelector(`[data-${name}]`)?.textContent ?? null;
  return { ...drawn, read };
};

test('an import that ends between the refresh of the list and the first read of its state still refreshes the list', async () => {
  found = { id: 'i', status: 'ready', task_id: 'read-1', apply_task_id: null };
  const { read, end } = await shown(<Window started={null} />);
  await until(() => expect([read('status'), read('people')]).toEqual(['ready', '1']));
  // The call that starts the import refreshes the list before the import has written any person; then the import ends.
  await act(() => refresh('employees'));
  expect(read('people')).toBe('1');
  people = 7;
  found = { ...found, status: 'done', apply_task_id: 'apply-1' };
  await act(() => refresh('imports'));
  await until(() => expect([read('status'), read('people')]).toEqual(['done', '7']));
  end();
});

test('an import window that is closed before it reads the import as running hands the import over to the tray', async () => {
  found = { id: 'i', status: 'ready', task_id: 'read-2', apply_task_id: null };
  const { read, again, end } = await shown(<Window started={{ import_id: 'i', task_id: 'apply-2' }} />);
  await until(() => expect(read('status')).toBe('ready'));
  again(<Tray />);
  await until(() => expect(read('tray')).toBe('apply-2'));
  act(() => unfollowTask('apply-2'));
  end();
});
