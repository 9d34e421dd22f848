// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DepartmentStat } from '@sergak/contract/departments/departments.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/departments.json' with { type: 'json' };
import reports from '../../../../../locales/ru/reports.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { closeToast, currentToasts } from '../../shared/toasts.ts';
import { openPage, press, serve, shownText, signIn, type, until } from '../../shared/ui/testing-page.tsx';
import DepartmentModal from './department-modal.tsx';
import DepartmentsView from './departments-view.tsx';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const path = [1, 2, 3].map((n) => ({ id: id(n), title: `Уровень ${n}` }));
const department = { id: id(3), title: 'Уровень 3', parent_department_uuid: id(2), version: 1, users_count: 0 };

beforeEach(() => {
  for (const [name, texts] of Object.entries({ commons, departments: words, reports, tips }))
    addTexts('ru', name, texts);
  signIn(['admin.staff.employees']);
});
afterEach(() => {
  for (const one of currentToasts()) closeToast(one.id);
  vi.unstubAllGlobals();
  queryClient.clear();
});

const crumbs = () =>
  [...document.querySelectorAll(`nav[aria-label="${words.crumbs}"] button`)].map((one) => one.textContent);

test('a crumb trims the trail to itself, «all» resets it; a department without children says so', async () => {
  serve({
    'departments.stat': ({ body }: { body: unknown }) => {
      const at = path.findIndex((one) => one.id === (body as { parent_id?: string }).parent_id);
      return { data: [], total_count: 0, breadcrumbs: path.slice(0, at + 1) };
    },
  });
  const page = await openPage(
    <Suspense>
      <DepartmentsView />
    </Suspense>,
    `/?department=${id(3)}`,
  );
  await until(() => expect(crumbs()).toEqual([words.all, 'Уровень 1', 'Уровень 2', 'Уровень 3']));
  expect(shownText()).toContain(words.empty);
  await press('Уровень 1');
  await until(() => expect(crumbs()).toEqual([words.all, 'Уровень 1']));
  expect(page.address()).toContain(id(1));
  await press(words.all);
  await until(() => expect(crumbs()).toEqual([words.all]));
  expect(page.address()).not.toContain('department');
});

test.each([
  ['create', null, words.create_action, tips.department.create],
  ['update', department, commons.save, tips.department.update],
])('%s shows its tip', async (_, edited, action, tip) => {
  serve({ 'departments.create': department, 'departments.update': department });
  await openPage(
    <Suspense>
      <DepartmentModal department={edited as unknown as DepartmentStat} parent={null} onClose={() => undefined} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain(words.field.title));
  await type(words.field.title, 'Склад');
  await press(action);
  await until(() => expect(currentToasts().map((one) => one.text)).toEqual([tip]));
});

test('a removal shows its tip', async () => {
  serve({ 'departments.remove': { departments: 1, moved_people: 0 } });
  await openPage(
    <Suspense>
      <DepartmentModal department={department as unknown as DepartmentStat} parent={null} onClose={() => undefined} />
    </Suspense>,
  );
  await until(() => expect(shownText()).toContain(words.field.title));
  await press(commons.delete);
  await until(() => expect(shownText()).toContain(words.remove.action));
  await press(words.remove.action);
  await until(() => expect(currentToasts().map((one) => one.text)).toEqual([tips.department.delete]));
});
