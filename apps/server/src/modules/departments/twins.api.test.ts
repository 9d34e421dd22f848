import { expect, test } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { apply, HEAD, read, start } from '../employees/test-imports.ts';

const spellings = ['Oʻquv boʻlimi', "O'quv bo'limi", 'O‘QUV  bo’limi', 'O`quv\u00A0bo`limi', 'Ｏʼquv boʼlimi'];

test('five spellings of a department in a file are one department with the first spelling', async () => {
  const { administrator, at } = await start();
  const lines = spellings.map((title, i) => `Азимов;Олим;;${at(`p${i}`)};;${title} / Ёж;\n`).join('');
  const { import_id, task_id } = await read(
    administrator,
    HEAD + lines + `Азимов;Олим;;${at('q')};;Oʻquv boʻlimi / Еж;\n`,
  );
  expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({
    added: 6,
    new_departments: 2,
    new_department_paths: ['Oʻquv boʻlimi', 'Oʻquv boʻlimi / Ёж'],
  });
  await apply(administrator, task_id);
  const titles = (await call('departments.list', administrator, {})).data.map((one) => [one.title, one.users_count]);
  expect(Object.fromEntries(titles)).toEqual({ 'Без отдела': 1, 'Oʻquv boʻlimi': 6, Ёж: 6 });
  const again = await read(administrator, `${HEAD}Азимов;Олим;;${at('p0')};;O’quv bo’limi / еж;\n`);
  expect((await call('imports.get', administrator, { id: again.import_id })).summary).toMatchObject({ unchanged: 1 });
});

test('a department that a file names without its parents is the only one with this title, or a new one', async () => {
  const { administrator, at } = await start();
  const line = (name: string, department: string) => `Азимов;Олим;;${at(name)};;${department};\n`;
  const first = await read(
    administrator,
    `${HEAD}${line('a', 'Дирекция / Отдел кадров')}${line('b', 'Склад / Учёт')}${line('c', 'Цех / Учёт')}`,
  );
  await apply(administrator, first.task_id);
  const { import_id, task_id } = await read(
    administrator,
    `${HEAD}${line('a', 'отдел кадров')}${line('d', 'Отдел кадров')}${line('e', 'Учет')}`,
  );
  expect((await call('imports.get', administrator, { id: import_id })).summary).toMatchObject({
    unchanged: 1,
    added: 2,
    new_department_paths: ['Учет'],
  });
  const { data } = await call('imports.rows', administrator, { id: import_id, verdict: 'added' });
  expect(data.map((one) => one.department)).toEqual(['Дирекция / Отдел кадров', 'Учет']);
  await apply(administrator, task_id);
  const { data: all } = await call('departments.list', administrator, {});
  const found = all.filter((one) => one.title === 'Отдел кадров');
  expect(found.map((one) => one.users_count)).toEqual([2]);
});

test('a department cannot be created, renamed or moved beside one with the same title in another spelling', async () => {
  const { administrator } = await start();
  const create = (title: string, parent_department_uuid: string | null = null) =>
    call('departments.create', administrator, { title, parent_department_uuid });
  const first = await create(spellings[0]!);
  const taken = { code: 'department.title_taken' };
  for (const title of spellings) await expect(create(title)).rejects.toMatchObject(taken);
  const other = await create('Другой');
  await expect(call('departments.update', administrator, { id: other.id, title: spellings[1]! })).rejects.toMatchObject(
    taken,
  );
  const inside = await create(spellings[2]!, other.id);
  await expect(
    call('departments.update', administrator, { id: inside.id, parent_department_uuid: null }),
  ).rejects.toMatchObject(taken);
  // Another spelling of its own title is allowed.
  expect(await call('departments.update', administrator, { id: first.id, title: spellings[1]! })).toMatchObject({
    title: spellings[1],
  });
});

test('twins of earlier times are listed and merged with their people and child departments, and the log says so', async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const keep = await make.department(org, 'Oʻquv boʻlimi');
  const twin = await make.department(org, "O'quv bo'limi");
  const [left, right] = [await make.department(org, 'Ёж', keep.id), await make.department(org, 'Еж', twin.id)];
  const only = await make.department(org, 'Касса', twin.id);
  await make.department(org, 'Уж', only.id);
  const people = [];
  for (const { id } of [keep, twin, left, right, only])
    people.push(await make.employee(org, { department_id: id, last_name: 'Азимов' }));
  const gone = await make.employee(org, { department_id: twin.id });
  await call('employees.remove', administrator, { id: gone.id });
  const { data } = await call('departments.twins', administrator, {});
  expect(data).toMatchObject([{ keep: { id: keep.id }, twin: { id: twin.id, users_count: 3 }, path: [] }]);
  await expect(call('departments.merge', administrator, { id: keep.id, twin_id: left.id })).rejects.toMatchObject({
    code: 'department.not_twins',
  });
  await expect(call('departments.merge', administrator, { id: keep.id, twin_id: keep.id })).rejects.toMatchObject({
    code: 'department.not_twins',
  });
  const merged = await call('departments.merge', administrator, { id: keep.id, twin_id: twin.id });
  expect(merged).toEqual({ departments: 2, moved_people: 2 });
  const after = (await call('departments.list', administrator, {})).data;
  const found = (id: string) => after.find((one) => one.id === id);
  expect(after).toHaveLength(5);
  expect(found(left.id)).toMatchObject({ employees_count: 2, parent_department_uuid: keep.id });
  expect(found(only.id)).toMatchObject({ employees_count: 1, parent_department_uuid: keep.id });
  expect(found(keep.id)).toMatchObject({ title: 'Oʻquv boʻlimi', employees_count: 2, users_count: 5 });
  expect((await stored('select 1 from employees where department_id = $1', [twin.id])).length).toBe(0);
  expect((await call('departments.twins', administrator, {})).data).toEqual([]);
  expect(await actionLog(org.id)).toContainEqual(
    expect.objectContaining({ action: 'departments.merged', target: keep.id }),
  );
});
