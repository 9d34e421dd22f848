import { afterAll, beforeAll, expect, it } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import type { Portal } from '../../../test/portal.ts';
import { filter, newClient, openScim, patchBody } from './test-scim.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

it('departments and groups in another spelling are the ones that exist', async () => {
  const { boss, send } = await newClient(portal);
  const made = await call('departments.create', boss, { title: 'Oʻquv boʻlimi' });
  const user = await send('POST', '/Users', { userName: 'a@acme.test', [ENTERPRISE]: { department: "O'QUV bo’limi" } });
  expect(user.status).toBe(201);
  const person = await call('employees.get', boss, { id: user.body.id });
  expect(person.department.id).toBe(made.id);
  const group = await send('POST', '/Groups', { displayName: 'O`quv  bo`limi' });
  expect([200, 201, 409]).toContain(group.status);
  expect((await call('departments.list', boss, {})).data).toHaveLength(2);
});

it('a person with an international address is one person in both spellings', async () => {
  const { org, boss, send } = await newClient(portal);
  const made = await send('POST', '/Users', { userName: 'Anna@xn--80a1acny.test' });
  expect(made.status).toBe(201);
  expect(await call('employees.get', boss, { id: made.body.id })).toMatchObject({ email: 'Anna@почта.test' });
  expect((await send('POST', '/Users', { userName: 'anna@почта.test' })).status).toBe(409);
  for (const text of [
    'userName eq "anna@xn--80a1acny.test"',
    'emails eq "anna@почта.test"',
    'emails.value eq "ANNA@xn--80a1acny.test"',
  ])
    expect((await send('GET', `/Users?${filter(text)}`)).body.totalResults).toBe(1);
  const other = await make.employee(org, { email: `bek@почта.test` });
  const named = await send('GET', `/Users?${filter('userName eq "BEK@xn--80a1acny.test"')}`);
  expect(named.body.Resources).toMatchObject([{ id: other.id }]);
  const mixed = await send('POST', '/Users', { userName: 'a@p\u0430ypal.test' });
  expect([mixed.status, mixed.body.detail]).toEqual([400, expect.stringContaining('“а” is Cyrillic, not Latin')]);
});

it('groups that were twins before can get members and another spelling, but not the name of a third group', async () => {
  const { org, send } = await newClient(portal);
  const [left, right] = [await make.department(org, 'Учёт'), await make.department(org, 'Учет')];
  await make.department(org, 'Касса');
  const person = await send('POST', '/Users', { userName: 'b@acme.test' });
  const patch = (id: string, operation: object) => send('PATCH', `/Groups/${id}`, patchBody(operation));
  for (const [id, spelling] of [
    [left.id, 'УЧЁТ'],
    [right.id, 'УЧЕТ'],
  ] as const) {
    const add = { op: 'add', path: 'members', value: [{ value: person.body.id }] };
    expect((await patch(id, add)).status).toBe(204);
    expect((await patch(id, { op: 'replace', path: 'displayName', value: spelling })).status).toBe(204);
    expect((await patch(id, { op: 'replace', path: 'displayName', value: 'касса' })).status).toBe(409);
  }
});
