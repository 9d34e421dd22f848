// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/library.json' with { type: 'json' };
import editor from '../../../../../locales/ru/library/editor.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { currentToasts } from '../../shared/toasts.ts';
import { isBlocked } from '../../shared/ui/testing.tsx';
import {
  button,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import CourseEditScreen from './course-edit-screen.tsx';

const ID = '0b8f8a8e-0000-4000-8000-000000000001';
const section = (id: string, themes: string[]) => ({
  id,
  title: `Раздел ${id}`,
  order_id: 0,
  themes: themes.map((theme, order_id) => ({ id: theme, title: `Тема ${theme}`, order_id, steps: [] })),
});
const course = (changes: object = {}) => ({
  id: ID,
  kind: 'native',
  title: 'Курс',
  shown_title: 'Курс',
  description: '',
  language: 'ru',
  minutes: 10,
  image_path: null,
  tags: [],
  archived: false,
  sections_count: 2,
  steps_count: 4,
  learners_count: 0,
  published_version: 1,
  has_changes: true,
  version: 1,
  created_at: '2026-11-01T10:00:00Z',
  sections: [section('a', ['x', 'y']), section('b', [])],
  ...changes,
});
const open = async (answers: Parameters<typeof serve>[0] = {}) => {
  const sent = serve({
    'library.course': course(),
    'library.course-changes': {
      published_at: '2026-11-02T10:00:00Z',
      changes: [{ kind: 'module', id: 'm', title: 'Письма', changed_at: '2026-11-03T10:00:00Z' }],
    },
    ...answers,
  });
  await openPage(
    <CourseEditScreen />,
    `/lk/admin/learning/courses/edit/${ID}`,
    '/lk/admin/learning/courses/edit/$course_id',
  );
  await until(() => expect(shownText()).toContain('Раздел a'));
  return sent;
};
const order = (direction: 'up' | 'down', title: string): string => editor.order[direction].replace('{{title}}', title);
const bodies = (sent: ReturnType<typeof serve>, id: Parameters<typeof sent>[0]) => sent(id).map((one) => one.body);

beforeEach(() => {
  for (const [name, texts] of Object.entries({ library: words, library__editor: editor, tips, commons }))
    addTexts('ru', name, texts);
  signIn(['admin.learning.courses', 'admin.learning.assigned']);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a theme moves by its buttons, into the next section at the edge, and keeps the focus', async () => {
  const after = course({ version: 2, sections: [section('a', ['y', 'x']), section('b', [])] });
  const sent = await open({ 'library.move-theme': after });
  expect(isBlocked(button(order('up', 'Тема x')))).toBe(true);
  await press(order('down', 'Тема x'));
  await until(() => expect(bodies(sent, 'library.move-theme')).toHaveLength(1));
  expect(bodies(sent, 'library.move-theme')[0]).toEqual({
    theme_id: 'x',
    from_section_id: 'a',
    to_section_id: 'a',
    position: 1,
    version: 1,
  });
  await until(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(order('down', 'Тема x')));
  await press(order('down', 'Тема x'));
  await until(() => expect(bodies(sent, 'library.move-theme')).toHaveLength(2));
  expect(bodies(sent, 'library.move-theme')[1]).toMatchObject({ to_section_id: 'b', position: 0, version: 2 });
});

test('a section is dropped after another one', async () => {
  const sent = await open({ 'library.order-sections': course({ version: 2 }) });
  const [a, b] = [...document.querySelectorAll<HTMLElement>('[data-drag^=section]')] as [HTMLElement, HTMLElement];
  const drag = (kind: string, on: HTMLElement): void => {
    const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientY: 10 });
    Object.assign(event, { dataTransfer: {} });
    on.dispatchEvent(event);
  };
  await act(async () => {
    drag('dragstart', a);
    drag('dragover', b);
    expect(b.dataset['drop']).toBe('after');
    drag('drop', b);
  });
  await until(() => expect(bodies(sent, 'library.order-sections')).toEqual([{ ids: ['b', 'a'], version: 1 }]));
  expect(b.dataset['drop']).toBeUndefined();
});

test('a removed theme returns to its place from the toast', async () => {
  const sent = await open({
    'library.remove-theme': course({ version: 2, sections: [section('a', ['y']), section('b', [])] }),
    'library.append-theme': course({ version: 3 }),
  });
  await press(editor.tree.remove_theme.replace('{{title}}', 'Тема x'));
  await until(() => expect(currentToasts().some((one) => one.action !== undefined)).toBe(true));
  expect(shownText()).not.toContain('Тема x');
  await act(async () => currentToasts().at(-1)!.action!.run());
  await until(() => expect(shownText()).toContain('Тема x'));
  expect(bodies(sent, 'library.append-theme')).toEqual([{ theme_id: 'x', position: 0, version: 2 }]);
});

test('a stale change is not lost: the person sees what another one changed, and overwrites it', async () => {
  let stale = true;
  const theirs = course({ version: 5, title: 'Курс Анны' });
  const sent = await open({
    'library.order-sections': () => {
      if (!stale) return theirs;
      stale = false;
      return errorResponse(409, 'common.stale_version', { current: 5 });
    },
    'library.course': ({ path }: { path: string }) => (stale ? course() : path && theirs),
  });
  await press(order('down', 'Раздел a'));
  await until(() => expect(shownText()).toContain(editor.stale.title));
  expect(shownText()).toContain('Курс Анны');
  await press(commons.stale.overwrite);
  await until(() => expect(bodies(sent, 'library.order-sections')).toHaveLength(2));
  expect(bodies(sent, 'library.order-sections')[1]).toEqual({ ids: ['b', 'a'], version: 5 });
});

test('the page shows what changed since publishing, and what keeps the course from being published', async () => {
  const sent = await open({
    'library.publish-course': errorResponse(422, 'course.not_ready', {
      problems: [{ kind: 'no_slides', title: 'Письма' }],
    }),
  });
  await until(() => expect(shownText()).toContain('Модуль «Письма»'));
  await press(editor.publish.action);
  await until(() => expect(shownText()).toContain(editor.problem.no_slides.replace('{{title}}', 'Письма')));
  expect(bodies(sent, 'library.publish-course')).toEqual([{ version: 1 }]);
  await type(editor.field.title, 'Другое название');
  await until(() => expect(isBlocked(button(editor.publish.action))).toBe(true));
});
