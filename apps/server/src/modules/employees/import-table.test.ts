import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHeads } from '@sergak/sheets/read-sheet.ts';
import { expect, test } from 'vitest';
import { findTable } from './import-table.ts';
import { hasLeft } from './import-status.ts';

/** «line of the headings: field=column …; order of names; lines above». */
const found = async (text: string) => {
  const path = join(tmpdir(), randomUUID());
  await writeFile(path, text);
  const { headerLine, map, nameOrder, above } = findTable(await readHeads(path), {});
  const fields = Object.entries(map)
    .map(([field, column]) => `${field}=${column}`)
    .sort();
  return [headerLine, fields.join(' '), ...(map.full_name === undefined ? [] : [nameOrder]), ...above].join('; ');
};

const people = 'Ким;Дана;a@b.test\nЛи;Анна;c@b.test\n';
const names = 'email=2 first_name=1 last_name=0';

test.each([
  ['a form number and a row of numbers', `Форма Т-3;;\nФамилия;Имя;Почта\n1;2;3\n${people}`, `2; ${names}; Форма Т-3`],
  [
    'a row of numbers, one person',
    `№ п/п;ФИО;Почта\n1;2;3\n1;Ким Дана;a@b.test\n`,
    '1; email=2 full_name=1; last_first',
  ],
  [
    'an inflected heading',
    'ФИО;Адрес корпоративной эл. почты;DEPT_NAME\nКим Дана;a@b.test;ИТ\n',
    '1; department=2 email=1 full_name=0; last_first',
  ],
  [
    'headings as people write them',
    'Фам.;Имя;Отч.;Корпоративный почтовый ящик;Занимаемая должность;Филиал\nКим;Дана;;a@b.test;Инженер;ИТ\n',
    '1; department=5 email=3 first_name=1 last_name=0 middle_name=2 position=4',
  ],
  [
    'headings as people write them in Uzbek',
    'Familiyasi;Ismi;Otasi ismi;Ish pochtasi;Egallab turgan lavozimi\nKim;Dana;;a@b.test;Muhandis\n',
    '1; email=3 first_name=1 last_name=0 middle_name=2 position=4',
  ],
  [
    'names of accounts that are names of people',
    'User name,email,User status\nDana Kim,a@b.test,Active\n',
    '1; email=1 full_name=0 status=2; first_last',
  ],
  ['names of accounts that are addresses', 'Логин;ФИО\na@b.test;Ким Дана\n', '1; email=0 full_name=1; last_first'],
  [
    'names of accounts that are none',
    'Login;ФИО;Почта\ndkim;Ким Дана;a@b.test\n',
    '1; email=2 full_name=1; last_first',
  ],
  ['users that are accounts', 'Пользователь;Почта\ndkim;a@b.test\n', '1; email=1'],
  ['users that are people', 'Пользователь;Почта\nКим Дана;a@b.test\n', '1; email=1 full_name=0; last_first'],
  ['an employee in English', 'Employee,Email\nKarimov Aziz,a@b.test\n', '1; email=1 full_name=0; last_first'],
  ['a worker in English', 'Worker,Email\nDana Kim,a@b.test\n', '1; email=1 full_name=0; first_last'],
  [
    'legal names of Workday',
    'Worker,Legal Name - First Name,Legal Name - Last Name,Email\nDana Kim,Dana,Kim,a@b.test\n',
    '1; email=3 first_name=1 last_name=2',
  ],
  [
    'values kept from spreadsheets',
    '="Почта","ФИО"\n="a@b.test","=""Ким Дана"""\n',
    '1; email=0 full_name=1; last_first',
  ],
  ['a title with an address', `Вопросы: hr@b.test\nФамилия;Имя;Почта\n${people}`, `2; ${names}; Вопросы: hr@b.test`],
  ['a heading with a domain', `Фамилия;Имя;E-mail (@b.test)\n${people}`, `1; ${names}`],
  ['headings again below', `Фамилия;Имя;Почта\n${people}Фамилия;Имя;Почта\n`, `1; ${names}`],
  ['departments between people', `Фамилия;Имя;Почта\nСклад;;\n${people}`, `1; ${names}`],
  ['blank columns at the left', ';;Почта;ФИО\n;;a@b.test;Ким Дана\n', '1; email=2 full_name=3; last_first'],
  ['no headings, the name first', 'Ким Дана Олеговна;a@b.test\n', '0; email=1 full_name=0; last_first'],
  ['no headings, a broken first address', 'Ким;Дана;a@\nЛи;Анна;c@b.test\n', `0; ${names}`],
  ['no headings, four names', 'a@b.test;Ким;Дана;Олеговна;ИТ\n', '0; email=0 first_name=2 last_name=1 middle_name=3'],
  ['unknown headings', 'Кто;Куда\nКим;a@b.test\n', '1; email=1'],
  ['display names of a directory', 'DisplayName,Mail\nDana Kim,a@b.test\n', '1; email=1 full_name=0; first_last'],
  ['display names with a comma', 'Name,Email\n"Kim, Dana",a@b.test\n', '1; email=1 full_name=0; first_last'],
  [
    'an address of somebody else',
    'ФИО;Почта руководителя;Почта\nКим Дана;x@b.test;a@b.test\n',
    '1; email=2 full_name=0; last_first',
  ],
  [
    'a private address',
    'Home Email,Work Email,Employee Name\nx@h.test,a@b.test,Dana Kim\n',
    '1; email=1 full_name=2; first_last',
  ],
  ['division and department', 'Email,Division,Department\na@b.test,EMEA,Sales\n', '1; department=2 email=0'],
  ['honorifics and titles of jobs', 'Email,Title,Job Title\na@b.test,Ms.,Engineer\n', '1; email=0 position=2'],
  ['honorifics alone', 'Email;Title\na@b.test;Г-жа\nc@b.test;Dr.\n', '1; email=0'],
  ['a title that is a job', 'mail;Title\na@b.test;Engineer\n', '1; email=0 position=1'],
  ['an empty mail column', 'mail;userPrincipalName\n;a@b.test\n', '1; email=1'],
  ['flags of accounts', 'mail;userAccountControl\na@b.test;514\n', '1; email=0 status=1'],
  ['blocked accounts', 'mail;Заблокировать учетные данные\na@b.test;True\n', '1; email=0 status=1'],
  [
    'longer headings',
    'ФИО полностью;Наименование должности;Отдел/Подразделение;E-mail адрес\nКим Дана;Инженер;ИТ;a@b.test\n',
    '1; department=2 email=3 full_name=0 position=1; last_first',
  ],
  [
    'longer headings in Uzbek',
    'Исми шарифи;Boʻlim nomi;Адрес e-mail\nКим Дана;ИТ;a@b.test\n',
    '1; department=1 email=2 full_name=0; last_first',
  ],
  ['first and middle names in one column', 'Фамилия;Имя и отчество;Почта\nКим;Дана Олеговна;a@b.test\n', `1; ${names}`],
  ['the only addresses', 'ФИО;Куда писать\nКим Дана;a@b.test\nЛи Анна;\n', '1; email=1 full_name=0; last_first'],
  ['only addresses of others', 'ФИО;Почта руководителя\nКим Дана;x@b.test\n', '1; full_name=0; last_first'],
  ['two columns of addresses', 'ФИО;Куда;Кому\nКим Дана;a@b.test;x@b.test\n', '1; full_name=0; last_first'],
  ['both addresses', 'userPrincipalName;mail\nx@corp.test;a@b.test\n;c@b.test\n', '1; email=1'],
])('%s', async (_kind, text, table) => {
  expect(await found(text)).toBe(table);
});

