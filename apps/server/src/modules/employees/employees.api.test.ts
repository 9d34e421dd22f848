import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readSheet } from '@sergak/sheets/read-sheet.ts';
import { actionLog, call, inOrganization, type Person, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const list = (who: Parameters<typeof call>[1], query: object = {}) =>
  call('employees.list', who, { sort_order: 'asc', ...query } as never);
const names = async (who: Parameters<typeof call>[1], query: object = {}) =>
  (await list(who, query)).data.map((row) => row.last_name);
const setFigures = (org: { id: string }, id: string, figures: { risk_level?: number; learning_progress?: number }) =>
  inOrganization(org.id, 'write', (tx) => tx.updateTable('employees').set(figures).where('id', '=', id).execute());

const fixture = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const head = await make.department(org, 'Дирекция');
  const finance = await make.department(org, 'Финансы', head.id);
  const anna = await make.employee(org, { last_name: 'Абдуллаева', department_id: finance.id });
  const bek = await make.employee(org, { last_name: 'Бекназаров', department_id: head.id, is_registered: false });
  return { org, administrator, head, finance, anna, bek };
};

test('the list is sorted by name in Russian order, counted and cut into pages', async () => {
  const { org, administrator } = await fixture();
  await make.employee(org, { last_name: 'Ёлкина' });
  await make.employee(org, { last_name: 'Жуков' });
  expect(await names(administrator)).toEqual(['Абдуллаева', 'Бекназаров', 'Ёлкина', 'Жуков', 'Каримова']);
  const second = await list(administrator, { limit: 2, offset: 2 });
  expect(second.total_count).toBe(5);
  expect(second.data.map((row) => row.last_name)).toEqual(['Ёлкина', 'Жуков']);
  expect(await names(administrator, { sort_order: 'desc', limit: 1 })).toEqual(['Каримова']);
});

test('filters narrow the list: search by parts of words, departments with their descendants, roles, tags, risk', async () => {
  const { org, administrator, head, anna, bek } = await fixture();
  expect(await names(administrator, { search: 'бекназ ниг' })).toEqual(['Бекназаров']);
  expect(await names(administrator, { search: '100%' })).toEqual([]);
  expect(await names(administrator, { departments: [head.id] })).toEqual(['Абдуллаева', 'Бекназаров']);
  expect(await names(administrator, { roles: ['operator'] })).toEqual(['Каримова']);
  const tag = await make.tag(org);
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [bek.id] });
  expect(await names(administrator, { tags: [tag.id] })).toEqual(['Бекназаров']);
  await setFigures(org, anna.id, { risk_level: 4 });
  await setFigures(org, bek.id, { risk_level: 7 });
  expect(await names(administrator, { risk_level_from: 4, risk_level_to: 6 })).toEqual(['Абдуллаева']);
  expect(await names(administrator, { risk_level_from: 7 })).toEqual(['Бекназаров']);
});

test('people without a figure come last, in both directions', async () => {
  const { org, administrator, anna, bek } = await fixture();
  await setFigures(org, anna.id, { risk_level: 2, learning_progress: 10 });
  await setFigures(org, bek.id, { risk_level: 8, learning_progress: 90 });
  for (const sort_by of ['RISK_LEVEL', 'PROGRESS']) {
    expect(await names(administrator, { sort_by, sort_order: 'asc' })).toEqual([
      'Абдуллаева',
      'Бекназаров',
      'Каримова',
    ]);
    expect(await names(administrator, { sort_by, sort_order: 'desc' })).toEqual([
      'Бекназаров',
      'Абдуллаева',
      'Каримова',
    ]);
  }
  expect(await names(administrator, { sort_by: 'DEPARTMENT' })).toEqual(['Каримова', 'Бекназаров', 'Абдуллаева']);
});

test('a row shows department, tags and figures; the page adds the path to the department', async () => {
  const { org, administrator, anna, finance } = await fixture();
  const tag = await make.tag(org, 'Бухгалтеры');
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [anna.id] });
  const [row] = (await list(administrator, { search: 'абдуллаева' })).data;
  expect(row).toMatchObject({
    department: { id: finance.id, title: 'Финансы' },
    tags: [{ title: 'Бухгалтеры' }],
    statistics: { risk_level: null },
  });
  const person = await call('employees.get', administrator, { id: anna.id });
  expect(person.department_path.map((one) => one.title)).toEqual(['Дирекция', 'Финансы']);
});

