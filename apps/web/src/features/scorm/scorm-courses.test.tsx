// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import library from '../../../../../locales/ru/library.json' with { type: 'json' };
import packs from '../../../../../locales/ru/packs.json' with { type: 'json' };
import words from '../../../../../locales/ru/scorm.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { button, openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import ScormCourses from './scorm-courses.tsx';
import { UploadPackage } from './upload-package.tsx';

const card = (title: string, more: object = {}) => ({
  id: title,
  kind: 'scorm',
  title,
  description: '',
  language: 'ru',
  minutes: 20,
  image_path: null,
  tags: ['Офис'],
  archived: false,
  sections_count: 1,
  steps_count: 1,
  published_version: 1,
  has_changes: false,
  version: 3,
  created_at: '2026-11-01T00:00:00Z',
  learners_count: 0,
  standard: '2004',
  edition: '3rd',
  completion_rule: { by: 'score', score: 80 },
  reports: true,
  ...more,
});
const page = (...data: object[]) => ({ data, total_count: data.length });

beforeEach(() => {
  addTexts('ru', 'scorm', words);
  addTexts('ru', 'library', library);
  addTexts('ru', 'packs', packs);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('the list shows courses with their standard, then the archive, and offers to assign active ones', async () => {
  serve({
    'scorm.courses': page(card('Пожар')),
    'scorm.archived-courses': page(card('Старый', { archived: true })),
  });
  signIn(['admin.learning.courses', 'admin.learning.assigned']);
  await openPage(<ScormCourses />);
  await until(() => expect(shownText()).toContain('Старый'));
  expect(shownText()).toContain('SCORM 2004 3rd Edition');
  const links = [...document.querySelectorAll('a')].filter((one) => one.textContent === words.card.assign);
  expect(links.map((one) => one.getAttribute('href'))).toEqual([expect.stringContaining(encodeURIComponent('Пожар'))]);
});

test('a card says what completes the course, and that a package reports nothing', async () => {
  const silent = card('Памятка', { reports: false, completion_rule: { by: 'pages', score: null }, minutes: 0 });
  serve({ 'scorm.courses': page(card('Пожар'), silent), 'scorm.archived-courses': page() });
  signIn(['admin.learning.courses']);
  await openPage(<ScormCourses />);
  await until(() => expect(shownText()).toContain('Памятка'));
  expect(shownText().replaceAll('\u00A0', ' ')).toContain('Пройден, если: Набрано не меньше 80 %');
  expect(shownText()).toContain(words.completion.no_reports);
  expect(shownText(), 'a duration that nobody knows').not.toMatch(/(^|\D)0\sминут/);
});

test('a manager without the right to assigned courses is not offered to assign', async () => {
  serve({ 'scorm.courses': page(card('Пожар')), 'scorm.archived-courses': page() });
  signIn(['admin.learning.courses']);
  await openPage(<ScormCourses />);
  await until(() => expect(shownText()).toContain('Пожар'));
  expect(shownText()).not.toContain(words.card.assign);
});

test('order and labels of the address are sent; nothing found is told apart from an empty list', async () => {
  const sent = serve({ 'scorm.courses': page(), 'scorm.archived-courses': page() });
  signIn(['admin.learning.courses']);
  await openPage(<ScormCourses />, '/?sort=created_at_desc&labels=Офис&labels=Пожар');
  await until(() => expect(shownText()).toContain(words.courses.nothing));
  expect(sent('scorm.courses').at(-1)!.body).toMatchObject({
    sort_by: 'created_at',
    sort_order: 'desc',
    tags: ['Офис', 'Пожар'],
  });
});

test('without courses the page says what to do', async () => {
  serve({ 'scorm.courses': page(), 'scorm.archived-courses': page() });
  signIn(['admin.learning.courses']);
  await openPage(<ScormCourses />);
  await until(() => expect(shownText()).toContain(words.courses.none_hint));
});

test('a preview shows the player in a sandboxed frame', async () => {
  const url = 'https://content.test/r/t/player';
  serve({ 'scorm.courses': page(card('Пожар')), 'scorm.archived-courses': page(), 'scorm.preview': { url } });
  signIn(['admin.learning.courses']);
  await openPage(<ScormCourses />);
  await until(() => expect(button(words.card.preview)).toBeDefined());
  await press(words.card.preview);
  await until(() => expect(document.querySelector('iframe')?.getAttribute('src')).toBe(url));
  expect(document.querySelector('iframe')!.getAttribute('sandbox')).not.toContain('top-navigation');
});

test('replacing a package says what is lost by a move, only if somebody takes the course', async () => {
  serve({});
  const free = await openPage(<UploadPackage course={card('Пожар') as never} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain(words.upload.replace_intro));
  expect(shownText()).not.toContain(words.move.keep);
  expect(free.root).toBeDefined();
  await openPage(<UploadPackage course={card('Письма', { learners_count: 5 }) as never} onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain(words.move.move_hint));
  const [keep, move] = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  expect(keep!.checked).toBe(true);
  await act(async () => move!.click());
  expect(move!.checked).toBe(true);
});

test('an import ends with its report, the warnings, and the number of moved people', async () => {
  const task = { id: 'e', kind: 'scorm.import-package', done: 0, total: null, stage: null, cancellable: false };
  const report = {
    standard: '2004',
    edition: '4th',
    organization: 'Письма',
    scos: [{ title: 'Урок', launch: 'index.html', type: 'sco' }],
    size: 10,
    files_count: 2,
    warnings: [{ code: 'sequencing_unsupported', places: ['Урок: endTimeLimit'] }],
  };
  const found = { id: 'p', title: 'Письма', file_name: 'a.zip', created_at: '2026-11-01T00:00:00Z', report };
  serve({
    'tasks.get': {
      ...task,
      status: 'success',
      message: null,
      detail: null,
      result: { course_id: 'c', package_id: 'p', warnings: 1, moved: 4 },
    },
    'scorm.course': { ...card('Письма'), score_policy: 'highest', package: found, assignments_behind: 0 },
  });
  await openPage(<UploadPackage course={null} started="e" onClose={() => undefined} />);
  await until(() => expect(shownText()).toContain(words.warning.sequencing_unsupported));
  expect(shownText()).toContain('Урок: endTimeLimit');
  expect(shownText()).toContain('4 человека');
});
