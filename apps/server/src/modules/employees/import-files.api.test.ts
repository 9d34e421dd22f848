import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { TableChoice } from '@sergak/contract/employees/imports.schema.ts';
import { languages } from '@sergak/contract/session/session.rules.ts';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { call, runJobs, stored, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { sampleFile } from './import-sample.service.ts';
import { apply, read, reasonsOf, start } from './test-imports.ts';

// Files as programs and people write them. `staff-files` has exports that are stored byte by byte.
const fixture = (name: string) => readFile(join(import.meta.dirname, 'staff-files', name));

const shown = async (administrator: Person, id: string, verdict: 'added' | 'changed' = 'added') =>
  (await call('imports.rows', administrator, { id, verdict })).data.map((row) =>
    [row.email, row.last_name, row.first_name, row.middle_name, row.position, row.department]
      .join('|')
      .replace(/\|+$/, ''),
  );
const columnsOf = async (administrator: Person, id: string) =>
  (await call('imports.get', administrator, { id })).columns!;
const readFixture = async (name: string) => {
  const { org, administrator } = await start();
  const { import_id, task_id } = await read(administrator, await fixture(name));
  return { org, administrator, import_id, task_id };
};
const choose = async (administrator: Person, id: string, choice: TableChoice) => {
  const started = await call('imports.map-columns', administrator, { id, ...choice });
  await runJobs('employees.read-import', administrator.organization_id);
  return started;
};
const readText = async (text: string | Buffer) => {
  const { administrator } = await start();
  const { import_id } = await read(administrator, text);
  return {
    people: await shown(administrator, import_id),
    columns: await columnsOf(administrator, import_id),
    administrator,
    import_id,
  };
};

test('an export of Active Directory: the type line is skipped and reported, a disabled account is offered as a leaver', async () => {
  const { org, administrator } = await start();
  await make.employee(org, { email: 'a2@bugs.test', last_name: 'Leaver', first_name: 'Old' });
  await make.employee(org, { email: 'stays@bugs.test', last_name: 'Stays' });
  const { import_id, task_id } = await read(administrator, await fixture('ad-export-type-line.csv'));
  expect(await shown(administrator, import_id)).toEqual(['a1@bugs.test|Rahimov|Aziz||Engineer|IT']);
  expect(await reasonsOf(administrator, import_id)).toEqual({ 4: [{ code: 'left', line: null }] });
  const found = await call('imports.get', administrator, { id: import_id });
  expect(found.columns).toMatchObject({
    header_line: 2,
    above: ['#TYPE Selected.Microsoft.ActiveDirectory.Management.ADUser'],
  });
  expect(found.summary).toMatchObject({ leavers: 2, marked_leavers: 1 });
  const marked = await call('imports.leavers', administrator, { id: import_id, only_marked: 'true' });
  expect(marked.data.map(({ email }) => email)).toEqual(['a2@bugs.test']);
  expect(await apply(administrator, task_id, { add_type: 'add_update_marked' })).toMatchObject({
    result: { added: 1, left: 1 },
  });
  const emails = await stored<{ email: string }>(
    'select email from employees where organization_id = $1 and deleted_at is null and id <> $2 order by email',
    [org.id, administrator.id],
  );
  expect(emails.map(({ email }) => email)).toEqual(['a1@bugs.test', 'stays@bugs.test']);
});

test('a disabled line restores nobody, and a second line of the same person keeps the person', async () => {
  const { org, administrator, at } = await start();
  await make.employee(org, { email: at('twice'), last_name: 'Двойной' });
  const gone = await make.employee(org, { email: at('gone'), last_name: 'Ушёл' });
  await call('employees.remove', administrator, { id: gone.id });
  const { import_id } = await read(
    administrator,
    `Почта;Фамилия;Имя;Состояние;Дата увольнения\n${at('twice')};Двойной;Нигора;Уволен;\n${at('twice')};Двойной;Нигора;Работает;\n` +
      `${at('gone')};Ушёл;Нигора;Уволена;\n${at('new')};Новый;Нигора;Отпуск;01.01.0001\n`,
  );
  expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({
    added: 1,
    returned: 0,
    rejected: 2,
    leavers: 0,
    marked_leavers: 0,
  });
});

test('contacts of Outlook: the job title is the position, «Mr.» is not', async () => {
  const { administrator, import_id } = await readFixture('outlook-en.csv');
  expect(await shown(administrator, import_id)).toEqual(['o2@bugs.test|Kim|Dana||Manager|Sales']);
});

test('a file without headings: nobody is lost, and the choice can be made by hand as well', async () => {
  const { administrator, import_id } = await readFixture('no-header.csv');
  const people = await shown(administrator, import_id);
  expect(people).toEqual(['nh1@bugs.test|Безголовов|Иван', 'nh2@bugs.test|Второй|Пётр']);
  expect(await columnsOf(administrator, import_id)).toMatchObject({
    header_line: 0,
    map: { email: 0, last_name: 1, first_name: 2 },
  });
  await choose(administrator, import_id, { header_line: 1 });
  expect((await columnsOf(administrator, import_id)).header_line).toBe(1);
  await choose(administrator, import_id, { header_line: 0 });
  expect(await shown(administrator, import_id)).toEqual(people);
});

test('the rejected lines of a file without headings have headings, so that the repaired file is recognised', async () => {
  const { administrator, at } = await start();
  const { import_id } = await read(administrator, `Ким Дана Олеговна;${at('dana')}\nЛи Анна;anna@\n`);
  const file = await call('imports.rejected', administrator, { id: import_id });
  const again = await read(administrator, await buffer(file.stream));
  expect((await columnsOf(administrator, again.import_id)).map).toEqual({ full_name: 2, email: 3 });
  expect(await reasonsOf(administrator, again.import_id)).toEqual({ 2: [{ code: 'email_invalid', line: null }] });
});

test('a list of addresses: names come from them and are marked; people who exist keep their names', async () => {
  const { org, administrator, at } = await start();
  await make.employee(org, { email: at('lola.azimova'), last_name: 'Азимова', first_name: 'Лола' });
  const { import_id, task_id } = await read(administrator, await fixture('only-emails.csv'));
  expect(await shown(administrator, import_id)).toEqual(['oe1@bugs.test||Oe', 'oe2@bugs.test||Oe']);
  expect((await call('imports.get', administrator, { id: import_id })).summary!.reasons).toMatchObject({
    name_from_address: 2,
  });
  expect(
    (await call('imports.rows', administrator, { id: import_id, verdict: 'added' })).data[0]!.reasons,
  ).toContainEqual({
    code: 'name_from_address',
    line: null,
  });
  expect(await apply(administrator, task_id)).toMatchObject({ status: 'success', result: { added: 2 } });
  const list = `Почта\n${at('lola.azimova')}\n"Каримов, Тимур" <${at('t.karimov')}>\n${at('I.Petrov2')}\n`;
  const second = await read(administrator, list);
  expect((await call('imports.get', administrator, { id: second.import_id })).summary).toMatchObject({
    added: 2,
    unchanged: 1,
  });
  expect(await shown(administrator, second.import_id)).toEqual([
    `${at('t.karimov')}|Каримов|Тимур`,
    `${at('I.Petrov2')}|Petrov|I.`,
  ]);
});

test.each(['a.kim@bugs.test; c.li@bugs.test; d.tsoy@bugs.test', 'a.kim@bugs.test,c.li@bugs.test\nd.tsoy@bugs.test'])(
  'several addresses in a line are people of their own: %j',
  async (text) => {
    expect((await readText(text)).people).toEqual([
      'a.kim@bugs.test|Kim|A.',
      'c.li@bugs.test|Li|C.',
      'd.tsoy@bugs.test|Tsoy|D.',
    ]);
  },
);

test('titles above the headings of a workbook are skipped and reported', async () => {
  const { administrator, import_id } = await readFixture('title-rows.xlsx');
  expect(await shown(administrator, import_id)).toEqual(['tt1@bugs.test|Титулов|Т||Инженер|Д']);
  expect(await columnsOf(administrator, import_id)).toMatchObject({
    header_line: 4,
    above: ['АО «Пример»', 'Штатное расписание на 28.11.2026'],
  });
});

test('the total below a table is rejected with a reason, in a workbook and in CSV', async () => {
  const { administrator, at } = await start();
  const { import_id } = await read(
    administrator,
    `АО «Пример», филиал\n\nПочта;Фамилия;Имя\n${at('a')};Азимова;Лола\nИтого: 1;;\nВсего;2\n`,
  );
  expect(await shown(administrator, import_id)).toEqual([`${at('a')}|Азимова|Лола`]);
  const total = [{ code: 'total_line', line: null }];
  expect(await reasonsOf(administrator, import_id)).toEqual({ 5: total, 6: total });
});

test('merged cells, two rows of headings, a blank column, further and hidden sheets', async () => {
  const { administrator, import_id } = await readFixture('merged-cells.xlsx');
  expect(await shown(administrator, import_id)).toEqual([
    'mc1@bugs.test|Азимова|Лола|Каримовна|Бухгалтер|Бухгалтерия',
    'mc2@bugs.test|Беков|Бек||Кассир|Бухгалтерия',
    'mc3@bugs.test|Цой|Эдуард||Кладовщик|Склад',
  ]);
  expect(await reasonsOf(administrator, import_id)).toEqual({ 9: [{ code: 'total_line', line: null }] });
  const { sheet, sheets, header_line } = await columnsOf(administrator, import_id);
  expect([sheet, header_line]).toEqual(['Штат', 4]);
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['Справочник', true],
    ['Титул', false],
    ['Штат', false],
  ]);
});

