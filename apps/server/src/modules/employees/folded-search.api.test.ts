import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { apply, read, start } from './test-imports.ts';

const spellings = ["O'ktamov", 'Oʻktamov', 'O‘ktamov', 'Oʼktamov', 'O`ktamov', 'O’KTAMOV', 'o´ktamov', 'Ｏ＇ktamov'];

test('five spellings of one surname are found by each of them, in the staff list and wherever people are searched', async () => {
  const { administrator } = await start();
  const file = await readFile(new URL('./test-names.csv', import.meta.url));
  const { task_id } = await read(administrator, file);
  await apply(administrator, task_id);
  const surnames = async (search: string) =>
    (await call('employees.list', administrator, { search, sort_by: 'NAME', sort_order: 'asc' })).data
      .map((one) => one.last_name)
      .toSorted();
  const five = ["O'ktamov", 'O`ktamov', 'Oʻktamov', 'Oʼktamov', 'O‘ktamov'].toSorted();
  for (const spelling of spellings) expect(await surnames(spelling)).toEqual(five);
  expect(await surnames("g'ani  OʻKTAMOV\u200B")).toEqual(five);
  const tree = await call('departments.users', administrator, { search: 'Oʼktamov' });
  expect(tree.users_total).toBe(5);
  const departments = (await call('departments.list', administrator, {})).data.map((one) => one.title);
  expect(departments.filter((title) => title === 'Uz')).toHaveLength(1);
});

test('ё, separate marks, width, dashes and spaces make no difference to a search of people, titles and the audit log', async () => {
  const { org, administrator } = await start();
  await make.employee(org, { last_name: 'Семёнов-Йодов', first_name: 'Пётр' });
  for (const search of ['семенов-йодов', 'СЕМЕ\u0308НОВ\u2011И\u0306ОДОВ', 'петр\u00A0 семёнов', 'Семёнов—Йодов'])
    expect((await call('employees.list', administrator, { search })).total_count).toBe(1);
  await call('departments.create', administrator, { title: 'Отдел «Учёт — ＩＴ»' });
  for (const search of ['учет - it', 'отдел "УЧЁТ', 'it отдел']) {
    expect((await call('departments.users', administrator, { search })).data).toMatchObject([
      { title: 'Отдел «Учёт — ＩＴ»' },
    ]);
    expect((await call('audit.list', administrator, { search })).total_count).toBe(1);
  }
});
