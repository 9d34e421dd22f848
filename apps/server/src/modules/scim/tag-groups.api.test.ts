import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog, call, stored } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';
import type { Portal } from '../../../test/portal.ts';
import { type Client, filter, newClient, openScim, patchBody } from './test-scim.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openScim();
});
afterAll(() => portal.close());

const start = async () => {
  const client = await newClient(portal);
  await call('scim.save', client.boss, { groups: 'tags' });
  const lola = (await client.send('POST', '/Users', { userName: `lola@${client.org.domain}` })).body.id as string;
  const group = async (displayName: string, ...people: string[]) =>
    client.send('POST', '/Groups', {
      displayName,
      externalId: `x-${displayName}`,
      members: people.map((value) => ({ value })),
    });
  return { client, lola, group };
};
/** The tags of a person that are no built-in ones. */
const tagsOf = async (id: string) =>
  (
    await stored<{ title: string }>(
      `select t.title from tag_employees m join tags t on t.id = m.tag_id
       where m.employee_id = $1 and t.type = 'arbitrary' order by t.title`,
      [id],
    )
  ).map((one) => one.title);
const leave = (client: Client, path: string, id: string) =>
  client.send('PATCH', path, patchBody({ op: 'remove', path: `members[value eq "${id}"]` }));

it('groups are departments until an administrator chooses tags, and the choice is in the log', async () => {
  const client = await newClient(portal);
  expect(await call('scim.get', client.boss, {})).toEqual({ groups: 'departments' });
  await client.send('POST', '/Groups', { displayName: 'Касса' });
  expect(await call('scim.save', client.boss, { groups: 'tags' })).toEqual({ groups: 'tags' });
  expect((await actionLog(client.org.id)).at(-1)).toMatchObject({
    action: 'organization.scim_set',
    changes: { scim_groups: ['departments', 'tags'] },
  });
  expect((await client.send('GET', '/Groups')).body.totalResults).toBe(0);
  await call('scim.save', client.boss, { groups: 'departments' });
  expect((await client.send('GET', '/Groups')).body.Resources).toMatchObject([{ displayName: 'Касса' }]);
  await expect(call('scim.save', await make.operator(client.org), { groups: 'tags' })).rejects.toMatchObject({
    code: 'session.forbidden',
  });
});

it('a person in two groups has both tags, and leaving one removes only its tag', async () => {
  const { client, lola, group } = await start();
  const byHand = await call('tags.create', client.boss, { title: 'Ручной' });
  await call('tags.assign', client.boss, { tag_id: (byHand as { id: string }).id, users_ids: [lola] });
  const [first, second] = [await group('Продажи', lola), await group('Водители', lola)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(await tagsOf(lola)).toEqual(['Водители', 'Продажи', 'Ручной']);
  const read = (await client.send('GET', `/Users/${lola}`)).body;
  expect(read.groups.map((one: { display: string }) => one.display)).toEqual(['Водители', 'Продажи']);
  const inFirst = await client.send('GET', `/Users?${filter(`groups.value eq "${first.body.id}"`)}`);
  expect(inFirst.body.Resources.map((one: { id: string }) => one.id)).toEqual([lola]);
  const ofLola = await client.send('GET', `/Groups?${filter(`members.value eq "${lola}"`)}`);
  expect(ofLola.body.totalResults).toBe(2);

  expect((await leave(client, `/Groups/${first.body.id}`, lola)).status).toBe(204);
  expect(await tagsOf(lola)).toEqual(['Водители', 'Ручной']);
  expect(
    (await client.send('GET', `/Groups/${second.body.id}`)).body.members.map((one: { value: string }) => one.value),
  ).toEqual([lola]);
  const log = (await actionLog(client.org.id)).map(({ action }) => action);
  expect(log.filter((one) => /^tag\.(created|assigned|unassigned)$/.test(one)).slice(-5)).toEqual([
    'tag.created',
    'tag.assigned',
    'tag.created',
    'tag.assigned',
    'tag.unassigned',
  ]);
});

it('the actions of a tag run for people of a group, and the department comes from its attribute', async () => {
  const { client, lola, group } = await start();
  await group('Продажи', lola);
  expect(
    await stored(
      `select m.onboarding from tag_employees m join tags t on t.id = m.tag_id and t.title = 'Продажи' where m.employee_id = $1`,
      [lola],
    ),
  ).toEqual([{ onboarding: true }]);
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  const changed = await client.send(
    'PATCH',
    `/Users/${lola}`,
    patchBody({ op: 'add', path: `${enterprise}:department`, value: 'Касса' }),
  );
  expect(changed.body[enterprise]).toEqual({ department: 'Касса' });
  expect(changed.body.groups).toHaveLength(1);
});

it('a tag made by hand becomes the group and outlives it; a tag of the provider goes unless it has actions', async () => {
  const { client, lola, group } = await start();
  await call('tags.create', client.boss, { title: 'Водители' });
  const [kept, made, acting] = [
    await group('ВОДИТЕЛИ', lola),
    await group('Продажи', lola),
    await group('Склад', lola),
  ];
  expect((await group('водители')).status).toBe(409);
  expect((await group('  ')).status).toBe(400);
  await stored(`insert into tag_actions (organization_id, tag_id, type) select $1, $2, 'course'`, [
    client.org.id,
    acting.body.id,
  ]);
  for (const one of [kept, made, acting]) {
    expect((await client.send('DELETE', `/Groups/${one.body.id}`)).status).toBe(204);
    expect((await client.send('GET', `/Groups/${one.body.id}`)).status).toBe(404);
  }
  expect(await tagsOf(lola)).toEqual([]);
  const left = await stored<{ title: string }>(
    `select title from tags where organization_id = $1 and type = 'arbitrary' and not is_system order by title`,
    [client.org.id],
  );
  expect(left.map((one) => one.title)).toEqual(['Водители', 'Склад']);
});

it('built-in tags and groups inside groups are rejected, and a new name renames the tag', async () => {
  const { client, lola, group } = await start();
  const [builtIn] = await stored<{ title: string }>(
    `select title from tags where organization_id = $1 and is_system limit 1`,
    [client.org.id],
  );
  expect((await group(builtIn!.title, lola)).status).toBe(409);
  const [outer, inner] = [await group('Продажи'), await group('Водители')];
  const nested = await client.send(
    'PATCH',
    `/Groups/${outer.body.id}`,
    patchBody({ op: 'add', path: 'members', value: [{ value: inner.body.id }] }),
  );
  expect([nested.status, nested.body.scimType]).toEqual([400, 'invalidValue']);
  const version = (await client.send('GET', `/Groups/${outer.body.id}`)).headers.get('etag')!;
  const renamed = await client.send(
    'PUT',
    `/Groups/${outer.body.id}`,
    { displayName: 'Сбыт', members: [{ value: lola }] },
    { 'if-match': version },
  );
  expect([renamed.status, renamed.body.displayName]).toEqual([200, 'Сбыт']);
  expect(await tagsOf(lola)).toEqual(['Сбыт']);
  expect(
    (await client.send('PUT', `/Groups/${outer.body.id}`, { displayName: 'Ещё' }, { 'if-match': version })).status,
  ).toBe(412);
});
