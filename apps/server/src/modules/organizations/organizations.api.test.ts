import { expect, test } from 'vitest';
import { actionLog, call } from '../../../test/app.ts';
import * as make from '../../../test/make/index.ts';

test('the licence counts the people here and what was given to child organisations', async () => {
  const org = await make.organization({ usersLimit: 100 });
  await make.organization({ usersLimit: 30, parent: org });
  await make.organization({ usersLimit: 12, parent: org });
  const officer = await make.operator(org);
  const { license } = await call('organizations.current', officer, {});
  expect(license).toMatchObject({ users_count: 1, users_limit: 100, children_limit: 42, expired: false });
});

test('a .test domain needs no proof, another one does, and nobody names a domain twice', async () => {
  const officer = await make.operator(await make.organization());
  expect((await call('organizations.domain-add', officer, { domain: 'Zavod.TEST' })).confirmed_at).not.toBeNull();
  expect(await call('organizations.domain-add', officer, { domain: 'zavod.example' })).toMatchObject({
    confirmed_at: null,
    people: 0,
  });
  await expect(call('organizations.domain-add', officer, { domain: 'zavod.test' })).rejects.toThrow();
  await expect(call('organizations.domain-add', officer, { domain: 'not a domain' })).rejects.toThrow();
});

test('two administrators saving the organisation: the second is told, nothing is overwritten', async () => {
  const officer = await make.operator(await make.organization());
  const before = await call('organizations.get', officer, { id: officer.organization_id });
  await call('organizations.save', officer, { title: 'Первая', version: before.version });
  await expect(call('organizations.save', officer, { title: 'Вторая', version: before.version })).rejects.toMatchObject(
    { code: 'common.stale_version' },
  );
  expect((await call('organizations.get', officer, { id: officer.organization_id })).title).toBe('Первая');
  expect((await actionLog(officer.organization_id)).at(-1)).toMatchObject({ action: 'organization.changed' });
});

test('a working day that ends before it begins is refused, and so is a time zone that does not exist', async () => {
  const officer = await make.operator(await make.organization());
  await expect(
    call('organizations.save', officer, { work_from: 1000, work_to: 600, version: 1 }),
  ).rejects.toMatchObject({ code: 'organization.working_hours' });
  await expect(call('organizations.save', officer, { time_zone: 'Mars/Olympus', version: 1 })).rejects.toMatchObject({
    code: 'organization.time_zone',
  });
});
