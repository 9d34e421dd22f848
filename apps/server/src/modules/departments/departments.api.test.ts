import { expect, test } from 'vitest';
import { actionLog, call, inOrganization } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

const fixture = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const head = await make.department(org, 'Дирекция');
  const finance = await make.department(org, 'Финансы', head.id);
  const books = await make.department(org, 'Бухгалтерия', finance.id);
  const clerk = await make.employee(org, { department_id: books.id, last_name: 'Азимова' });
  const chief = await make.employee(org, { department_id: finance.id, last_name: 'Юсупов', is_registered: false });
  const fallback = (await call('departments.list', administrator, {})).data[0]!;
  return { org, administrator, head, finance, books, clerk, chief, fallback };
};

test('«Без отдела» comes first and cannot be renamed, removed or get child departments', async () => {
  const { administrator, fallback } = await fixture();
  expect(fallback).toMatchObject({ title: 'Без отдела', is_default: true, employees_count: 1 });
  const rejected = { code: 'department.is_default' };
  await expect(call('departments.update', administrator, { id: fallback.id, title: 'x' })).rejects.toMatchObject(
    rejected,
  );
  await expect(call('departments.remove', administrator, { department_ids: [fallback.id] })).rejects.toMatchObject(
    rejected,
  );
  await expect(
    call('departments.create', administrator, { title: 'x', parent_department_uuid: fallback.id }),
  ).rejects.toMatchObject(rejected);
});

test('a level shows figures that include all descendants, and the path to it', async () => {
  const { org, administrator, head, finance, clerk, chief } = await fixture();
  await inOrganization(org.id, 'write', async (tx) => {
    await tx.updateTable('employees').set({ risk_level: 4 }).where('id', '=', clerk.id).execute();
    await tx.updateTable('employees').set({ risk_level: 7 }).where('id', '=', chief.id).execute();
  });
  const top = await call('departments.stat', administrator, { sort_order: 'asc' });
  expect(top.data.map((one) => [one.title, one.users_count, one.employees_count, one.risk_level])).toEqual([
    ['Без отдела', 1, 1, null],
    ['Дирекция', 2, 0, 5.5],
  ]);
  const listed = (await call('departments.list', administrator, {})).data.find((one) => one.id === head.id);
  expect(listed).toMatchObject({ employees_count: 0, users_count: 2 });
  expect(await call('departments.update', administrator, { id: finance.id, title: 'Финансы' })).toMatchObject({
    employees_count: 1,
    users_count: 2,
  });
  const inside = await call('departments.stat', administrator, { parent_id: finance.id });
  expect(inside.breadcrumbs.map((one) => one.title)).toEqual(['Дирекция', 'Финансы']);
  expect(inside.data).toMatchObject([{ title: 'Бухгалтерия', users_count: 1, children_count: 0, risk_level: 4 }]);
  expect(
    (await call('departments.stat', administrator, { parent_id: head.id, sort_by: 'RISK_LEVEL' })).total_count,
  ).toBe(1);
});

test('moving a department below itself is rejected; titles are unique among siblings', async () => {
  const { org, administrator, head, books } = await fixture();
  await expect(
    call('departments.update', administrator, { id: head.id, parent_department_uuid: books.id }),
  ).rejects.toMatchObject({ code: 'department.circle' });
  await expect(call('departments.create', administrator, { title: 'ДИРЕКЦИЯ' })).rejects.toMatchObject({
    code: 'department.title_taken',
  });
  const made = await call('departments.create', administrator, { title: 'Дирекция', parent_department_uuid: head.id });
  expect(
    await call('departments.update', administrator, { id: made.id, title: 'Приёмная', version: made.version }),
  ).toMatchObject({ title: 'Приёмная' });
  await expect(
    call('departments.update', administrator, { id: made.id, title: 'x', version: made.version }),
  ).rejects.toMatchObject({ code: 'common.stale_version' });
  expect((await actionLog(org.id)).map((line) => line.action)).toEqual(['department.created', 'department.changed']);
});

test.each(['a / b', 'Склад > Север', 'Цех | 2', 'Юг \\ Запад', 'Отдел → Группа'])(
  '«%s» is rejected as a title, because files would read it as a path',
  async (title) => {
    const { administrator, head, books } = await fixture();
    await expect(call('departments.create', administrator, { title })).rejects.toMatchObject({
      code: 'department.title_is_path',
    });
    await expect(call('departments.update', administrator, { id: books.id, title })).rejects.toMatchObject({
      code: 'department.title_is_path',
    });
    const parent_department_uuid = head.id;
    expect(await call('departments.create', administrator, { title: 'IT/Связь', parent_department_uuid })).toBeTruthy();
  },
);

