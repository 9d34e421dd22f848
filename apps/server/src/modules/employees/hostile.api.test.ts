import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readSheet } from '@sergak/sheets/read-sheet.ts';
import type { SheetRow } from '@sergak/sheets/sheet-types.ts';
import { writeXlsx } from '@sergak/sheets/xlsx-write.ts';
import { makeZip, workbookParts } from '@sergak/sheets/zip.fixture.ts';
import { call, platform, runJobs, type Person } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

const HEAD = ['Фамилия', 'Имя', 'Отчество', 'Почта', 'Должность', 'Подразделение', 'Роль'];
const start = async () => {
  const org = await make.organization({ usersLimit: 10_000 });
  return { org, administrator: await make.operator(org), at: (name: string) => `${name}@${org.domain}` };
};
const scratch = (end: string) => join(tmpdir(), `${randomUUID()}${end}`);
const read = async (administrator: Person, bytes: string | Buffer, name = 'staff.csv') => {
  const path = scratch('.import');
  await writeFile(path, bytes);
  const file = { path, name, type: 'text/csv', size: Buffer.byteLength(bytes) };
  const started = await call('imports.read', administrator, {}, { file });
  await runJobs('employees.read-import', administrator.organization_id);
  return started;
};
const csv = (rows: string[][]) => [HEAD, ...rows].map((row) => row.join(';')).join('\n');
const rowsOf = async (bytes: Buffer): Promise<SheetRow[]> => {
  const path = scratch('.xlsx');
  await writeFile(path, bytes);
  try {
    const rows: SheetRow[] = [];
    for await (const row of readSheet(path)) rows.push(row);
    return rows;
  } finally {
    await rm(path, { force: true });
  }
};
const rejectedOf = async (administrator: Person, id: string) =>
  rowsOf(await buffer((await call('imports.rejected', administrator, { id })).stream));
const workbook = async (rows: readonly (readonly string[])[]) => {
  const path = scratch('.xlsx');
  const [head, ...body] = rows;
  await writeXlsx(path, [{ name: 'Лист', columns: head!.map((title) => ({ title })), rows: body }]);
  return readFile(path);
};

test('the file of rejected lines, uploaded unchanged: the same rejections, and the notes are not treated as data', async () => {
  const { administrator, at } = await start();
  const lines = [
    ['Азимова', 'Лола', '', 'нет почты', 'Кассир', 'Сбыт', ''],
    ['Лишний', 'Столбец', '', at('long'), 'Слесарь', 'Сбыт', '', 'лишнее'],
    ['Ролев', 'Артём', '', at('role'), 'Слесарь', 'Сбыт', 'Начальник смены'],
  ];
  const first = await read(administrator, csv(lines));
  const again = await read(
    administrator,
    await workbook((await rejectedOf(administrator, first.import_id)).map((row) => row.cells)),
  );
  const codes = async (id: string) =>
    (await call('imports.rows', administrator, { id, verdict: 'rejected' })).data.map((row) => row.reasons[0]!.code);
  expect(await codes(again.import_id)).toEqual(['email_invalid', 'long_row', 'role_unknown']);
  expect((await call('imports.get', administrator, { id: again.import_id })).columns).toMatchObject({
    map: { last_name: 2, first_name: 3, email: 5 },
  });
  const [head, ...body] = (await rejectedOf(administrator, again.import_id)).map((row) => row.cells);
  expect(head, 'notes do not pile up').toEqual(['Строка файла', 'Почему не принята', ...HEAD, 'Лишняя ячейка 1']);
  expect(body[1]!.at(-1)).toBe('лишнее');
});

test('repaired lines are accepted', async () => {
  const { administrator, at } = await start();
  const first = await read(
    administrator,
    csv([
      ['Азимова', 'Лола', '', 'нет почты', 'Кассир', 'Сбыт', ''],
      ['Лишний', 'Столбец', '', at('long'), 'Слесарь', 'Сбыт', '', 'лишнее'],
    ]),
  );
  const [head, one, two] = (await rejectedOf(administrator, first.import_id)).map((row) => row.cells);
  one![5] = at('azimova');
  two![9] = '';
  const repaired = await read(administrator, await workbook([head!, one!, two!]), 'Не приняты.xlsx');
  expect((await call('imports.get', administrator, { id: repaired.import_id })).summary).toMatchObject({
    added: 2,
    rejected: 0,
  });
});

test('names of 300 characters, bidirectional overrides and combining marks: rejected or cleaned, by the form and by the import', async () => {
  const { administrator, at } = await start();
  const long = 'Д'.repeat(300);
  await expect(
    call('employees.add', administrator, { last_name: long, first_name: 'А', email: at('a') }),
  ).rejects.toMatchObject({ issues: [{ path: ['last_name'] }] });
  await expect(
    call('employees.add', administrator, { last_name: '\u202E\u200B', first_name: 'А', email: at('a') }),
  ).rejects.toMatchObject({ issues: [{ path: ['last_name'] }] });
  const turned = 'Ёлкина\u202Eиванова';
  const loose = 'Йода'; // й as two characters
  const made = await call('employees.add', administrator, {
    last_name: turned,
    first_name: `${loose}\r\nЛола`,
    email: at('b'),
  });
  expect(made).toMatchObject({ last_name: 'Ёлкина иванова', first_name: 'Йода Лола' });
  const arabic = 'محمد';
  const { import_id } = await read(
    administrator,
    csv([
      [long, 'А', '', at('c'), '', '', ''],
      [turned, loose, '', at('d'), '', '', ''],
      [arabic, 'Али', '', at('e'), '', '', ''],
    ]),
  );
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'rejected' })).data).toMatchObject([
    { reasons: [{ code: 'name_too_long' }] },
  ]);
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'added' })).data).toMatchObject([
    { last_name: 'Ёлкина иванова', first_name: 'Йода' },
    { last_name: arabic },
  ]);
});

