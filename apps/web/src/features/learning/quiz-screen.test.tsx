// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import learner from '../../../../../locales/ru/learning/learner.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, signIn, until } from '../../shared/ui/testing-page.tsx';
import CourseScreen from './course-screen.tsx';
import QuizScreen from './quiz-screen.tsx';

addTexts('ru', 'learning__learner', learner);
addTexts('ru', 'commons', commons);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const quiz = (more: object = {}) => ({
  id: 'q',
  kind: 'quiz',
  module_id: 'm',
  title: 'Тест',
  state: 'open',
  questions_count: 8,
  slides_count: 0,
  slide: 0,
  pass_mark: 75,
  attempts_limit: null,
  attempts_used: 0,
  attempt_open: false,
  time_limit_minutes: null,
  best_score: null,
  ...more,
});
const course = (steps: readonly object[], more: object = {}) => ({
  assigned_course_id: 'c',
  kind: 'native',
  title: 'Пароли',
  description: '',
  minutes: 10,
  image_path: null,
  status: 'active',
  start_date: '2026-01-01',
  deadline: '2099-01-01',
  overdue: false,
  paused: false,
  progress: 0,
  completed_steps: 0,
  steps_total: 1,
  started_at: null,
  completed_at: null,
  completed_manually: false,
  certificate: null,
  summary: null,
  sections: [{ id: 's', title: 'Раздел', themes: [{ id: 't', title: 'Тема', steps }] }],
  next: null,
  ...more,
});
const plain = (root: HTMLElement): string => (root.textContent ?? '').replaceAll('\u00a0', ' ');
const at = '/lk/user/learning/courses/c/modules/m/quiz/q';
const path = '/lk/user/learning/courses/$course_id/modules/$module_id/quiz/$quiz_id';

test.each([
  [
    87,
    'Ваш лучший результат: 87 %',
    ['/lk/user/learning/courses/c/modules/m/quiz/q/result', '/lk/user/learning/courses/c'],
  ],
  [null, learner.course.closed, ['/lk/user/learning/courses/c']],
])('a closed quiz with the result %s leads to it', async (best_score, words, addresses) => {
  serve({ 'learner.course': course([quiz({ state: 'done', best_score })], { status: 'completed' }) });
  signIn(['user.learning']);
  const { root } = await openPage(<QuizScreen />, at, path);
  await until(() => expect(plain(root)).toContain(words.replaceAll('\u00a0', ' ')));
  expect([...root.querySelectorAll('a')].map((one) => one.getAttribute('href'))).toEqual(addresses);
});

test('a quiz whose title only says that it is one is named once, in the language of the reader', async () => {
  const steps = [quiz(), quiz({ id: 'e', title: 'Quiz' }), quiz({ id: 'f', title: 'Вход' })];
  serve({ 'learner.course': course(steps) });
  signIn(['user.learning']);
  const { root } = await openPage(
    <CourseScreen />,
    '/lk/user/learning/courses/c',
    '/lk/user/learning/courses/$course_id',
  );
  await until(() => expect(plain(root)).toContain('Тест: Вход'));
  expect(plain(root).match(/Тест(: [А-ЯA-Z]\S+)?/gu)).toEqual(['Тест', 'Тест', 'Тест: Вход,']);
});
