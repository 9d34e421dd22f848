// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/statistics/analysis.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import Analysis from './analysis.tsx';

const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const months = Array.from({ length: 12 }, (_, i) => `2026-${String(i + 1).padStart(2, '0')}`);
const none = { mailed: 0, caught: 0, risk_level: null };
const cells = months.map((_, i) => (i === 11 ? { mailed: 10, caught: 4, risk_level: 6.1 } : none));
const effect = { finished: 40, people: 35, caught_before: 12, caught_after: 2, only_before: 11, only_after: 1 };
const answers = {
  'statistics.heat-map': {
    months,
    total_count: 1,
    data: [{ id: id(1), title: 'Склад', parent_department_uuid: null, people: 12, risk_level: 6.1, cells }],
  },
  'statistics.repeat-clickers': { last: 5, people: 9, repeated: 2, groups: [{ times: 2, count: 2 }] },
  'statistics.newcomers': {
    people: 3,
    parts: [1, 31, 61].map((from_day) => ({ from_day, to_day: from_day + 29, mailed: 3, caught: 1 })),
    first_days: { mailed: 3, caught: 1 },
    others: { mailed: 20, caught: 2 },
    finished_course: 1,
    without_course: 2,
  },
  'statistics.course-effects': {
    days: 180,
    people_min: 30,
    computed_on: '2026-11-20',
    total_count: 2,
    data: [
      { id: id(2), title: 'Пароли', ...effect, verdict: 'better' },
      { id: id(3), title: 'Вложения', ...effect, finished: 8, people: 5, verdict: 'few' },
    ],
  },
} as const;

beforeEach(() => {
  addTexts('ru', 'statistics__analysis', words);
  addTexts('ru', 'commons', commons);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('every chart of the analysis has its numbers as a table, and its numbers open their people', async () => {
  serve(answers);
  signIn(['admin.statistics']);
  await openPage(
    <Suspense>
      <Analysis organization={id(9)} />
    </Suspense>,
  );
  await until(() => expect(document.querySelectorAll('figure')).toHaveLength(4));
  for (const figure of document.querySelectorAll('figure'))
    expect(figure.querySelector('table caption'), figure.getAttribute('aria-label')!).not.toBeNull();
  const opens = [...document.querySelectorAll('button[aria-haspopup=dialog]')].map((one) => one.textContent);
  expect(opens).toEqual(expect.arrayContaining(['40\u00a0%', '2 раза из 5', 'Дни 1–30']));
  expect(shownText()).toContain(words.effect.verdict.better);
  // Of 3 newcomers, no share is drawn.
  expect(shownText()).toContain('1 из 3');
  expect(shownText()).toContain(words.newcomers.few_part);
  expect(shownText()).not.toContain('33');
  expect(shownText()).toContain('Вывод делаем от 30 человек');
});