test('the sheet with the most addresses is read first, another one by choice; an unknown one is rejected', async () => {
  const { administrator, import_id } = await readFixture('two-sheets.xlsx');
  expect(await shown(administrator, import_id)).toHaveLength(2);
  expect(await columnsOf(administrator, import_id)).toMatchObject({
    sheet: 'Ташкент',
    sheets: [
      {
        name: 'Москва',
        rows: [
          ['Фамилия', 'Имя', 'Почта'],
          ['Азимова', 'Лола', 'ts1@bugs.test'],
        ],
      },
      { name: 'Ташкент' },
    ],
  });
  await choose(administrator, import_id, { sheet: 'Москва' });
  expect(await shown(administrator, import_id)).toEqual(['ts1@bugs.test|Азимова|Лола']);
  const missing = { code: 'import.columns_missing' };
  await expect(call('imports.map-columns', administrator, { id: import_id, sheet: 'Нет' })).rejects.toMatchObject(
    missing,
  );
  await expect(call('imports.map-columns', administrator, { id: import_id, header_line: 99 })).rejects.toMatchObject(
    missing,
  );
});

test('headings, titles and examples with characters that the database cannot store are shown without them', async () => {
  const { administrator } = await start();
  const head = ['Почта', 'Фамилия', 'Имя', 'Примечание'];
  const people = ['a@bugs.test', 'Ким', 'Дана', 'x_x0000_y_xD83D_'];
  const book = await writeXlsx({
    sheets: [{ name: 'Штат', rows: [['Титул_x0000_'], [...head, 'Ещё_x0000_'], [...people, '']] }],
  });
  const { import_id } = await read(administrator, Buffer.from(book));
  expect(await shown(administrator, import_id)).toEqual(['a@bugs.test|Ким|Дана']);
  expect(await columnsOf(administrator, import_id)).toMatchObject({
    headers: [...head, 'Ещё\uFFFD'],
    above: ['Титул\uFFFD'],
    samples: [['a@bugs.test', 'Ким', 'Дана', 'x\uFFFDy\uFFFD', '']],
  });
});