test('a person is added to «Без отдела», joins the newcomers, is invited, and is logged', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const email = `novikova@${org.domain}`;
  const added = await call('employees.add', administrator, {
    last_name: ' Новикова ',
    first_name: 'Ольга',
    email,
    need_message: 'true',
  });
  expect(added).toMatchObject({
    last_name: 'Новикова',
    role: 'employee',
    department: { title: 'Без отдела' },
    is_registered: false,
  });
  expect(added.tags.map((tag) => tag.title).sort()).toEqual(['Не зарегистрирован', 'Новый сотрудник']);
  const [invitation] = await stored<{ html: string; kind: string }>(
    'select html, kind from outbox where recipient = $1',
    [email],
  );
  expect(invitation).toMatchObject({ kind: 'invitation', html: expect.stringContaining('Здравствуйте, Ольга!') });
  const token = /\/lk\/auth\/registration\/([\w-]+)/.exec(invitation!.html)![1]!;
  expect(await queued('mail.send-email', org.id)).toHaveLength(1);
  expect(await call('session.registration', null, { token } as never)).toMatchObject({ email });
  expect((await actionLog(org.id)).map((line) => line.action)).toContain('employee.added');
});

test('the department of a new person may be sent as `department`, as in document 1', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const { id: department } = await make.department(org, 'Склад');
  const person = { last_name: 'А', first_name: 'Б', email: `a@${org.domain}`, department };
  expect((await call('employees.add', administrator, person)).department.title).toBe('Склад');
});

test.each(['\u2800\u3164', '\u00AD\u200B', '\u2066\u2069'])(
  'a name of invisible characters is rejected (%#)',
  async (last_name) => {
    const org = await make.organization();
    const administrator = await make.operator(org);
    const person = { last_name, first_name: 'Анна', email: `a@${org.domain}` };
    await expect(call('employees.add', administrator, person)).rejects.toThrow();
    const seen = { ...person, last_name: `Ива\u00ADно${last_name}ва` };
    expect((await call('employees.add', administrator, seen)).last_name.replace(' ', '')).toBe('Иванова');
  },
);

test('two people cannot have the same address in any letter case, and no one is added above the licence limit', async () => {
  const org = await make.organization({ usersLimit: 3 });
  const administrator = await make.operator(org);
  const person = { last_name: 'А', first_name: 'Б' };
  await call('employees.add', administrator, { ...person, email: `One@${org.domain}` });
  await expect(call('employees.add', administrator, { ...person, email: `oNE@${org.domain}` })).rejects.toMatchObject({
    constraint: 'employees_email_taken',
  });
  const both = await Promise.allSettled(
    [1, 2].map((n) => call('employees.add', administrator, { ...person, email: `n${n}@${org.domain}` })),
  );
  expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'licence.users_limit' });
});

test('seats given to a child organisation are not free for the parent', async () => {
  const parent = await make.organization({ usersLimit: 10 });
  await make.organization({ usersLimit: 9, parent });
  const administrator = await make.operator(parent);
  await expect(
    call('employees.add', administrator, { last_name: 'А', first_name: 'Б', email: `x@${parent.domain}` }),
  ).rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { room: 0 },
  });
});

test('invalid fields are rejected by name', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const bad = async (person: object) => {
    const error = await call('employees.add', administrator, {
      last_name: 'А',
      first_name: 'Б',
      email: `a@${org.domain}`,
      ...person,
    } as never).catch((e: unknown) => e);
    return (error as { issues: { path: string[] }[] }).issues.map((issue) => issue.path.join('.'));
  };
  expect(await bad({ last_name: '  ' })).toEqual(['last_name']);
  expect(await bad({ position: 'x'.repeat(256) })).toEqual(['position']);
  for (const email of ['', 'Anna <a@b.uz>', '"a b"@b.uz', 'a@b', 'a(c)@b.uz', 'a@b.uz, c@d.uz'])
    expect(await bad({ email })).toEqual(['email']);
  expect(await bad({ role: 'super_user' })).toEqual(['role']);
});

test('no one changes a person of a higher role, or the own role', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const chief = await make.employee(org, { role: 'super_user' });
  const rejected = { code: 'employee.role_forbidden' };
  await expect(
    call('employees.update', administrator, { id: chief.id, email: `mine@${org.domain}` }),
  ).rejects.toMatchObject({
    code: 'employee.change_forbidden',
  });
  await expect(call('employees.remove', administrator, { id: chief.id })).rejects.toMatchObject({
    code: 'employee.removal_forbidden',
  });
  await expect(
    call('employees.update', administrator, { id: administrator.id, role: 'employee' }),
  ).rejects.toMatchObject({
    code: 'employee.own_role',
  });
  await expect(call('employees.remove', administrator, { id: administrator.id })).rejects.toMatchObject({
    code: 'employee.own_removal',
  });
  const other = await make.employee(org);
  await expect(call('employees.update', administrator, { id: other.id, role: 'system_admin' })).rejects.toMatchObject(
    rejected,
  );
  expect(await call('employees.update', administrator, { id: other.id, role: 'content_manager' })).toMatchObject({
    role: 'content_manager',
  });
});

