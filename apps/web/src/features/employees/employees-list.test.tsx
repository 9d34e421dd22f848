// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/employees.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, signIn, until } from '../../shared/ui/testing-page.tsx';
import { EmployeesList } from './employees-list.tsx';

const person = (id: string, full_name: string, is_registered: boolean) => ({
  id,
  full_name,
  last_name: full_name,
  first_name: '',
  middle_name: '',
  email: `${id}@acme.test`,
  position: '',
  role: 'employee',
  is_registered,
  invited_at: null,
  department: { id: 'd', title: 'Финансы' },
  tags: [],
  statistics: { risk_level: null, phishing_indicator: null, learning_progress: null },
  version: 1,
});

beforeEach(() => {
  addTexts('ru', 'employees', words);
  addTexts('ru', 'commons', commons);
  signIn(['admin.staff.employees']);
  serve({ 'employees.list': { data: [person('a', 'Алиева', true), person('b', 'Бегов', false)], total_count: 2 } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const open = async (uploading: boolean) => {
  await openPage(
    <Suspense>
      <EmployeesList onCount={() => undefined} empty={{ title: '—' }} uploading={uploading} />
    </Suspense>,
  );
  await until(() => expect(rowOf('Бегов')).toBeDefined());
};
const rowOf = (name: string) =>
  [...document.querySelectorAll('tbody tr')].find((row) => row.textContent.includes(name))!;
const bar = () => document.querySelector(`[aria-label="${commons.table.bulk}"]`);

test('row, name and chevron open a registered person alone', async () => {
  await open(false);
  const facts = (name: string) => {
    const row = rowOf(name);
    return {
      opens: row.hasAttribute('data-opens'),
      link: [...row.querySelectorAll('a')].some((a) => a.textContent === name),
      chevron: row.querySelector('svg[data-disabled]') === null,
    };
  };
  expect(facts('Алиева')).toEqual({ opens: true, link: true, chevron: true });
  expect(facts('Бегов')).toEqual({ opens: false, link: false, chevron: false });
});

test('the bar of bulk actions is shown while a list is uploaded, without anybody to act on', async () => {
  await open(false);
  expect(bar()).toBeNull();
  document.body.replaceChildren();
  await open(true);
  await until(() => expect(bar()).not.toBeNull());
  expect(bar()!.querySelector('[inert]')).not.toBeNull();
});
