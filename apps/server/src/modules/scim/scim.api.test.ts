import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog, call, queued, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { PASSWORD } from '../../../test/own-password.ts';
import type { Answer, Portal } from '../../../test/portal.ts';
import { type Client, filter, newClient, openScim, patchBody } from './test-scim.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';
const expectRejection = (answer: Answer, status: number, scimType?: string) => {
  expect([answer.status, answer.body.schemas, answer.body.status]).toEqual([status, [ERROR], String(status)]);
  expect(answer.body.scimType).toBe(scimType);
  expect(answer.headers.get('content-type')).toContain('application/scim+json');
  expect(answer.body.detail).not.toMatch(/select|insert|violates|relation|\/src\/|node_modules/i);
};
const add = (client: Client, userName: string, more: object = {}) =>
  client.send('POST', '/Users', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName, ...more });
const state = async (id: string) =>
  (
    await stored<Record<string, unknown>>('select role, email, deleted_at, position from employees where id = $1', [id])
  )[0]!;

describe('authentication', () => {
  it('accepts only a valid token of kind `scim`', async () => {
    const { org, token, tokenId, boss, send } = await newClient(portal);
    const session = await portal.signIn(boss);
    const other = await call('tokens.create', boss, { kind: 'statistics', title: 'x', password: PASSWORD });
    for (const wrong of [null, session, other.token, 'sergak_nobody_has_this_token_at_all', `${token}x`]) {
      const answer = await portal.ask('GET', '/scim/v2/Users', wrong);
      expectRejection(answer, 401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
    const cookie = await portal.ask('GET', '/scim/v2/Users', null, undefined, { cookie: `sergak_session=${session}` });
    expectRejection(cookie, 401);
    expect((await send('GET', '/Users')).status).toBe(200);
    await stored('update organizations set removal_started_at = now() where id = $1', [org.id]);
    expectRejection(await send('GET', '/Users'), 401);
    await stored('update organizations set removal_started_at = null where id = $1', [org.id]);
    expect((await call('tokens.list', boss, { kind: 'scim' })).data[0]!.last_used_at).not.toBeNull();
    await call('tokens.revoke', boss, { id: tokenId });
    expectRejection(await send('GET', '/Users'), 401);
    expectRejection(await send('POST', '/Users', { userName: `late@${org.domain}` }), 401);
  });

  it('rejects unknown resources and bodies', async () => {
    const { send } = await newClient(portal);
    for (const path of ['/Me', '/Bulk', '/Users/nobody', '/Schemas/x', '/Users/0b2ad0de-0000-4000-8000-000000000000'])
      expectRejection(await send('GET', path), 404);
    expectRejection(await send('POST', '/Users', '{"userName": '), 400, 'invalidSyntax');
    expectRejection(await send('POST', '/Users', '[]'), 400, 'invalidSyntax');
    expectRejection(await send('POST', '/Users', '{"userName":"a"}', { 'content-type': 'text/plain' }), 415);
    expectRejection(
      await send('PATCH', '/Users/0b2ad0de-0000-4000-8000-000000000000', { Operations: [] }),
      400,
      'invalidSyntax',
    );
    const { body } = await send('GET', '/Schemas');
    expect(body.Resources.map((one: { name: string }) => one.name)).toEqual(['User', 'EnterpriseUser', 'Group']);
    expect((await send('GET', '/ResourceTypes')).body.totalResults).toBe(2);
  });

  it('limits the requests of a token', async () => {
    const { tokenId, send } = await newClient(portal);
    const { rows } = await portal.platform.db.owner.query<{ start: string }>(
      `select to_timestamp(floor(extract(epoch from now()) / 60) * 60) as start`,
    );
    const at = new Date(rows[0]!.start).getTime();
    for (const minute of [0, 1])
      await portal.platform.db.owner.query(
        'insert into rate_windows (bucket, window_start, hits) values ($1, $2, 2000)',
        [`scim:${tokenId}`, new Date(at + minute * 60_000)],
      );
    const answer = await send('GET', '/Users');
    expectRejection(answer, 429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('people', () => {
  it('have a unique name in any letter case, even when two people are added at once', async () => {
    const client = await newClient(portal);
    const name = `Double@${client.org.domain}`;
    const answers = await Promise.all([
      add(client, name),
      add(client, name.toLowerCase()),
      add(client, name.toUpperCase()),
    ]);
    expect(answers.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expectRejection(await add(client, name.toLowerCase()), 409, 'uniqueness');
    const person = await make.employee(client.org);
    expectRejection(await add(client, person.email.toUpperCase()), 409, 'uniqueness');
    const second = await add(client, `second@${client.org.domain}`);
    const rename = await client.send(
      'PATCH',
      `/Users/${second.body.id}`,
      patchBody({ op: 'replace', path: 'userName', value: name }),
    );
    expectRejection(rename, 409, 'uniqueness');
    expect(await state(second.body.id)).toMatchObject({ email: `second@${client.org.domain}` });
  });

  it('added before the sync are found, linked and keep their id', async () => {
    const client = await newClient(portal);
    const person = await make.employee(client.org, { last_name: 'Старая' });
    const found = await client.send('GET', `/Users?${filter(`userName eq "${person.email}"`)}`);
    expect(found.body.Resources[0].id).toBe(person.id);
    const patch = patchBody(
      { op: 'add', path: 'externalId', value: 'abc-1' },
      { op: 'replace', path: 'name.familyName', value: 'Новая' },
    );
    expect((await client.send('PATCH', `/Users/${person.id}`, patch)).body).toMatchObject({
      externalId: 'abc-1',
      name: { familyName: 'Новая' },
    });
    expect((await client.send('GET', `/Users?${filter('externalId eq "abc-1"')}`)).body.totalResults).toBe(1);
    expect((await client.send('GET', `/Users?${filter('externalId eq "ABC-1"')}`)).body.totalResults).toBe(0);
  });

  it('need an email address', async () => {
    const client = await newClient(portal);
    expect((await add(client, `right@${client.org.domain}`)).status).toBe(201);
    expectRejection(await add(client, 'no-address'), 400, 'invalidValue');
    expectRejection(await add(client, ''), 400, 'invalidValue');
    expectRejection(
      await add(client, 'x', { emails: [{ value: 'not an address', type: 'work' }] }),
      400,
      'invalidValue',
    );
    expectRejection(await add(client, `nul@${client.org.domain}`, { title: 'a\0b' }), 400, 'invalidValue');
    expectRejection(await add(client, `long@${client.org.domain}`, { title: 'я'.repeat(300) }), 400, 'invalidValue');
    expectRejection(await add(client, `a@${client.org.domain}`, { active: 'perhaps' }), 400, 'invalidValue');
  });

  it('are not added or reactivated beyond the licence', async () => {
    const client = await newClient(portal, { usersLimit: 2 });
    const one = await add(client, `one@${client.org.domain}`);
    const full = await add(client, `two@${client.org.domain}`);
    expectRejection(full, 403);
    expect(full.body.detail).toContain('Number of users');
    await client.send('DELETE', `/Users/${one.body.id}`);
    expect((await add(client, `two@${client.org.domain}`)).status).toBe(201);
    expectRejection(await add(client, `one@${client.org.domain}`), 403);
  });

  it('are reactivated as on the staff page, with tags and figures, unless the licence has expired', async () => {
    const client = await newClient(portal);
    const made = await add(client, `back@${client.org.domain}`);
    const active = (value: boolean) =>
      client.send('PATCH', `/Users/${made.body.id}`, patchBody({ op: 'replace', path: 'active', value }));
    await active(false);
    await stored(`update organizations set licence_end = '2020-01-02' where id = $1`, [client.org.id]);
    const rejected = await active(true);
    expectRejection(rejected, 403);
    expect(rejected.body.detail).toContain('licence');
    expect((await state(made.body.id))!.deleted_at).not.toBeNull();
    await stored(`update organizations set licence_end = '2099-12-31' where id = $1`, [client.org.id]);
    expect((await active(true)).body.active).toBe(true);
    for (const job of ['tags.refresh-membership', 'statistics.refresh-people'] as const)
      expect(await queued(job, client.org.id), job).toContainEqual(
        expect.objectContaining({ employee_ids: [made.body.id] }),
      );
  });

  it('get no power: a role in the request is ignored, and a reactivated person is an employee', async () => {
    const client = await newClient(portal);
    const made = await add(client, `role@${client.org.domain}`, {
      roles: [{ value: 'super_user', primary: true }],
      userType: 'admin',
    });
    expect(await state(made.body.id)).toMatchObject({ role: 'employee' });
    const operator = await make.operator(client.org);
    await client.send('PATCH', `/Users/${operator.id}`, patchBody({ op: 'replace', path: 'active', value: false }));
    await client.send('PATCH', `/Users/${operator.id}`, patchBody({ op: 'replace', path: 'active', value: true }));
    expect(await state(operator.id)).toMatchObject({ role: 'employee', deleted_at: null });
  });

  it('who are administrators keep their address, and super users are not removed', async () => {
    const client = await newClient(portal);
    const second = await make.employee(client.org, { role: 'super_user' });
    for (const [whom, method, body] of [
      [client.boss, 'PATCH', patchBody({ op: 'replace', value: { active: false } })],
      [second, 'DELETE', undefined],
      [second, 'PUT', { userName: second.email, active: 'False' }],
    ] as const)
      expectRejection(await client.send(method, `/Users/${whom.id}`, body), 403);
    const operator = await make.operator(client.org);
    const moved = patchBody({
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: `thief@${client.org.domain}`,
    });
    expectRejection(await client.send('PATCH', `/Users/${operator.id}`, moved), 403);
    expect(await state(operator.id)).toMatchObject({ email: operator.email });
    const titled = patchBody({ op: 'replace', path: 'title', value: 'Директор' });
    expect((await client.send('PATCH', `/Users/${client.boss.id}`, titled)).body.title).toBe('Директор');
    expect(
      await stored(
        `select 1 from employees where organization_id = $1 and role = 'super_user' and deleted_at is null`,
        [client.org.id],
      ),
    ).toHaveLength(2);
  });

  it('of another organisation are not found', async () => {
    const [mine, theirs] = [await newClient(portal), await newClient(portal)];
    const stranger = (await add(theirs, `stranger@${theirs.org.domain}`)).body;
    const group = (await theirs.send('POST', '/Groups', { displayName: 'Чужая' })).body;
    for (const path of [`/Users/${stranger.id}`, `/Groups/${group.id}`]) {
      expectRejection(await mine.send('GET', path), 404);
      expectRejection(await mine.send('PUT', path, { userName: `x@${mine.org.domain}`, displayName: 'x' }), 404);
      expectRejection(
        await mine.send('PATCH', path, patchBody({ op: 'replace', path: 'displayName', value: 'x' })),
        404,
      );
      expectRejection(await mine.send('DELETE', path), 404);
    }
    const own = (await mine.send('POST', '/Groups', { displayName: 'Своя' })).body;
    const steal = patchBody({ op: 'add', path: 'members', value: [{ value: stranger.id }, { value: group.id }] });
    expectRejection(await mine.send('PATCH', `/Groups/${own.id}`, steal), 400, 'invalidValue');
    expectRejection(
      await mine.send('POST', '/Groups', { displayName: 'Ещё', members: [{ value: stranger.id }] }),
      400,
      'invalidValue',
    );
    expect(
      (await mine.send('GET', `/Users?${filter(`id eq "${stranger.id}" or userName pr`)}`)).body.totalResults,
    ).toBe(1);
    expect((await mine.send('GET', `/Groups?${filter(`members eq "${stranger.id}"`)}`)).body.totalResults).toBe(0);
    expect((await add(mine, `stranger@${theirs.org.domain}`)).status).toBe(201);
  });

  it('are no longer visible 30 days after their deactivation', async () => {
    const client = await newClient(portal);
    const made = (await add(client, `old@${client.org.domain}`)).body;
    await client.send('PATCH', `/Users/${made.id}`, patchBody({ op: 'replace', path: 'active', value: false }));
    await portal.platform.db.owner.query(`update employees set deleted_at = now() - interval '31 days' where id = $1`, [
      made.id,
    ]);
    expectRejection(await client.send('GET', `/Users/${made.id}`), 404);
    const fresh = await add(client, `old@${client.org.domain}`);
    expect([fresh.status, fresh.body.id === made.id]).toEqual([201, false]);
  });
});

describe('lists', () => {
  it('start at index 1, limit the page size, and count all results', async () => {
    const client = await newClient(portal);
    for (let i = 0; i < 5; i++) await add(client, `p${i}@${client.org.domain}`);
    const ask = async (query: string) => (await client.send('GET', `/Users?${query}`)).body;
    const first = await ask('startIndex=1&count=4');
    const second = await ask('startIndex=5&count=4');
    expect([first.totalResults, first.itemsPerPage, second.itemsPerPage]).toEqual([6, 4, 2]);
    expect(new Set([...first.Resources, ...second.Resources].map((one) => one.id)).size).toBe(6);
    expect((await ask('startIndex=0&count=1')).startIndex).toBe(1);
    expect((await ask('count=0')).Resources).toEqual([]);
    expect((await ask('count=-5')).Resources).toEqual([]);
    expect((await ask('count=999999999')).itemsPerPage).toBe(6);
    expect((await ask('startIndex=999999999')).Resources).toEqual([]);
    expectRejection(await client.send('GET', '/Users?count=many'), 400, 'invalidValue');
    const slim = await ask('attributes=userName,emails.value&count=1');
    expect(Object.keys(slim.Resources[0]).sort()).toEqual(['emails', 'id', 'schemas', 'userName']);
  });

  it('support the filters of the standard, safe against SQL injection', async () => {
    const client = await newClient(portal);
    await add(client, `percent@${client.org.domain}`, {
      title: "100%_O'Neil\\",
      name: { familyName: 'Ёлкина', givenName: 'Анна' },
    });
    const count = async (text: string) => (await client.send('GET', `/Users?${filter(text)}`)).body.totalResults;
    const escaped = JSON.stringify("100%_o'neil\\");
    expect(await count(`title eq ${escaped}`)).toBe(1);
    expect(await count('title co "%_O"')).toBe(1);
    expect(await count('title co "%x"')).toBe(0);
    expect(await count('title sw "_"')).toBe(0);
    expect(await count('name.familyName eq "ёлкина" and active eq true and not (title eq "x")')).toBe(1);
    expect(await count('meta.created gt "2020-01-01T00:00:00Z" and externalId eq null')).toBe(2);
    expect(await count("userName eq \"x' or '1'='1\"")).toBe(0);
    for (const hostile of [
      'userName eq "x"; drop table employees',
      'password eq "x"',
      'email_key eq "x"',
      'userName gt "a"',
      'active co "t"',
      'meta.created gt "yesterday"',
      `${Array.from({ length: 60 }, () => 'active eq true').join(' or ')}`,
    ])
      expectRejection(await client.send('GET', `/Users?${filter(hostile)}`), 400, 'invalidFilter');
    expectRejection(await client.send('GET', `/Users?filter=a&filter=b`), 400, 'invalidValue');
    for (const inherited of [
      'constructor pr',
      'constructor eq "x"',
      'name.constructor pr',
      'emails[constructor pr]',
      '__proto__ pr',
      'constructor.prototype pr',
    ])
      for (const path of ['Users', 'Groups'])
        expect([inherited, path, (await client.send('GET', `/${path}?${filter(inherited)}`)).status]).toEqual([
          inherited,
          path,
          400,
        ]);
    expectRejection(await client.send('GET', `/Groups?${filter('title eq "x"')}`), 400, 'invalidFilter');
  });
});

describe('groups', () => {
  it('are departments: a path creates a tree, and members move with their group', async () => {
    const client = await newClient(portal);
    const finance = (await client.send('POST', '/Groups', { displayName: 'Дирекция / Финансы' })).body;
    expect(finance.displayName).toBe('Дирекция / Финансы');
    expectRejection(await client.send('POST', '/Groups', { displayName: 'дирекция / ФИНАНСЫ' }), 409, 'uniqueness');
    const list = (await client.send('GET', '/Groups')).body.Resources as {
      id: string;
      displayName: string;
      members: unknown[];
    }[];
    expect(list.map((one) => one.displayName).sort()).toEqual(['Дирекция', 'Дирекция / Финансы']);
    const top = list.find((one) => one.displayName === 'Дирекция')!;
    expect(top.members).toEqual([expect.objectContaining({ value: finance.id, type: 'Group' })]);
    const person = (await add(client, `p@${client.org.domain}`)).body;
    await client.send(
      'PATCH',
      `/Groups/${finance.id}`,
      patchBody({ op: 'add', path: 'members', value: [{ value: person.id }] }),
    );
    const seen = (await client.send('GET', `/Users/${person.id}`)).body;
    expect(seen.groups).toEqual([expect.objectContaining({ value: finance.id, display: 'Дирекция / Финансы' })]);
    expect(seen['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User']).toEqual({
      department: 'Дирекция / Финансы',
    });
    // Renamed in the portal: the path is the name again.
    await call('departments.update', client.boss, { id: top.id, title: 'Управление' });
    expect((await client.send('GET', `/Groups/${finance.id}`)).body.displayName).toBe('Управление / Финансы');
    // Deleting the group in the middle keeps its child.
    expect((await client.send('DELETE', `/Groups/${top.id}`)).status).toBe(204);
    expect((await client.send('GET', `/Groups/${finance.id}`)).body).toMatchObject({
      displayName: 'Финансы',
      members: [{ value: person.id }],
    });
  });

  it('nest by membership, never in a cycle, and a full list of people keeps nested groups in place', async () => {
    const client = await newClient(portal);
    const group = async (displayName: string) =>
      (await client.send('POST', '/Groups', { displayName })).body.id as string;
    const [outer, inner] = [await group('Внешняя'), await group('Внутренняя')];
    const patch = (id: string, ...operations: object[]) =>
      client.send('PATCH', `/Groups/${id}`, patchBody(...operations));
    const nameOf = async (id: string) => (await client.send('GET', `/Groups/${id}`)).body.displayName;
    expect((await patch(outer, { op: 'add', path: 'members', value: [{ value: inner, type: 'Group' }] })).status).toBe(
      204,
    );
    expect(await nameOf(inner)).toBe('Внешняя / Внутренняя');
    expectRejection(await patch(inner, { op: 'add', path: 'members', value: [{ value: outer }] }), 400, 'invalidValue');
    expect((await patch(outer, { op: 'replace', path: 'members', value: [] })).status).toBe(204);
    expect(await nameOf(inner)).toBe('Внешняя / Внутренняя');
    expect((await patch(outer, { op: 'remove', path: `members[value eq "${inner}"]` })).status).toBe(204);
    expect(await nameOf(inner)).toBe('Внутренняя');
  });

  it('do not include «Без отдела», and need a name', async () => {
    const client = await newClient(portal);
    const [home] = await stored<{ id: string }>(
      'select id from departments where organization_id = $1 and is_default',
      [client.org.id],
    );
    expect((await client.send('GET', '/Groups')).body.totalResults).toBe(0);
    expectRejection(await client.send('GET', `/Groups/${home!.id}`), 404);
    expectRejection(await client.send('DELETE', `/Groups/${home!.id}`), 404);
    expectRejection(await client.send('POST', '/Groups', {}), 400, 'invalidValue');
    expectRejection(await client.send('POST', '/Groups', { displayName: '   ' }), 400, 'invalidValue');
    expectRejection(
      await client.send('POST', '/Groups', { displayName: Array(101).fill('x').join(' / ') }),
      400,
      'invalidValue',
    );
  });

  it('cannot be created inside «Без отдела» in any way', async () => {
    const client = await newClient(portal);
    const displayName = 'без отдела / Касса';
    expectRejection(await client.send('POST', '/Groups', { displayName }), 400, 'mutability');
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    const clerk = await add(client, `clerk@${client.org.domain}`, { [enterprise]: { department: displayName } });
    expectRejection(clerk, 400, 'mutability');
    const made = (await client.send('POST', '/Groups', { displayName: 'Касса' })).body;
    expectRejection(await client.send('PUT', `/Groups/${made.id}`, { ...made, displayName }), 400, 'mutability');
    expect((await client.send('GET', '/Groups')).body.totalResults).toBe(1);
  });

  it('log the people added and removed', async () => {
    const client = await newClient(portal);
    const made = [await add(client, `a@${client.org.domain}`), await add(client, `b@${client.org.domain}`)];
    const [a, b] = made.map((one) => one.body.id as string);
    const { id } = (await client.send('POST', '/Groups', { displayName: 'Г', members: [{ value: a }, { value: b }] }))
      .body;
    await client.send('PATCH', `/Groups/${id}`, patchBody({ op: 'remove', path: `members[value eq "${a}"]` }));
    const moved = (await actionLog(client.org.id)).filter((line) => line.action === 'department.people_moved');
    expect(moved.map((line) => [line.title, line.details])).toEqual([
      ['Г', { people_added: 2, people_removed: 0, people: expect.arrayContaining([a, b]) }],
      ['Г', { people_added: 0, people_removed: 1, people: [a] }],
    ]);
  });
});
