// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import learner from '../../../../../locales/ru/learning/learner.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, signIn, until } from '../../shared/ui/testing-page.tsx';
import MyCoursesScreen from './my-courses-screen.tsx';

addTexts('ru', 'learning__learner', learner);
addTexts('ru', 'commons', commons);
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const course = (title: string, more: object = {}) => ({
  assigned_course_id: title,
  kind: 'native',
  title,
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
  steps_total: 3,
  started_at: null,
  completed_at: null,
  completed_manually: false,
  next: { step_id: 's', kind: 'theory', module_id: 'm', title: 'Шаг', slide: 0 },
  ...more,
});
const data = [
  course('Начатый', { started_at: '2026-01-02T00:00:00Z' }),
  course('Просроченный', { overdue: true, deadline: '2026-02-01' }),
  course('Пакет', { kind: 'scorm', next: { step_id: 's', kind: 'scorm', module_id: null, title: 'Пакет', slide: 0 } }),
  course('Сданный', { completed_at: '2026-01-05T00:00:00Z', completed_manually: true, progress: 100, next: null }),
];
/** Texts contain no-break spaces. */
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
const titles = (): string[] => [...document.querySelectorAll('h2, h3')].map((one) => plain(one.textContent));

test('the overdue course is on top, and completed ones are apart', async () => {
  serve({ 'learner.courses': { data } });
  signIn(['user.learning']);
  const { root } = await openPage(<MyCoursesScreen />);
  await until(() => expect(plain(root.textContent)).toContain('Сначала курс, срок которого прошёл'));
  expect(titles()).toEqual(['Просроченный', 'Ещё назначено', 'Начатый', 'Пакет', 'Пройденные и закрытые', 'Сданный']);
  expect(plain(root.textContent)).toContain('Интерактивный курс');
  expect(plain(root.textContent)).toContain('отмечен пройденным');
});

test.each([
  ['?search=%D0%BF%D0%B0%D0%BA%D0%B5%D1%82', ['Ещё назначено', 'Пакет']],
  ['?show=done', ['Пройденные и закрытые', 'Сданный']],
  ['?show=overdue', ['Ещё назначено', 'Просроченный']],
  ['?search=%D0%BD%D0%B5%D1%82', ['Ничего не нашлось']],
])('search and filter %s', async (at, expected) => {
  serve({ 'learner.courses': { data } });
  signIn(['user.learning']);
  const { root } = await openPage(<MyCoursesScreen />, `/${at}`);
  await until(() => {
    for (const one of expected) expect(plain(root.textContent)).toContain(one);
  });
  const others = data.map((one) => one.title).filter((one) => !expected.includes(one));
  for (const one of others) expect(root.textContent).not.toContain(one);
});
