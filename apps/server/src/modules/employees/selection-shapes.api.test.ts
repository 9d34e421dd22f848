import { expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

// The shape of document 1: ticked or excluded rows as the body, `need_all` and the filter in the address.

const organization = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const head = await make.department(org, 'Дирекция');
  const [anna, bek, cleaner] = [
    await make.employee(org, { last_name: 'Абдуллаева', department_id: head.id, is_registered: false }),
    await make.employee(org, { last_name: 'Бекназаров', department_id: head.id }),
    await make.employee(org, { last_name: 'Зуев' }),
  ];
  const count = async () => (await call('employees.list', administrator, {})).total_count;
  return { administrator, head, anna, bek, cleaner, count };
};

test('ticked rows, and everyone whom the filter finds except the excluded rows', async () => {
  const { administrator, head, anna, bek, cleaner, count } = await organization();
  const ticked = await call('employees.remove-many', administrator, { need_all: 'false', include_ids: [cleaner.id] });
  expect(ticked.people).toEqual([cleaner.id]);
  const found = await call('employees.remove-many', administrator, {
    need_all: 'true',
    with_risk_level: 'true',
    departments: [head.id],
    risk_level_from: '0',
    risk_level_to: '10',
    exclude_ids: [anna.id],
    filter: { departments: [head.id] },
  });
  expect(found.people).toEqual([bek.id]);
  const before = await count();
  expect((await call('employees.reinvite', administrator, { need_all: 'true', exclude_ids: [] })).count).toBe(1);
  await expect(
    call('employees.remove-many', administrator, { need_all: 'true', search: 'никого' }),
  ).rejects.toMatchObject({ code: 'employee.none_selected' });
  expect(await count()).toBe(before);
});

test('contradictions, and everyone without a word in the body, are rejected', async () => {
  const { administrator, anna, count } = await organization();
  const before = await count();
  for (const input of [
    { need_all: 'true', include_ids: [anna.id] },
    { ids: { include_ids: [anna.id] }, exclude_ids: [] },
    { need_all: 'true', search: 'Бекназаров', filter: { search: 'Абдуллаева' } },
    // A client that always sends the range of risk does not thereby mean everyone.
    { need_all: 'true', risk_level_from: '0', risk_level_to: '10' },
  ])
    await expect(call('employees.remove-many', administrator, input as never)).rejects.toMatchObject({
      code: 'request.invalid',
    });
  expect(await count()).toBe(before);
});