test('full names: a comma means surname first, the order is guessed, and can be chosen', async () => {
  const { administrator, import_id } = await readFixture('full-name-order.csv');
  expect((await columnsOf(administrator, import_id)).name_order).toBe('first_last');
  expect(await shown(administrator, import_id)).toEqual([
    'fn1@bugs.test|Ли|Мария',
    'fn2@bugs.test|Abdullayev|Aziz',
    'fn3@bugs.test|ван дер Берг|Ян',
  ]);
  await choose(administrator, import_id, { name_order: 'last_first' });
  expect(await shown(administrator, import_id)).toContain('fn2@bugs.test|Aziz|Abdullayev');
});

test.each([
  [
    'Exchange',
    '"DisplayName","PrimarySmtpAddress","EmailAddresses"\n"Dana Kim","dana@bugs.test","SMTP:dana@bugs.test smtp:d@bugs.test"\n',
    'dana@bugs.test|Kim|Dana',
  ],
  [
    'addresses of Exchange alone',
    'Name;EmailAddresses\nDana Kim;smtp:d@bugs.test,SMTP:dana@bugs.test\n',
    'dana@bugs.test|Kim|Dana',
  ],
  [
    'Google Workspace',
    'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],Recovery Email,Employee Title,Department,Status [READ ONLY]\nDana,Kim,dana@bugs.test,****,/Sales,d@home.test,Manager,Sales,Active\n',
    'dana@bugs.test|Kim|Dana||Manager|Sales',
  ],
  [
    'Microsoft 365',
    'Block credential,Department,Display name,First name,Last name,Proxy addresses,Title,User principal name\nFalse,Sales,Dana Kim,Dana,Kim,smtp:d@bugs.test+SMTP:dana@bugs.test,Manager,dana@corp.test\n',
    'dana@bugs.test|Kim|Dana||Manager|Sales',
  ],
  [
    'mail and userPrincipalName',
    'userPrincipalName\tmail\tsn\tgivenName\ndana@corp.local\tdana@bugs.test\tKim\tDana\n',
    'dana@bugs.test|Kim|Dana',
  ],
  [
    'an empty mail and userPrincipalName',
    'mail;userPrincipalName;sn;givenName\n;dana@bugs.test;Kim;Dana\n',
    'dana@bugs.test|Kim|Dana',
  ],
  [
    'contacts of Outlook in Russian',
    'Обращение,Имя,Отчество,Фамилия,Организация,Отдел,Должность,Адрес эл. почты,Краткое имя эл. почты\nг-жа,Дана,Олеговна,Ким,Acme,Продажи,Менеджер,dana@bugs.test,"Ким, Дана (dana@bugs.test)"\n',
    'dana@bugs.test|Ким|Дана|Олеговна|Менеджер|Продажи',
  ],
  [
    '1C',
    'Сотрудник;Таб. №;Подразделение организации;Должность по штатному расписанию;Адрес электронной почты;Состояние\nКим Дана Олеговна;0042;Продажи;Менеджер;dana@bugs.test;Работа\n',
    'dana@bugs.test|Ким|Дана|Олеговна|Менеджер|Продажи',
  ],
  [
    'BambooHR',
    'Employee #,First Name,Last Name,Work Email,Home Email,Job Title,Division,Department,Employment Status\n7,Dana,Kim,dana@bugs.test,d@home.test,Manager,EMEA,Sales,Full-Time\n',
    'dana@bugs.test|Kim|Dana||Manager|Sales',
  ],
  [
    'SAP',
    'Personnel Number|Last name|First name|Organizational Unit|Position|E-Mail\n1|Kim|Dana|Sales|Manager|dana@bugs.test\n',
    'dana@bugs.test|Kim|Dana||Manager|Sales',
  ],
  [
    'Uzbek Cyrillic',
    'Фамилия;Исм;Шариф;Лавозим;Бўлим;Электрон почта\nКим;Дана;Олеговна;Менежер;Савдо;dana@bugs.test\n',
    'dana@bugs.test|Ким|Дана|Олеговна|Менежер|Савдо',
  ],
  [
    'Uzbek Cyrillic in other letters',
    'ФАМИЛИЯСИ;ИСМИ;ОТАСИНИНГ ИСМИ;ЛАВОЗИМИ;БУЛИМИ;ЭЛЕКТРОН ПОЧТА МАНЗИЛИ\nКим;Дана;Олеговна;Менежер;Савдо;dana@bugs.test\n',
    'dana@bugs.test|Ким|Дана|Олеговна|Менежер|Савдо',
  ],
  [
    'Uzbek Latin',
    'F.I.Sh.;Lavozimi;Tarkibiy bo‘linma;Elektron pochta\nYusupov Aziz Anvar o‘g‘li;Menejer;Savdo;dana@bugs.test\n',
    'dana@bugs.test|Yusupov|Aziz|Anvar o‘g‘li|Menejer|Savdo',
  ],
  [
    'headings with breaks, brackets and stars',
    '"E-mail*";"Фамилия\nсотрудника";"ИМЯ (полностью)";"Отчество:"\ndana@bugs.test;Ким;Дана;Олеговна\n',
    'dana@bugs.test|Ким|Дана|Олеговна',
  ],
  [
    'a title of persons only',
    'Email,Last Name,First Name,Title\ndana@bugs.test,Kim,Dana,Dr\n',
    'dana@bugs.test|Kim|Dana',
  ],
  [
    'signs around an address',
    'Почта;Фамилия;Имя\n\u200B«mailto:dana@bu\u00ADgs.test».\u00A0;Ким;Дана\n',
    'dana@bugs.test|Ким|Дана',
  ],
  [
    'a declared separator and a mark',
    '\uFEFFsep=,\r\nПочта,ФИО\r\ndana@bugs.test,Ким Дана\r\n',
    'dana@bugs.test|Ким|Дана',
  ],
])('the columns of %s are recognised', async (_program, text, person) => {
  expect((await readText(text)).people).toEqual([person]);
});

