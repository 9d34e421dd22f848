// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ThemeDetail } from '@sergak/contract/library/library.schema.ts';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import editor from '../../../../../locales/ru/library/editor.json' with { type: 'json' };
import library from '../../../../../locales/ru/library.json' with { type: 'json' };
import tips from '../../../../../locales/ru/tips.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { currentToasts } from '../../shared/toasts.ts';
import {
  button,
  field,
  openPage,
  press,
  errorResponse,
  serve,
  shownText,
  signIn,
  type,
  until,
} from '../../shared/ui/testing-page.tsx';
import { ThemeEditor } from './theme-editor.tsx';

const quiz = { pass_mark: 80, attempts_limit: null, shuffle: true, draw_count: null, time_limit_minutes: null };
const step = (id: string, kind: 'theory' | 'quiz', title: string): ThemeDetail['steps'][number] => ({
  id,
  kind,
  order_id: 0,
  module_id: `m-${id}`,
  module_title: title,
  scorm_package_id: null,
  score_policy: 'highest',
  slides_count: 3,
  questions_count: 5,
  ...quiz,
});
const theme = (): ThemeDetail => ({
  id: 't',
  title: 'Тема',
  version: 4,
  steps: [step('1', 'theory', 'Письма'), step('2', 'quiz', 'Пароли')],
  courses: [],
});
const leave = vi.fn<() => void>();
const open = async (isNew = false, sectionId?: string) => {
  const page = await openPage(
    <ThemeEditor source={theme()} isNew={isNew} sectionId={sectionId} onSaved={leave} onCancel={leave} />,
  );
  await until(() => expect(field(editor.theme.field)).toBeDefined());
  return page;
};

beforeEach(() => {
  for (const [name, texts] of Object.entries({ library, library__editor: editor, tips, commons }))
    addTexts('ru', name, texts);
  signIn(['admin.learning']);
  localStorage.clear();
  leave.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('steps are reordered and saved in one call; stored steps keep their ids', async () => {
  const sent = serve({ 'library.update-theme': theme() });
  await open();
  await press(editor.order.down.replace('{{title}}', 'Письма'));
  await type(editor.theme.field, 'Другая');
  await press(commons.save);
  await until(() => expect(leave).toHaveBeenCalled());
  expect(sent('library.update-theme').map((one) => one.body)).toEqual([
    {
      title: 'Другая',
      version: 4,
      steps: [
        { kind: 'quiz', id: '2', module_id: 'm-2', ...quiz },
        { kind: 'theory', id: '1', module_id: 'm-1' },
      ],
    },
  ]);
});

test('a copy for a section has new steps and names the section', async () => {
  const sent = serve({ 'library.create-theme': theme() });
  await open(true, 's');
  await press(editor.theme.save_in_section);
  await until(() => expect(leave).toHaveBeenCalled());
  expect(sent('library.create-theme')[0]!.body).toEqual({
    title: 'Тема',
    section_id: 's',
    steps: [
      { kind: 'theory', module_id: 'm-1' },
      { kind: 'quiz', module_id: 'm-2', ...quiz },
    ],
  });
});

test('the settings of a quiz are edited in a dialog; an emptied limit means none', async () => {
  const sent = serve({ 'library.update-theme': theme() });
  await open();
  await press(editor.step.edit_of.replace('{{title}}', 'Пароли'));
  await until(() => expect(field(editor.quiz.pass_mark)).toBeDefined());
  await type(editor.quiz.pass_mark, '60');
  await type(editor.quiz.attempts, '3');
  await type(editor.quiz.attempts, '');
  await type(editor.quiz.draw, '2');
  await press(editor.step.apply);
  await until(() => expect(shownText()).toContain('2 вопроса из 5'));
  await press(commons.save);
  await until(() => expect(sent('library.update-theme')).toHaveLength(1));
  expect((sent('library.update-theme')[0]!.body as { steps: unknown[] }).steps[1]).toEqual({
    kind: 'quiz',
    id: '2',
    module_id: 'm-2',
    ...quiz,
    pass_mark: 60,
    draw_count: 2,
  });
});

test('a removed step returns from the toast; unsaved work is kept as a draft', async () => {
  serve({});
  const { root } = await open();
  await press(editor.step.remove.replace('{{title}}', 'Письма'));
  expect(root.textContent).not.toContain('Письма');
  await act(async () => currentToasts().at(-1)!.action!.run());
  expect(root.textContent).toContain('Письма');
  await type(editor.theme.field, 'Черновик темы');
  await act(async () => void window.dispatchEvent(new Event('pagehide')));
  expect(localStorage.getItem('sergak.draft.theme.me.t')).toContain('Черновик темы');
});

test('when another person saved first, the editor shows the difference and can take it', async () => {
  serve({
    'library.update-theme': errorResponse(409, 'common.stale_version', { current: 5 }),
    'library.theme': { ...theme(), version: 5, title: 'Тема Анны' },
  });
  await open();
  await type(editor.theme.field, 'Моя');
  await press(commons.save);
  await until(() => expect(shownText()).toContain('Тема Анны'));
  await press(commons.stale.take);
  await until(() => expect(field(editor.theme.field).value).toBe('Тема Анны'));
  expect(button(commons.save)).toBeDefined();
  expect(leave).not.toHaveBeenCalled();
});

test('a draft of an earlier visit keeps its version, so that a change in between is found', async () => {
  const sent = serve({
    'library.update-theme': errorResponse(409, 'common.stale_version', { current: 9 }),
    'library.theme': { ...theme(), version: 9, title: 'Тема Анны' },
  });
  const base = { values: { title: 'Тема', steps: [] }, version: 4 };
  const values = { title: 'Мой черновик', steps: [] };
  localStorage.setItem(
    'sergak.draft.theme.me.t',
    JSON.stringify({ values: { values, base }, at: '2026-11-01T10:00:00.000Z' }),
  );
  await open();
  expect(field(editor.theme.field).value).toBe('Мой черновик');
  await press(commons.draft.go_on);
  await press(commons.save);
  await until(() => expect(shownText()).toContain('Тема Анны'));
  expect(sent('library.update-theme')[0]!.body).toMatchObject({ title: 'Мой черновик', version: 4 });
});
