// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '../../../../../locales/ru/employees.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { useListState, useSelection } from '../../shared/table/list-state.ts';
import { selectionOfRows } from '../../shared/table/selected-people.ts';
import { button, openPage, press, errorResponse, serve, until } from '../../shared/ui/testing-page.tsx';
import { useFilterChips } from './filter-chips.tsx';
import { filterDefaults, filterOf, filtersById } from './selection.ts';

const [TAG, COURSE] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const options = { sort: 'NAME', filters: filterDefaults, ids: filtersById } as const;

const List = (): ReactNode => {
  const state = useListState(options);
  const filter = filterOf(state);
  const selection = useSelection(50, JSON.stringify(filter));
  return (
    <>
      {useFilterChips(state).map(({ key, label, onRemove }) => (
        <button key={key} onClick={onRemove}>
          {label}
        </button>
      ))}
      <button onClick={selection.selectAll}>select all</button>
      <button onClick={() => selection.set(['a', 'b'], false)}>without two</button>
      <output>{selection.count}</output>
      <pre>{JSON.stringify(selectionOfRows(selection, filter))}</pre>
    </>
  );
};
const chips = (root: HTMLElement) => [...root.querySelectorAll('button')].map((one) => one.textContent).slice(0, -2);

beforeEach(() => addTexts('ru', 'employees', words));
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('each filter of the address is a chip with its name, and removing a chip leaves the others', async () => {
  serve({
    'tags.list': { data: [{ id: TAG, title: 'Бухгалтеры' }] },
    'library.course': { id: COURSE, title: 'Пароли' },
  });
  const { root, address } = await openPage(
    <List />,
    `/?page=3&roles=operator&tags=${TAG}&risk_from=4&risk_to=6&in_course=${COURSE}`,
  );
  const risk = words.chip.risk.replace('{{from}}', '4').replace('{{to}}', '6');
  await until(() => expect(chips(root)).toEqual([words.role.operator, 'Бухгалтеры', risk, 'Пароли']));
  await press(risk);
  await press('Бухгалтеры');
  expect(chips(root)).toEqual([words.role.operator, 'Пароли']);
  expect(address()).toBe(`/?roles=operator&in_course=${COURSE}`);
});

test('a deleted course keeps its chip, so that its filter can be removed', async () => {
  serve({ 'library.course': errorResponse(404, 'course.not_found') });
  const { root } = await openPage(<List />, `/?in_course=${COURSE}`);
  await until(() => expect(chips(root)).toEqual([words.chip.course]));
  await press(words.chip.course);
  expect(chips(root)).toEqual([]);
});

test('a selection of all names the filter and the excluded people, and ends when the filter changes', async () => {
  serve({});
  const { root } = await openPage(<List />, '/?roles=operator&roles=employee');
  await until(() => expect(button('select all')).toBeDefined());
  await press('select all');
  await press('without two');
  expect(root.querySelector('output')!.textContent).toBe('48');
  expect(JSON.parse(root.querySelector('pre')!.textContent)).toMatchObject({
    all: true,
    ids: { exclude_ids: ['a', 'b'] },
    filter: { role: ['operator', 'employee'] },
    expected_count: 48,
  });
  await press(words.role.employee);
  expect(root.querySelector('output')!.textContent).toBe('0');
});
