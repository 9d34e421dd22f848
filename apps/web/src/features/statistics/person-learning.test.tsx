// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/statistics.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { PersonLearning } from './person-learning.tsx';

const ID = '00000000-0000-4000-8000-000000000001';
const attempt = {
  id: '00000000-0000-4000-8000-000000000002',
  course: 'Пароли',
  number: 2,
  started_at: '2026-11-20T05:00:00Z',
  completed_at: '2026-11-20T05:10:00Z',
  passed: false,
  score: 40,
};
const progress = {
  value: 55,
  change: 5,
  points: [
    { date: '2026-11-19', value: 50 },
    { date: '2026-11-20', value: 55 },
  ],
};
/** The text of the page with ordinary spaces. */
const text = (): string => shownText().replaceAll('\u00a0', ' ');
const open = () =>
  openPage(
    <Suspense>
      <PersonLearning person={ID} />
    </Suspense>,
  );

beforeEach(() => {
  addTexts('ru', 'statistics', words);
  addTexts('ru', 'commons', commons);
  signIn(['admin.statistics']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the page of an employee shows the attempts at quizzes and the curve of the progress', async () => {
  const sent = serve({
    'statistics.user-quizzes': { data: [attempt], total_count: 1 },
    'statistics.user-progress': progress,
  });
  await open();
  await until(() => expect(text()).toContain('Не сдан, 40 %'));
  for (const shown of ['Пароли', 'Попытка 2, 20.11.2026', 'Сейчас 55 %']) expect(text()).toContain(shown);
  expect(document.querySelector('svg path')).not.toBeNull();
  expect(sent('statistics.user-progress')[0]!.body).toMatchObject({ days_period: '90' });
});

test('an employee without quizzes reads so', async () => {
  serve({
    'statistics.user-quizzes': { data: [], total_count: 0 },
    'statistics.user-progress': { value: null, change: null, points: [] },
  });
  await open();
  await until(() => expect(text()).toContain(words.quiz.empty.replaceAll('\u00a0', ' ')));
});
