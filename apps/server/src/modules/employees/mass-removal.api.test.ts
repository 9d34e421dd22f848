import { expect, test } from 'vitest';
import { call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

/** Ten people: two administrators, an operator and seven employees, two of whom are called «Зуев». */
const staff = async () => {
  const org = await make.organization();
  const administrators = [
    await make.employee(org, { role: 'super_user' }),
    await make.employee(org, { role: 'system_admin' }),
  ];
  const administrator = await make.operator(org);
  const people = [];
  for (let n = 0; n < 7; n += 1) people.push(await make.employee(org, { last_name: n < 2 ? 'Зуев' : 'Каримова' }));
  const reports = () =>
    stored<{ employee_id: string; text: string }>(
      `select employee_id, text from outbox where organization_id = $1 and kind = 'mass_removal'`,
      [org.id],
    );
  return { org, administrator, administrators, people, reports };
};

test('a call for everyone that names no number and removes more than a tenth of the staff is reported to all administrators', async () => {
  const { administrator, administrators, reports } = await staff();
  expect(await call('employees.remove-many', administrator, { all: true, filter: { search: 'Зуев' } })).toMatchObject({
    count: 2,
  });
  const sent = await reports();
  expect(sent.map((one) => one.employee_id).sort()).toEqual(administrators.map((one) => one.id).sort());
  expect(sent[0]!.text).toContain('2 из 10');
  expect(sent[0]!.text).toContain('в течение 30 дней');
  expect(sent[0]!.text).toContain('/lk/admin/staff/employees?view=removed');
  expect(sent[0]!.text).toContain(administrator.name);
});

test('`need_all` in the address is reported as well, to administrators among the removed people too', async () => {
  const { administrators, reports } = await staff();
  const [boss, admin] = [administrators[0]!, administrators[1]!];
  const input = { need_all: 'true', ids: { include_ids: [], exclude_ids: [boss.id] } };
  const { count } = await call('employees.remove-many', boss, input);
  expect(count).toBe(9);
  expect((await reports()).map((one) => one.employee_id)).toContain(admin.id);
});

test('calls that name the number or the people, and those for a tenth or less, are not reported', async () => {
  const { org, administrator, people, reports } = await staff();
  const search = { all: true, filter: { search: 'Зуев' } };
  await call('employees.remove-many', administrator, { ...search, expected_count: 2 });
  await call('employees.remove-many', administrator, { ids: { include_ids: [people[2]!.id, people[3]!.id] } });
  for (let n = 0; n < 3; n += 1) await make.employee(org);
  await make.employee(org, { last_name: 'Юлдашев' }); // one of ten again
  await call('employees.remove-many', administrator, { all: true, filter: { search: 'Юлдашев' } });
  expect(await reports()).toEqual([]);
});
