import { expect, onTestFinished, test, vi } from 'vitest';
import { actionLog, call, platform, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { jobContext } from '../../platform/jobs.ts';
import { applyImport } from './imports.jobs.ts';
import { apply, HEAD, read, reasonsOf, start, upload } from './test-imports.ts';

test('a path is rejected below «Без отдела» and beyond a hundred levels, and accepted up to that depth', async () => {
  const { administrator, at } = await start();
  const path = (levels: number) => Array.from({ length: levels }, (_, i) => `Уровень ${i + 1}`).join(' / ');
  const { import_id, task_id } = await read(
    administrator,
    `${HEAD}Азимова;Лола;;${at('a')};;Без отдела / Касса;\n` +
      `Юсупов;Алишер;;${at('b')};;${path(101)};\n` +
      `Каримов;Олег;;${at('c')};;без отдела;\n` +
      `Саидов;Тимур;;${at('d')};;${path(100)};\n`,
  );
  expect(await reasonsOf(administrator, import_id)).toEqual({
    2: [{ code: 'department_below_default', line: null }],
    3: [{ code: 'department_too_deep', line: null }],
  });
  await apply(administrator, task_id);
  const people = (await call('employees.list', administrator, { search: administrator.email.split('@')[1]! })).data;
  const titles = Object.fromEntries(people.map((one) => [one.last_name, one.department.title]));
  expect(titles).toMatchObject({ Каримов: 'Без отдела', Саидов: 'Уровень 100' });
  expect(titles).not.toHaveProperty('Азимова');
  expect((await call('departments.list', administrator, {})).data).toHaveLength(101);
});

test('a file that is rejected because too many files are being read is not stored', async () => {
  const { administrator } = await start();
  for (let i = 0; i < 5; i += 1) await call('imports.read', administrator, {}, await upload(HEAD));
  const { files } = await platform();
  const put = vi.spyOn(files, 'putFile');
  onTestFinished(() => put.mockRestore());
  await expect(call('imports.read', administrator, {}, await upload(HEAD))).rejects.toMatchObject({
    code: 'task.limit',
  });
  expect(put).not.toHaveBeenCalled();
});

test('every invalid line is rejected with its reason, and the other lines can be added', async () => {
  const { administrator, at } = await start();
  const { import_id, task_id } = await read(
    administrator,
    `${HEAD}Азимова;Лола;;${at('azimova')};Кассир;Дирекция / Финансы;\n` +
      `Короткая;Строка\n` +
      `Юсупов;Алишер;;${at('yusupov')};;;;лишнее\n` +
      `Каримов;;;karimov@elsewhere.uz;;;\n` +
      `Саидов;Тимур;;не почта;;;\n` +
      `Саидов;Тимур;;;;;\n` +
      `Азимова;Лола;;${at('AZIMOVA')};;;\n` +
      `Длинная;Анна;;${at('long')};${'д'.repeat(256)};;\n` +
      `Хакимов;Олег;;${at('hakimov')};;;начальник\n` +
      `Гостев;Иван;;gost@elsewhere.uz;;;Оператор\n`,
  );
  const code = (name: string, line: number | null = null) => [{ code: name, line }];
  expect(await reasonsOf(administrator, import_id)).toEqual({
    3: code('short_row'),
    4: code('long_row'),
    5: code('name_missing'),
    6: code('email_invalid'),
    7: code('email_missing'),
    8: code('email_twice_in_file', 2),
    9: code('position_too_long'),
    10: code('role_unknown'),
  });
  const found = await call('imports.get', administrator, { id: import_id });
  expect(found).toMatchObject({
    status: 'ready',
    has_rejected_file: true,
    summary: {
      lines: 10,
      added: 2,
      rejected: 8,
      new_departments: 2,
      new_department_paths: ['Дирекция', 'Дирекция / Финансы'],
      reasons: { domain_unverified: 1, short_row: 1 },
    },
  });
  expect(
    (
      await call('imports.rows', administrator, {
        id: import_id,
        verdict: 'rejected',
        reasons: ['short_row', 'name_missing'],
      })
    ).data,
  ).toMatchObject([{ raw: ['Короткая', 'Строка'] }, { raw: ['Каримов', '', '', 'karimov@elsewhere.uz', '', '', ''] }]);
  expect((await call('imports.rejected', administrator, { id: import_id })).name).toMatch(/\.xlsx$/);
  expect(await apply(administrator, task_id)).toMatchObject({
    status: 'success',
    result: { added: 2, changed: 0, rejected: 8 },
  });
  const list = await call('employees.list', administrator, { search: 'азимова' });
  expect(list.data[0]!.tags.map((tag) => tag.title).sort()).toEqual(['Не зарегистрирован', 'Новый сотрудник']);
  expect(
    (await call('employees.get', administrator, { id: list.data[0]!.id })).department_path.map((one) => one.title),
  ).toEqual(['Дирекция', 'Финансы']);
});

test('a file in cp1251 reads as Cyrillic', async () => {
  const { administrator, org } = await start();
  const text = `Фамилия;Имя;E-mail\nЁлкина;Нигора;elkina@${org.domain}\n`;
  const bytes = Buffer.from(
    [...text].map((c) => {
      const code = c.charCodeAt(0);
      return c === 'Ё' ? 0xa8 : c === 'ё' ? 0xb8 : code >= 0x410 && code <= 0x44f ? code - 0x350 : code;
    }),
  );
  const { import_id } = await read(administrator, bytes);
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'added' })).data).toMatchObject([
    { last_name: 'Ёлкина', first_name: 'Нигора' },
  ]);
});

