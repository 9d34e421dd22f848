// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import commons from '../../../../../locales/ru/commons.json' with { type: 'json' };
import errors from '../../../../../locales/ru/global_errors.json' with { type: 'json' };
import words from '../../../../../locales/ru/phishing.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { queryClient } from '../../shared/query-client.ts';
import { button, errorResponse, openPage, press, serve, shownText, until } from '../../shared/ui/testing-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

const chooseFile = (file: File): void => {
  const inputs = document.querySelectorAll<HTMLInputElement>('input[type=file]');
  Object.defineProperty(inputs[0]!, 'files', { value: [file], configurable: true });
  inputs[0]!.dispatchEvent(new Event('change', { bubbles: true }));
};
const report = {
  id: 'e1',
  kind: 'email',
  name: 'Выписка',
  changes: [{ code: 'link_replaced', count: 3, examples: ['Открыть выписку'] }],
  mapped: [{ found: '{{.FirstName}}', variable: 'first_name', count: 2 }],
  unknown: [{ field: 'html', code: 'unknown_variable', line: 4, column: 7, text: '{{.RId}}' }],
  warnings: [{ field: 'html', code: 'dead_link', line: 1, column: 1, text: '<a href="#">' }],
};
const one = { emails: [{ depth: 0, subject: 'Выписка', sender: 'a@b.test' }], preselected: 0 };
const open = async (kind: 'email' | 'page' = 'email') => {
  const onEdit = vi.fn();
  await openPage(<ImportDialog templateId="t1" kind={kind} onClose={() => undefined} onEdit={onEdit} />, '/', '/');
  await until(() => expect(button(words.import.action)).toBeDefined());
  return onEdit;
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const [name, texts] of Object.entries({ phishing: words, commons, global_errors: errors }))
    addTexts('ru', name, texts);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  queryClient.clear();
});

test('an import shows what was changed and opens the new email', async () => {
  const sent = serve({ 'phishing.import': report, 'phishing.import-contents': one });
  const onEdit = await open();
  chooseFile(new File(['From: a'], 'a.eml'));
  await until(() => expect(shownText()).toContain('a.eml'));
  await until(() => expect(sent('phishing.import-contents')).toHaveLength(1));
  expect(shownText()).not.toContain(words.import.choose);
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

test('of several emails in a file the attached one is preselected, and another one can be chosen', async () => {
  const emails = [
    { depth: 0, subject: 'Fwd', sender: 'me@company.test' },
    { depth: 1, subject: 'Ваш пароль', sender: 'Банк, p@evil.example' },
    { depth: 1, subject: '', sender: '' },
  ];
  const sent = serve({ 'phishing.import': report, 'phishing.import-contents': { emails, preselected: 1 } });
  await open();
  chooseFile(new File(['From: a'], 'a.eml'));
  await until(() => expect(shownText()).toContain(words.import.choose));
  expect(shownText()).toContain('Сопроводительное: «Fwd»');
  expect(shownText()).toContain('Вложенное: «Ваш пароль»');
  expect(shownText()).toContain('Вложенное: «без темы»');
  const radios = document.querySelectorAll<HTMLInputElement>(
    'input[type=radio][value="0"], input[type=radio][value="1"]',
  );
  expect([...radios].map(({ checked }) => checked)).toEqual([false, true]);
  radios[0]!.click();
  await until(() => expect(radios[0]!.checked).toBe(true));
  await press(words.import.action);
  await until(() => expect(sent('phishing.import')[0]!.body).toMatchObject({ email: '0', kind: 'email' }));
});

test('a file that cannot be read is rejected before it is imported, and a page is not asked for emails', async () => {
  const sent = serve({ 'phishing.import-contents': errorResponse(422, 'saved_email.unreadable') });
  await open('page');
  chooseFile(new File(['x'], 'a.html'));
  await until(() => expect(shownText()).toContain('a.html'));
  expect(sent('phishing.import-contents')).toEqual([]);
  chooseFile(new File(['x'], 'b.eml'));
  await until(() => expect(shownText()).toContain(errors.saved_email.unreadable));
  await press(words.import.action);
  expect(sent('phishing.import')).toEqual([]);
});

test('the report of a page says what became of its forms and which files are missing', async () => {
  const changes = [
    { code: 'form_dropped', count: 1, examples: ['/search: q'] },
    { code: 'form_wrapped', count: 1, examples: ['u, p'] },
    { code: 'file_missing', count: 2, examples: ['logo.png'] },
  ];
  serve({ 'phishing.import': { ...report, kind: 'page', name: 'Вход', changes } });
  await open('page');
  chooseFile(new File(['x'], 'a.mhtml'));
  await until(() => expect(shownText()).toContain('a.mhtml'));
  await press(words.import.action);
  await until(() => expect(shownText()).toContain('«Вход» добавлено в шаблон'));
  for (const code of ['form_dropped', 'form_wrapped', 'file_missing'] as const)
    expect(shownText()).toContain(words.import.change[code]);
  expect(shownText()).toContain('/search: q');
});