test('removing a department removes its descendants and moves the people to «Без отдела»', async () => {
  const { administrator, head, finance, clerk, fallback } = await fixture();
  await call('employees.remove', administrator, { id: clerk.id }); // removed people do not prevent the removal of a department
  expect(await call('departments.remove', administrator, { department_ids: [head.id] })).toEqual({
    departments: 3,
    moved_people: 1,
  });
  const left = (await call('departments.list', administrator, {})).data;
  expect(left).toMatchObject([{ id: fallback.id, employees_count: 2, users_count: 2 }]);
  await expect(call('departments.remove', administrator, { department_ids: [finance.id] })).rejects.toMatchObject({
    code: 'department.not_found',
  });
});

test('the people tree opens level by level, is searched, and counts with exclusions', async () => {
  const { administrator, head, finance, books, clerk, chief } = await fixture();
  const top = await call('departments.users', administrator, {});
  expect(top.data.map((node) => [node.type, node.title, node.users_count])).toEqual([
    ['department', 'Без отдела', 1],
    ['department', 'Дирекция', 2],
  ]);
  const inside = await call('departments.users', administrator, { parent_id: finance.id });
  expect(inside.data.map((node) => [node.type, node.id])).toEqual([
    ['department', books.id],
    ['user', chief.id],
  ]);
  const registered = await call('departments.users', administrator, {
    parent_id: finance.id,
    registered_users_only: 'true',
  });
  expect(registered.data.map((node) => node.id)).toEqual([books.id]);
  const found = await call('departments.users', administrator, { search: 'бухг' });
  expect(found.data).toMatchObject([{ id: books.id, hint: 'Дирекция / Финансы' }]);
  expect((await call('departments.users', administrator, { search: 'азимова' })).data).toMatchObject([
    { id: clerk.id, type: 'user', parent: books.id, path: [head.id, finance.id, books.id] },
  ]);
  const count = (body: object) =>
    call('departments.users-count', administrator, body).then((answer) => answer.users_count);
  expect(await count({ department_ids: [head.id, books.id] })).toBe(2);
  expect(await count({ department_ids: [head.id], exclude_user_ids: [clerk.id], user_ids: [administrator.id] })).toBe(
    2,
  );
  expect((await call('departments.tree', administrator, {})).data[1]).toMatchObject({
    title: 'Дирекция',
    users_count: 2,
    children: [{ children: [{ title: 'Бухгалтерия' }] }],
  });
});

test('an earlier choice is returned as nodes with their paths, without removed people and departments', async () => {
  const { org, administrator, head, finance, books, clerk, chief } = await fixture();
  const tag = await make.tag(org);
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [clerk.id] });
  const ids = { include_departments: [books.id, head.id], include_ids: [chief.id], exclude_ids: [clerk.id] };
  const choice = { ids };
  const nodes = async (body: { ids: object; forced_tag_id?: string }) =>
    (await call('departments.nodes', administrator, body)).data;
  const byId = new Map((await nodes({ ...choice, forced_tag_id: tag.id })).map((node) => [node.id, node]));
  expect([...byId.keys()].sort()).toEqual([head.id, books.id, chief.id, clerk.id].sort());
  // The nodes must equal the nodes of their levels.
  const levels = [{}, { parent_id: finance.id }, { parent_id: books.id }];
  for (const level of levels)
    for (const node of (await call('departments.users', administrator, { ...level, forced_tag_id: tag.id })).data)
      if (byId.has(node.id)) {
        expect(byId.get(node.id)).toEqual(node);
        byId.delete(node.id);
      }
  expect(byId.size).toBe(0);
  await call('employees.remove', administrator, { id: clerk.id });
  await call('departments.remove', administrator, { department_ids: [books.id] });
  expect((await nodes(choice)).map((node) => node.id)).toEqual([head.id, chief.id]);
  expect(await nodes({ ids: {} })).toEqual([]);
});