test('known people are changed or unchanged; a blank cell changes nothing; the preview shows the stored values', async () => {
  const { org, administrator, at } = await start();
  const finance = await make.department(org, 'Финансы');
  await make.employee(org, { email: at('Anna'), last_name: 'Азимова', first_name: 'Анна', department_id: finance.id });
  await make.employee(org, { email: at('bek'), last_name: 'Беков', first_name: 'Бек', department_id: finance.id });
  const { import_id, task_id } = await read(
    administrator,
    `${HEAD}Азимова-Ли;Анна;;${at('anna')};;финансы;\nБеков;Бек;;${at('BEK')};;;\n`,
  );
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'changed' })).data).toMatchObject([
    { before: { last_name: 'Азимова' } },
  ]);
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'unchanged' })).total_count).toBe(1);
  await expect(call('imports.apply', administrator, { task_id, add_type: 'add' })).rejects.toMatchObject({
    code: 'import.nothing_to_do',
  });
  expect(await apply(administrator, task_id)).toMatchObject({ result: { added: 0, changed: 1 } });
  const [anna] = (await call('employees.list', administrator, { search: 'азимова' })).data;
  expect(anna).toMatchObject({ last_name: 'Азимова-Ли', department: { title: 'Финансы' }, email: at('Anna') });
});

test('marking leavers removes people missing in the file, except higher roles, people on malformed lines and the importer', async () => {
  const { org, administrator, at } = await start();
  const chief = await make.employee(org, { role: 'super_user' });
  await make.employee(org, { email: at('stays'), last_name: 'Остаётся' });
  await make.employee(org, { email: at('broken'), last_name: 'Сломана' });
  await make.employee(org, { email: at('leaves'), last_name: 'Уходит' });
  const { task_id, import_id } = await read(
    administrator,
    `${HEAD}Остаётся;Нигора;;${at('stays')};;;\nСломана;${at('broken')}\n`,
  );
  expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({
    leavers: 1,
    unchanged: 1,
    rejected: 1,
  });
  expect(await apply(administrator, task_id, { add_type: 'add_update_leave' })).toMatchObject({ result: { left: 1 } });
  const ids = (await call('employees.list', administrator, {})).data.map((row) => row.last_name);
  expect(ids).toContain('Сломана');
  expect(ids).not.toContain('Уходит');
  expect((await call('employees.list', administrator, { roles: ['super_user'] })).data.map((row) => row.id)).toEqual([
    chief.id,
  ]);
});

