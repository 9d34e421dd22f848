// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import words from '../../../../../locales/ru/library.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import CoursePreviewScreen from './course-preview-screen.tsx';

const ID = '0b8f8a8e-0000-4000-8000-000000000001';
const step = {
  id: '0b8f8a8e-0000-4000-8000-000000000002',
  kind: 'scorm',
  order_id: 0,
  module_id: null,
  module_title: 'Пароли',
  scorm_package_id: '0b8f8a8e-0000-4000-8000-000000000003',
  score_policy: 'highest',
  slides_count: 0,
  questions_count: 0,
};
const course = {
  id: ID,
  kind: 'native',
  title: 'Курс',
  description: '',
  language: 'ru',
  minutes: 10,
  image_path: null,
  tags: [],
  archived: false,
  sections_count: 1,
  steps_count: 1,
  learners_count: 0,
  published_version: 1,
  has_changes: false,
  version: 1,
  created_at: '2026-11-01T10:00:00Z',
  sections: [
    { id: 'a', title: 'Раздел', order_id: 0, themes: [{ id: 'x', title: 'Тема', order_id: 0, steps: [step] }] },
  ],
};

beforeEach(() => {
  addTexts('ru', 'library', words);
  signIn(['admin.learning.courses']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a step with a SCORM package names the page that shows the package', async () => {
  const sent = serve({ 'library.course': course });
  await openPage(
    <CoursePreviewScreen />,
    `/lk/admin/learning/courses/preview/${ID}`,
    '/lk/admin/learning/courses/preview/$course_id',
  );
  await until(() => expect(shownText()).toContain(words.preview.package));
  expect(document.querySelector<HTMLAnchorElement>('a[href*="kind=scorm"]')?.textContent).toBe(words.preview.packages);
  expect(shownText()).not.toContain('0 слайдов');
  expect(sent('library.module')).toHaveLength(0);
});