test('a stale edit is rejected with the fields that others changed: old value, new value, author and time', async () => {
  const { org, administrator, anna, head } = await fixture();
  const other = await make.employee(org, { role: 'operator', last_name: 'Мирзаева', first_name: 'Нигора' });
  const { version } = await call('employees.get', administrator, { id: anna.id });
  await call('employees.update', administrator, { id: anna.id, version, position: 'Бухгалтер' });
  await call('employees.update', other, { id: anna.id, position: 'Кассир', department_id: head.id });
  const rejected = await call('employees.update', administrator, { id: anna.id, version, position: 'Логист' }).catch(
    (error: { code: string; details: { current: object; changes: object[] } }) => error,
  );
  expect(rejected).toMatchObject({
    code: 'common.stale_version',
    details: {
      current: { position: 'Кассир', department: { title: 'Дирекция' }, version: version + 2 },
      changes: [
        { field: 'position', from: '', to: 'Кассир', by: other.name, at: expect.any(String), sync: false },
        { field: 'department_id', to: head.id, by: other.name, sync: false },
      ],
    },
  });
  await call('employees.update', administrator, { id: anna.id, version: version + 2, position: 'Логист' });
  expect(await call('employees.get', administrator, { id: anna.id })).toMatchObject({ position: 'Логист' });
});

