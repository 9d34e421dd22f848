import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { call, type Person } from '../../../test/app.ts';
import { apply, read, reasonsOf, start } from './test-imports.ts';

const added = async (administrator: Person, id: string) =>
  (await call('imports.rows', administrator, { id, verdict: 'added' })).data.map((row) =>
    [row.email, row.last_name, row.first_name, row.middle_name, row.position, row.department].join('|'),
  );

test('what a spreadsheet shows for a formula without a result is no value; «Null» stays a surname', async () => {
  const { administrator } = await start();
  const { import_id } = await read(
    administrator,
    'Почта;Фамилия;Имя;Отчество;Должность;Отдел\na@b.test;Ким;Дана;-;#Н/Д;#N/A\nc@b.test;Null;Ян;—;NULL;#ССЫЛКА!\n#Н/Д;Ли;Анна;;;\nd@b.test;NULL;NULL;NULL;;\ne@b.test;н/д;Олим;;;\n',
  );
  expect(await added(administrator, import_id)).toEqual(['a@b.test|Ким|Дана|||', 'c@b.test|Null|Ян|||']);
  expect(await reasonsOf(administrator, import_id)).toEqual({
    4: [{ code: 'email_missing', line: null }],
    5: [{ code: 'name_missing', line: null }],
    6: [{ code: 'name_missing', line: null }],
  });
});

test('an address that a space has cut is rejected, and a row of numbers below the headings is none of the people', async () => {
  const { administrator } = await start();
  const { import_id } = await read(
    administrator,
    'ФИО;Почта;Должность\n1;2;3\nКим Дана;dana. kim@b.test;\nЛи Анна;anna@b.test;Клерк\n',
  );
  expect(await added(administrator, import_id)).toEqual(['anna@b.test|Ли|Анна||Клерк|']);
  expect(await reasonsOf(administrator, import_id)).toEqual({ 3: [{ code: 'email_invalid', line: null }] });
});

test('a person whose address has a remark, or was cut, is no leaver', async () => {
  const { administrator } = await start();
  const header = 'Фамилия;Имя;Почта\n';
  const first = await read(administrator, `${header}Ким;Дана;kim@b.test\nЛи;Анна;anna@b.test\n`);
  await apply(administrator, first.task_id);
  const again = await read(administrator, `${header}Ким;Дана;dana kim@b.test\nЛи;Анна;anna@b.test - раб.\n`);
  const { summary } = await call('imports.get', administrator, { id: again.import_id });
  expect(summary).toMatchObject({ unchanged: 1, rejected: 1 });
  const { data } = await call('imports.leavers', administrator, { id: again.import_id });
  expect(data.map((one) => one.email)).toEqual([]);
});

test('a space far to the right of a workbook is no column', async () => {
  const { administrator } = await start();
  const far = Array.from({ length: 150 }, (_, i) => (i === 149 ? ' ' : null));
  const rows = [
    ['Почта', 'Фамилия', 'Имя'],
    ['a@b.test', 'Ким', 'Дана', ...far],
  ];
  const { import_id } = await read(administrator, Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows }] })));
  expect(await added(administrator, import_id)).toEqual(['a@b.test|Ким|Дана|||']);
});
