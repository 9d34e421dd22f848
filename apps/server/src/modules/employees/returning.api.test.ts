import { expect, test } from 'vitest';
import { actionLog, call, queued, runJobs, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { after, atTime, DAY, MINUTE, now } from '../../platform/clock.ts';
import { apply, HEAD, read, start } from './test-imports.ts';

/** Two clerks and an operator whom a wrong import has removed as leavers. */
const wronglyRemoved = async (usersLimit?: number) => {
  const organization = await start(usersLimit);
  const { org, administrator, at } = organization;
  const sales = await make.department(org, 'Сбыт');
  const anna = await make.employee(org, {
    email: at('Anna'),
    last_name: 'Азимова',
    first_name: 'Анна',
    department_id: sales.id,
  });
  const bek = await make.employee(org, { email: at('bek'), last_name: 'Беков', first_name: 'Бек', role: 'operator' });
  const tag = await make.tag(org, 'Кассиры');
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [anna.id] });
  const { task_id } = await read(administrator, `${HEAD}Новая;Лола;;${at('lola')};;;\n`);
  expect(await apply(administrator, task_id, { add_type: 'add_update_leave' })).toMatchObject({ result: { left: 2 } });
  const file = `${HEAD}Азимова-Ли;Анна;;${at('ANNA')};Кассир;;\n;;;${at('bek')};;;\nЁлкина;Нигора;;${at('elkina')};;;\n`;
  const find = async (search: string) => (await call('employees.list', administrator, { search })).data;
  return { ...organization, anna, bek, file, find };
};

test.for(['add', 'add_update', 'add_update_leave'] as const)(
  'an import restores recently removed people with their history: %s',
  async (add_type) => {
    const { org, administrator, anna, bek, file, find } = await wronglyRemoved();
    const { task_id, import_id } = await read(administrator, file);
    expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({
      lines: 3,
      added: 1,
      returned: 2,
      changed: 0,
      rejected: 0,
    });
    const rows = await call('imports.rows', administrator, { id: import_id, verdict: 'returned' });
    expect(rows.data).toMatchObject([
      { employee_id: anna.id, before: { last_name: 'Азимова' } },
      { employee_id: bek.id, before: {} },
    ]);
    const end = await apply(administrator, task_id, { add_type });
    expect(end).toMatchObject({ status: 'success', result: { added: 1, returned: 2 } });
    const [back] = await find('азимова');
    expect(back).toMatchObject({
      id: anna.id,
      last_name: 'Азимова-Ли',
      position: 'Кассир',
      department: { title: 'Сбыт' },
    });
    expect(back!.tags.map((one) => one.title)).toContain('Кассиры');
    expect(await find('беков')).toMatchObject([{ id: bek.id, role: 'operator' }]);
    expect((await find('лола')).length).toBe(add_type === 'add_update_leave' ? 0 : 1);
    expect((await actionLog(org.id)).at(-1)).toMatchObject({
      action: 'employees.imported',
      kind: 'import',
      title: 'staff.csv',
      details: { returned: 2 },
    });
    const refreshed = (await queued('statistics.refresh-people', org.id)).flatMap((order) => order.employee_ids);
    expect(refreshed).toEqual(expect.arrayContaining([anna.id, bek.id]));
  },
);

test('removed people can be added as new people instead; a line without a name still restores its person', async () => {
  const { administrator, anna, bek, file, find } = await wronglyRemoved();
  const { task_id } = await read(administrator, file);
  expect(await apply(administrator, task_id, { returning: 'add' })).toMatchObject({
    result: { added: 2, returned: 1 },
  });
  const [fresh] = await find('азимова');
  expect(fresh!.id).not.toBe(anna.id);
  expect(await find('беков')).toMatchObject([{ id: bek.id }]);
});

test('restored people take seats of the licence: with too few seats no one is restored', async () => {
  const { administrator, file, find } = await wronglyRemoved(4);
  const { task_id } = await read(administrator, file);
  await expect(call('imports.apply', administrator, { task_id, add_type: 'add_update' })).rejects.toMatchObject({
    code: 'licence.users_limit',
    details: { added: 3, room: 2 },
  });
  // There are enough seats at the confirmation and too few at the application: the job checks again under the lock.
  await stored('update organizations set users_limit = 5 where id = $1', [administrator.organization_id]);
  const started = await call('imports.apply', administrator, { task_id, add_type: 'add_update' });
  await stored('update organizations set users_limit = 4 where id = $1', [administrator.organization_id]);
  await runJobs('employees.apply-import', administrator.organization_id);
  expect(await call('tasks.get', administrator, { id: started.task_id })).toMatchObject({ status: 'error' });
  expect(await find('азимова')).toEqual([]);
  expect(await find('ёлкина')).toEqual([]);
});