test('the tree counts only registered people on request, at every level, and a count excludes members of a tag', async () => {
  const { org, administrator, head, finance, books, clerk, chief } = await fixture();
  const only = { registered_users_only: 'true' } as const;
  const countsOf = async (query: object) =>
    (await call('departments.users', administrator, query)).data.map((node) => [
      node.title,
      node.users_count,
      node.isLeaf,
    ]);
  expect(await countsOf(only)).toEqual([
    ['Без отдела', 1, false],
    ['Дирекция', 1, false],
  ]);
  expect(await countsOf({ parent_id: head.id })).toEqual([['Финансы', 2, false]]);
  expect(await countsOf({ parent_id: head.id, ...only })).toEqual([['Финансы', 1, false]]);
  const empty = await make.department(org, 'Архив', finance.id);
  expect(await countsOf({ parent_id: finance.id, ...only })).toEqual([
    ['Архив', 0, true],
    ['Бухгалтерия', 1, false],
  ]);
  expect((await call('departments.users', administrator, { parent_id: finance.id, offset: 1 })).data).toEqual([]);
  expect((await call('departments.users', administrator, { search: 'юсупов', ...only })).users_total).toBe(0);
  const [found] = (await call('departments.users', administrator, { search: 'юсупов' })).data;
  expect(found).toMatchObject({ id: chief.id, hint: 'Дирекция / Финансы', path: [head.id, finance.id] });
  const tag = await make.tag(org);
  await call('tags.assign', administrator, { tag_id: tag.id, users_ids: [chief.id] });
  const count = (body: object) =>
    call('departments.users-count', administrator, body).then((answer) => answer.users_count);
  expect(await count({ department_ids: [finance.id], user_ids: [clerk.id, administrator.id] })).toBe(3);
  expect(await count({ department_ids: [finance.id], excluded_tags: [tag.id] })).toBe(1);
  expect(await count({ department_ids: [books.id, empty.id], exclude_user_ids: [clerk.id] })).toBe(0);
  expect(await count({})).toBe(0);
});

test('two moves at once never put two departments below each other', async () => {
  const { org, administrator } = await fixture();
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await make.department(org, `А${round}`), await make.department(org, `Б${round}`)];
    const [inA, inB] = [await make.department(org, 'Внутри', a.id), await make.department(org, 'Внутри', b.id)];
    const moves = await Promise.allSettled([
      call('departments.update', administrator, { id: a.id, parent_department_uuid: inB.id }),
      call('departments.update', administrator, { id: b.id, parent_department_uuid: inA.id }),
    ]);
    expect(moves.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(moves.find((one) => one.status === 'rejected')!.reason).toMatchObject({ code: 'department.circle' });
  }
});

test('a department created below a department that is being removed is removed too or rejected', async () => {
  const { org, administrator } = await fixture();
  for (let round = 0; round < 5; round += 1) {
    const top = await make.department(org, `В${round}`);
    const [removed, made] = await Promise.allSettled([
      call('departments.remove', administrator, { department_ids: [top.id] }),
      call('departments.create', administrator, { title: 'Новый', parent_department_uuid: top.id }),
    ]);
    expect(removed.status).toBe('fulfilled');
    if (made.status === 'rejected') expect(made.reason).toMatchObject({ code: 'department.not_found' });
    expect((await call('departments.list', administrator, {})).data.map((one) => one.title)).not.toContain('Новый');
  }
});

test('departments of another organisation are not found', async () => {
  const { finance, clerk } = await fixture();
  const stranger = await make.operator(await make.organization());
  const gone = { code: 'department.not_found' };
  await expect(call('departments.update', stranger, { id: finance.id, title: 'x' })).rejects.toMatchObject(gone);
  await expect(
    call('departments.create', stranger, { title: 'x', parent_department_uuid: finance.id }),
  ).rejects.toMatchObject(gone);
  await expect(call('departments.remove', stranger, { department_ids: [finance.id] })).rejects.toMatchObject(gone);
  await expect(call('departments.stat', stranger, { parent_id: finance.id })).rejects.toMatchObject(gone);
  await expect(call('departments.users', stranger, { parent_id: finance.id })).rejects.toMatchObject(gone);
  expect(
    await call('departments.nodes', stranger, {
      ids: { include_departments: [finance.id], include_ids: [clerk.id] },
    }),
  ).toEqual({
    data: [],
  });
  expect(await call('departments.users-count', stranger, { department_ids: [finance.id] })).toEqual({ users_count: 0 });
});
