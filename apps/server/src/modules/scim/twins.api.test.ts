import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import type { Portal } from '../../../test/portal.ts';
import { newClient, openScim, patchBody } from './test-scim.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

it('a merge never removes a group of the provider, and keeps the one of two equal children that is a group', async () => {
  const { org, boss, send } = await newClient(portal);
  const [keep, twin] = [await make.department(org, 'Учёт'), await make.department(org, 'Учет')];
  const [left, right] = [await make.department(org, 'Ёж', keep.id), await make.department(org, 'Ёж', twin.id)];
  await make.department(org, 'Уж', left.id);
  const link = (id: string) =>
    send('PATCH', `/Groups/${id}`, patchBody({ op: 'replace', path: 'externalId', value: id }));
  const groups = async () => (await send('GET', '/Groups')).body.Resources.map((one: { id: string }) => one.id);
  await link(twin.id);
  await link(right.id);
  const merge = (id: string, twin_id: string) => call('departments.merge', boss, { id, twin_id });
  const isGroup = { code: 'department.is_group', details: { title: 'Учет' } };
  await expect(merge(keep.id, twin.id)).rejects.toMatchObject(isGroup);
  expect(await groups()).toHaveLength(5);
  expect(await merge(twin.id, keep.id)).toMatchObject({ departments: 2 });
  expect(await groups()).toEqual(expect.arrayContaining([twin.id, right.id]));
  const rows = (await call('departments.list', boss, {})).data;
  expect(rows.find((one) => one.title === 'Уж')).toMatchObject({ parent_department_uuid: right.id });
  const shown = await send('GET', `/Groups/${right.id}`);
  expect(shown.body).toMatchObject({ externalId: right.id });
});

it('a nested group of the provider outlives the department that stays', async () => {
  const { org, boss, send } = await newClient(portal);
  const [keep, twin] = [await make.department(org, 'Учёт'), await make.department(org, 'Учет')];
  await make.department(org, 'Ёж', keep.id);
  const right = await make.department(org, 'Ёж', twin.id);
  const value = { op: 'replace', path: 'externalId', value: 'right' };
  await send('PATCH', `/Groups/${right.id}`, patchBody(value));
  expect(await call('departments.merge', boss, { id: keep.id, twin_id: twin.id })).toMatchObject({ departments: 2 });
  const rows = (await call('departments.list', boss, {})).data;
  expect(rows.find((one) => one.id === right.id)).toMatchObject({ parent_department_uuid: keep.id });
});