test('Microsoft 365: a user without a mailbox is found by the name of the account, a guest is not', async () => {
  const { people, administrator, import_id } = await readText(
    'Display name,Proxy addresses,User principal name\nDana Kim,smtp:d@bugs.test+SMTP:dana@bugs.test,dana@corp.test\n' +
      'Anna Li,,anna@bugs.test\nOlga Tsoy,SPO:SPO_1@SPO_2,olga@bugs.test\nGuest One,,g_h.test#EXT#@bugs.test\n',
  );
  expect(people).toEqual(['dana@bugs.test|Kim|Dana', 'anna@bugs.test|Li|Anna', 'olga@bugs.test|Tsoy|Olga']);
  expect(await reasonsOf(administrator, import_id)).toEqual({ 5: [{ code: 'email_missing', line: null }] });
});

test('Unicode text of Excel is read', async () => {
  const text = Buffer.from('\uFEFFПочта\tФИО\r\ndana@bugs.test\tКим Дана\r\n', 'utf16le');
  expect((await readText(text)).people).toEqual(['dana@bugs.test|Ким|Дана']);
});

test('several addresses in a cell: the line is rejected, and its person is no leaver', async () => {
  const { org, administrator, at } = await start();
  await make.employee(org, { email: at('dana') });
  const { import_id } = await read(administrator, `Почта;Фамилия;Имя\n"${at('dana')}, ${at('d')}";Ким;Дана\n`);
  expect(await reasonsOf(administrator, import_id)).toEqual({ 2: [{ code: 'email_several', line: null }] });
  expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({ leavers: 0 });
});

