import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Portal } from '../../../test/portal.ts';
import { call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import { newClient, openScim, patchBody } from './test-scim.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

const start = async () => {
  const client = await newClient(portal);
  const made = await client.send('POST', '/Users', { userName: `lola@${client.org.domain}`, title: 'Кассир' });
  const team = await client.send('POST', '/Groups', { displayName: 'Касса', members: [{ value: made.body.id }] });
  return { client, user: `/Users/${made.body.id}`, id: made.body.id as string, group: `/Groups/${team.body.id}` };
};

it('the server says that it supports versions, and gives each resource a weak one', async () => {
  const { client, user, group } = await start();
  expect((await client.send('GET', '/ServiceProviderConfig')).body.etag).toEqual({ supported: true });
  for (const path of [user, group]) {
    const read = await client.send('GET', path);
    expect(read.headers.get('etag')).toMatch(/^W\/"[\w-]{22}"$/);
    expect(read.body.meta.version).toBe(read.headers.get('etag'));
    const bare = await client.send('GET', `${path}?excludedAttributes=members,meta`);
    expect(bare.headers.get('etag')).toBe(read.headers.get('etag'));
  }
  const listed = await client.send('GET', '/Groups?excludedAttributes=members');
  expect(listed.body.Resources[0].meta.version).toBe((await client.send('GET', group)).body.meta.version);
});

it('a read of a known version answers 304 without a body', async () => {
  const { client, user, group } = await start();
  for (const path of [user, group]) {
    const { headers } = await client.send('GET', path);
    const tag = headers.get('etag')!;
    for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const again = await client.send('GET', path, undefined, { 'if-none-match': known });
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, null, tag]);
    }
    expect((await client.send('GET', path, undefined, { 'if-none-match': 'W/"other"' })).status).toBe(200);
  }
});

it('a change of another version answers 412 and changes nothing', async () => {
  const { client, user, group } = await start();
  for (const [path, change] of [
    [user, { op: 'replace', path: 'title', value: 'Бухгалтер' }],
    [group, { op: 'replace', path: 'displayName', value: 'Бухгалтерия' }],
  ] as const) {
    const before = await client.send('GET', path);
    const old = { 'if-match': before.headers.get('etag')! };
    expect((await client.send('PATCH', path, patchBody(change), old)).status).toBeLessThan(300);
    const after = await client.send('GET', path);
    expect(after.headers.get('etag')).not.toBe(old['if-match']);
    for (const [method, body] of [
      ['PATCH', patchBody(change)],
      ['PUT', before.body],
      ['DELETE', undefined],
    ] as const) {
      const rejected = await client.send(method, path, body, old);
      expect([rejected.status, rejected.body.status]).toEqual([412, '412']);
      const known = { 'if-none-match': after.headers.get('etag')! };
      expect((await client.send(method, path, body, known)).status).toBe(412);
    }
    expect((await client.send('GET', path)).body).toEqual(after.body);
    const now = { 'if-match': `"x", ${after.headers.get('etag')!}` };
    expect((await client.send('PUT', path, after.body, now)).status).toBe(200);
    expect((await client.send('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204);
    expect((await client.send('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(404);
  }
});

it('the version follows everything that a resource shows: members, the department, the name at the provider', async () => {
  const { client, user, group, id } = await start();
  const tagOf = async (path: string) => (await client.send('GET', path)).headers.get('etag');
  const differs = async (path: string, act: () => Promise<unknown>) => {
    const before = await tagOf(path);
    await act();
    expect(await tagOf(path)).not.toBe(before);
  };
  const other = await make.employee(client.org);
  await differs(group, () =>
    client.send('PATCH', group, patchBody({ op: 'add', path: 'members', value: [{ value: other.id }] })),
  );
  await differs(user, () => client.send('PATCH', user, patchBody({ op: 'replace', path: 'externalId', value: 'x-1' })));
  await differs(user, () =>
    client.send('PATCH', group, patchBody({ op: 'replace', path: 'displayName', value: 'Зал' })),
  );
  await differs(user, () => call('employees.update', client.boss, { id, position: 'Логист' }));
  const same = await tagOf(user);
  await client.send('GET', user);
  expect(await tagOf(user)).toBe(same);
});
