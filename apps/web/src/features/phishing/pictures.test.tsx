// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { button, openPage, press, serve, shownText, until } from '../../shared/ui/testing-page.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { PictureLibrary } from './picture-library.tsx';

const picture = { file_id: 'f1', name: 'logo.png', width: 80, height: 40, bytes: 2_000, used_in: [] as string[] };
const chooseFile = (file: File): void => {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  Object.defineProperty(inputs[0]!, 'files', { value: [file], configurable: true });
  inputs[0]!.dispatchEvent(new Event('change', { bubbles: true }));
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [name, texts] of Object.entries({ phishing: words, commons })) addTexts('ru', name, texts);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('a picture of the library is picked; the library says where it is used', async () => {
  serve({ 'phishing.pictures': { data: [{ ...picture, used_in: ['Письмо'] }] } });
  const onPick = vi.fn();
  const owner = { template_id: 't1' };
  await openPage(<PictureLibrary owner={owner} opened onClose={() => undefined} onPick={onPick} />, '/', '/');
  await until(() => expect(shownText()).toContain('logo.png'));
  expect(shownText()).toContain('Используется: Письмо');
  await press(words.pictures.insert);
  expect(onPick).toHaveBeenCalledWith('f1', expect.objectContaining({ name: 'logo.png' }));
});

test('a file that is no picture is not sent', async () => {
  const sent = serve({ 'phishing.pictures': { data: [] } });
  const owner = { template_id: 't1' };
  await openPage(<PictureLibrary owner={owner} opened onClose={() => undefined} onPick={() => undefined} />, '/', '/');
  await until(() => expect(shownText()).toContain(words.pictures.empty));
  chooseFile(new File(['x'], 'a.txt', { type: 'text/plain' }));
  await until(() => expect(shownText()).toContain(words.pictures.wrong_type));
  expect(sent('phishing.picture-add')).toEqual([]);
});

test('an import shows what was changed and opens the new email', async () => {
  const report = {
    id: 'e1',
    kind: 'email',
    name: 'Выписка',
    changes: [{ code: 'link_replaced', count: 3, examples: ['Открыть выписку'] }],
    mapped: [{ found: '{{.FirstName}}', variable: 'first_name', count: 2 }],
    unknown: [{ field: 'html', code: 'unknown_variable', line: 4, column: 7, text: '{{.RId}}' }],
    warnings: [{ field: 'html', code: 'dead_link', line: 1, column: 1, text: '<a href="#">' }],
  };
  const sent = serve({ 'phishing.import': report });
  const onEdit = vi.fn();
  await openPage(<ImportDialog templateId="t1" kind="email" onClose={() => undefined} onEdit={onEdit} />, '/', '/');
  await until(() => expect(button(words.import.action)).toBeDefined());
  chooseFile(new File(['From: a'], 'a.eml'));
  await until(() => expect(shownText()).toContain('a.eml'));
  await press(words.import.action);
  await until(() => expect(shownText()).toContain('Ссылки заменены на {{link}}'));
  expect(shownText()).toContain('Открыть выписку');
  expect(shownText()).toContain('{{.FirstName}} → Имя');
  expect(shownText()).toContain('{{.RId}}строка 4, столбец 7');
  expect(shownText()).toContain('1 ссылка никуда не ведёт');
  expect(sent('phishing.import')).toHaveLength(1);
  await press(words.import.edit);
  expect(onEdit).toHaveBeenCalledWith(report);
});