test.each([
  ['Enabled', 'False'],
  ['Enabled', 'ЛОЖЬ'],
  ['AccountEnabled', '0'],
  ['Block credential', 'True'],
  ['Status [READ ONLY]', 'Suspended'],
  ['Employment Status', 'Terminated'],
  ['Состояние', 'Уволен'],
  ['Состояние', 'УВОЛЕНА.'],
  ['Работает', 'Нет'],
  ['Уволен', 'да'],
  ['Дата увольнения', '28.11.2026'],
  ['Termination Date', '2026-11-29'],
  ['Holati', 'Ishdan bo‘shatilgan'],
  ['Ҳолати', 'Ишдан бўшатилган'],
  ['Состояние', 'Увольнение'],
  ['Состояние', 'Уволен 15.03.2025'],
  ['Состояние', 'Уволена с 15.03.2025 г.'],
  ['Состояние', 'Уволен по собственному желанию'],
  ['Status', 'Left company'],
  ['Status', 'Terminated 2025-03-15'],
  ['Holati', 'Ishdan ketgan'],
  ['Holati', 'Ketgan'],
  ['Holati', 'Ishdan boʻshatilgan'],
  ['Holati', 'Ishlamaydi'],
  ['Ҳолати', 'Ишдан кетган'],
  ['Ҳолати', 'Кетган'],
  ['Ҳолати', 'Ишламайди'],
  ['Уволен', '15.03.2025'],
  ['Уволен', '15.03.2025 0:00:00'],
  ['Уволен', '+'],
  ['Дата увольнения', '15.03.25'],
  ['Дата увольнения сотрудника', '2025/03/15'],
  ['Termination Date', '15-Mar-2025'],
  ['Termination Date', '3/15/2025'],
  ['Termination Date', '2025-03-15T00:00:00.000Z'],
  ['Дата увольнения', '15 марта 2025 г.'],
  ['Заблокировать учетные данные', 'True'],
  ['userAccountControl', '514'],
  ['userAccountControl', '66050'],
  ['suspended', '1'],
  ['Suspended', 'Suspended'],
  ['Archived', 'archived'],
  ['is_enabled', 'false'],
  ['Активность', 'Нет'],
  ['status', 'DEPROVISIONED'],
])('«%s»: «%s» means that a person has left', (heading, value) => {
  expect(hasLeft(heading, value, '2026-11-29')).toBe(true);
});

test.each([
  ['Enabled', 'True'],
  ['Enabled', ''],
  ['Block credential', 'False'],
  ['Уволен', 'Нет'],
  ['Состояние', 'Отпуск по уходу за ребёнком'],
  ['Status', 'Active'],
  ['Дата увольнения', '30.11.2026'],
  ['Дата увольнения', '01.01.0001'],
  ['Дата увольнения', '  .  .    '],
  ['Дата увольнения', 'нет'],
  ['Дата увольнения', '30.11.26'],
  ['Дата увольнения', '31.12.9999'],
  ['Состояние', 'Уволен с 15.03.2027'],
  ['Уволен', '15-Mar-2027'],
  ['Уволен', '-'],
  ['Состояние', '15.03.2025'],
  ['Заблокировать учетные данные', 'False'],
  ['userAccountControl', '512'],
  ['userAccountControl', '66048'],
  ['suspended', '0'],
  ['is_enabled', 'true'],
  ['Активность', 'Да'],
])('«%s»: «%s» does not', (heading, value) => {
  expect(hasLeft(heading, value, '2026-11-29')).toBe(false);
});
