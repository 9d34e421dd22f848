import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import type { Portal } from '../../../test/portal.ts';
import { newClient, openScim, patchBody } from './test-scim.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

it('does not restore administrators with another role', async () => {
  const client = await newClient(portal);
  const admin = await make.employee(client.org, { role: 'system_admin' });
  const activate = (id: string, value: boolean) =>
    client.send('PATCH', `/Users/${id}`, patchBody({ op: 'replace', path: 'active', value }));
  expect((await activate(admin.id, false)).status).toBe(200);
  const rejected = await activate(admin.id, true);
  expect(rejected.status).toBe(403);
  expect(rejected.body.detail).toContain('administrator');
  const [row] = await stored('select role, deleted_at is not null as removed from employees where id = $1', [admin.id]);
  expect(row).toEqual({ role: 'system_admin', removed: true });
  // The audit log records the lost role of an operator.
  const operator = await make.operator(client.org);
  await activate(operator.id, false);
  await activate(operator.id, true);
  expect((await actionLog(client.org.id)).at(-1)).toMatchObject({
    action: 'employee.restored',
    changes: { role: ['operator', 'employee'] },
  });
  // The address of the former operator cannot be changed through the token either.
  const moved = await client.send(
    'PATCH',
    `/Users/${operator.id}`,
    patchBody({ op: 'replace', value: { userName: `x@${client.org.domain}` } }),
  );
  expect(moved.status).toBe(403);
});

it('does not replace a deleted operator by a person with another address', async () => {
  const client = await newClient(portal);
  const operator = await make.operator(client.org);
  expect((await client.send('DELETE', `/Users/${operator.id}`)).status).toBe(204);
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: operator.email };
  const emails = [{ value: `thief@${client.org.domain}`, primary: true }];
  expect((await client.send('POST', '/Users', { ...user, emails })).status).toBe(403);
  const [row] = await stored('select email, deleted_at is not null as removed from employees where id = $1', [
    operator.id,
  ]);
  expect(row).toEqual({ email: operator.email, removed: true });
  expect((await client.send('POST', '/Users', user)).status).toBe(201);
});

it('ends links and sessions of a person with a new address, and notifies the old address', async () => {
  const client = await newClient(portal);
  const person = await make.employee(client.org);
  const session = await portal.signIn(person);
  const rename = patchBody({ op: 'replace', value: { userName: `renamed@${client.org.domain}` } });
  expect((await client.send('PATCH', `/Users/${person.id}`, rename)).status).toBe(200);
  expect((await portal.ask('GET', '/lk/api/v2/users/me', session)).status).toBe(401);
  const told = await stored(`select recipient from outbox where employee_id = $1 and kind = 'address_changed'`, [
    person.id,
  ]);
  expect(told).toEqual([{ recipient: person.email }]);
});