test('an import never lowers a higher role, nor gives a role that the importer may not give', async () => {
  const { org, administrator, at } = await start();
  await make.employee(org, { role: 'super_user', email: at('chief') });
  await make.employee(org, { role: 'system_admin', email: at('admin') });
  const manager = await make.employee(org, { role: 'content_manager' });
  const { import_id } = await read(
    administrator,
    `${HEAD}Новая;Фамилия;;${at('chief')};;;\nКаримова;Нигора;;${at('admin')};;;Сотрудник\nКаримова;Нигора;;${administrator.email};;;Сотрудник\n`,
  );
  const forbidden = [{ code: 'role_forbidden', line: null }];
  expect(await reasonsOf(administrator, import_id)).toEqual({ 2: forbidden, 3: forbidden, 4: forbidden });
  await expect(call('imports.read', manager, {}, await upload(HEAD))).rejects.toMatchObject({
    code: 'session.forbidden',
  });
});

test('people added or promoted after the file was read are neither removed nor demoted by it', async () => {
  const { org, administrator, at } = await start();
  await make.employee(org, { email: at('leaves'), last_name: 'Уходит' });
  const rising = await make.employee(org, { email: at('rising'), last_name: 'Растёт', role: 'operator' });
  const { task_id } = await read(administrator, `${HEAD}Ниже;Анна;;${at('rising')};;;Сотрудник\n`);
  await call('employees.add', administrator, { email: at('fresh'), last_name: 'Новая', first_name: 'Лола' });
  await stored(`update employees set role = 'super_user' where id = $1`, [rising.id]);
  expect(await apply(administrator, task_id, { add_type: 'add_update_leave' })).toMatchObject({
    result: { changed: 0, left: 1 },
  });
  const left = await stored(
    `select last_name, role from employees where organization_id = $1 and deleted_at is null and id <> $2 order by last_name`,
    [org.id, administrator.id],
  );
  expect(left).toEqual([
    { last_name: 'Новая', role: 'employee' },
    { last_name: 'Растёт', role: 'super_user' },
  ]);
});

test('a licence that is too small rejects the whole import, also when two imports race', async () => {
  const { org, administrator, at } = await start(4);
  const file = (name: string) => `${HEAD}А;А;;${at(`${name}1`)};;;\nБ;Б;;${at(`${name}2`)};;;\n`;
  const first = await read(administrator, file('x'));
  const second = await read(administrator, file('y'));
  const third = await read(administrator, `${file('z')}В;В;;${at('z3')};;;\nГ;Г;;${at('z4')};;;\n`);
  await expect(call('imports.apply', administrator, { task_id: third.task_id })).rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { added: 4, room: 3 },
  });
  const events = [
    await call('imports.apply', administrator, { task_id: first.task_id }),
    await call('imports.apply', administrator, { task_id: second.task_id }),
  ];
  const orders = await queued('employees.apply-import', org.id);
  const on = await platform();
  await Promise.all(orders.map((order) => applyImport(jobContext(on, org.id, new AbortController().signal), order)));
  const ends = await Promise.all(events.map(({ task_id }) => call('tasks.get', administrator, { id: task_id })));
  expect(ends.map((event) => event.status).sort()).toEqual(['error', 'success']);
  expect(ends.find((event) => event.status === 'error')?.message).toContain('Number of users');
  expect((await call('employees.list', administrator, {})).total_count).toBe(3);
});

test('an import applied twice adds people once; a second confirmation is rejected; the log names the import', async () => {
  const { org, administrator, at } = await start();
  const { task_id } = await read(administrator, `${HEAD}А;А;;${at('x')};;;\n`);
  await call('imports.apply', administrator, { task_id });
  await expect(call('imports.apply', administrator, { task_id })).rejects.toMatchObject({
    code: 'import.already_started',
  });
  const [order] = await queued('employees.apply-import', org.id);
  const job = jobContext(await platform(), org.id, new AbortController().signal);
  await applyImport(job, order!);
  await applyImport(job, order!);
  expect((await call('employees.list', administrator, { search: at('x') })).total_count).toBe(1);
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual([
    'employees.import_confirmed',
    'employees.imported',
  ]);
});

