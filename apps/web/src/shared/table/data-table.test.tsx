// @vitest-environment happy-dom
import { Button } from '@mantine/core';
import { act, type ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import { lazy } from '../ui/lazy.tsx';
import { button, openPage, press, serve, until } from '../ui/testing-page.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { useListState, useSelection } from './list-state.ts';

type Person = { readonly id: string };
const people: readonly Person[] = Array.from({ length: 20 }, (_, i) => ({ id: `person ${i}` }));
const columns: readonly Column<Person>[] = [{ id: 'id', title: 'Name', cell: (row) => row.id, phone: 'title' }];
const options = { sort: 'NAME' } as const;
const query = { isPending: false, isError: false, refetch: () => undefined };
const rowId = (row: Person): string => row.id;

const List = ({ bulk, shown = columns }: { bulk: ReactNode; shown?: readonly Column<Person>[] }): ReactNode => (
  <DataTable
    name="people"
    label="People"
    columns={shown}
    rows={people}
    total={2_100}
    rowId={rowId}
    query={query}
    state={useListState(options)}
    selection={useSelection(2_100)}
    bulk={bulk}
    onRow={() => undefined}
    empty={{ title: 'Nobody' }}
  />
);
const bar = (): Element | null => document.querySelector(`[aria-label='${commons.table.bulk}']`);

afterEach(() => vi.unstubAllGlobals());

test('the bar of the selected rows appears with all its buttons: those that follow would lift «select all» under the pointer', async () => {
  let arrive: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const Actions = lazy(async () => {
    await arrived;
    return { default: () => <Button>Remove</Button> };
  });
  serve({});
  await openPage(<List bulk={<Actions />} />);
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(20));
  const tick = document.querySelector<HTMLInputElement>(`[aria-label='${commons.table.select_page}']`)!;
  await act(async () => tick.click());
  expect(tick.checked).toBe(true);
  expect(bar()).toBeNull();
  await act(async () => arrive());
  await until(() => expect(bar()?.textContent).toContain('Remove'));
  const all = commons.table.select_all.replace('{{number}}', '2\u00A0100');
  expect(button(all).closest(`[aria-label='${commons.table.bulk}']`)).toBe(bar());
  await press(all);
  expect(bar()!.textContent).toContain('2\u00A0100');
  expect(bar()!.textContent).not.toContain(all);
});

test('a tick renders its row alone, and sorting none before the answer: other rows cost a slow computer a third of a second', async () => {
  let drawn: string[] = [];
  const counted: readonly Column<Person>[] = [
    {
      id: 'id',
      title: 'Name',
      sort: 'NAME',
      cell: (row) => {
        drawn.push(row.id);
        return row.id;
      },
    },
  ];
  serve({});
  await openPage(<List bulk={<Button>Remove</Button>} shown={counted} />);
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(20));
  const ticks = document.querySelectorAll<HTMLInputElement>('tbody input[type=checkbox]');
  for (const at of [3, 7, 3]) {
    drawn = [];
    await act(async () => ticks[at]!.click());
    expect(new Set(drawn)).toEqual(new Set([people[at]!.id]));
  }
  drawn = [];
  await press('Name');
  expect(document.querySelector('th[aria-sort]')!.getAttribute('aria-sort')).toBe('ascending');
  expect(drawn).toEqual([]);
});

const rowsFocused = () =>
  [...document.querySelectorAll('tbody tr')].findIndex((row) => row.contains(document.activeElement));
const key = (name: string) =>
  act(
    async () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true }),
      ),
  );

test('j and k move between the rows, x ticks one; keys typed into a field move nothing', async () => {
  serve({});
  await openPage(<List bulk={null} />);
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(20));
  await key('j');
  await key('j');
  expect(rowsFocused()).toBe(1);
  await key('k');
  expect(rowsFocused()).toBe(0);
  await key('x');
  expect(document.querySelector<HTMLInputElement>('tbody tr input[type=checkbox]')!.checked).toBe(true);
  const search = document.querySelector<HTMLInputElement>('input[type=search], input[role=searchbox]')!;
  await act(async () => search.focus());
  await key('j');
  expect(document.activeElement).toBe(search);
});

test('the page size is chosen, kept for the next list, and part of the address', async () => {
  serve({});
  const page = await openPage(<List bulk={null} />);
  await until(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(20));
  const select = document.querySelector<HTMLSelectElement>('nav select')!;
  expect(select.value).toBe('20');
  await act(async () => {
    select.value = '100';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await until(() => expect(document.querySelector('nav')!.textContent).toContain('1–100'));
  expect(localStorage.getItem('sergak.page_size')).toBe('100');
  expect(page.address()).toContain('size=100');
});
