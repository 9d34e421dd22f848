// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import shell from '../../../../../locales/ru/organizations/shell.json' with { type: 'json' };
import words from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { buttons, openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import PeopleDrawer from './people-drawer.tsx';
import { PeopleLink, PeopleNumbers } from './people-link.tsx';
import { type PeopleNumber, readNumber, selectionOf, staffSearch, writeNumber } from './people-number.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const person = {
  id: ID,
  full_name: 'Каримова Нигора',
  email: 'k@z.test',
  department: 'Склад',
  risk_level: 8.2,
  progress: null,
  caught: 3,
  emails: 5,
};
const repeat: PeopleNumber = { kind: 'number', title: 'Попадаются', input: { of: 'repeat', last: 5 } };
const high: PeopleNumber = { kind: 'number', title: 'Высокий', input: { of: 'high' } };

beforeEach(() => {
  addTexts('ru', 'statistics', words);
  addTexts('ru', 'organizations__shell', shell);
  addTexts('ru', 'commons', commons);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const open = (number: PeopleNumber, below = false) =>
  openPage(
    <Suspense>
      <PeopleDrawer organization={ID} number={number} below={below} onClose={() => undefined} />
    </Suspense>,
  );

test('the people behind a number are linked to their pages and can get a course or an email', async () => {
  const sent = serve({
    'statistics.people-behind': { data: [person], total_count: 1 },
    'statistics.people-ids': { data: [ID], total_count: 1 },
  });
  signIn(['admin.staff.employees', 'admin.learning.assigned']);
  await open(repeat);
  await until(() => expect(shownText()).toContain('ошибок: 3 из 5 писем'));
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent === person.full_name)!;
  expect(link.getAttribute('href')).toContain(ID);
  await press(words.action.assign);
  await until(() => expect(sent('statistics.people-ids')).toHaveLength(1));
});

test('an action on more people than a selection can hold says how many it reaches', async () => {
  serve({
    'statistics.people-behind': { data: [person], total_count: 35_000 },
    'statistics.people-ids': { data: Array.from({ length: 10_000 }, () => ID), total_count: 35_000 },
  });
  signIn(['admin.staff.employees']);
  await open(repeat);
  await press(words.people.write);
  await until(() => expect(shownText().replaceAll(/\s/g, ' ')).toContain('Первые 10 000 человек из 35 000'));
});

test('people of a child organisation are shown without actions, which need a switch', async () => {
  serve({ 'statistics.people-behind': { data: [person], total_count: 1 } });
  signIn(['admin.staff.employees', 'admin.learning.assigned']);
  await open(repeat, true);
  await until(() => expect(shownText()).toContain(words.people.below));
  expect([words.action.assign, words.people.write].flatMap(buttons)).toEqual([]);
});

test('a group that the staff list can filter is selected by its filter, other people by their ids', () => {
  expect(staffSearch(high)).toEqual({ risk_from: 7, risk_to: 10 });
  expect(selectionOf(high, [], 40)).toMatchObject({ all: true, expected_count: 40, filter: { riskLevelMin: 7 } });
  expect(staffSearch(repeat)).toBeNull();
  expect(selectionOf(repeat, [ID], 1)).toMatchObject({ all: false, ids: { include_ids: [ID] } });
  const behind: PeopleNumber = { kind: 'group', title: 'Отстают', group: 'BEHIND' };
  expect(staffSearch(behind)).toEqual({ learning: ['BEHIND'] });
});

test('the list is in the address, and an address opens it', async () => {
  serve({ 'statistics.people-behind': { data: [person], total_count: 1 } });
  signIn([]);
  const clicked: PeopleNumber = { kind: 'number', title: 'Перешли', input: { of: 'clicked', days_period: 90 } };
  const page = await openPage(
    <Suspense>
      <PeopleNumbers organization={ID} below={false}>
        <PeopleLink number={clicked} value={175}>
          175
        </PeopleLink>
      </PeopleNumbers>
    </Suspense>,
  );
  await press('175');
  await until(() => expect(shownText()).toContain(words.people.once));
  expect(page.address()).toContain('people=');
  expect(shownText()).toContain('Перешли');
  await press('Закрыть');
  await until(() => expect(page.address()).not.toContain('people='));
  expect(page.hasBack(), 'closing leaves no step in the history').toBe(false);
  expect(readNumber(writeNumber(clicked), 'Перешли')).toEqual(clicked);
  for (const text of ['', '{', 'null', '{"kind":"number"}']) expect(readNumber(text, '')).toBeNull();
});

test('a list that an address has opened stays on its page when it is closed', async () => {
  serve({ 'statistics.people-behind': { data: [person], total_count: 1 } });
  signIn([]);
  const page = await openPage(
    <Suspense>
      <PeopleNumbers organization={ID} below={false}>
        {null}
      </PeopleNumbers>
    </Suspense>,
    `/?people=${encodeURIComponent(writeNumber(repeat))}`,
  );
  await until(() => expect(shownText()).toContain(person.full_name));
  await press('Закрыть');
  await until(() => expect(page.address()).toBe('/'));
});
