import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog, stored } from '../../../test/app.ts';
import type { Portal } from '../../../test/portal.ts';
import { filter, newClient, openScim, patchBody } from './test-scim.ts';

// One provisioning cycle in the format that Microsoft documents for Entra ID: match by filter, create, change by PATCH with
// capitalised operations, "False" as text, create groups empty and fill them later, deactivate, delete.

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

const person = (id: string) =>
  stored<Record<string, unknown>>(
    `select e.*, d.title as department, d.is_default from employees e join departments d on d.id = e.department_id where e.id = $1`,
    [id],
  ).then((rows) => rows[0]!);

it('supports a whole cycle of Microsoft Entra ID', async () => {
  const { org, send } = await newClient(portal);

  // «Test connection»: Entra asks for a user that does not exist.
  const test = await send('GET', `/Users?${filter('userName eq "non-existent user"')}`);
  expect(test.status).toBe(200);
  expect(test.headers.get('content-type')).toContain('application/scim+json');
  expect(test.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    Resources: [],
    startIndex: 1,
  });

  // Create: the user name is not an email address; the address is in «emails».
  const made = await send('POST', '/Users', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:User',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
    ],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
    active: true,
    emails: [{ primary: true, type: 'work', value: `Test_User_fd0ea19b@${org.domain}` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
    roles: [],
  });
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(made.body.meta.location);
  expect(made.body).toMatchObject({
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1',
    name: { familyName: 'familyName', givenName: 'givenName' },
    active: true,
    emails: [{ value: `Test_User_fd0ea19b@${org.domain}`, type: 'work', primary: true }],
  });
  const id = made.body.id as string;
  expect(await person(id)).toMatchObject({ role: 'employee', is_registered: false, is_default: true });

  // Entra finds the user by each of the matching attributes, in any letter case of the attribute name.
  for (const text of [
    'userName eq "test_user_AB6490EE-1e48-479e-a20b-2d77186b5dd1"',
    'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
    `emails[type eq "work"].value eq "test_user_fd0ea19b@${org.domain}"`,
    `emails[type eq "work" and value eq "test_user_fd0ea19b@${org.domain}"]`,
    `id eq "${id}" and active eq true`,
  ]) {
    const found = await send('GET', `/Users?${filter(text)}`);
    expect([text, found.body.totalResults, found.body.Resources[0]?.id]).toEqual([text, 1, id]);
  }

  // Update: multi-valued, then single-valued properties.
  const multi = await send(
    'PATCH',
    `/Users/${id}`,
    patchBody(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: `updatedEmail@${org.domain}` },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
    ),
  );
  expect(multi.body).toMatchObject({
    name: { familyName: 'updatedFamilyName', givenName: 'givenName' },
    emails: [{ value: `updatedEmail@${org.domain}` }],
  });
  const single = await send(
    'PATCH',
    `/Users/${id}`,
    patchBody({ op: 'Replace', path: 'userName', value: `5b50642d-79fc@${org.domain}` }),
  );
  expect(single.body).toMatchObject({
    userName: `5b50642d-79fc@${org.domain}`,
    emails: [{ value: `updatedEmail@${org.domain}` }],
  });

  // Attributes of the extension by their full name, the title, and an attribute that the product does not store.
  const more = await send(
    'PATCH',
    `/Users/${id}`,
    patchBody(
      { op: 'Add', path: 'title', value: 'Бухгалтер' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'Дирекция / Финансы',
      },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+998 71 200 00 00' },
    ),
  );
  expect(more.status).toBe(200);
  expect(await person(id)).toMatchObject({ position: 'Бухгалтер', department: 'Финансы' });

  // Groups are created empty, found by name, then filled and emptied by PATCH, which returns 204.
  const group = await send('POST', '/Groups', {
    schemas: [
      'urn:ietf:params:scim:schemas:core:2.0:Group',
      'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
    ],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Казначейство',
    meta: { resourceType: 'Group' },
  });
  expect(group.status).toBe(201);
  expect(group.body).toMatchObject({
    displayName: 'Казначейство',
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    members: [],
  });
  const groupId = group.body.id as string;
  const byName = await send('GET', `/Groups?excludedAttributes=members&${filter('displayName eq "казначейство"')}`);
  expect(byName.body.Resources).toEqual([expect.objectContaining({ id: groupId })]);
  expect(byName.body.Resources[0]).not.toHaveProperty('members');
  const add = patchBody({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] });
  expect((await send('PATCH', `/Groups/${groupId}`, add)).status).toBe(204);
  expect(await person(id)).toMatchObject({ department: 'Казначейство' });
  const member = await send('GET', `/Groups?${filter(`id eq "${groupId}" and members eq "${id}"`)}`);
  expect(member.body.totalResults).toBe(1);
  expect((await send('GET', `/Groups/${groupId}`)).body.members).toEqual([
    expect.objectContaining({ value: id, type: 'User' }),
  ]);
  const rename = patchBody({ op: 'Replace', path: 'displayName', value: 'Казначейство и бюджет' });
  expect((await send('PATCH', `/Groups/${groupId}`, rename)).status).toBe(204);
  expect(await person(id)).toMatchObject({ department: 'Казначейство и бюджет' });
  const remove = patchBody({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] });
  expect((await send('PATCH', `/Groups/${groupId}`, remove)).status).toBe(204);
  expect(await person(id)).toMatchObject({ is_default: true });

  // Disabled (older tenants send the text "False"): still visible, and enabled again.
  const off = await send('PATCH', `/Users/${id}`, patchBody({ op: 'Replace', path: 'active', value: 'False' }));
  expect(off.body.active).toBe(false);
  expect((await person(id))['deleted_at']).not.toBeNull();
  const still = await send('GET', `/Users?${filter(`userName eq "5b50642d-79fc@${org.domain}"`)}`);
  expect(still.body.Resources[0]).toMatchObject({ id, active: false });
  const on = await send('PATCH', `/Users/${id}`, patchBody({ op: 'Replace', path: 'active', value: true }));
  expect(on.body.active).toBe(true);
  expect((await person(id))['deleted_at']).toBeNull();

  // Deleted: no longer visible. Assigned again within 30 days: the same person.
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(204);
  const gone = await send('GET', `/Users/${id}`);
  expect([gone.status, gone.body.schemas, gone.body.status]).toEqual([
    404,
    ['urn:ietf:params:scim:api:messages:2.0:Error'],
    '404',
  ]);
  const again = await send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `5b50642d-79fc@${org.domain}`,
    active: true,
    name: { familyName: 'Вернувшаяся', givenName: 'Анна' },
  });
  expect([again.status, again.body.id, again.body.name.familyName]).toEqual([201, id, 'Вернувшаяся']);
  expect((await send('DELETE', `/Groups/${groupId}`)).status).toBe(204);
  expect((await send('GET', `/Groups/${groupId}`)).status).toBe(404);

  // Each change is in the audit log under the name of the sync.
  const names = (await actionLog(org.id)).map((line) => line.action);
  expect(names).toEqual([
    'api_token.created',
    'employee.added',
    'employee.changed',
    'employee.changed',
    'department.created',
    'department.people_moved',
    'department.changed',
    'department.people_moved',
    'employee.removed',
    'employee.restored',
    'employee.removed',
    'employee.restored',
    'employee.changed',
    'departments.removed',
  ]);
  const actors = await stored<{ actor_name: string }>(
    `select distinct actor_name from audit_log where organization_id = $1 and action <> 'api_token.created'`,
    [org.id],
  );
  expect(actors).toEqual([{ actor_name: 'SCIM · Провайдер' }]);
});
