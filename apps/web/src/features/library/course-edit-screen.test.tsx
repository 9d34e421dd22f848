// @vitest-environment happy-dom
import type { Editor } from '@tiptap/core';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CourseDetail } from '@sergak/contract/library/library.schema.ts';
import type { SlideDoc } from '@sergak/contract/library/slide-doc.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import library from '../../../../../locales/ru/library.json' with { type: 'json' };
import words from '../../../../../locales/ru/library/editor.json' with { type: 'json' };
import slides from '../../../../../locales/ru/library/slides.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import CourseEditScreen from './course-edit-screen.tsx';

const ID = '0b8f8a8e-0000-4000-8000-000000000001';
const doc = (text: string): SlideDoc => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const course = (more: Partial<CourseDetail> = {}) => ({
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
  sections_count: 0,
  steps_count: 0,
  learners_count: 0,
  published_version: 1,
  has_changes: false,
  version: 1,
  created_at: '2026-11-01T10:00:00Z',
  sections: [],
  summary: doc('Звоните 112'),
  ...more,
});
const editor = (): Editor => document.querySelector<HTMLElement & { editor: Editor }>('.ProseMirror')!.editor;
const write = (text: string) =>
  act(async () => void editor().commands.setContent(`<p>${text}</p>`, { emitUpdate: true }));

beforeEach(() => {
  const texts = { library, library__editor: words, library__slides: slides, commons, tips };
  for (const [name, part] of Object.entries(texts)) addTexts('ru', name, part);
  signIn(['admin.learning', 'admin.learning.courses']);
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});
const open = async () => {
  const sent = serve({
    'library.course': course(),
    'library.labels': { data: [] },
    'library.course-changes': { published_at: null, changes: [] },
    'library.update-course': course({ version: 2, summary: doc('Проверьте адрес') }) as never,
  });
  await openPage(
    <CourseEditScreen />,
    `/lk/admin/learning/courses/edit/${ID}`,
    '/lk/admin/learning/courses/edit/$course_id',
  );
  await until(() => expect(document.querySelector('.ProseMirror')?.textContent).toBe('Звоните 112'));
  return sent;
};

test('the page to print is edited with the text editor and saved with the other fields of the course', async () => {
  const sent = await open();
  for (const name of ['image', 'video', 'reveal', 'scene'] as const)
    expect(document.querySelector(`[aria-label='${slides.tool[name]}']`)).toBeNull();
  const before = editor();
  await write('Проверьте адрес');
  await press(commons.save);
  await until(() => expect(sent('library.update-course')).toHaveLength(1));
  const body = sent('library.update-course')[0]!.body as { summary: string; title: string; version: string };
  expect(JSON.parse(body.summary)).toEqual(doc('Проверьте адрес'));
  expect(body).toMatchObject({ title: 'Курс', version: '1' });
  expect(editor()).toBe(before); // the stored text is the typed one: the cursor stays
});

test('a page to print that is longer than a page is not saved', async () => {
  const sent = await open();
  await write('я'.repeat(3_001));
  await until(() => expect(shownText()).toContain('Памятка слишком длинная'));
  await press(commons.save);
  await new Promise((done) => setTimeout(done, 50));
  expect(sent('library.update-course')).toHaveLength(0);
});