test('an import does not restore a higher role, and after thirty days every person is new', async () => {
  const { org, administrator, at, anna, find } = await wronglyRemoved();
  await stored(`update employees set role = 'system_admin' where id = $1`, [anna.id]);
  const file = `${HEAD}Азимова;Анна;;${at('anna')};;;\n`;
  const later = after(now(), 30 * DAY + MINUTE);
  const late = await atTime(later, async () => {
    const clerk = await make.operator(org);
    const { import_id } = await read(clerk, file);
    return (await call('imports.get', clerk, { id: import_id })).summary;
  });
  expect(late).toMatchObject({ added: 1, returned: 0 });
  const { task_id } = await read(administrator, file);
  await apply(administrator, task_id);
  expect(await find('азимова')).toMatchObject([{ id: anna.id, role: 'employee' }]);
});

test('a person restored by hand or wiped after the file was read is neither duplicated nor lost', async () => {
  const { administrator, anna, bek, at, find } = await wronglyRemoved();
  const { task_id } = await read(administrator, `${HEAD}Азимова;Анна;;${at('anna')};;;\nБеков;Бек;;${at('bek')};;;\n`);
  await call('employees.restore', administrator, { id: anna.id });
  await stored(`update employees set wiped_at = now(), email = 'removed@removed.invalid' where id = $1`, [bek.id]);
  expect(await apply(administrator, task_id)).toMatchObject({ result: { added: 1, returned: 0 } });
  expect((await find('азимова')).map((one) => one.id)).toEqual([anna.id]);
  const [again] = await find('беков');
  expect(again!.id).not.toBe(bek.id);
});

test('of two removed people with the same address the one removed later is restored', async () => {
  const { org, administrator, anna, at, find } = await wronglyRemoved();
  const second = await make.employee(org, { email: at('anna'), last_name: 'Азимова', first_name: 'Вторая' });
  await call('employees.remove', administrator, { id: second.id });
  const { task_id } = await read(administrator, `${HEAD};;;${at('anna')};;;\n`);
  expect(await apply(administrator, task_id)).toMatchObject({ result: { returned: 1 } });
  expect((await find('азимова')).map((one) => one.id)).toEqual([second.id]);
  expect(anna.id).not.toBe(second.id);
});

test('adding an address of a removed person reports that person first, and can be repeated with `as_new`', async () => {
  const { org, administrator, anna, at, find } = await wronglyRemoved();
  const person = { email: at('anna'), last_name: 'Азимова', first_name: 'Анна' };
  await expect(call('employees.add', administrator, person)).rejects.toMatchObject({
    code: 'employee.was_removed',
    details: { id: anna.id, full_name: 'Азимова Анна', department: 'Сбыт', restorable: true },
  });
  await stored(`update employees set role = 'super_user' where id = $1`, [anna.id]);
  await expect(call('employees.add', administrator, person)).rejects.toMatchObject({ details: { restorable: false } });
  const stranger = await make.operator(await make.organization());
  await expect(call('employees.add', stranger, person)).resolves.toMatchObject({ email: person.email });
  const fresh = await call('employees.add', administrator, { ...person, as_new: true });
  expect((await find('азимова')).map((one) => one.id)).toEqual([fresh.id]);
  await expect(call('employees.add', administrator, person)).rejects.toMatchObject({
    constraint: 'employees_email_taken',
  });
  expect((await actionLog(org.id)).at(-1)).toMatchObject({ action: 'employee.added' });
});

test('a wrong import is undone as a whole: its removals are grouped, listed and restored separately', async () => {
  const { org, administrator, anna, bek } = await wronglyRemoved();
  const other = await make.operator(org);
  const third = await make.employee(org, { last_name: 'Саидов', first_name: 'Тимур' });
  await call('employees.remove', other, { id: third.id });
  const groups = (await call('employees.removals', administrator, {})).data;
  expect(groups).toMatchObject([
    { removed_by: other.id, name: other.name, import_id: null, file_name: '', count: 1 },
    { removed_by: administrator.id, name: administrator.name, file_name: 'staff.csv', count: 2 },
  ]);
  const ids = async (filter: object) =>
    (await call('employees.removed', administrator, filter)).data.map((one) => one.id).sort();
  const [byHand, byImport] = groups;
  expect(await ids({ removed_by: byHand!.removed_by! })).toEqual([third.id]);
  expect(await ids({ import_id: byImport!.import_id! })).toEqual([anna.id, bek.id].sort());
  expect(await ids({ removed_on: byImport!.removed_on })).toHaveLength(3);
  expect(await ids({ removed_on: '2001-01-01' })).toEqual([]);
  const restored = await call('employees.restore-many', administrator, { all: true, import_id: byImport!.import_id! });
  expect(restored).toMatchObject({ count: 2 });
  expect(await ids({})).toEqual([third.id]);
  const stranger = await make.operator(await make.organization());
  expect((await call('employees.removals', stranger, {})).data).toEqual([]);
});
