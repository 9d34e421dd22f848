import { afterAll, beforeAll, expect, it } from 'vitest';
import { stored } from '../../../test/app.ts';
import type { Portal } from '../../../test/portal.ts';
import { filter, newClient, openScim, patchBody } from './test-scim.ts';

// One provisioning cycle in the format of Okta's SCIM 2.0 reference: the whole resource by PUT, deactivation by a PATCH without
// a path, groups created with members, members removed by a filter in the path.

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

const departmentOf = async (id: string) =>
  (
    await stored<{ title: string }>(
      'select d.title from employees e join departments d on d.id = e.department_id where e.id = $1',
      [id],
    )
  )[0]!.title;

it('supports a whole cycle of Okta', async () => {
  const { org, send } = await newClient(portal);
  const userName = `test.user@${org.domain}`;
  const headers = {
    accept: 'application/scim+json',
    'user-agent': 'Okta SCIM Client 1.0.0',
    'content-type': 'application/scim+json; charset=utf-8',
  };

  const discovery = await send('GET', '/ServiceProviderConfig', undefined, headers);
  expect(discovery.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  });
  const before = await send(
    'GET',
    `/Users?${filter(`userName eq "${userName}"`)}&startIndex=1&count=100`,
    undefined,
    headers,
  );
  expect(before.body.totalResults).toBe(0);

  const profile = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const made = await send('POST', '/Users', profile, headers);
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ userName, active: true, name: { givenName: 'Test', familyName: 'User' } });
  expect(JSON.stringify(made.body)).not.toContain('1mz050nq');
  const id = made.body.id as string;
  expect(await stored('select password_hash from employees where id = $1', [id])).toEqual([{ password_hash: null }]);

  // Okta reads the resource and sends it back with the changes.
  const read = await send('GET', `/Users/${id}`, undefined, headers);
  const put = await send(
    'PUT',
    `/Users/${id}`,
    { ...read.body, name: { givenName: 'Another', familyName: 'User' }, title: 'Engineer' },
    headers,
  );
  expect([put.status, put.body.name.givenName, put.body.title]).toEqual([200, 'Another', 'Engineer']);

  const off = await send('PATCH', `/Users/${id}`, patchBody({ op: 'replace', value: { active: false } }), headers);
  expect([off.status, off.body.active]).toEqual([200, false]);
  // Assigned again: found inactive, then a PUT with active true.
  const found = await send(
    'GET',
    `/Users?${filter(`userName eq "${userName}"`)}&startIndex=1&count=100`,
    undefined,
    headers,
  );
  expect(found.body.Resources).toEqual([expect.objectContaining({ id, active: false })]);
  const back = await send('PUT', `/Users/${id}`, { ...profile, id }, headers);
  expect([back.status, back.body.active]).toEqual([200, true]);

  // Group push: the group with its members, changes by PATCH, the whole membership by PUT.
  const group = await send(
    'POST',
    '/Groups',
    {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName: 'Test SCIMv2',
      members: [{ value: id, display: userName }],
    },
    headers,
  );
  expect([group.status, group.body.members.length]).toEqual([201, 1]);
  const groupId = group.body.id as string;
  expect(await departmentOf(id)).toBe('Test SCIMv2');
  expect((await send('GET', '/Groups?startIndex=1&count=100', undefined, headers)).body.totalResults).toBe(1);
  const rename = patchBody({ op: 'replace', value: { id: groupId, displayName: 'Test SCIMv20' } });
  expect((await send('PATCH', `/Groups/${groupId}`, rename, headers)).status).toBe(204);
  const leave = patchBody(
    { op: 'remove', path: `members[value eq "${id}"]` },
    { op: 'add', path: 'members', value: [] },
  );
  expect((await send('PATCH', `/Groups/${groupId}`, leave, headers)).status).toBe(204);
  expect(await departmentOf(id)).toBe('Без отдела');
  const whole = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    id: groupId,
    displayName: 'Test SCIMv20',
    members: [{ value: id }],
  };
  const replaced = await send('PUT', `/Groups/${groupId}`, whole, headers);
  expect([replaced.status, replaced.body.displayName, replaced.body.members.length]).toEqual([200, 'Test SCIMv20', 1]);
  expect(await departmentOf(id)).toBe('Test SCIMv20');
  expect((await send('DELETE', `/Groups/${groupId}`, undefined, headers)).status).toBe(204);
  expect(await departmentOf(id)).toBe('Без отдела');
});

it('keeps attributes that a PUT omits, and empties attributes that it sends empty', async () => {
  const { org, send } = await newClient(portal);
  const made = await send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `put@${org.domain}`,
    name: { familyName: 'Юсупов', givenName: 'Тимур' },
    title: 'Водитель',
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Гараж' },
  });
  const put = (more: object) => send('PUT', `/Users/${made.body.id}`, { userName: `put@${org.domain}`, ...more });
  expect((await put({})).body).toMatchObject({ title: 'Водитель', name: { familyName: 'Юсупов' } });
  expect(await departmentOf(made.body.id)).toBe('Гараж');
  expect((await put({ title: null })).body.title).toBeUndefined();
  await put({ 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: '' } });
  expect(await departmentOf(made.body.id)).toBe('Без отдела');
});