test('formulas are escaped in exports and read back as plain text', async () => {
  const { administrator, at } = await start();
  const formula = '=HYPERLINK("http://evil.test","Премия")';
  await call('employees.add', administrator, {
    last_name: formula,
    first_name: '+1',
    position: '@СУММ(A1)',
    email: at('f'),
  });
  const { task_id } = await call('employees.report', administrator, { all: true });
  await runJobs('employees.write-export', administrator.organization_id);
  const { file_id } = (await call('tasks.get', administrator, { id: task_id })).result as { file_id: string };
  const bytes = await buffer((await call('files.get', administrator, { id: file_id })).stream);
  const [, line] = (await rowsOf(bytes))
    .map((row) => row.cells)
    .filter((cells) => !cells.includes(administrator.email));
  expect(line!.slice(0, 5)).toEqual([`'${formula}`, "'+1", '', at('f'), "'@СУММ(A1)"]);
  const { import_id } = await read(administrator, bytes, 'Сотрудники.xlsx');
  expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({
    added: 0,
    changed: 0,
    rejected: 0,
  });
});

test('addresses with quotes, comments or two in one cell are rejected; a display name is read as a name', async () => {
  const { administrator, at } = await start();
  const bad = [`"a b"@x.uz`, `a(c)@x.uz`, `${at('a')}, ${at('b')}`, 'a@b', 'a@x.uz@y.uz'];
  const lines = [...bad, `Анна <${at('c')}>`].map((email) => [
    'А',
    'Б',
    '',
    `"${email.replaceAll('"', '""')}"`,
    '',
    '',
    '',
  ]);
  const { import_id } = await read(administrator, csv(lines));
  const { data } = await call('imports.rows', administrator, { id: import_id, verdict: 'rejected' });
  expect(data.map((row) => row.reasons[0]!.code)).toEqual([
    'email_invalid',
    'email_invalid',
    'email_several',
    'email_invalid',
    'email_invalid',
  ]);
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'added' })).data).toMatchObject([
    { email: at('c') },
  ]);
});

test('a zip bomb is rejected with the reason, and the process keeps running', async () => {
  const { administrator } = await start();
  const bomb = makeZip([...workbookParts(''), { name: 'xl/media/x.bin', data: Buffer.alloc(48 * 1024 * 1024) }]);
  expect(bomb.length).toBeLessThan(200_000);
  const { task_id } = await read(administrator, bomb, 'bomba.xlsx');
  const event = await call('tasks.get', administrator, { id: task_id });
  expect(event).toMatchObject({ status: 'error', message: 'import.unreadable' });
  expect(JSON.parse(event.detail!)).toMatchObject({ code: 'unsafe', detail: 'bomb' });
});

test('a file above 50 MB is rejected with the limit, in every way of uploading', async () => {
  const { administrator } = await start();
  const big = Buffer.alloc(50 * 1024 * 1024 + 1, 'a;b;c@d.uz\n');
  const { task_id, import_id } = await read(administrator, big);
  const event = await call('tasks.get', administrator, { id: task_id });
  expect(JSON.parse(event.detail!)).toMatchObject({ code: 'too_large' });
  expect(await call('imports.get', administrator, { id: import_id })).toMatchObject({ status: 'failed' });
  await (await platform()).db.owner.query('select 1');
});

test('excessive limits are reduced, and lists are rejected where one value is expected', async () => {
  const { org, administrator } = await start();
  for (let i = 0; i < 3; i++) await make.employee(org);
  expect((await call('employees.list', administrator, { limit: '1e9' as never })).data).toHaveLength(4);
  await expect(call('employees.list', administrator, { offset: '1e9' as never })).rejects.toMatchObject({
    issues: [{ path: ['offset'] }],
  });
  for (const [name, value] of [
    ['search', ['а', 'б']],
    ['sort_by', ['NAME']],
    ['risk_level_from', ['a', 'b']],
    ['tags', { not: 'a list' }],
  ] as const)
    await expect(call('employees.list', administrator, { [name]: value } as never), name).rejects.toMatchObject({
      issues: [{ path: [name] }],
    });
  await expect(
    call('employees.add', administrator, { last_name: ['А'], first_name: 'Б', email: 'a@b.uz' } as never),
  ).rejects.toMatchObject({ issues: [{ path: ['last_name'] }] });
});

test('ids of another organisation in a selection or a filter select no one', async () => {
  const { org, administrator } = await start();
  const own = await make.employee(org);
  const there = await start();
  const stranger = await make.employee(there.org);
  const department = await make.department(there.org);
  await call('employees.update', there.administrator, { id: stranger.id, department_id: department.id });
  const tag = await make.tag(there.org);
  await call('tags.assign', there.administrator, { tag_id: tag.id, users_ids: [stranger.id] });
  const count = async (query: object) => (await call('employees.list', administrator, query as never)).total_count;
  expect(await count({ departments: [department.id] })).toBe(0);
  expect(await count({ tags: [tag.id] })).toBe(0);
  await expect(
    call('employees.update', administrator, { id: own.id, department_id: department.id }),
  ).rejects.toMatchObject({
    code: 'department.not_found',
  });
  for (const id of ['employees.remove-many', 'employees.reinvite', 'employees.report'] as const)
    for (const ids of [{ include_ids: [own.id, stranger.id] }, { exclude_ids: [stranger.id] }])
      await expect(call(id, administrator, { all: 'exclude_ids' in ids, ids })).rejects.toMatchObject({
        code: 'employee.not_found',
      });
  expect(await count({})).toBe(2);
});