test('a new department is spelt as in its first line', async () => {
  const { administrator, at } = await start();
  const { task_id } = await read(
    administrator,
    `Почта;Фамилия;Имя;Отдел\n${at('a')};А;А;Отдел Продаж\n${at('b')};Б;Б;ОТДЕЛ ПРОДАЖ\n${at('c')};В;В;АВТОПАРК\n${at('d')};Г;Г;отдел продаж\n${at('e')};Д;Д;Автопарк\n`,
  );
  await apply(administrator, task_id);
  const titles = (await call('departments.list', administrator, {})).data.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(['Отдел Продаж', 'АВТОПАРК']));
  expect(titles).toHaveLength(3);
});

test.each(languages.flatMap((language) => (['csv', 'xlsx'] as const).map((format) => [language, format] as const)))(
  'the sample in %s as %s is read without a fault',
  async (language, format) => {
    const { administrator } = await start();
    const file = await sampleFile(language, format);
    const { import_id } = await read(administrator, await buffer(file.stream));
    const { map, header_line } = await columnsOf(administrator, import_id);
    expect(header_line).toBe(1);
    expect(map).toEqual({ email: 0, last_name: 1, first_name: 2, middle_name: 3, position: 4, department: 5 });
    expect(await shown(administrator, import_id)).toHaveLength(2);
  },
);

test('the sample is a workbook in the language of the reader, and only for people who may import', async () => {
  const { org, administrator } = await start();
  expect(await call('imports.sample', administrator, {})).toMatchObject({ name: 'Образец списка сотрудников.xlsx' });
  const reader = await make.employee(org);
  await expect(call('imports.sample', reader, {})).rejects.toMatchObject({ code: 'session.forbidden' });
});
