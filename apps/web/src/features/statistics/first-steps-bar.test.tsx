// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import statistics from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { buttons, openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import FirstStepsBar from './first-steps-bar.tsx';
import { follow } from './first-steps-followed.ts';
import FirstSteps from './first-steps.tsx';

const me = { role: 'super_user' } as const;
const domain = { domain: 'zavod.test', verified_at: '2026-01-01T00:00:00Z' };
const campaign = { id: 'c', name: 'Осень', end_date: '2026-12-12T10:00:00Z', has_follow_up: false };
const course = { id: 'a', title: 'Пароли', deadline: '2026-12-20' };
const nothing = {
  'organizations.domains': { data: [] },
  'settings.mail': { mode: 'built_in' },
  'employees.list': { data: [{ id: 'me' }], total_count: 1 },
  'campaigns.list': { data: [], total_count: 0 },
  'learning.assignments': { data: [], total_count: 0, counts: { planned: 0, active: 0, completed: 0 } },
};
const everything = {
  'organizations.domains': { data: [domain] },
  'settings.mail': { mode: 'server' },
  'employees.list': { data: [{ id: 'me' }, { id: 'x' }], total_count: 2 },
  'campaigns.list': { data: [campaign], total_count: 1 },
  'learning.assignments': { data: [course], total_count: 1, counts: { planned: 0, active: 1, completed: 0 } },
  'report-schedules.get': { next_at: null },
};
const links = () =>
  [...document.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')] as const);

beforeEach(() => {
  addTexts('ru', 'statistics', statistics);
  signIn(['admin.staff.employees', 'admin.phishing.campaigns', 'admin.organization'], me);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  queryClient.clear();
  localStorage.clear();
  await act(async () => follow(null));
});

test('each step opens what it names, and going to one follows the steps', async () => {
  serve(nothing);
  await openPage(
    <>
      <FirstStepsBar />
      <FirstSteps />
    </>,
  );
  await until(() => expect(links()).toHaveLength(5));
  expect(links().map(([, to]) => to)).toEqual([
    '/lk/admin/organization?tab=domains',
    '/lk/admin/settings/emails?tab=server',
    '/lk/admin/staff/employees?import=new',
    '/lk/admin/phishing/campaigns/create',
    '/lk/admin/learning/assigned/create',
  ]);
  expect(document.querySelector('aside')).toBeNull();
  await act(async () => document.querySelector('a')!.dispatchEvent(new MouseEvent('click', { bubbles: true })));
  await until(() => expect(sessionStorage.getItem('sergak.first-step')).toBe('domain'));
});

test('on the page of an open step the next one may be taken first', async () => {
  serve(nothing);
  follow('domain');
  await openPage(<FirstStepsBar />);
  await until(() => expect(document.querySelector('aside')?.textContent).toContain('Шаг 1 из 5.'));
  expect(links()[0]).toEqual(['Пропустить шаг', '/lk/admin/settings/emails?tab=server']);
  await act(async () => buttons(statistics.first.bar_hide)[0]!.click());
  expect(document.querySelector('aside')).toBeNull();
});

test('when the step is done, the next one follows', async () => {
  serve({ ...nothing, 'organizations.domains': { data: [domain] }, 'settings.mail': { mode: 'server' } });
  follow('domain');
  await openPage(<FirstStepsBar />);
  await until(() => expect(shownText()).toContain('Домен подтверждён.'));
  expect(links()[0]).toEqual(['Дальше: Загрузите сотрудников', '/lk/admin/staff/employees?import=new']);
});

test('the end says what happens in the next month, to who has taken the steps', async () => {
  serve(everything);
  localStorage.setItem('sergak.first-steps.me.o', 'begun');
  await openPage(<FirstSteps />);
  await until(() => expect(shownText()).toContain('12.12.2026 закончится рассылка'));
  await until(() => expect(shownText()).toContain('20.12.2026 — срок курса'));
  await until(() => expect(shownText()).toContain('Включите отчёт за месяц'));
  await act(async () => buttons(statistics.first_end.close)[0]!.click());
  expect(document.querySelector('section')).toBeNull();
  expect(localStorage.getItem('sergak.first-steps.me.o')).toBe('ended');
});

test('an organisation that has worked for long never sees it', async () => {
  serve(everything);
  await openPage(<FirstSteps />);
  await until(() => expect(localStorage.getItem('sergak.first-steps.me.o')).toBe('ended'));
  expect(document.querySelector('section')).toBeNull();
});
