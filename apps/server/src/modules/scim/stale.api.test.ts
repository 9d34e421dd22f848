import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import type { Portal } from '../../../test/portal.ts';
import { newClient, openScim, patchBody } from './test-scim.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

test('a stale edit after a sync is rejected with the name of the sync', async () => {
  const client = await newClient(portal);
  const person = await make.employee(client.org);
  const { version } = await call('employees.get', client.boss, { id: person.id });
  const patch = patchBody({ op: 'replace', path: 'title', value: 'Кассир' });
  expect((await client.send('PATCH', `/Users/${person.id}`, patch)).status).toBe(200);
  const members = [{ value: person.id }];
  const group = await client.send('POST', '/Groups', { displayName: 'Касса', members });
  const missed = async () =>
    (await call('employees.update', client.boss, { id: person.id, version, position: 'Логист' }).catch(
      (error: { details: { changes: object[] } }) => error,
    )) as { details: { changes: object[] } };
  const provider = { by: 'Провайдер', sync: true, file: null };
  expect((await missed()).details.changes).toEqual([
    expect.objectContaining({ field: 'position', from: '', to: 'Кассир', ...provider }),
    expect.objectContaining({ field: 'department_id', to: group.body.id, ...provider }),
  ]);
  const leave = patchBody({ op: 'remove', path: `members[value eq "${person.id}"]` });
  await client.send('PATCH', `/Groups/${group.body.id}`, leave);
  const current = (await call('employees.get', client.boss, { id: person.id })).department.id;
  expect((await missed()).details.changes).toContainEqual(
    expect.objectContaining({ field: 'department_id', to: current, ...provider }),
  );
});
