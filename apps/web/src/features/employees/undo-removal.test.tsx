// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyFilter } from '@sergak/contract/employees/people-selection.rules.ts';
import employees from '../../../../../locales/ru/employees.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../shared/toasts.ts';
import type { RowSelection } from '../../shared/table/list-state.ts';
import { draw, eventually, onPage } from '../../shared/ui/testing.tsx';
import { Toaster } from '../../shared/ui/toaster.tsx';
import EmployeeModal from './employee-modal.tsx';
import EmployeesBulk from './employees-bulk.tsx';
import '../../shared/wire.ts';

type Sent = { method: string; path: string; body: unknown };
let sent: Sent[] = [];
let answers: Record<string, () => Response> = {};

beforeEach(() => {
  addTexts('ru', 'employees', employees);
  addTexts('ru', 'tips', tips);
  addTexts('ru', 'global_errors', errors);
  sent = [];
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const path = new URL(url, 'http://portal').pathname.replace('/lk/api/v2', '');
    if (method !== 'GET') sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = answers[`${method} ${path}`];
    return Promise.resolve(answer === undefined ? Response.json({ data: [], total_count: 0 }) : answer());
  });
  const me = { id: 'me', role: 'super_user', permissions: [], acting_organization: { id: 'o' } };
  queryClient.setQueryData(['session', 'auth'], { status: 'authorised', me });
});
afterEach(() => {
  for (const toast of currentToasts()) closeToast(toast.id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

const press = async (label: string | RegExp): Promise<void> => {
  const named = () =>
    [...document.querySelectorAll('button')].filter((one) =>
      typeof label === 'string' ? one.textContent === label : label.test(one.textContent ?? ''),
    );
  await eventually(() => expect(named().at(-1)).toBeDefined());
  await act(async () => named().at(-1)!.click());
};
const expectText = (text: string): Promise<void> => eventually(() => expect(document.body.textContent).toContain(text));

const person = {
  id: 'p1',
  full_name: 'Анна Ким',
  first_name: 'Анна',
  last_name: 'Ким',
  middle_name: '',
  email: 'anna@zavod.example',
  position: '',
  department: { id: 'd1', title: 'Склад' },
  role: 'employee',
  tags: [],
  version: 1,
};

test('the toast after a removal restores the person', async () => {
  answers = {
    'DELETE /users/employee/p1': () => new Response('null', { headers: { 'content-type': 'application/json' } }),
    'POST /users/employee/p1/restore': () => Response.json(person),
  };
  const { end } = await draw(
    onPage(
      <>
        <EmployeeModal person={person as never} onClose={() => undefined} />
        <Toaster />
      </>,
    ),
  );
  await press('Удалить');
  await press('Удалить сотрудника');
  await expectText('Сотрудник удалён');
  await press('Вернуть');
  await expectText('Сотрудник восстановлен');
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'DELETE /users/employee/p1',
    'POST /users/employee/p1/restore',
  ]);
  end();
});

const selection = {
  value: { kind: 'all', excluded: new Set<string>() },
  count: 3,
  clear: () => undefined,
} as unknown as RowSelection;

const drawBulk = () =>
  draw(
    onPage(
      <>
        <EmployeesBulk selection={selection} filter={emptyFilter} />
        <Toaster />
      </>,
    ),
  );

test('after a bulk removal exactly the removed people are restored, and the toast names those who could not be', async () => {
  answers = {
    'POST /users/employee/bulk-delete': () => Response.json({ count: 2, people: ['p1', 'p2'] }),
    'POST /users/removed/restore': () => Response.json({ count: 1, taken_count: 1, taken: [], forbidden_count: 0 }),
  };
  const { end } = await drawBulk();
  await press('Удалить');
  await press(/^Удалить сотрудников: 3/);
  await expectText('Удалено сотрудников: 2');
  await press('Вернуть');
  await expectText('Восстановлено сотрудников: 1. Не\u00a0восстановлено: 1.');
  expect(sent.at(-1)).toMatchObject({
    path: '/users/removed/restore',
    body: { all: false, ids: { include_ids: ['p1', 'p2'], exclude_ids: [] } },
  });
  end();
});

test('a rejected restore is shown; a removal that runs as a task offers no undo', async () => {
  answers = {
    'POST /users/employee/bulk-delete': () => Response.json({ count: 2, people: ['p1', 'p2'] }),
    'POST /users/removed/restore': () =>
      Response.json({ status: 409, code: 'licence.expired', message: '' }, { status: 409 }),
  };
  const first = await drawBulk();
  await press('Удалить');
  await press(/^Удалить сотрудников: 3/);
  await press('Вернуть');
  await eventually(() => expect(currentToasts().map((one) => one.kind)).toEqual(['error']));
  first.end();
  answers = { 'POST /users/employee/bulk-delete': () => Response.json({ count: 0, task_id: 'e1' }) };
  for (const toast of currentToasts()) closeToast(toast.id);
  const second = await drawBulk();
  await press('Удалить');
  await press(/^Удалить сотрудников: 3/);
  await eventually(() => expect(sent.at(-1)?.path).toBe('/users/employee/bulk-delete'));
  expect(currentToasts()).toEqual([]);
  second.end();
});