test('after an import PostgreSQL expects about as many people as there are, so that it plans its joins well', async () => {
  const { org, administrator, at } = await start();
  const people = Array.from({ length: 200 }, (_, n) => `Азимова-${n};Лола;;${at(`azimova.${n}`)};;;`);
  const { task_id } = await read(administrator, `${HEAD}${people.join('\n')}\n`);
  await apply(administrator, task_id);
  const [row] = await stored<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select from employees where organization_id = '${org.id}'`,
  );
  expect(row!['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThan(100);
});

test('a cancelled import leaves nothing behind and can be confirmed again', async () => {
  const { org, administrator, at } = await start();
  const { task_id, import_id } = await read(administrator, `${HEAD}А;А;;${at('a')};;Новый отдел;\n`);
  const started = await call('imports.apply', administrator, { task_id });
  await call('tasks.forget', administrator, { id: started.task_id });
  await runJobs('employees.apply-import', org.id);
  expect(await call('tasks.get', administrator, { id: started.task_id })).toMatchObject({
    status: 'error',
    message: 'task.cancelled',
  });
  expect((await call('employees.list', administrator, {})).total_count).toBe(1);
  expect((await call('departments.list', administrator, {})).data).toHaveLength(1);
  expect(await call('imports.get', administrator, { id: import_id })).toMatchObject({ status: 'ready' });
});

test('unknown columns can be mapped by hand, and the file is read again', async () => {
  const { administrator, at } = await start();
  const { import_id } = await read(
    administrator,
    `Кто;Куда писать;ФИО\nx@bugs.test;${at('a')};Азимова Лола Каримовна\n`,
  );
  const first = await call('imports.get', administrator, { id: import_id });
  expect(first).toMatchObject({
    status: 'ready',
    summary: null,
    columns: {
      headers: ['Кто', 'Куда писать', 'ФИО'],
      map: { full_name: 2 },
      samples: [['x@bugs.test', at('a'), 'Азимова Лола Каримовна']],
    },
  });
  await expect(
    call('imports.map-columns', administrator, { id: import_id, map: { full_name: 2 } }),
  ).rejects.toMatchObject({
    code: 'import.columns_missing',
  });
  await expect(
    call('imports.map-columns', administrator, { id: import_id, map: { email: 1, full_name: 7 } }),
  ).rejects.toMatchObject({ code: 'import.columns_missing' });
  await call('imports.map-columns', administrator, { id: import_id, map: { email: 1, full_name: 2 } });
  await runJobs('employees.read-import', administrator.organization_id);
  expect((await call('imports.rows', administrator, { id: import_id, verdict: 'added' })).data).toMatchObject([
    { last_name: 'Азимова', first_name: 'Лола', middle_name: 'Каримовна' },
  ]);
});

test('the list of imports shows author, file and result to every administrator who may import', async () => {
  const { org, administrator, at } = await start();
  const first = await read(administrator, `${HEAD}А;А;;${at('a')};;;\nКороткая;Строка\n`);
  await apply(administrator, first.task_id);
  const second = await read(administrator, `${HEAD}Б;Б;;${at('b')};;;\n`);
  const other = await make.operator(org);
  const list = await call('imports.list', other, {});
  expect(list).toMatchObject({
    total_count: 2,
    data: [
      { id: second.import_id, status: 'ready', result: null, has_rejected_file: false },
      {
        id: first.import_id,
        status: 'done',
        file_name: 'staff.csv',
        created_by: administrator.name,
        has_rejected_file: true,
        result: { added: 1, returned: 0, changed: 0, left: 0, rejected: 1 },
      },
    ],
  });
  expect((await call('imports.get', other, { id: first.import_id })).result).toEqual(list.data[1]!.result);
  const stranger = await make.operator(await make.organization());
  expect((await call('imports.list', stranger, {})).data).toEqual([]);
});

test('an application that exceeds the licence reports the seats that are free now', async () => {
  const { administrator, at } = await start(3);
  const { task_id, import_id } = await read(administrator, `${HEAD}А;А;;${at('a')};;;\nБ;Б;;${at('b')};;;\n`);
  const room = async () => (await call('imports.get', administrator, { id: import_id })).summary!.licence_room;
  expect(await room()).toBe(2);
  await call('imports.apply', administrator, { task_id });
  await call('employees.add', administrator, { email: at('c'), last_name: 'В', first_name: 'В' });
  await runJobs('employees.apply-import', administrator.organization_id);
  expect(await room()).toBe(1);
});

test('invitations are sent to everyone who was added', async () => {
  const { org, administrator, at } = await start();
  const { task_id } = await read(administrator, `${HEAD}А;А;;${at('a')};;;\nБ;Б;;${at('b')};;;\n`);
  expect(await apply(administrator, task_id, { need_message: true })).toMatchObject({ result: { invited: 2 } });
  expect(await queued('mail.send-email', org.id)).toHaveLength(2);
  expect(await stored('select kind from outbox where organization_id = $1', [org.id])).toHaveLength(2);
});

test('a file that is not a table fails with the reason, and another organisation cannot see it', async () => {
  const { administrator } = await start();
  const { task_id, import_id } = await read(
    administrator,
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0]),
  );
  expect(await call('tasks.get', administrator, { id: task_id })).toMatchObject({
    status: 'error',
    message: 'import.unreadable',
  });
  await expect(call('imports.apply', administrator, { task_id })).rejects.toMatchObject({
    code: 'import.already_started',
  });
  const stranger = await make.operator(await make.organization());
  const gone = { code: 'import.not_found' };
  await expect(call('imports.get', stranger, { id: import_id })).rejects.toMatchObject(gone);
  await expect(call('imports.rows', stranger, { id: import_id, verdict: 'added' })).rejects.toMatchObject(gone);
  await expect(call('imports.rejected', stranger, { id: import_id })).rejects.toMatchObject(gone);
  await expect(call('imports.map-columns', stranger, { id: import_id, map: { email: 0 } })).rejects.toMatchObject(gone);
  await expect(call('imports.apply', stranger, { task_id })).rejects.toMatchObject(gone);
  await expect(call('imports.read', administrator, {})).rejects.toMatchObject({ code: 'import.unreadable' });
});

test('a stale edit after an import is rejected with the file name and the importer', async () => {
  const { org, administrator, at } = await start();
  const person = await make.employee(org, { email: at('azimova'), last_name: 'Азимова', first_name: 'Лола' });
  const { version } = await call('employees.get', administrator, { id: person.id });
  await call('employees.update', administrator, { id: person.id, position: 'Кассир' });
  const other = await make.employee(org, { role: 'operator', last_name: 'Мирзаева', first_name: 'Нигора' });
  const text = `${HEAD}Юсупова;Лола;;${at('azimova')};Кассир;Дирекция;\n`;
  const started = await call('imports.read', other, {}, await upload(text, 'кадры.csv'));
  await runJobs('employees.read-import', org.id);
  await apply(other, started.task_id, { add_type: 'add_update' });
  const rejected = await call('employees.update', administrator, { id: person.id, version, position: 'Логист' }).catch(
    (error: { details: { changes: { field: string; by: string; file: string | null }[] } }) => error,
  );
  const { changes } = (rejected as { details: { changes: { field: string; by: string; file: string | null }[] } })
    .details;
  expect(Object.fromEntries(changes.map(({ field, by, file }) => [field, [by, file]]))).toMatchObject({
    last_name: [other.name, 'кадры.csv'],
    department_id: [other.name, 'кадры.csv'],
    position: [administrator.name, null],
  });
});
