import { DEPTH_MAX } from '@sergak/contract/departments/departments.rules.ts';
import { expect, test } from 'vitest';
import { call, inOrganization } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { makeByPath } from './public.ts';

const titles = (levels: number, name = 'Уровень') => Array.from({ length: levels }, (_, i) => `${name} ${i + 1}`);

/** A chain of departments of the maximum depth, with a person at the bottom and a person half-way. */
const chain = async () => {
  const org = await make.organization();
  const administrator = await make.operator(org);
  const at = (path: string[]) => inOrganization(org.id, 'write', (tx) => makeByPath(tx, path));
  const bottom = await at(titles(DEPTH_MAX));
  const middle = await at(titles(DEPTH_MAX / 2));
  const low = await make.employee(org, { department_id: bottom, last_name: 'Донская' });
  await make.employee(org, { department_id: middle, is_registered: false });
  const top = (await call('departments.list', administrator, {})).data.find((one) => one.title === 'Уровень 1')!;
  return { org, administrator, at, bottom, middle, low, top };
};

test('queries down or up a hundred levels include all of them', async () => {
  const { administrator, bottom, middle, low, top } = await chain();
  const stats = (await call('departments.stat', administrator, {})).data.find((one) => one.id === top.id);
  expect(stats).toMatchObject({ users_count: 2, employees_count: 0 });
  const inside = await call('departments.stat', administrator, { parent_id: bottom });
  expect(inside.breadcrumbs.map((one) => one.title)).toEqual(titles(DEPTH_MAX));
  const person = await call('employees.get', administrator, { id: low.id });
  expect(person.department_path.map((one) => one.title)).toEqual(titles(DEPTH_MAX));
  const [found] = (await call('departments.users', administrator, { search: 'донская' })).data;
  expect([found!.path.length, found!.path[0], found!.path.at(-1)]).toEqual([DEPTH_MAX, top.id, bottom]);
  const [deepest] = (await call('departments.users', administrator, { search: `Уровень ${DEPTH_MAX}` })).data;
  expect([deepest!.id, deepest!.path.length]).toEqual([bottom, DEPTH_MAX - 1]);
  const level = (await call('departments.users', administrator, { parent_id: top.id, registered_users_only: 'true' }))
    .data;
  expect(level).toMatchObject([{ title: 'Уровень 2', users_count: 1 }]);
  const count = async (id: string) =>
    (await call('departments.users-count', administrator, { department_ids: [id] })).users_count;
  expect([await count(top.id), await count(middle), await count(bottom)]).toEqual([2, 2, 1]);
  expect((await call('employees.list', administrator, { departments: [top.id] })).total_count).toBe(2);
  const depthOf = (nodes: readonly { children: never[] }[]): number =>
    nodes.length === 0 ? 0 : 1 + Math.max(...nodes.map((one) => depthOf(one.children)));
  expect(depthOf((await call('departments.tree', administrator, {})).data as never)).toBe(DEPTH_MAX);
});

test('no department gets deeper than the limit, neither by creation nor by a move with its descendants', async () => {
  const { administrator, at, bottom, top } = await chain();
  const tooDeep = { code: 'department.too_deep' };
  const under = (id: string) => ({ title: 'Ещё один', parent_department_uuid: id });
  await expect(call('departments.create', administrator, under(bottom))).rejects.toMatchObject(tooDeep);
  await expect(at([...titles(DEPTH_MAX), 'Ещё один'])).rejects.toMatchObject(tooDeep);
  const pair = await at(['Отдельно']);
  await at(['Отдельно', 'Внутри']);
  const move = (parent: string) =>
    call('departments.update', administrator, { id: pair, parent_department_uuid: parent });
  const last = await at(titles(DEPTH_MAX - 1));
  const lastButOne = await at(titles(DEPTH_MAX - 2));
  await expect(move(last)).rejects.toMatchObject(tooDeep);
  expect((await move(lastButOne)).parent_department_uuid).toBe(lastButOne);
  expect((await call('departments.create', administrator, under(last))).parent_department_uuid).toBe(last);
  // A department at the limit can still be renamed, and the whole chain can be removed.
  expect((await call('departments.update', administrator, { id: bottom, title: 'Дно' })).title).toBe('Дно');
  expect(await call('departments.remove', administrator, { department_ids: [top.id] })).toEqual({
    departments: DEPTH_MAX + 3,
    moved_people: 2,
  });
});
