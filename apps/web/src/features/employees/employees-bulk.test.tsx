// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/employees.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import type { RowSelection } from '../../shared/table/list-state.ts';
import {
  button,
  buttons,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  signIn,
  until,
} from '../../shared/ui/testing-page.tsx';
import EmployeesBulk from './employees-bulk.tsx';
import { keptSelection } from './selection.ts';

let cleared = 0;
const selection: RowSelection = {
  value: { kind: 'all', excluded: new Set(['x']) },
  count: 4,
  has: () => true,
  set: () => undefined,
  selectAll: () => undefined,
  clear: () => void (cleared += 1),
};
const filter = { ...emptyFilter, search: 'Алиева' };
const body = { all: true, ids: { include_ids: [], exclude_ids: ['x'] }, filter, expected_count: 4 };
const confirm = words.bulk['remove_action#few'].replace('{{number}}', '4');
const open = () =>
  openPage(
    <Suspense>
      <EmployeesBulk selection={selection} filter={filter} />
    </Suspense>,
  );

beforeEach(() => {
  cleared = 0;
  for (const [name, texts] of Object.entries({ employees: words, commons, tips, global_errors: errors }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  sessionStorage.clear();
});

test('actions that the user may not run are not offered', async () => {
  serve({});
  signIn(['admin.staff.employees']);
  await open();
  await until(() => expect(buttons(words.bulk.notify)).toHaveLength(1));
  expect([words.bulk.campaign, words.bulk.tag, words.bulk.course].flatMap(buttons)).toEqual([]);
});

test('people are removed only after a confirmation that counts them; then the selection is empty', async () => {
  const sent = serve({ 'employees.remove-many': { count: 4, task_id: null } });
  signIn([]);
  await open();
  await press(commons.delete);
  await until(() => expect(button(confirm)).toBeDefined());
  expect(sent('employees.remove-many')).toEqual([]);
  await press(confirm);
  await until(() => expect(cleared).toBe(1));
  expect(sent('employees.remove-many')[0]!.body).toMatchObject(body);
});

test('a rejected removal keeps the selection', async () => {
  const sent = serve({ 'employees.remove-many': errorResponse(409, 'employee.selection_changed') });
  signIn([]);
  await open();
  await press(commons.delete);
  await until(() => expect(button(confirm)).toBeDefined());
  await press(confirm);
  await until(() => expect(sent('employees.remove-many')).toHaveLength(1));
  await until(() => expect(buttons(confirm)).toEqual([]));
  expect(cleared).toBe(0);
});

test('a campaign gets the selection without the count, because the filter may match other people by then', async () => {
  serve({});
  signIn(['admin.phishing.campaigns']);
  const { address } = await open();
  await press(words.bulk.campaign);
  const { expected_count: _count, ...lasting } = body;
  expect(keptSelection()).toEqual({ selection: lasting, count: 4 });
  await until(() => expect(address()).toContain('from=staff'));
});

test('a tag is offered for the selection and assigned only when it is chosen', async () => {
  const tag = { id: 't', title: 'Бухгалтеры', type: 'arbitrary', is_system: false, is_active: true, actions_count: 0 };
  const sent = serve({ 'tags.list': { data: [tag] } });
  signIn(['admin.staff.tags']);
  await open();
  await press(words.bulk.tag);
  await until(() => expect(shownText()).toContain(words.bulk.tag_label));
  await press(words.bulk['tag_action#few'].replace('{{number}}', '4'));
  await until(() => expect(shownText()).toContain(commons.blocked.tag));
  expect(sent('tags.assign')).toEqual([]);
});

test('the removal of one person names the person', async () => {
  const sent = serve({
    'employees.get': { id: 'a', full_name: 'Валиева Лола' },
    'employees.remove-many': { count: 1, task_id: null },
  });
  signIn([]);
  await openPage(
    <Suspense>
      <EmployeesBulk
        selection={{ ...selection, value: { kind: 'some', ids: new Set(['a']) }, count: 1 }}
        filter={filter}
      />
    </Suspense>,
  );
  await press(commons.delete);
  await until(() => expect(shownText()).toContain(words.remove.title.replace('{{name}}', 'Валиева Лола')));
  await press(words.remove.action);
  await until(() => expect(sent('employees.remove-many')).toHaveLength(1));
  await until(() => expect(shownText()).not.toContain(words.remove.action));
  expect(sent('employees.get'), 'nobody reads a person who is gone').toHaveLength(1);
});