test('a selection is everyone found except the excluded people, or only the ticked people', async () => {
  const { org, administrator, anna, bek, head } = await fixture();
  const cleaner = await make.employee(org, { last_name: 'Зуев' });
  const answer = await call('employees.remove-many', administrator, {
    all: true,
    filter: { departments: [head.id] },
    ids: { exclude_ids: [anna.id] },
  });
  expect(answer.count).toBe(1);
  expect(await names(administrator)).toEqual(['Абдуллаева', 'Зуев', 'Каримова']);
  await expect(call('employees.get', administrator, { id: bek.id })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  const removed = await call('employees.remove-many', administrator, {
    ids: { include_ids: [cleaner.id, administrator.id] },
  });
  expect(removed).toEqual({ count: 1, people: [cleaner.id] });
  await expect(call('employees.remove-many', administrator, { ids: {} })).rejects.toMatchObject({
    code: 'employee.none_selected',
  });
});

test('no one is removed unless the call selects people explicitly', async () => {
  const { administrator, anna } = await fixture();
  const before = await names(administrator);
  const rejected = [
    {},
    { need_all: 'true' },
    { need_all: 'true', ids: {} },
    { need_all: 'true', all: false, filter: {} },
    { need_all: 'false', all: true },
    { all: true, ids: { include_ids: [anna.id] } },
  ];
  for (const input of rejected)
    for (const id of ['employees.remove-many', 'employees.reinvite', 'employees.report'] as const)
      expect(
        await call(id, administrator, input as never).then(
          () => 'done',
          (error: Error) => error.name,
        ),
        `${id} ${JSON.stringify(input)}`,
      ).not.toBe('done');
  expect(await names(administrator)).toEqual(before);
  const found = await call('employees.remove-many', administrator, {
    need_all: 'true',
    filter: { search: 'Бекназаров' },
  } as never);
  expect(found.count).toBe(1);
});

test('a selection that has changed since it was counted is rejected with the number found', async () => {
  const { org, administrator } = await fixture();
  const counted = (await call('employees.list', administrator, {})).total_count;
  await make.employee(org, { last_name: 'Зуев' });
  for (const id of ['employees.remove-many', 'employees.reinvite', 'employees.report'] as const)
    await expect(call(id, administrator, { all: true, expected_count: counted })).rejects.toMatchObject({
      code: 'employee.selection_changed',
      details: { expected: counted, found: counted + 1 },
    });
  expect((await call('employees.list', administrator, {})).total_count).toBe(counted + 1);
  const done = await call('employees.remove-many', administrator, { all: true, expected_count: counted + 1 });
  expect(done.count).toBe(counted);
});

test('reinviting sends a new link to people who are not registered', async () => {
  const { org, administrator, bek } = await fixture();
  const links = () =>
    stored<{ token_hash: Buffer }>('select token_hash from link_tokens where employee_id = $1', [bek.id]);
  expect((await call('employees.reinvite', administrator, { all: true })).count).toBe(1);
  const [first] = await links();
  await call('employees.reinvite', administrator, { ids: { include_ids: [bek.id] } });
  const again = await links();
  expect(again).toHaveLength(1);
  expect(again[0]!.token_hash.equals(first!.token_hash)).toBe(false);
  expect((await queued('mail.send-email', org.id)).length).toBe(2);
});

const exported = async (administrator: Person, selection: object) => {
  const { task_id } = await call('employees.report', administrator, selection);
  await runJobs('employees.write-export', administrator.organization_id);
  const event = await call('tasks.get', administrator, { id: task_id });
  return { event, file_id: (event.result as { file_id: string }).file_id };
};
/** The addresses in a generated workbook, in row order. */
const addressesIn = async (administrator: Person, file_id: string): Promise<string[]> => {
  const path = join(tmpdir(), `${randomUUID()}.xlsx`);
  await writeFile(path, await buffer((await call('files.get', administrator, { id: file_id })).stream));
  const cells: string[] = [];
  for await (const row of readSheet(path)) cells.push(row.cells[3]!);
  await rm(path);
  return cells.slice(1);
};

test('an export holds exactly the selected people and only its owner may read it', async () => {
  const { org, administrator, anna, bek } = await fixture();
  const one = await exported(administrator, { ids: { include_ids: [anna.id] } });
  expect(one.event).toMatchObject({ status: 'success', total: 1 });
  expect(await addressesIn(administrator, one.file_id)).toEqual([anna.email]);
  const rest = await exported(administrator, { all: true, ids: { exclude_ids: [anna.id] } });
  expect(await addressesIn(administrator, rest.file_id)).toEqual([bek.email, administrator.email]);
  expect((await call('files.get', administrator, { id: one.file_id })).name).toBe('Сотрудники.xlsx');
  await expect(call('files.get', await make.operator(org), { id: one.file_id })).rejects.toMatchObject({
    code: 'file.not_found',
  });
});

test('a note is saved, and people of another organisation are not found', async () => {
  const { administrator, anna } = await fixture();
  await call('employees.set-note', administrator, { id: anna.id, text: ' Звонить до обеда ' });
  expect(await call('employees.note', administrator, { id: anna.id })).toEqual({ text: 'Звонить до обеда' });
  const stranger = await make.operator(await make.organization());
  const gone = { code: 'employee.not_found' };
  await expect(call('employees.get', stranger, { id: anna.id })).rejects.toMatchObject(gone);
  await expect(call('employees.update', stranger, { id: anna.id, position: 'x' })).rejects.toMatchObject(gone);
  await expect(call('employees.remove', stranger, { id: anna.id })).rejects.toMatchObject(gone);
  await expect(call('employees.note', stranger, { id: anna.id })).rejects.toMatchObject(gone);
  await expect(call('employees.set-note', stranger, { id: anna.id, text: '' })).rejects.toMatchObject(gone);
  await expect(call('employees.remove-many', stranger, { ids: { include_ids: [anna.id] } })).rejects.toMatchObject({
    code: 'employee.not_found',
  });
  await expect(call('employees.get', stranger, { id: nobody })).rejects.toMatchObject(gone);
});

test('a note that another administrator has changed meanwhile is not overwritten', async () => {
  const { administrator, anna } = await fixture();
  await call('employees.set-note', administrator, { id: anna.id, text: 'Звонить до обеда', before: '' });
  const late = { id: anna.id, text: 'В отпуске', before: '' };
  await expect(call('employees.set-note', administrator, late)).rejects.toMatchObject({
    code: 'common.stale_version',
    details: { current: { text: 'Звонить до обеда' } },
  });
  expect(await call('employees.note', administrator, { id: anna.id })).toEqual({ text: 'Звонить до обеда' });
  await call('employees.set-note', administrator, { ...late, before: 'Звонить до обеда' });
  await call('employees.set-note', administrator, late);
  expect(await call('employees.note', administrator, { id: anna.id })).toEqual({ text: 'В отпуске' });
});

test('the people picker finds people by name', async () => {
  const { administrator, bek } = await fixture();
  expect(await call('employees.modal', administrator, { search: 'бекн' })).toMatchObject({
    total_count: 1,
    data: [{ id: bek.id }],
  });
  expect((await call('employees.modal', administrator, { registered_users_only: 'true' })).total_count).toBe(2);
});
