// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { EmployeeImport } from '@sergak/contract/employees/imports.schema.ts';
import employees from '../../../../../locales/ru/employees.json' with { type: 'json' };
import words from '../../../../../locales/ru/employees/import.json' with { type: 'json' };
import { addTexts } from '../../shared/i18n/texts.ts';
import { openPage, press, serve, shownText, signIn, until } from '../../shared/ui/testing-page.tsx';
import { ImportPreview } from './import-preview.tsx';

const ID = '0b2ad0de-0000-4000-8000-000000000001';
const found: EmployeeImport = {
  id: ID,
  task_id: ID,
  apply_task_id: null,
  file_name: 'staff.xlsx',
  status: 'ready',
  columns: {
    headers: ['Email', 'ФИО'],
    map: { email: 0, full_name: 1 },
    samples: [
      ['fn1@bugs.test', 'Ли, Мария'],
      ['fn2@bugs.test', 'Aziz Abdullayev'],
    ],
    header_line: 3,
    head: [
      { line: 1, cells: ['АО «Пример»'] },
      { line: 3, cells: ['Email', 'ФИО'] },
      { line: 4, cells: ['fn1@bugs.test', 'Ли, Мария'] },
    ],
    above: ['АО «Пример»'],
    sheet: 'Штат',
    sheets: [
      { name: 'Штат', hidden: false, rows: [['АО «Пример»']] },
      { name: 'Архив', hidden: true, rows: [['Старый список', 'old@bugs.test']] },
    ],
    name_order: 'last_first',
  },
  summary: {
    lines: 2,
    added: 2,
    returned: 0,
    changed: 0,
    unchanged: 0,
    rejected: 0,
    leavers: 3,
    marked_leavers: 1,
    new_departments: 0,
    new_department_paths: [],
    licence_room: 10,
    reasons: { name_from_address: 2, left: 1 },
  },
  result: null,
  from_directory: false,
  has_rejected_file: false,
  created_at: '2026-11-28T00:00:00.000Z',
};
const started: unknown[] = [];
const open = async () => {
  signIn(['admin.staff.employees']);
  const sent = serve({
    'imports.rows': { data: [], total_count: 0 },
    'imports.leavers': { data: [], total_count: 0 },
    'imports.map-columns': { task_id: ID, import_id: ID },
    'imports.apply': { task_id: ID, import_id: ID },
  });
  await openPage(<ImportPreview found={found} start={(call) => void call.then((answer) => started.push(answer))} />);
  await until(() => expect(shownText()).toContain('Что сделать'));
  return sent;
};
const choose = async (at: number, label: string) => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('input[aria-haspopup=listbox]')];
  await act(async () => fields[at]!.click());
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === label);
  await until(() => expect(option()).toBeDefined());
  await act(async () => option()!.click());
};

beforeEach(() => {
  addTexts('ru', 'employees', employees);
  addTexts('ru', 'employees__import', words);
  started.length = 0;
});

test('what was read is said: the sheet, the line of the headings, the lines above, and names made of addresses', async () => {
  await open();
  expect(shownText()).toContain(
    'Прочитан лист «Штат». Заголовки найдены в строке 3. Выше пропущено: АО «Пример». В ФИО сначала фамилия.',
  );
  expect(shownText()).toContain('Имя взято из адреса, людей: 2');
});

test('the order of full names is chosen with the first people in view', async () => {
  const sent = await open();
  await press(words.change_columns);
  expect(shownText()).toContain('Ли, Мария: фамилия Ли, имя Мария');
  expect(shownText()).toContain('Aziz Abdullayev: фамилия Aziz, имя Abdullayev');
  await act(async () => document.querySelector<HTMLInputElement>('input[value=first_last]')!.click());
  expect(shownText()).toContain('Ли, Мария: фамилия Ли, имя Мария');
  expect(shownText()).toContain('Aziz Abdullayev: фамилия Abdullayev, имя Aziz');
  await press(words.read_again);
  await until(() => expect(started).toHaveLength(1));
  expect(sent('imports.map-columns').at(-1)?.body).toEqual({
    map: { email: 0, full_name: 1 },
    name_order: 'first_last',
  });
});

test('another sheet is shown before it is read', async () => {
  const sent = await open();
  await press(words.change_columns);
  await choose(0, 'Архив (скрыт)');
  expect(shownText()).toContain('old@bugs.test');
  await press(words.table.read);
  await until(() => expect(started).toHaveLength(1));
  expect(sent('imports.map-columns').at(-1)?.body).toEqual({ sheet: 'Архив' });
});

test('the first line can be read as data', async () => {
  const sent = await open();
  await press(words.change_columns);
  await choose(1, words.table.header_none);
  await press(words.table.read);
  await until(() => expect(started).toHaveLength(1));
  expect(sent('imports.map-columns').at(-1)?.body).toEqual({ header_line: 0 });
});

test('people marked as having left can be removed alone, after a confirmation', async () => {
  const sent = await open();
  await act(async () => document.querySelector<HTMLInputElement>('input[value=add_update_marked]')!.click());
  const sure = () =>
    [...document.querySelectorAll('label')].find(
      (one) => one.textContent === 'Да, удалить отмеченных как уволенные: 1',
    );
  await until(() => expect(sure()).toBeDefined());
  await act(async () => sure()!.click());
  await press('Добавить: 2, удалить: 1');
  await until(() => expect(started).toHaveLength(1));
  expect(sent('imports.apply').at(-1)?.body).toMatchObject({ add_type: 'add_update_marked' });
});
